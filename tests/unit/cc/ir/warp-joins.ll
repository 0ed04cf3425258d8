; PASSES: vectorize-warps
; The branch's own successor joins both paths, so %v differs from lane to lane though both its values are affine.
; CHECK-LABEL: @gridcall_warp.linear32.join(
; CHECK: %phi = alloca <32 x i32>
define void @gridcall_entry.join(ptr %thread, ptr %parameters) {
entry:
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %bit = and i32 %t, 2
  %some = icmp ne i32 %bit, 0
  br i1 %some, label %then, label %join
then:
  %far = add i32 %t, 1000
  store volatile i32 %far, ptr %out, align 4
  br label %join
join:
  %v = phi i32 [ %far, %then ], [ %t, %entry ]
  %wide = zext i32 %t to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  store i32 %v, ptr %place, align 4
  ret void
}
!0 = !{}
