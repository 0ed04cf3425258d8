; PASSES: add-thread-context,add-loop-fuel
; CHECK-LABEL: @endless(
; CHECK: loop:
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %thread, i64 16
; CHECK: %fuel = sub i32
; CHECK: store i32 %fuel, ptr %[[PLACE]]
; CHECK: icmp sle i32 %fuel, 0
; CHECK: call void @gridcall_rt_yield(ptr %thread)
define void @endless() {
entry:
  br label %loop
loop:
  br label %loop
}
; CHECK-LABEL: @short(
; CHECK-NOT: yield
; CHECK: ret void
define void @short(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  store i32 %i, ptr %p
  %n = add nuw nsw i32 %i, 1
  %c = icmp ult i32 %n, 100
  br i1 %c, label %loop, label %done
done:
  ret void
}
; Two entries into one cycle: no loop in LLVM's sense, a cycle all the same.
; CHECK-LABEL: @irreducible(
; CHECK: gridcall_rt_yield
define void @irreducible(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  br label %a
}
; Calls in tail position become jumps: recursion needs neither a loop nor stack.
; CHECK-LABEL: define void @ping(
; CHECK: call void @gridcall_rt_yield(ptr %thread)
; CHECK: call void @pong(
define void @ping(ptr %p) {
  tail call void @pong(ptr %p)
  ret void
}
; CHECK-LABEL: define void @pong(
; CHECK: call void @gridcall_rt_yield(ptr %thread)
; CHECK: call void @ping(
define void @pong(ptr %p) {
  store i32 1, ptr %p
  tail call void @ping(ptr %p)
  ret void
}
; Who is called through a pointer may be the caller.
; CHECK-LABEL: define void @through_pointer(
; CHECK: call void @gridcall_rt_yield(ptr %thread)
define void @through_pointer(ptr %p, ptr %f) {
  tail call void %f(ptr %p, ptr %f)
  ret void
}
@table = internal global ptr @through_pointer
; CHECK-LABEL: define void @calls_once(
; CHECK-NOT: yield
; CHECK: ret void
define void @calls_once(ptr %p) {
  call void @ping(ptr %p)
  ret void
}
