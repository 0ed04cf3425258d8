; PASSES: lower-flushes
; What flush-denormals marked becomes code, but for what cannot be subnormal.

; CHECK-LABEL: @flushed(
; CHECK: [[A:%.*]] = bitcast float %a to i32
; CHECK: [[E:%.*]] = and i32 [[A]], 2139095040
; CHECK: icmp ne i32 [[E]], 0
; CHECK: and i32 [[A]], -2147483648
; CHECK: select
; CHECK: [[F:%.*]] = bitcast i32 {{.*}} to float
; CHECK: ret float [[F]]
define float @flushed(float %a) #0 {
  %f = call float @llvm.canonicalize.f32(float %a)
  ret float %f
}

; CHECK-LABEL: @constants(
; CHECK: store float -0.000000e+00, ptr %p
; CHECK: store float 1.000000e+00, ptr %p
define void @constants(ptr %p) #0 {
  %f = call float @llvm.canonicalize.f32(float 0xB6A0000000000000)
  store float %f, ptr %p
  %g = call float @llvm.canonicalize.f32(float 1.0)
  store float %g, ptr %p
  ret void
}

; An accumulator is never subnormal: only the number that is read is flushed, and the sum.
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
  %old = phi float [ 0.0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %p, i32 %i
  %x = load float, ptr %at
  %y = call float @llvm.canonicalize.f32(float %x)
  %o = call float @llvm.canonicalize.f32(float %old)
  %new = fadd float %o, %y
  %next = call float @llvm.canonicalize.f32(float %new)
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  ret float %next
}

; From an integer, of a root, and the least of what is flushed; not what one way leaves as it was.
; CHECK-LABEL: @chosen(
; CHECK: %i = sitofp i32 %n to float
; CHECK-NEXT: %r = call float @llvm.sqrt.f32(float %a)
; CHECK-NEXT: %m = call float @llvm.minnum.f32(float %i, float %r)
; CHECK-NEXT: store float %m, ptr %p
; CHECK-NEXT: %s = select i1 %c, float %m, float %a
; CHECK-NEXT: bitcast float %s to i32
define void @chosen(float %a, i32 %n, i1 %c, ptr %p) #0 {
  %i = sitofp i32 %n to float
  %r = call float @llvm.sqrt.f32(float %a)
  %m = call float @llvm.minnum.f32(float %i, float %r)
  %f = call float @llvm.canonicalize.f32(float %m)
  store float %f, ptr %p
  %s = select i1 %c, float %m, float %a
  %g = call float @llvm.canonicalize.f32(float %s)
  store float %g, ptr %p
  ret void
}

; CHECK-LABEL: @compared(
; CHECK: [[F:%.*]] = bitcast i32 {{.*}} to float
; CHECK-NEXT: fcmp olt float [[F]], 0.000000e+00
define i1 @compared(float %a) #0 {
  %f = call float @llvm.canonicalize.f32(float %a)
  %k = call float @llvm.arithmetic.fence.f32(float %f)
  %c = fcmp olt float %k, 0.0
  ret i1 %c
}

; What a source canonicalizes itself stays.
; CHECK-LABEL: @without(
; CHECK-NEXT: call float @llvm.canonicalize.f32(float %a)
define float @without(float %a) {
  %f = call float @llvm.canonicalize.f32(float %a)
  ret float %f
}

; CHECK-NOT: denormal-fp-math
declare float @llvm.canonicalize.f32(float)
declare float @llvm.arithmetic.fence.f32(float)
declare float @llvm.sqrt.f32(float)
declare float @llvm.minnum.f32(float, float)

attributes #0 = { "denormal-fp-math-f32"="dynamic,dynamic" }
