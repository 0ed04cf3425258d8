; PASSES: function(loop(loop-unroll-full)),lower-gathers
; In a block with gathers and scatters of more than 1,024 lanes they are calls.
; CHECK-LABEL: @many(
; CHECK: %[[NOWHERE:.*]] = alloca [16 x i8], align 16
; CHECK: %[[POINTERS:.*]] = select <32 x i1> %mask, <32 x ptr> %p
; CHECK: %[[ALL:.*]] = call <32 x i16> @"gridcall.gather.<32 x i16>.2"(<32 x ptr> %[[POINTERS]])
; CHECK: %[[VALUES:.*]] = select <32 x i1> %mask, <32 x i16> %[[ALL]], <32 x i16> %others
; CHECK: call void @"gridcall.scatter.<32 x i16>.2"(<32 x ptr> %q, <32 x i16> %[[VALUES]])
; CHECK-NOT: load
; CHECK: ret
; CHECK-LABEL: @few(
; CHECK-NOT: call
; CHECK: ret
; CHECK: define internal <32 x i16> @"gridcall.gather.<32 x i16>.2"(<32 x ptr> %0) #[[ATTRIBUTES:.*]] {
; CHECK: %[[FIRST:.*]] = extractelement <32 x ptr> %0, i64 0
; CHECK: load i16, ptr %[[FIRST]], align 2
; CHECK: ret <32 x i16>
; CHECK: define internal void @"gridcall.scatter.<32 x i16>.2"(<32 x ptr> %0, <32 x i16> %1)
; CHECK: store i16 %{{.*}}, ptr %{{.*}}, align 2
; CHECK: attributes #[[ATTRIBUTES]] = {{.*}}noinline
declare <32 x i16> @llvm.masked.gather.v32i16.v32p0(<32 x ptr>, i32, <32 x i1>, <32 x i16>)
declare void @llvm.masked.scatter.v32i16.v32p0(<32 x i16>, <32 x ptr>, i32, <32 x i1>)
define void @many(<32 x ptr> %p, <32 x ptr> %q, <32 x i1> %mask, <32 x i16> %others) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %all = call <32 x i16> @llvm.masked.gather.v32i16.v32p0(<32 x ptr> %p, i32 2, <32 x i1> %mask, <32 x i16> %others)
  call void @llvm.masked.scatter.v32i16.v32p0(<32 x i16> %all, <32 x ptr> %q, i32 2, <32 x i1> splat (i1 true))
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 20
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret void
}
define <32 x i16> @few(<32 x ptr> %p) {
  %all = call <32 x i16> @llvm.masked.gather.v32i16.v32p0(<32 x ptr> %p, i32 2, <32 x i1> splat (i1 true), <32 x i16> poison)
  ret <32 x i16> %all
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
