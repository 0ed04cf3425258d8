; PASSES: flush-denormals
; Operands and results of single precision are flushed, each value once.

; CHECK-LABEL: @sum(
; CHECK: [[A:%.*]] = bitcast float %a to i32
; CHECK: and i32 [[A]], 2139095040
; CHECK: %s = fadd float {{%[0-9]+}}, {{%[0-9]+}}
; CHECK: bitcast float %s to i32
; CHECK: ret float {{%[0-9]+}}
define float @sum(float %a, float %b) #0 {
  %s = fadd float %a, %b
  ret float %s
}

; An accumulator is never subnormal: only the number that is read is flushed.
; CHECK-LABEL: @accumulate(
; CHECK: %old = phi float [ 0.000000e+00, %entry ], [ [[NEXT:%.*]], %loop ]
; CHECK: %x = load float
; CHECK-NEXT: bitcast float %x to i32
; CHECK: %new = fadd float %old,
; CHECK-NEXT: bitcast float %new to i32
; CHECK: [[NEXT]] = bitcast i32
; CHECK-NOT: bitcast
; CHECK: ret
define float @accumulate(ptr %p, i32 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %old = phi float [ 0.0, %entry ], [ %new, %loop ]
  %at = getelementptr float, ptr %p, i32 %i
  %x = load float, ptr %at
  %new = fadd float %old, %x
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  ret float %new
}

; Comparisons, signs and extensions; not copies, nor doubles, nor the bits.
; CHECK-LABEL: @others(
; CHECK: store float %a, ptr %p
; CHECK: fcmp olt float [[FLUSHED:%[0-9]+]], 1.000000e+00
; CHECK: fneg float [[FLUSHED]]
; CHECK: fpext float [[FLUSHED]] to double
; CHECK: fadd double %d, %e
; CHECK: bitcast float %a to i32
define i32 @others(float %a, double %d, ptr %p) #0 {
  store float %a, ptr %p
  %c = fcmp olt float %a, 1.0
  %n = fneg float %a
  store float %n, ptr %p
  %e = fpext float %a to double
  %s = fadd double %d, %e
  store double %s, ptr %p
  %b = bitcast float %a to i32
  ret i32 %b
}

; CHECK-LABEL: @calls(
; CHECK: call float @llvm.fma.f32(float {{%[0-9]+}}, float {{%[0-9]+}}, float 1.000000e+00)
; CHECK: call float @sinf(float {{%[0-9]+}})
; CHECK: call float @nextafterf(float {{%[0-9]+}}, float 1.000000e+00)
define float @calls(float %a) #0 {
  %f = call float @llvm.fma.f32(float %a, float %a, float 1.0)
  %s = call float @sinf(float %f)
  %n = call float @nextafterf(float %a, float 1.0)
  %r = select i1 true, float %s, float %n
  ret float %r
}

; CHECK-LABEL: @without(
; CHECK-NEXT: %s = fadd float %a, %a
; CHECK-NEXT: ret float %s
define float @without(float %a) {
  %s = fadd float %a, %a
  ret float %s
}

; CHECK-NOT: denormal-fp-math
declare float @llvm.fma.f32(float, float, float)
declare float @sinf(float)
declare float @nextafterf(float, float)

attributes #0 = { "denormal-fp-math-f32"="preserve-sign,preserve-sign" }
