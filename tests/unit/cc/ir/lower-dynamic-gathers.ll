; PASSES: lower-gathers
; A module of which a kernel has dynamic shared memory, whose address is behind the static part, counts on nothing near
; to an active lane.
; CHECK-LABEL: @gridcall_warp.linear32.dynamic(
; CHECK: select <2 x i1> %mask, <2 x ptr>
define <2 x i16> @gridcall_warp.linear32.dynamic(ptr %warp, ptr %arguments, i64 %i, <2 x i1> %mask) {
  %block.at = getelementptr i8, ptr %warp, i64 384
  %block = load ptr, ptr %block.at, align 8
  %shared.at = getelementptr i8, ptr %block, i64 48
  %shared = load ptr, ptr %shared.at, align 8
  %row = getelementptr [512 x i16], ptr %shared, i64 %i
  %from = getelementptr i8, ptr %row, <2 x i64> <i64 -512, i64 512>
  %all = call <2 x i16> @llvm.masked.gather.v2i16.v2p0(<2 x ptr> %from, i32 2, <2 x i1> %mask, <2 x i16> poison)
  ret <2 x i16> %all
}
define i32 @gridcall_warp.linear32.other(ptr %warp, ptr %arguments) {
  %block.at = getelementptr i8, ptr %warp, i64 384
  %block = load ptr, ptr %block.at, align 8
  %bytes.at = getelementptr i8, ptr %block, i64 44
  %bytes = load i32, ptr %bytes.at, align 4
  ret i32 %bytes
}
