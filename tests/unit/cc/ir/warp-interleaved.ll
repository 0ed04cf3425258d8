; PASSES: vectorize-warps
; A local array's elements lie lane beside lane: one load for all lanes where they read at one index. One whose
; address goes elsewhere stays as it is.
; CHECK: @gridcall_warp.linear32.array(
; CHECK: alloca [1024 x i8], align 64
; CHECK: all.lanes:
; CHECK: load <32 x i32>
; CHECK-NOT: masked.gather
; CHECK: @gridcall_warp.linear32.handed_on(
; CHECK: masked.gather
declare i32 @gridcall_rt_vprintf(ptr, ptr, ptr)
define void @gridcall_entry.array(ptr %thread, ptr %parameters) {
entry:
  %array = alloca [8 x i32], align 4
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %n.place = getelementptr i8, ptr %parameters, i64 8
  %n = load i64, ptr %n.place, align 8, !invariant.load !0
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  %first = getelementptr inbounds [8 x i32], ptr %array, i64 0, i64 %n
  store i32 %x, ptr %first, align 4
  %m.place = getelementptr i8, ptr %parameters, i64 16
  %m = load i64, ptr %m.place, align 8, !invariant.load !0
  %second = getelementptr inbounds [8 x i32], ptr %array, i64 0, i64 %m
  %value = load i32, ptr %second, align 4
  %wide = zext i32 %x to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  store i32 %value, ptr %place, align 4
  ret void
}
define void @gridcall_entry.handed_on(ptr %thread, ptr %parameters) {
entry:
  %array = alloca [8 x i32], align 4
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %n.place = getelementptr i8, ptr %parameters, i64 8
  %n = load i64, ptr %n.place, align 8, !invariant.load !0
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  %first = getelementptr inbounds [8 x i32], ptr %array, i64 0, i64 %n
  store i32 %x, ptr %first, align 4
  %printed = call i32 @gridcall_rt_vprintf(ptr %thread, ptr %out, ptr %array)
  %value = load i32, ptr %first, align 4
  %wide = zext i32 %x to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  store i32 %value, ptr %place, align 4
  ret void
}
!0 = !{}
