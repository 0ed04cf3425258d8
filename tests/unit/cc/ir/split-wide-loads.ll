; PASSES: function(loop(loop-unroll-full)),split-wide-loads
; Where a block has many; without a target a register has 32 bits.
; CHECK-LABEL: @many(
; CHECK: %[[FIRST:.*]] = load <2 x i16>, ptr %{{.*}}, align 8, !alias.scope
; CHECK-NEXT: %[[AT:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 4
; CHECK-NEXT: %[[SECOND:.*]] = load <2 x i16>, ptr %[[AT]], align 4, !alias.scope
; CHECK: %[[THIRD:.*]] = load <2 x i16>, ptr %{{.*}}, align 8, !alias.scope
; CHECK: %[[FOURTH:.*]] = load <2 x i16>
; CHECK-NEXT: %[[LOW:.*]] = shufflevector <2 x i16> %[[FIRST]], <2 x i16> %[[SECOND]], <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-NEXT: %[[HIGH:.*]] = shufflevector <2 x i16> %[[THIRD]], <2 x i16> %[[FOURTH]], <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-NEXT: %[[ALL:.*]] = shufflevector <4 x i16> %[[LOW]], <4 x i16> %[[HIGH]], <8 x i32>
; CHECK-NOT: load <8 x i16>
; CHECK: load volatile <8 x i16>
; CHECK: ret
; CHECK-LABEL: @few(
; CHECK: load <8 x i16>
; CHECK: ret
define <8 x i16> @many(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x i16> [ zeroinitializer, %entry ], [ %more, %loop ]
  %at = getelementptr <8 x i16>, ptr %p, i64 %i
  %v = load <8 x i16>, ptr %at, align 8, !alias.scope !2
  %more = add <8 x i16> %sum, %v
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 40
  br i1 %again, label %loop, label %end, !llvm.loop !0
end:
  %last = load volatile <8 x i16>, ptr %p, align 8
  %result = add <8 x i16> %more, %last
  ret <8 x i16> %result
}
define <8 x i16> @few(ptr %p) {
  %v = load <8 x i16>, ptr %p
  ret <8 x i16> %v
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
!2 = !{!3}
!3 = distinct !{!3, !4}
!4 = distinct !{!4}
