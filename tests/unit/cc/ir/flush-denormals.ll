; PASSES: flush-denormals
; What -ftz=true flushes is marked: operands and results of single precision, each value once.

; CHECK-LABEL: define float @sum(
; CHECK-DAG: [[A:%.*]] = call float @llvm.canonicalize.f32(float %a)
; CHECK-DAG: [[B:%.*]] = call float @llvm.canonicalize.f32(float %b)
; CHECK: %s = fadd float [[A]], [[B]]
; CHECK-NEXT: [[S:%.*]] = call float @llvm.canonicalize.f32(float %s)
; CHECK-NEXT: %d = fdiv float [[S]], 2.000000e+00
; CHECK-NEXT: [[D:%.*]] = call float @llvm.canonicalize.f32(float %d)
; CHECK-NEXT: ret float [[D]]
define float @sum(float %a, float %b) #0 {
  %s = fadd float %a, %b
  %d = fdiv float %s, 2.0
  ret float %d
}

; A variable in memory hides nothing, and a product with 1 goes.
; CHECK-LABEL: define float @variable(
; CHECK: [[A:%.*]] = call float @llvm.canonicalize.f32(float %a)
; CHECK-NEXT: %s = fmul float [[A]], [[A]]
; CHECK-NEXT: [[S:%.*]] = call float @llvm.canonicalize.f32(float %s)
; CHECK-NEXT: %t = fadd float [[S]], [[A]]
; CHECK-NEXT: [[T:%.*]] = call float @llvm.canonicalize.f32(float %t)
; CHECK-NEXT: ret float [[T]]
define float @variable(float %a) #0 {
  %v = alloca float
  %o = fmul float %a, 1.0
  %s = fmul float %o, %o
  store float %s, ptr %v
  %r = load float, ptr %v
  %t = fadd float %r, %o
  ret float %t
}

; Comparisons but with normal numbers and NaN, signs, least values and extensions; not copies, nor doubles, nor bits,
; nor numbers of 16 bits.
; CHECK-LABEL: define float @others(
; CHECK: [[FLUSHED:%.*]] = call float @llvm.canonicalize.f32(float %a)
; CHECK: store float %a, ptr %p
; CHECK: [[FENCED:%.*]] = call float @llvm.arithmetic.fence.f32(float [[FLUSHED]])
; CHECK: fcmp olt float [[FENCED]], 0.000000e+00
; CHECK: fcmp olt float %a, 1.000000e+00
; CHECK: fcmp uno float %a, %a
; CHECK: [[N:%.*]] = fneg float [[FLUSHED]]
; CHECK: [[M:%.*]] = call float @llvm.minnum.f32(float [[N]], float [[FLUSHED]])
; CHECK: fsub float [[M]], [[FLUSHED]]
; CHECK: fpext float [[FLUSHED]] to double
; CHECK: fadd double %d, %e
; CHECK: bitcast float %a to i32
; CHECK: fptrunc float %a to half
; CHECK: call float @llvm.copysign.f32(float %a, float %b)
; CHECK: select i1 %c, float %a, float
define float @others(float %a, double %d, ptr %p, float %b) #0 {
  store float %a, ptr %p
  %c = fcmp olt float %a, 0.0
  %c1 = fcmp olt float %a, 1.0
  %c2 = fcmp uno float %a, %a
  %n = fneg float %a
  %m = call float @llvm.minnum.f32(float %n, float %a)
  %l = fsub float %m, %a
  store volatile float %l, ptr %p
  %e = fpext float %a to double
  %s = fadd double %d, %e
  store volatile double %s, ptr %p
  %i = bitcast float %a to i32
  store volatile i32 %i, ptr %p
  %h = fptrunc float %a to half
  store volatile half %h, ptr %p
  %g = call float @llvm.copysign.f32(float %a, float %b)
  store volatile float %g, ptr %p
  store volatile i1 %c1, ptr %p
  store volatile i1 %c2, ptr %p
  %r = select i1 %c, float %a, float %g
  ret float %r
}

; A function that stands for an instruction is flushed outside, one for which there is no .ftz nowhere. What is next
; to zero is normal.
; CHECK-LABEL: define float @calls(
; CHECK: [[A:%.*]] = call float @llvm.canonicalize.f32(float %a)
; CHECK: %f = call float @outside(float [[A]], i32 3)
; CHECK: [[F:%.*]] = call float @llvm.canonicalize.f32(float %f)
; CHECK: %s = call float @sinf(float [[F]])
; CHECK: [[S:%.*]] = call float @llvm.canonicalize.f32(float %s)
; CHECK: %n = call float @nextafterf(float [[A]], float [[S]])
; CHECK: [[W:%.*]] = bitcast float %n to i32
; CHECK: xor i32 [[W]], 8388609
; CHECK: select
; CHECK: call float @llvm.canonicalize.f32(
; CHECK: %k = call float @kept(float %a)
; CHECK-NEXT: ret float %k
define float @calls(float %a, ptr %p) #0 {
  %f = call float @outside(float %a, i32 3)
  %s = call float @sinf(float %f)
  %n = call float @nextafterf(float %a, float %s)
  store float %n, ptr %p
  %k = call float @kept(float %a)
  ret float %k
}

; CHECK-LABEL: define float @outside(
; CHECK-NEXT: %r = fmul float %a, %a
; CHECK-NEXT: ret float %r
define float @outside(float %a, i32 %n) #1 {
  %r = fmul float %a, %a
  ret float %r
}
; CHECK-LABEL: define float @kept(
; CHECK-NEXT: %r = call float @outside(float %a, i32 0)
; CHECK-NEXT: ret float %r
define float @kept(float %a) #2 {
  %r = call float @outside(float %a, i32 0)
  ret float %r
}

; CHECK-LABEL: define float @without(
; CHECK-NEXT: %s = fadd float %a, %a
; CHECK-NEXT: ret float %s
define float @without(float %a) {
  %s = fadd float %a, %a
  ret float %s
}

declare float @llvm.minnum.f32(float, float)
declare float @llvm.copysign.f32(float, float)
declare float @sinf(float)
declare float @nextafterf(float, float)

attributes #0 = { "denormal-fp-math-f32"="dynamic,dynamic" }
attributes #1 = { "denormal-fp-math-f32"="dynamic,dynamic" "gridcall-flushed-outside" }
attributes #2 = { "denormal-fp-math-f32"="dynamic,dynamic" "gridcall-not-flushed" }
