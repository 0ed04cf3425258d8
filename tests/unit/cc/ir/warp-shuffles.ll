; PASSES: vectorize-warps,sroa,instcombine,simplifycfg
; A shuffle from lanes that depend on the lane's number alone is a shufflevector, of the 32 bits that were widened;
; one from lanes that are read is a gather.
; CHECK-LABEL: @gridcall_warp.linear32.known(
; CHECK-NOT: llvm.masked.gather
; CHECK: shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 1, i32 1, i32 1, i32 1, i32 5, i32 5, i32 5, i32 5,
; CHECK-LABEL: @gridcall_warp.linear32.read(
; CHECK: call <32 x i32> @llvm.masked.gather.v32i32.v32p0
define void @gridcall_entry.known(ptr %thread, ptr %parameters) {
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  %wide = zext i32 %x to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  %value = load i32, ptr %place, align 4
  %word = zext i32 %value to i64
  %lane = and i32 %x, 31
  %quad = and i32 %lane, 28
  %from = or i32 %quad, 1
  %shuffled = call i64 @gridcall_rt_shuffle(ptr %thread, i32 -1, i64 %word, i32 %from, i32 32, i32 0, ptr null)
  %result = trunc i64 %shuffled to i32
  store i32 %result, ptr %place, align 4
  ret void
}
define void @gridcall_entry.read(ptr %thread, ptr %parameters) {
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  %wide = zext i32 %x to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  %value = load i32, ptr %place, align 4
  %word = zext i32 %value to i64
  %shuffled = call i64 @gridcall_rt_shuffle(ptr %thread, i32 -1, i64 %word, i32 %value, i32 32, i32 0, ptr null)
  %result = trunc i64 %shuffled to i32
  store i32 %result, ptr %place, align 4
  ret void
}
declare i64 @gridcall_rt_shuffle(ptr, i32, i64, i32, i32, i32, ptr)
!0 = !{}
