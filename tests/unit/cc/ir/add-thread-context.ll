; PASSES: add-thread-context
; CHECK: @table = constant [2 x ptr] [ptr @f, ptr @gridcall_address.sinf]
@table = constant [2 x ptr] [ptr @f, ptr @sinf]
; CHECK: define internal float @f(ptr noalias noundef nonnull align 8 dereferenceable(32) %thread, float %x)
define internal float @f(float %x) {
  ret float %x
}
; CHECK: define void @k(ptr noalias {{.*}} %thread, ptr byval([8 x i8]) align 4 %s)
; CHECK: call float @f(ptr %thread, float 1.0
; CHECK: call float %g(ptr %thread, float
; CHECK: call float @sinf(float
define void @k(ptr byval([8 x i8]) align 4 %s) memory(read) {
  %a = call float @f(float 1.0)
  %g = load ptr, ptr @table
  %b = call float %g(float %a)
  %c = call float @sinf(float %b)
  store float %c, ptr %s
  ret void
}
; CHECK: define internal float @gridcall_address.sinf(ptr {{.*}} %thread, float %{{.*}})
declare float @sinf(float)
