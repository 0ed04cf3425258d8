; PASSES: check-accesses
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
; A read whose value a compare-and-swap of the same place compares is atomic and compared (4 + 512); of another place it is not.
; CHECK-LABEL: define void @exchange(
; CHECK: call ptr @__gridcall_rt_check_access(ptr %a, i64 4, i32 131589,
; CHECK: call ptr @__gridcall_rt_check_access(ptr %b, i64 4, i32 131073,
; CHECK: call ptr @__gridcall_rt_check_access(ptr %a, i64 4, i32 131079,
define void @exchange(ptr %a, ptr %b) {
  %first = load float, ptr %a, align 4
  %other = load i32, ptr %b, align 4
  %bits = bitcast float %first to i32
  br label %loop
loop:
  %old = phi i32 [ %bits, %0 ], [ %now, %loop ]
  %sum = add i32 %old, %other
  %pair = cmpxchg ptr %a, i32 %old, i32 %sum monotonic monotonic, align 4
  %now = extractvalue { i32, i1 } %pair, 0
  %same = extractvalue { i32, i1 } %pair, 1
  br i1 %same, label %done, label %loop
done:
  ret void
}
; A volatile read that a loop waits for is atomic and volatile (4 + 8), its first turn too; one that no loop ends by is volatile.
; CHECK-LABEL: define void @wait(
; CHECK: call ptr @__gridcall_rt_check_access(ptr %a, i64 4, i32 131085,
; CHECK: call ptr @__gridcall_rt_check_access(ptr %b, i64 4, i32 131081,
; CHECK: call ptr @__gridcall_rt_check_access(ptr %a, i64 4, i32 131085,
define void @wait(ptr %a, ptr %b) {
  %first = load volatile i32, ptr %a, align 4
  %open = icmp ne i32 %first, 0
  br i1 %open, label %done, label %loop
loop:
  %once = load volatile i32, ptr %b, align 4
  %again = load volatile i32, ptr %a, align 4
  %opens = icmp ne i32 %again, 0
  br i1 %opens, label %done, label %loop
done:
  ret void
}
; A loop that stores waits for nothing.
; CHECK-LABEL: define void @count(
; CHECK: call ptr @__gridcall_rt_check_access(ptr %a, i64 4, i32 131081,
define void @count(ptr %a) {
  br label %loop
loop:
  %more = load volatile i32, ptr %a, align 4
  %less = sub i32 %more, 1
  store volatile i32 %less, ptr %a, align 4
  %ends = icmp eq i32 %less, 0
  br i1 %ends, label %done, label %loop
done:
  ret void
}
!gridcall.checks = !{!0}
!0 = !{i32 4}
