; PASSES: vectorise-warps
; Lanes of a warp meet: half of one would go on before the other half is there.
; CHECK-NOT: @gridcall_warp.linear16.meet(
; CHECK: define {{.*}}@gridcall_warp.linear32.meet(
; CHECK-NOT: @gridcall_warp.linear16.meet(
declare void @gridcall_rt_syncwarp(ptr, i32)
define void @gridcall_entry.meet(ptr %thread, ptr %parameters) {
entry:
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  call void @gridcall_rt_syncwarp(ptr %thread, i32 -1)
  store i32 1, ptr %out, align 4
  ret void
}
!0 = !{}
