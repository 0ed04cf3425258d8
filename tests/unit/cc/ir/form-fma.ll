; PASSES: form-fma
; A product that is only added, in its own block, is fused; nothing is left to contract later.

; CHECK-LABEL: @sum(
; CHECK: call float @llvm.fma.f32(float %a, float %b, float %c)
; CHECK-NOT: contract
define float @sum(float %a, float %b, float %c) {
  %p = fmul contract float %a, %b
  %s = fadd contract float %c, %p
  ret float %s
}

; CHECK-LABEL: @differences(
; CHECK: [[C:%.*]] = fneg double %c
; CHECK: [[L:%.*]] = call double @llvm.fma.f64(double %a, double %b, double [[C]])
; CHECK: [[A:%.*]] = fneg double %a
; CHECK: call double @llvm.fma.f64(double [[A]], double %b, double [[L]])
define double @differences(double %a, double %b, double %c) {
  %p = fmul contract double %a, %b
  %s = fsub contract double %p, %c
  %q = fmul contract double %a, %b
  %t = fsub contract double %s, %q
  ret double %t
}

; A product with another use, one that may not be contracted, and one of another block.
; CHECK-LABEL: @others(
; CHECK-NOT: llvm.fma
; CHECK: ret float
define float @others(float %a, float %b, ptr %out) {
  %p = fmul contract float %a, %b
  store float %p, ptr %out
  %s = fadd contract float %p, %a
  %q = fmul float %a, %b
  %t = fadd contract float %q, %s
  %r = fmul contract float %t, %t
  br label %next
next:
  %u = fadd contract float %r, %t
  ret float %u
}

; A flush between the two goes.
; CHECK-LABEL: @flushed(
; CHECK: [[F:%.*]] = call float @llvm.fma.f32(float %a, float %b, float %c)
; CHECK-NEXT: [[S:%.*]] = call float @llvm.canonicalize.f32(float [[F]])
; CHECK-NEXT: ret float [[S]]
define float @flushed(float %a, float %b, float %c) {
  %p = fmul contract float %a, %b
  %q = call float @llvm.canonicalize.f32(float %p)
  %s = fadd contract float %q, %c
  %f = call float @llvm.canonicalize.f32(float %s)
  ret float %f
}
declare float @llvm.canonicalize.f32(float)
