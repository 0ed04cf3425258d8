; PASSES: vectorize-warps
; A local array of a kernel with a barrier is placed behind the coroutine's frame, not in an alloca.
; CHECK-LABEL: @gridcall_warp.linear32.local(
; CHECK-NOT: alloca [{{.*}} x i8]
; CHECK: %[[SIZE:.*]] = call i64 @llvm.coro.size.i64()
; CHECK: %[[GROWN:.*]] = call ptr @gridcall_rt_warp_frame(
; CHECK: %[[MEMORY:.*]] = phi ptr [ %{{.*}}, %entry ], [ %[[GROWN]], %frame.grow ]
; CHECK: getelementptr i8, ptr %[[MEMORY]], i64
; CHECK: call ptr @llvm.coro.begin(token {{.*}}, ptr %[[MEMORY]])
declare i32 @gridcall_rt_barrier(ptr, i32, i32)
define void @gridcall_entry.local(ptr %thread, ptr %parameters) {
entry:
  %array = alloca [4 x i32], align 4
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %which = and i32 %t, 3
  %at = zext i32 %which to i64
  %element = getelementptr [4 x i32], ptr %array, i64 0, i64 %at
  store i32 %t, ptr %element, align 4
  %met = call i32 @gridcall_rt_barrier(ptr %thread, i32 0, i32 0)
  %first = load i32, ptr %array, align 4
  store i32 %first, ptr %out, align 4
  ret void
}
!0 = !{}
