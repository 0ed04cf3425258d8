; PASSES: vectorize-warps
; The lines of consecutive floats, then each lane's address, then the one address of all.
; CHECK-LABEL: define {{.*}}@gridcall_warp.linear32.row(
; CHECK: getelementptr i8, ptr %[[FIRST:.*]], i64 64
; CHECK: call void @llvm.prefetch.p0(
; CHECK: getelementptr i8, ptr %[[FIRST]], i64 124
; CHECK-NEXT: call void @llvm.prefetch.p0(
; CHECK: extractelement <32 x ptr> %[[EACH:.*]], i64 0
; CHECK-NEXT: call void @llvm.prefetch.p0(
; CHECK: extractelement <32 x ptr> %[[EACH]], i64 31
; CHECK-NEXT: call void @llvm.prefetch.p0(
; CHECK: call void @llvm.prefetch.p0(
; CHECK-NOT: call void @llvm.prefetch
; CHECK: store <32 x i32>
define void @gridcall_entry.row(ptr %thread, ptr %parameters) {
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  %wide = zext i32 %x to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  call void @llvm.prefetch.p0(ptr %place, i32 1, i32 3, i32 1)
  %square = mul i64 %wide, %wide
  %far = getelementptr i32, ptr %out, i64 %square
  call void @llvm.prefetch.p0(ptr %far, i32 0, i32 3, i32 1)
  call void @llvm.prefetch.p0(ptr %out, i32 0, i32 3, i32 1)
  store i32 %x, ptr %place, align 4
  ret void
}
!0 = !{}
