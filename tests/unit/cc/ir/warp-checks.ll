; PASSES: vectorize-warps
; With more than bounds to look at (4: races), lanes side by side and lanes that read one place (4 + 256) are one call;
; others, and what the first call does not know to be right, are a call with their addresses.
; CHECK-LABEL: @gridcall_warp.linear32.k(
; A range that was found good (CheckRange) is looked at before.
; CHECK: icmp ult i64
; CHECK-DAG: call i32 @gridcall_rt_check_rows({{.*}}, ptr null, i32 4, i32 131073, ptr @site)
; CHECK-DAG: call i32 @gridcall_rt_check_rows({{.*}}, ptr null, i32 260, i32 131073, ptr @site)
; CHECK-DAG: call i32 @gridcall_rt_check_lanes({{.*}}, i32 131073, ptr @site, ptr null, i32 0)
; CHECK-DAG: call i32 @gridcall_rt_check_lanes({{.*}}, i32 131090, ptr @site, ptr null, i32 1)
define void @gridcall_entry.k(ptr %thread, ptr %parameters) {
  %a = load ptr, ptr %parameters, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %wide = zext i32 %t to i64
  %place = getelementptr i32, ptr %a, i64 %wide
  %p = call ptr @gridcall_rt_check_access(ptr %thread, ptr %place, i64 4, i32 131073, ptr @site, i64 0, i32 0)
  %v = load i32, ptr %p, align 4
  %q = call ptr @gridcall_rt_check_access(ptr %thread, ptr %a, i64 4, i32 131073, ptr @site, i64 0, i32 0)
  %w = load i32, ptr %q, align 4
  %sum = add i32 %v, %w
  %bits = zext i32 %sum to i64
  %far = getelementptr i64, ptr %a, i64 %wide
  %r = call ptr @gridcall_rt_check_access(ptr %thread, ptr %far, i64 4, i32 131090, ptr @site, i64 %bits, i32 1)
  store i32 %sum, ptr %r, align 4
  ret void
}
@site = private constant i8 0
declare ptr @gridcall_rt_check_access(ptr, ptr, i64, i32, ptr, i64, i32)
!gridcall.checks = !{!1}
!0 = !{}
!1 = !{i32 4}
