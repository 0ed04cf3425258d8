; PASSES: lower-gathers
; Without a target there is no instruction for any. Each lane has its access; one that is off goes nowhere.
; CHECK-LABEL: @gathers(
; CHECK: %[[NOWHERE:.*]] = alloca [16 x i8], align 16
; CHECK: %[[POINTERS:.*]] = select <2 x i1> %mask, <2 x ptr> %p
; CHECK: %[[FIRST:.*]] = extractelement <2 x ptr> %[[POINTERS]], i64 0
; CHECK: load i16, ptr %[[FIRST]], align 2
; CHECK: load i16
; CHECK: select <2 x i1> %mask, <2 x i16> %{{.*}}, <2 x i16> %others
; CHECK-NOT: br
; CHECK: ret
; CHECK-LABEL: @scatters(
; CHECK-NOT: alloca
; CHECK-NOT: select
; CHECK: %[[ONE:.*]] = extractelement <2 x i32> %values, i64 0
; CHECK: store i32 %[[ONE]], ptr %{{.*}}, align 4
; CHECK: %[[OTHER:.*]] = extractelement <2 x i32> %values, i64 1
; CHECK: store i32 %[[OTHER]], ptr %{{.*}}, align 4
; Where the lanes' addresses are at constant distances, no lane's is taken from a vector; where some are off, each is.
; CHECK-LABEL: @members(
; CHECK-NOT: extractelement <2 x ptr>
; CHECK: %[[A:.*]] = getelementptr i8, ptr %record, i64 0
; CHECK-NEXT: load i16, ptr %[[A]], align 2
; CHECK: %[[B:.*]] = getelementptr i8, ptr %record, i64 12
; CHECK-NEXT: load i16, ptr %[[B]], align 2
; CHECK: %[[C:.*]] = getelementptr float, ptr %record, i64 5
; CHECK: store i32 %{{.*}}, ptr %[[C]], align 4
; CHECK: %[[D:.*]] = getelementptr float, ptr %record, i64 8
; CHECK: store i32 %{{.*}}, ptr %[[D]], align 4
; CHECK-LABEL: @some_members(
; CHECK: extractelement <2 x ptr>
; A lane that a constant mask leaves out has no access.
; CHECK-LABEL: @one_lane(
; CHECK-NOT: alloca
; CHECK: load i16
; CHECK-NOT: load
; CHECK: select <2 x i1> <i1 false, i1 true>, <2 x i16> %{{.*}}, <2 x i16> %others
; CHECK: store i32
; CHECK-NOT: store
; CHECK: ret
declare <2 x i16> @llvm.masked.gather.v2i16.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x i16>)
declare void @llvm.masked.scatter.v2i32.v2p0(<2 x i32>, <2 x ptr>, i32, <2 x i1>)
define <2 x i16> @gathers(<2 x ptr> %p, <2 x i1> %mask, <2 x i16> %others) {
  %all = call <2 x i16> @llvm.masked.gather.v2i16.v2p0(<2 x ptr> %p, i32 2, <2 x i1> %mask, <2 x i16> %others)
  ret <2 x i16> %all
}
define void @scatters(<2 x ptr> %p, <2 x i32> %values) {
  call void @llvm.masked.scatter.v2i32.v2p0(<2 x i32> %values, <2 x ptr> %p, i32 4, <2 x i1> splat (i1 true))
  ret void
}
define <2 x i16> @members(ptr %record, <2 x i32> %values) {
  %one = insertelement <2 x ptr> poison, ptr %record, i64 0
  %each = shufflevector <2 x ptr> %one, <2 x ptr> poison, <2 x i32> zeroinitializer
  %from = getelementptr i8, <2 x ptr> %each, <2 x i64> <i64 0, i64 12>
  %to = getelementptr float, ptr %record, <2 x i64> <i64 5, i64 8>
  %all = call <2 x i16> @llvm.masked.gather.v2i16.v2p0(<2 x ptr> %from, i32 2, <2 x i1> splat (i1 true), <2 x i16> poison)
  call void @llvm.masked.scatter.v2i32.v2p0(<2 x i32> %values, <2 x ptr> %to, i32 4, <2 x i1> splat (i1 true))
  ret <2 x i16> %all
}
define <2 x i16> @some_members(ptr %record, <2 x i1> %mask, <2 x i16> %others) {
  %from = getelementptr i8, ptr %record, <2 x i64> <i64 0, i64 12>
  %all = call <2 x i16> @llvm.masked.gather.v2i16.v2p0(<2 x ptr> %from, i32 2, <2 x i1> %mask, <2 x i16> %others)
  ret <2 x i16> %all
}
define <2 x i16> @one_lane(<2 x ptr> %p, <2 x i16> %others, <2 x i32> %values) {
  %all = call <2 x i16> @llvm.masked.gather.v2i16.v2p0(<2 x ptr> %p, i32 2, <2 x i1> <i1 false, i1 true>, <2 x i16> %others)
  call void @llvm.masked.scatter.v2i32.v2p0(<2 x i32> %values, <2 x ptr> %p, i32 4, <2 x i1> <i1 true, i1 false>)
  ret <2 x i16> %all
}
; In a block's static shared memory what is near to an active lane's address is accessible: all lanes load if one is
; active. Lanes that are far apart do not, and neither do those of other memory.
; CHECK-LABEL: @gridcall_warp.linear32.near(
; CHECK-NOT: alloca
; CHECK: %[[BEGIN:.*]] = getelementptr i8, ptr %shared, i64 512
; CHECK: %[[BITS:.*]] = bitcast <2 x i1> %mask to i2
; CHECK: %[[ANY:.*]] = icmp ne i2 %[[BITS]], 0
; CHECK: %[[BASE:.*]] = select i1 %[[ANY]], ptr %row, ptr %[[BEGIN]]
; CHECK: getelementptr i8, ptr %[[BASE]], i64 -512
; CHECK: load i16
; CHECK: getelementptr i8, ptr %[[BASE]], i64 512
; CHECK: load i16
; CHECK: ret
; CHECK-LABEL: @gridcall_warp.linear32.far(
; CHECK: select <2 x i1> %mask, <2 x ptr>
; CHECK-LABEL: @gridcall_warp.linear32.other(
; CHECK: select <2 x i1> %mask, <2 x ptr>
define <2 x i16> @gridcall_warp.linear32.near(ptr %warp, ptr %arguments, i64 %i, <2 x i1> %mask) {
  %block.at = getelementptr i8, ptr %warp, i64 384
  %block = load ptr, ptr %block.at, align 8
  %shared.at = getelementptr i8, ptr %block, i64 48
  %shared = load ptr, ptr %shared.at, align 8
  %row = getelementptr [512 x i16], ptr %shared, i64 %i
  %from = getelementptr i8, ptr %row, <2 x i64> <i64 -512, i64 512>
  %all = call <2 x i16> @llvm.masked.gather.v2i16.v2p0(<2 x ptr> %from, i32 2, <2 x i1> %mask, <2 x i16> poison)
  ret <2 x i16> %all
}
define <2 x i16> @gridcall_warp.linear32.far(ptr %warp, ptr %arguments, i64 %i, <2 x i1> %mask) {
  %block.at = getelementptr i8, ptr %warp, i64 384
  %block = load ptr, ptr %block.at, align 8
  %shared.at = getelementptr i8, ptr %block, i64 48
  %shared = load ptr, ptr %shared.at, align 8
  %row = getelementptr [512 x i16], ptr %shared, i64 %i
  %from = getelementptr i8, ptr %row, <2 x i64> <i64 -512, i64 514>
  %all = call <2 x i16> @llvm.masked.gather.v2i16.v2p0(<2 x ptr> %from, i32 2, <2 x i1> %mask, <2 x i16> poison)
  ret <2 x i16> %all
}
define <2 x i16> @gridcall_warp.linear32.other(ptr %warp, ptr %arguments, i64 %i, <2 x i1> %mask) {
  %block.at = getelementptr i8, ptr %warp, i64 384
  %block = load ptr, ptr %block.at, align 8
  %shared.at = getelementptr i8, ptr %block, i64 56
  %shared = load ptr, ptr %shared.at, align 8
  %row = getelementptr [512 x i16], ptr %shared, i64 %i
  %from = getelementptr i8, ptr %row, <2 x i64> <i64 -512, i64 512>
  %all = call <2 x i16> @llvm.masked.gather.v2i16.v2p0(<2 x ptr> %from, i32 2, <2 x i1> %mask, <2 x i16> poison)
  ret <2 x i16> %all
}
