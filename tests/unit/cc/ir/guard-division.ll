; PASSES: guard-division
; CHECK-LABEL: @unsigned(
; CHECK: %divisor = freeze i32 %b
; CHECK: icmp eq i32 %divisor, 0
; CHECK: call void @__gridcall_rt_fault(i32 3)
; CHECK-NEXT: unreachable
; CHECK: udiv i32 %a, %divisor
define i32 @unsigned(i32 %a, i32 %b) {
  %q = udiv i32 %a, %b
  ret i32 %q
}
; A divisor that cannot be zero or -1 costs nothing.
; CHECK-LABEL: @constant(
; CHECK-NEXT: %q = sdiv i32 %a, 10
; CHECK-NEXT: ret i32 %q
define i32 @constant(i32 %a) {
  %q = sdiv i32 %a, 10
  ret i32 %q
}
; CHECK-LABEL: @signed(
; CHECK: icmp eq i64 %divisor, -1
; CHECK: %[[SAFE:.*]] = select i1 %{{.*}}, i64 1, i64 %divisor
; CHECK: %r = srem i64 %a, %[[SAFE]]
; CHECK: select i1 %{{.*}}, i64 0, i64 %r
define i64 @signed(i64 %a, i64 %b) {
  %r = srem i64 %a, %b
  ret i64 %r
}
; CHECK-LABEL: @wide(
; CHECK-NOT: udiv i128
define i128 @wide(i128 %a, i128 %b) {
  %q = udiv i128 %a, %b
  ret i128 %q
}
; Shifts by the width or more are PTX's.
; CHECK-LABEL: @shifts(
; CHECK: %[[BY:.*]] = freeze i32 %b
; CHECK: %[[FITS:.*]] = icmp ule i32 %[[BY]], 31
; CHECK: %up = shl i32 %a, %[[BY]]
; CHECK: select i1 %[[FITS]], i32 %up, i32 0
; CHECK: %[[LEAST:.*]] = select i1 %{{.*}}, i32 %{{.*}}, i32 31
; CHECK: %down = ashr i32 %a, %[[LEAST]]
define i32 @shifts(i32 %a, i32 %b) {
  %up = shl i32 %a, %b
  %down = ashr i32 %a, %b
  %sum = add i32 %up, %down
  ret i32 %sum
}
