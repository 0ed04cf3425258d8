; PASSES: mark-blocking
; CHECK: define void @counts(ptr %p) {
define void @counts(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  %old = atomicrmw add ptr %p, i32 1 monotonic
  %n = add i32 %i, 1
  %c = icmp slt i32 %n, 10
  br i1 %c, label %loop, label %done
done:
  ret void
}
; CHECK: define void @polls(ptr %p) #[[POLLS:[0-9]+]]
define void @polls(ptr %p) {
entry:
  br label %loop
loop:
  %v = load volatile i32, ptr %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %loop, label %done
done:
  ret void
}
; CHECK: define i32 @reads(ptr %p) {
define i32 @reads(ptr %p) {
  %v = load volatile i32, ptr %p
  ret i32 %v
}
; CHECK: define void @polls_by_call(ptr %p) #[[POLLS]]
define void @polls_by_call(ptr %p) {
entry:
  br label %loop
loop:
  %v = call i32 @reads(ptr %p)
  %c = icmp eq i32 %v, 0
  br i1 %c, label %loop, label %done
done:
  ret void
}
; No loop of its own: the callee's waits.
; CHECK: define void @calls_polls(ptr %p) #[[POLLS]]
define void @calls_polls(ptr %p) {
  call void @polls(ptr %p)
  ret void
}
; A plain load that alone can end the loop.
; CHECK: define void @polls_plainly(ptr %p, ptr %q) #[[POLLS]]
define void @polls_plainly(ptr %p, ptr %q) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  store i32 %i, ptr %q
  %n = add i32 %i, 1
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %loop, label %done
done:
  ret void
}
; The loop counts towards what it reads, or writes it itself, or goes through a list.
; CHECK: define void @counts_to_a_limit(ptr %p, ptr %q) {
define void @counts_to_a_limit(ptr %p, ptr %q) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  store i32 %i, ptr %q
  %n = add i32 %i, 1
  %v = load i32, ptr %p
  %c = icmp slt i32 %n, %v
  br i1 %c, label %loop, label %done
done:
  ret void
}
; CHECK: define void @works_off(ptr %p, ptr %q) {
define void @works_off(ptr %p, ptr %q) {
entry:
  br label %loop
loop:
  %v = load i32, ptr %p
  %w = sub i32 %v, 1
  store i32 %w, ptr %p
  store i32 %w, ptr %q
  %x = load i32, ptr %p
  %c = icmp eq i32 %x, 0
  br i1 %c, label %done, label %loop
done:
  ret void
}
; CHECK: define void @follows(ptr %p) {
define void @follows(ptr %p) {
entry:
  br label %loop
loop:
  %at = phi ptr [ %p, %entry ], [ %next, %loop ]
  %next = load ptr, ptr %at
  %c = icmp eq ptr %next, null
  br i1 %c, label %done, label %loop
done:
  ret void
}
; CHECK: define void @meets_the_block(ptr %p) #[[BLOCKS:[0-9]+]]
define void @meets_the_block(ptr %p) {
entry:
  br label %loop
loop:
  call void @llvm.nvvm.barrier0()
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %loop, label %done
done:
  ret void
}
; CHECK: define void @barrier() #[[BLOCKS]]
define void @barrier() {
  call void @llvm.nvvm.barrier0()
  ret void
}
; CHECK: define void @calls_barrier() #[[BLOCKS]]
define void @calls_barrier() {
  call void @barrier()
  ret void
}
; What the atomic returned goes through memory.
; CHECK: define void @polls_by_memory(ptr %p, ptr %q) #[[POLLS]]
define void @polls_by_memory(ptr %p, ptr %q) {
entry:
  br label %loop
loop:
  %old = atomicrmw xchg ptr %p, i32 1 monotonic
  store i32 %old, ptr %q
  %v = load i32, ptr %q
  %c = icmp eq i32 %v, 0
  br i1 %c, label %loop, label %done
done:
  ret void
}
; CHECK: define void @tries(ptr %p, ptr %q) {
define void @tries(ptr %p, ptr %q) {
  %old = atomicrmw xchg ptr %p, i32 1 monotonic
  store i32 %old, ptr %q
  ret void
}
; CHECK: define void @polls_by_out_parameter(ptr %p) #[[POLLS]]
define void @polls_by_out_parameter(ptr %p) {
entry:
  %q = alloca i32
  br label %loop
loop:
  call void @tries(ptr %p, ptr %q)
  %v = load i32, ptr %q
  %c = icmp eq i32 %v, 0
  br i1 %c, label %loop, label %done
done:
  ret void
}
; Only whether the flag is set depends on the atomic; the loop ends by the flag.
; CHECK: define void @polls_by_branch(ptr %p) #[[POLLS]]
define void @polls_by_branch(ptr %p) {
entry:
  br label %loop
loop:
  %flag = phi i32 [ 0, %entry ], [ %next, %latch ]
  %old = atomicrmw xchg ptr %p, i32 1 monotonic
  %got = icmp eq i32 %old, 0
  br i1 %got, label %set, label %latch
set:
  br label %latch
latch:
  %next = phi i32 [ %flag, %loop ], [ 1, %set ]
  %c = icmp eq i32 %next, 0
  br i1 %c, label %loop, label %done
done:
  ret void
}
; The branch on the atomic decides what is stored, not when the loop ends.
; CHECK: define void @counts_what_it_got(ptr %p, ptr %q) {
define void @counts_what_it_got(ptr %p, ptr %q) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %latch ]
  %old = atomicrmw xchg ptr %p, i32 1 monotonic
  %got = icmp eq i32 %old, 0
  br i1 %got, label %set, label %latch
set:
  store i32 %i, ptr %q
  br label %latch
latch:
  %n = add i32 %i, 1
  %c = icmp slt i32 %n, 10
  br i1 %c, label %loop, label %done
done:
  ret void
}
; CHECK: define void @retries(ptr %p) {
define void @retries(ptr %p) {
entry:
  %first = load i32, ptr %p
  br label %loop
loop:
  %old = phi i32 [ %first, %entry ], [ %found, %loop ]
  %new = mul i32 %old, 3
  %swap = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic
  %found = extractvalue { i32, i1 } %swap, 0
  %c = icmp eq i32 %found, %old
  br i1 %c, label %done, label %loop
done:
  ret void
}
; A lock: what it expects is not what it found.
; CHECK: define void @locks(ptr %p) #[[POLLS]]
define void @locks(ptr %p) {
entry:
  br label %loop
loop:
  %swap = cmpxchg ptr %p, i32 0, i32 1 monotonic monotonic
  %c = extractvalue { i32, i1 } %swap, 1
  br i1 %c, label %done, label %loop
done:
  ret void
}
; An iteration that tries nothing waits.
; CHECK: define void @retries_sometimes(ptr %p) #[[POLLS]]
define void @retries_sometimes(ptr %p) {
entry:
  br label %loop
loop:
  %old = load volatile i32, ptr %p
  %free = icmp eq i32 %old, 0
  br i1 %free, label %try, label %loop
try:
  %swap = cmpxchg ptr %p, i32 %old, i32 1 monotonic monotonic
  %c = extractvalue { i32, i1 } %swap, 1
  br i1 %c, label %done, label %loop
done:
  ret void
}
; CHECK: define void @sleeps(ptr %p) #[[POLLS]]
define void @sleeps(ptr %p) {
entry:
  br label %loop
loop:
  call void @__gridcall_rt_nanosleep(i32 100)
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %loop, label %done
done:
  ret void
}
declare void @__gridcall_rt_nanosleep(i32)
declare void @llvm.nvvm.barrier0()
; CHECK: attributes #[[POLLS]] = { "gridcall-may-block" "gridcall-polls" }
; CHECK: attributes #[[BLOCKS]] = { "gridcall-may-block" }
