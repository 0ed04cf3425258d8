; PASSES: expand-checks
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
@site = private constant i8 0
@text = private constant [2 x i8] c"s\00"
@object = private constant { ptr, i64, i32, i32 } { ptr @text, i64 16, i32 1, i32 0 }
; CHECK-LABEL: define i32 @k(
; The range of slot 3: the runtime is called where the distance, in units of 4 bytes, is not below its limit.
; CHECK: %[[BEGIN:.*]] = load i64, ptr
; CHECK: %[[LIMIT:.*]] = load i64, ptr
; CHECK: sub i64 %{{.*}}, %[[BEGIN]]
; CHECK: call i64 @llvm.fshr.i64(i64 %[[D:.*]], i64 %[[D]], i64 2)
; CHECK: icmp ult i64 %{{.*}}, %[[LIMIT]]
; CHECK: br i1
; CHECK: call ptr @gridcall_rt_check_access(
; CHECK: %[[FROM:.*]] = phi ptr [ %{{.*}} ], [ %a
; CHECK: load i32, ptr %[[FROM]]
; A variable of 16 bytes: the last place for 4 bytes is 12.
; CHECK: icmp ult i64 %{{.*}}, 13
; CHECK: call ptr @gridcall_rt_check_variable(
define i32 @k(ptr %thread, ptr %a, ptr %s, i64 %i) {
  %from = call ptr @gridcall_rt_check_access(ptr %thread, ptr %a, i64 4, i32 131073, ptr @site, i64 0, i32 3)
  %v = load i32, ptr %from
  %p = getelementptr i32, ptr %s, i64 %i
  %to = call ptr @gridcall_rt_check_variable(ptr %thread, ptr %s, ptr %p, i64 4, i32 131074, ptr @site, ptr @object)
  store i32 %v, ptr %to
  ret i32 %v
}
declare ptr @gridcall_rt_check_access(ptr, ptr, i64, i32, ptr, i64, i32)
declare ptr @gridcall_rt_check_variable(ptr, ptr, ptr, i64, i32, ptr, ptr)
!gridcall.checks = !{!0}
!0 = !{i32 1}
