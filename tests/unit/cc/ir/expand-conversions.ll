; PASSES: expand-conversions
; CHECK-LABEL: @from(
; CHECK-NOT: tofp i128
; CHECK: uitofp i64 %{{.*}} to double
define double @from(i128 %a) {
  %x = sitofp i128 %a to double
  ret double %x
}
; CHECK-LABEL: @to(
; CHECK-NOT: fptosi.sat.i128
; CHECK: fptoui.sat.i64
define i128 @to(float %a) {
  %x = call i128 @llvm.fptosi.sat.i128.f32(float %a)
  ret i128 %x
}
