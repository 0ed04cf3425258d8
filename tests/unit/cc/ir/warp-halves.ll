; PASSES: vectorize-warps
; Where a block is 16 wide a warp is two of its rows, and lanes of both synchronize.
; CHECK: define {{.*}}@gridcall_warp.linear32.meet(
; CHECK: define {{.*}}@gridcall_warp.rows16.meet(
; CHECK: all.lanes:
; CHECK-NOT: masked
; CHECK: store <16 x i32>
; CHECK: store <16 x i32>
declare void @gridcall_rt_syncwarp(ptr, i32)
define void @gridcall_entry.meet(ptr %thread, ptr %parameters) {
entry:
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  %y.place = getelementptr i8, ptr %thread, i64 4
  %y = load i32, ptr %y.place, align 4, !invariant.load !0
  call void @gridcall_rt_syncwarp(ptr %thread, i32 -1)
  %row = mul i32 %y, 64
  %index = add nsw i32 %row, %x
  %wide = sext i32 %index to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  store i32 1, ptr %place, align 4
  ret void
}
!0 = !{}
