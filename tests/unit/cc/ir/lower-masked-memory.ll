; PASSES: lower-masked-memory
; Without a target there is no instruction for any: lanes are copied to and from the stack by one function for each width.
; CHECK-LABEL: define <8 x float> @loads(
; CHECK: %[[LANES:.*]] = alloca <8 x float>, align 16
; CHECK: store <8 x float> %others, ptr %[[LANES]], align 16
; CHECK: %[[MASK:.*]] = bitcast <8 x i1> %mask to i8
; CHECK: call void @gridcall.masked_copy.8x32.4(ptr %[[LANES]], ptr %p, i8 %[[MASK]])
; CHECK: load <8 x float>, ptr %[[LANES]], align 16
; CHECK-LABEL: define void @stores(
; CHECK: store <8 x i32> %values, ptr %[[PLACE:.*]], align 16
; CHECK: call void @gridcall.masked_copy.8x32.4(ptr %p, ptr %[[PLACE]], i8
; CHECK: ret
; A store under a mask that is equal for all lanes becomes a branch around a plain one.
; CHECK-LABEL: define void @stores_all_or_none(
; CHECK: br i1 %taken, label %[[STORE:.*]], label %
; CHECK: {{^}}[[STORE]]:
; CHECK-NEXT: store <8 x i32> %values, ptr %p, align 4
; CHECK-NEXT: br label
; CHECK-NOT: call
; CHECK-LABEL: define void @packed(
; CHECK: call void @gridcall.masked_copy.8x32.1(
; CHECK-LABEL: define <16 x double> @gathers(
; CHECK: store <16 x ptr> %p, ptr %[[POINTERS:.*]], align 16
; CHECK-NOT: store
; CHECK: call void @gridcall.masked_gather.16x64.8(ptr %[[LANES:.*]], ptr %[[POINTERS]], i16
; CHECK: load <16 x double>, ptr %[[LANES]], align 16
; CHECK-LABEL: define void @scatters(
; CHECK: call void @gridcall.masked_scatter.8x16.2(
; Pointers as values have a place of their own.
; CHECK-LABEL: define void @scatters_pointers(
; CHECK: store <8 x ptr> %p, ptr %[[TO:.*]], align 16
; CHECK: store <8 x ptr> %values, ptr %[[VALUES:.*]], align 16
; CHECK-NOT: ptr %[[TO]], ptr %[[TO]],
; CHECK: call void @gridcall.masked_scatter.8x64.8(ptr %[[TO]], ptr %[[VALUES]], i8
; A mask's bits are spread over bytes.
; CHECK-LABEL: define <8 x i1> @masks(
; CHECK: load volatile i8, ptr %p, align 4
; CHECK: shufflevector <1 x i8>
; CHECK: and <8 x i8> %{{.*}}, <i8 1, i8 2, i8 4, i8 8, i8 16, i8 32, i8 64, i8 -128>
; CHECK: icmp eq <8 x i8>
; CHECK-LABEL: define internal void @gridcall.masked_copy.8x32.4(ptr %0, ptr %1, i8 %2)
; CHECK: icmp eq i8 %2, -1
; CHECK: load <8 x i32>, ptr %1, align 4
; CHECK: store <8 x i32> %{{.*}}, ptr %0, align 4
; CHECK: %left = phi i8
; CHECK: call i8 @llvm.cttz.i8(i8 %left, i1 true)
; CHECK: load i32, ptr %{{.*}}, align 4
; CHECK: store i32 %{{.*}}, ptr %{{.*}}, align 4
; CHECK: and i8
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr, i32, <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, i32, <8 x i1>)
define <8 x float> @loads(ptr %p, <8 x i1> %mask, <8 x float> %others) {
  %all = call <8 x float> @llvm.masked.load.v8f32.p0(ptr %p, i32 4, <8 x i1> %mask, <8 x float> %others)
  ret <8 x float> %all
}
define void @stores(ptr %p, <8 x i32> %values, <8 x i1> %mask) {
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %values, ptr %p, i32 64, <8 x i1> %mask)
  ret void
}
define void @stores_all_or_none(ptr %p, <8 x i32> %values, i1 %taken) {
  %one = insertelement <8 x i1> poison, i1 %taken, i64 0
  %mask = shufflevector <8 x i1> %one, <8 x i1> poison, <8 x i32> zeroinitializer
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %values, ptr %p, i32 4, <8 x i1> %mask)
  ret void
}
define void @packed(ptr %p, <8 x i32> %values, <8 x i1> %mask) {
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %values, ptr %p, i32 1, <8 x i1> %mask)
  ret void
}
declare <16 x double> @llvm.masked.gather.v16f64.v16p0(<16 x ptr>, i32, <16 x i1>, <16 x double>)
declare void @llvm.masked.scatter.v8i16.v8p0(<8 x i16>, <8 x ptr>, i32, <8 x i1>)
define <16 x double> @gathers(<16 x ptr> %p, <16 x i1> %mask) {
  %all = call <16 x double> @llvm.masked.gather.v16f64.v16p0(<16 x ptr> %p, i32 8, <16 x i1> %mask, <16 x double> poison)
  ret <16 x double> %all
}
define void @scatters(<8 x ptr> %p, <8 x i16> %values) {
  call void @llvm.masked.scatter.v8i16.v8p0(<8 x i16> %values, <8 x ptr> %p, i32 2, <8 x i1> splat (i1 true))
  ret void
}
define void @scatters_pointers(<8 x ptr> %p, <8 x ptr> %values, <8 x i1> %mask) {
  call void @llvm.masked.scatter.v8p0.v8p0(<8 x ptr> %values, <8 x ptr> %p, i32 8, <8 x i1> %mask)
  ret void
}
declare void @llvm.masked.scatter.v8p0.v8p0(<8 x ptr>, <8 x ptr>, i32, <8 x i1>)
define <8 x i1> @masks(ptr %p) {
  %all = load volatile <8 x i1>, ptr %p, align 4
  ret <8 x i1> %all
}
