; PASSES: lower-casts
; A float has no bound like 2^31 - 1, so that it replaces results; a NaN became the lower bound and gives 0.
; CHECK-LABEL: @int_of_float(
; CHECK: %[[ABOVE:.*]] = fcmp ogt <4 x float> %x, {{.*}}0xC1E0000000000000
; CHECK-NEXT: %[[C:.*]] = select <4 x i1> %[[ABOVE]], <4 x float> %x, <4 x float>
; CHECK-NEXT: %[[I:.*]] = fptosi <4 x float> %[[C]] to <4 x i32>
; CHECK-NEXT: %[[BIG:.*]] = fcmp oge <4 x float> %x, {{.*}}0x41E0000000000000
; CHECK-NEXT: %[[J:.*]] = select <4 x i1> %[[BIG]], <4 x i32> {{.*}}2147483647{{.*}}, <4 x i32> %[[I]]
; CHECK-NEXT: %[[NUMBER:.*]] = fcmp ord <4 x float> %x, %x
; CHECK-NEXT: %[[R:.*]] = select <4 x i1> %[[NUMBER]], <4 x i32> %[[J]], <4 x i32> zeroinitializer
; CHECK-NEXT: ret <4 x i32> %[[R]]
define <4 x i32> @int_of_float(<4 x float> %x) {
  %r = call <4 x i32> @llvm.fptosi.sat.v4i32.v4f32(<4 x float> %x)
  ret <4 x i32> %r
}
; The lower bound is what a double's NaN gives on the device; a use without that select has 0 still.
; CHECK-LABEL: @int_of_double(
; CHECK: %[[I:.*]] = fptosi <4 x double> %{{.*}} to <4 x i32>
; CHECK: %[[R:.*]] = select <4 x i1> %{{.*}}, <4 x i32> %[[I]], <4 x i32> zeroinitializer
; CHECK-NOT: select
; CHECK: store <4 x i32> %[[R]], ptr %p
; CHECK: ret <4 x i32> %[[I]]
define <4 x i32> @int_of_double(<4 x double> %x, ptr %p) {
  %s = call <4 x i32> @llvm.fptosi.sat.v4i32.v4f64(<4 x double> %x)
  store <4 x i32> %s, ptr %p
  %nan = fcmp uno <4 x double> %x, zeroinitializer
  %r = select <4 x i1> %nan, <4 x i32> <i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648>, <4 x i32> %s
  ret <4 x i32> %r
}
; CHECK-LABEL: @byte_of_float(
; CHECK: fptosi <4 x float> %{{.*}} to <4 x i32>
; CHECK-NEXT: trunc <4 x i32> %{{.*}} to <4 x i8>
; CHECK-NEXT: ret
define <4 x i8> @byte_of_float(<4 x float> %x) {
  %r = call <4 x i8> @llvm.fptoui.sat.v4i8.v4f32(<4 x float> %x)
  ret <4 x i8> %r
}
; CHECK-LABEL: @others(
; CHECK: call i32 @llvm.fptosi.sat.i32.f32(
; CHECK: call <4 x i32> @llvm.fptosi.sat.v4i32.v4f16(
define <4 x i32> @others(float %x, <4 x half> %y, ptr %p) {
  %s = call i32 @llvm.fptosi.sat.i32.f32(float %x)
  store i32 %s, ptr %p
  %r = call <4 x i32> @llvm.fptosi.sat.v4i32.v4f16(<4 x half> %y)
  ret <4 x i32> %r
}
