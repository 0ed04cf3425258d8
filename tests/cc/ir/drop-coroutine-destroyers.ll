; PASSES: mark-coroutines,drop-coroutine-destroyers
; What is to be cut is marked, nothing else; and a warp's parts keep no code for a destruction that never comes.
; CHECK-LABEL: @gridcall_warp.linear32.wait(
; CHECK-SAME: #[[CUT:[0-9]+]]
; CHECK: call void @work()
; CHECK-LABEL: @gridcall_warp.linear32.plain(
; CHECK-NOT: #[[CUT]]
; CHECK: call void @work()
; CHECK-LABEL: @gridcall_warp.linear32.wait.resume(
; CHECK: call void @work()
; CHECK-LABEL: @gridcall_warp.linear32.wait.destroy(
; CHECK-NOT: call
; CHECK: unreachable
; CHECK-LABEL: @gridcall_warp.linear32.wait.cleanup(
; CHECK-NOT: call
; CHECK: unreachable
; CHECK-LABEL: @users.destroy(
; CHECK: call void @work()
; CHECK: attributes #[[CUT]] = { {{.*}}"gridcall-coroutine"
declare void @work()
define ptr @gridcall_warp.linear32.wait(ptr %warp, ptr %parameters) presplitcoroutine {
  call void @work()
  ret ptr null
}
define ptr @gridcall_warp.linear32.plain(ptr %warp, ptr %parameters) {
  call void @work()
  ret ptr null
}
define internal void @gridcall_warp.linear32.wait.resume(ptr %frame) {
  call void @work()
  ret void
}
define internal void @gridcall_warp.linear32.wait.destroy(ptr %frame) {
  call void @work()
  ret void
}
define internal void @gridcall_warp.linear32.wait.cleanup(ptr %frame) {
  call void @work()
  ret void
}
define void @users.destroy(ptr %frame) {
  call void @work()
  ret void
}
