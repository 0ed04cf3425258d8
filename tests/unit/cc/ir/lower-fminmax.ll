; PASSES: lower-fminmax
; The lesser of two zeros is -0; other equal numbers are the same in all bits. A constant that is no zero needs no such care.
; CHECK-LABEL: @least(
; CHECK: %[[LEAST:.*]] = call float @llvm.minnum.f32(float %a, float %b)
; CHECK: or i32
; CHECK: fcmp oeq float %a, %b
; CHECK: select i1 %{{.*}}, float %{{.*}}, float %[[LEAST]]
; CHECK-LABEL: @greatest(
; CHECK: and i64
; CHECK-LABEL: @at_most(
; CHECK-NOT: select
; CHECK: ret float
declare float @llvm.minnum.f32(float, float)
declare double @llvm.maxnum.f64(double, double)
define float @least(float %a, float %b) {
  %result = call float @llvm.minnum.f32(float %a, float %b)
  ret float %result
}
define double @greatest(double %a, double %b) {
  %result = call double @llvm.maxnum.f64(double %a, double %b)
  ret double %result
}
define float @at_most(float %a) {
  %result = call float @llvm.minnum.f32(float %a, float 1.0)
  ret float %result
}
