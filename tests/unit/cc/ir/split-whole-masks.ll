; PASSES: split-whole-masks
; A warp of which all lanes are active takes the accesses without masks; what follows from the mask is constant.
; CHECK-LABEL: @row(
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %mask to i4
; CHECK-NEXT: %[[WHOLE:.*]] = icmp eq i4 %[[BITS]], -1
; CHECK-NEXT: br i1 %[[WHOLE]], label %[[ALL:.*]], label %some, !prof
; CHECK: [[ALL]]:
; CHECK-NEXT: %[[LOADED:.*]] = load <4 x float>, ptr %p, align 4, !alias.scope
; CHECK-NEXT: %[[SUM:.*]] = fadd <4 x float> %[[LOADED]], %v
; CHECK-NEXT: store <4 x float> %[[SUM]], ptr %q, align 8
; CHECK-NEXT: br label %[[DONE:.*]]
; CHECK: some:
; CHECK-NEXT: %x = call <4 x float> @llvm.masked.load
; CHECK: call void @llvm.masked.store
; CHECK: [[DONE]]:
; CHECK-NEXT: %[[EITHER:.*]] = phi <4 x float> [ %[[SUM]], %[[ALL]] ], [ %kept, %some ]
; CHECK: ret <4 x float> %[[EITHER]]
define <4 x float> @row(ptr %p, ptr %q, <4 x i1> %mask, <4 x float> %v) {
  %x = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %p, i32 4, <4 x i1> %mask, <4 x float> poison), !gridcall-some-lanes !2, !alias.scope !0
  %sum = fadd <4 x float> %x, %v
  %kept = select <4 x i1> %mask, <4 x float> %sum, <4 x float> %v
  call void @llvm.masked.store.v4f32.p0(<4 x float> %sum, ptr %q, i32 8, <4 x i1> %mask), !gridcall-some-lanes !2
  ret <4 x float> %kept
}
; The mask of all rows decides.
; CHECK-LABEL: @rows(
; CHECK: bitcast <4 x i1> %mask to i4
; CHECK: load <2 x i32>, ptr %p, align 4
; CHECK-NEXT: load <2 x i32>, ptr %q, align 4
; CHECK-NEXT: br label
; CHECK: some:
; CHECK: phi <2 x i32>
; CHECK-NEXT: phi <2 x i32>
define <2 x i32> @rows(ptr %p, ptr %q, <4 x i1> %mask) {
  %low = shufflevector <4 x i1> %mask, <4 x i1> poison, <2 x i32> <i32 0, i32 1>
  %high = shufflevector <4 x i1> %mask, <4 x i1> poison, <2 x i32> <i32 2, i32 3>
  %a = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 4, <2 x i1> %low, <2 x i32> poison), !gridcall-some-lanes !2
  %b = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %q, i32 4, <2 x i1> %high, <2 x i32> poison), !gridcall-some-lanes !2
  %sum = add <2 x i32> %a, %b
  ret <2 x i32> %sum
}
; An access of the predicated variant keeps its mask, because that variant runs if some lanes are inactive; so does
; one behind an access to other lanes.
; CHECK-LABEL: @predicated(
; CHECK-NOT: br
; CHECK: ret
define void @predicated(ptr %p, <4 x i1> %mask, <4 x float> %v) {
  call void @llvm.masked.store.v4f32.p0(<4 x float> %v, ptr %p, i32 4, <4 x i1> %mask)
  ret void
}
; CHECK-LABEL: @two(
; CHECK: store <4 x float> %v, ptr %p
; CHECK-NOT: store <4 x float> %v, ptr %q
; CHECK: some:
; CHECK: ret
define void @two(ptr %p, ptr %q, <4 x i1> %mask, <4 x i1> %other, <4 x float> %v) {
  call void @llvm.masked.store.v4f32.p0(<4 x float> %v, ptr %p, i32 4, <4 x i1> %mask), !gridcall-some-lanes !2
  call void @llvm.masked.store.v4f32.p0(<4 x float> %v, ptr %q, i32 4, <4 x i1> %other), !gridcall-some-lanes !2
  ret void
}
; A masked store of AMD's processors is split into registers, each with its part of the mask's bits; without a target a
; register has 32 bits.
; CHECK-LABEL: @slow(
; CHECK: some:
; CHECK: shufflevector <2 x float> %v, <2 x float> poison, <1 x i32> <i32 1>
; CHECK-NEXT: getelementptr i8, ptr %p, i64 4
; CHECK-NEXT: %[[BITS:.*]] = lshr i4 %{{.*}}, 3
; CHECK-NEXT: %[[LANE:.*]] = trunc i4 %[[BITS]] to i1
; CHECK-NEXT: icmp eq i1 %[[LANE]], true
; CHECK: store <1 x float> %{{.*}}, ptr %{{.*}}, align 4
; CHECK: call void @llvm.masked.store.v1f32
; CHECK-NOT: @llvm.masked.store.v2f32
; CHECK: ret
define void @slow(ptr %p, <4 x i1> %mask, <2 x float> %v) "target-cpu"="znver3" {
  %high = shufflevector <4 x i1> %mask, <4 x i1> poison, <2 x i32> <i32 2, i32 3>
  call void @llvm.masked.store.v2f32.p0(<2 x float> %v, ptr %p, i32 8, <2 x i1> %high), !gridcall-some-lanes !2
  ret void
}
declare void @llvm.masked.store.v2f32.p0(<2 x float>, ptr, i32, <2 x i1>)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, i32, <4 x i1>, <4 x float>)
declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)
declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, i32, <4 x i1>)
!0 = !{!1}
!1 = distinct !{!1, !3}
!2 = !{}
!3 = distinct !{!3}
