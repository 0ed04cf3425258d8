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
; CHECK: define void @barrier() #[[BLOCKS:[0-9]+]]
define void @barrier() {
  call void @llvm.nvvm.barrier0()
  ret void
}
; CHECK: define void @calls_barrier() #[[BLOCKS]]
define void @calls_barrier() {
  call void @barrier()
  ret void
}
declare void @llvm.nvvm.barrier0()
; CHECK: attributes #[[POLLS]] = { "gridcall-may-block" "gridcall-polls" }
; CHECK: attributes #[[BLOCKS]] = { "gridcall-may-block" }
