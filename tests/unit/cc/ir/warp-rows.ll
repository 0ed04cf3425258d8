; PASSES: vectorize-warps
; Where threadIdx.x alone is read, one entry is made; where y is read too, one for each way to lay out a block.
; CHECK: @gridcall_warp.linear32.row(
; CHECK-NOT: .row(
; CHECK: @gridcall_warp.linear32.plane(
; CHECK: @gridcall_warp.rows16.plane(
; CHECK: @gridcall_warp.general32.plane(
define void @gridcall_entry.row(ptr %thread, ptr %parameters) {
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  %wide = zext i32 %x to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  store i32 %x, ptr %place, align 4
  ret void
}
define void @gridcall_entry.plane(ptr %thread, ptr %parameters) {
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  %y.place = getelementptr i8, ptr %thread, i64 4
  %y = load i32, ptr %y.place, align 4, !invariant.load !0
  %wide = zext i32 %x to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  store i32 %y, ptr %place, align 4
  ret void
}
!0 = !{}
