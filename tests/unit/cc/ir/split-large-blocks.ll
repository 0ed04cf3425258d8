; PASSES: function(loop(loop-unroll-full)),split-large-blocks
; A loop that is unrolled to a block of 1,200 instructions; its phis and branches stay right.
; CHECK-LABEL: @large(
; CHECK-COUNT-2: br label %{{.*}}.split
; CHECK-NOT: br label
; CHECK: ret i32
; CHECK-LABEL: @small(
; CHECK-NOT: br label %{{.*}}.split
; CHECK: ret i32
define i32 @large(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %v = load volatile i32, ptr %p
  %x = xor i32 %v, %i
  %more = add i32 %sum, %x
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 400
  br i1 %again, label %loop, label %end, !llvm.loop !0
end:
  ret i32 %more
}
define i32 @small(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
