; PASSES: copy-strided-loops,yield-in-strided-loops
; A copy of a loop with a large stride runs ahead of it where join-warps will say so; it does not yield. A loop that
; stores gets none.
; CHECK-LABEL: @gridcall_warp.linear32.far(
; CHECK: %[[JOINED:.*]] = call i1 @gridcall_joined()
; CHECK-NEXT: br i1 %[[JOINED]], label %ahead, label %behind
; CHECK: loop.ahead:
; CHECK: br i1 %{{.*}}, label %loop.ahead, label %behind, !gridcall-joint
; CHECK: behind:
; CHECK-NEXT: phi i32 [ 0, %{{.*}} ], [ %i.ahead, %loop.ahead ]
; CHECK-NEXT: phi <32 x float>
; CHECK: interleaved:
; CHECK-LABEL: @gridcall_warp.linear32.stores(
; CHECK-NOT: gridcall_joined
; CHECK: ret ptr
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare i1 @llvm.coro.end(ptr, i1, token)
define ptr @gridcall_warp.linear32.far(ptr %warp, ptr %from, i32 %n, i32 %step) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 64, ptr null, ptr null, ptr null)
  %frame = call ptr @llvm.coro.begin(token %id, ptr %warp)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <32 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %wide = sext i32 %i to i64
  %place = getelementptr i32, ptr %from, i64 %wide
  %values = load <32 x float>, ptr %place, align 4
  %more = fadd <32 x float> %sum, %values
  %next = add i32 %i, %step
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  store <32 x float> %more, ptr %from, align 4
  %state = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %state, label %suspend [
    i8 0, label %never
    i8 1, label %cleanup
  ]
never:
  unreachable
cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %frame)
  br label %suspend
suspend:
  %ended = call i1 @llvm.coro.end(ptr %frame, i1 false, token none)
  ret ptr %frame
}
define ptr @gridcall_warp.linear32.stores(ptr %warp, ptr %from, i32 %n, i32 %step) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 64, ptr null, ptr null, ptr null)
  %frame = call ptr @llvm.coro.begin(token %id, ptr %warp)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <32 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %wide = sext i32 %i to i64
  %place = getelementptr i32, ptr %from, i64 %wide
  %values = load <32 x float>, ptr %place, align 4
  %more = fadd <32 x float> %sum, %values
  store <32 x float> %more, ptr %place, align 4
  %next = add i32 %i, %step
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  store <32 x float> %more, ptr %from, align 4
  %state = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %state, label %suspend [
    i8 0, label %never
    i8 1, label %cleanup
  ]
never:
  unreachable
cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %frame)
  br label %suspend
suspend:
  %ended = call i1 @llvm.coro.end(ptr %frame, i1 false, token none)
  ret ptr %frame
}
