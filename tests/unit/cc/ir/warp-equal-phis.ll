; PASSES: vectorize-warps
; Both sides of a divergent branch extend one index: behind it the access is contiguous. A flag must hold on both sides.
; CHECK-LABEL: @gridcall_warp.linear32.equal(
; CHECK-NOT: <32 x ptr>
; CHECK: store <32 x i32>
; CHECK-NOT: <32 x ptr>
; CHECK: call void @llvm.masked.store.v32i32
define void @gridcall_entry.equal(ptr %thread, ptr %parameters) {
entry:
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %first = icmp ult i32 %t, 5
  br i1 %first, label %then, label %else
then:
  %a = zext nneg i32 %t to i64
  %there = getelementptr i32, ptr %out, i64 %a
  %far = add i64 %a, 7
  store volatile i64 %far, ptr %out, align 8
  br label %join
else:
  %b = zext i32 %t to i64
  %here = getelementptr i32, ptr %out, i64 %b
  store volatile i32 2, ptr %out, align 4
  br label %join
join:
  %place = phi ptr [ %there, %then ], [ %here, %else ]
  store i32 %t, ptr %place, align 4
  ret void
}
!0 = !{}
