; PASSES: stream-stores
; Whole lines bypass the caches if the grid writes many, the address is aligned, and no other argument is the
; same memory.
; CHECK-LABEL: @gridcall_warp.linear32.add(
; CHECK: %[[MANY:.*]] = icmp uge i64 %{{.*}}, 16777216
; CHECK: %[[OTHER:.*]] = icmp ne ptr
; CHECK: %[[BOTH:.*]] = and i1 %[[MANY]], %[[OTHER]]
; CHECK: and i64 %{{.*}}, 63
; CHECK: and i1 %[[BOTH]], %{{.*}}
; CHECK: store <32 x float> %{{.*}}, ptr %to, align 64, !nontemporal
; CHECK: store <32 x float> %{{.*}}, ptr %to, align 4{{$}}
; Memory that is read too, parts of lines, and stores that others may wait for do not.
; CHECK-LABEL: @gridcall_warp.linear32.update(
; CHECK-NOT: nontemporal
; CHECK-LABEL: @gridcall_warp.linear32.bytes(
; CHECK-NOT: nontemporal
; CHECK-LABEL: @gridcall_warp.linear32.flag(
; CHECK-NOT: nontemporal
define ptr @gridcall_warp.linear32.add(ptr %warp, ptr %parameters) #0 {
  %from = load ptr, ptr %parameters, align 8
  %place = getelementptr i8, ptr %parameters, i64 8
  %to = load ptr, ptr %place, align 8
  %x = load <32 x float>, ptr %from, align 4
  %y = fadd <32 x float> %x, %x
  store <32 x float> %y, ptr %to, align 4
  ret ptr null
}
define ptr @gridcall_warp.linear32.update(ptr %warp, ptr %parameters) #0 {
  %to = load ptr, ptr %parameters, align 8
  %again = load ptr, ptr %parameters, align 8
  %x = load <32 x float>, ptr %to, align 4
  %y = fadd <32 x float> %x, %x
  store <32 x float> %y, ptr %again, align 4
  ret ptr null
}
define ptr @gridcall_warp.linear32.bytes(ptr %warp, ptr %parameters) #0 {
  %to = load ptr, ptr %parameters, align 8
  store <32 x i8> zeroinitializer, ptr %to, align 1
  ret ptr null
}
define ptr @gridcall_warp.linear32.flag(ptr %warp, ptr %parameters) #0 {
  %to = load ptr, ptr %parameters, align 8
  %place = getelementptr i8, ptr %parameters, i64 8
  %flag = load ptr, ptr %place, align 8
  store <32 x float> zeroinitializer, ptr %to, align 4
  store atomic i32 1, ptr %flag release, align 4
  ret ptr null
}
attributes #0 = { "gridcall-whole-blocks" }
