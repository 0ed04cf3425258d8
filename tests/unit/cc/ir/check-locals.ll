; PASSES: check-locals
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
%S = type { [4 x i32], i32 }
; A shared variable that nobody writes stays one.
; CHECK: @s = {{.*}}addrspace(3) externally_initialized global
@s = internal addrspace(3) global [4 x i32] undef, align 4
; A read that may come before the write is guarded by a flag.
; CHECK-LABEL: define i32 @maybe(
; CHECK: %x.set = alloca i8
; CHECK: store i8 0, ptr %x.set
; CHECK: store i32 %v, ptr %x
; CHECK-NEXT: store i8 1, ptr %x.set
; CHECK: %[[FLAG:.*]] = load i8, ptr %x.set
; CHECK: %[[NO:.*]] = icmp eq i8 %[[FLAG]], 0
; CHECK: br i1 %[[NO]]
; CHECK: call void @__gridcall_rt_check_unset(ptr @gridcall_check_object
define i32 @maybe(i1 %c, i32 %v) {
  %x = alloca i32, align 4
  br i1 %c, label %yes, label %end
yes:
  store i32 %v, ptr %x, align 4
  br label %end
end:
  %r = load i32, ptr %x, align 4
  ret i32 %r
}
; Written on all ways: nothing is added.
; CHECK-LABEL: define i32 @surely(
; CHECK-NOT: check_unset
; CHECK: ret i32
define i32 @surely(i1 %c, i32 %v) {
  %x = alloca i32, align 4
  br i1 %c, label %yes, label %no
yes:
  store i32 %v, ptr %x, align 4
  br label %end
no:
  store i32 1, ptr %x, align 4
  br label %end
end:
  %r = load i32, ptr %x, align 4
  ret i32 %r
}
; An array with an index of run time stays in memory, one without does not.
; CHECK-LABEL: define i32 @indexed(
; CHECK: call void @__gridcall_rt_check_keep(ptr %a)
; CHECK-NOT: check_keep(ptr %b)
define i32 @indexed(i64 %i) {
  %a = alloca [4 x i32], align 4
  %b = alloca [4 x i32], align 4
  %p = getelementptr [4 x i32], ptr %a, i64 0, i64 %i
  %q = getelementptr [4 x i32], ptr %b, i64 0, i64 1
  store i32 1, ptr %q
  %r = load i32, ptr %p
  ret i32 %r
}
; An index of an array in a struct says which array is meant, where something is read there.
; CHECK-LABEL: define i32 @member(
; CHECK: %[[AT:.*]] = call ptr @__gridcall_rt_check_member(ptr %a, ptr %p, i64 4, ptr @gridcall_check_object
; CHECK: %v = load i32, ptr %[[AT]]
; CHECK: icmp eq ptr %p, %end
define i32 @member(ptr %s, i64 %i, ptr %end) {
  %a = getelementptr inbounds %S, ptr %s, i32 0, i32 0
  %p = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 %i
  %v = load i32, ptr %p, align 4
  %is_end = icmp eq ptr %p, %end
  %w = select i1 %is_end, i32 0, i32 %v
  ret i32 %w
}
!gridcall.checks = !{!0}
!0 = !{i32 15}
