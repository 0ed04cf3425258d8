; PASSES: yield-in-strided-loops
; A warp that loops over a grid yields to the others of its block every few iterations, if the stride is large; the loop's
; phis are live across the yield, not in each iteration. A loop with a known step does not yield.
; CHECK-LABEL: @gridcall_warp.linear32.far(
; CHECK: %far = icmp uge i32 %step, 1024
; CHECK: interleaved:
; CHECK: rest:
; CHECK-NEXT: phi
; CHECK: br i1 %far, label %yield, label %interleaved
; CHECK: yield:
; CHECK-NEXT: getelementptr
; CHECK-NEXT: store volatile i32 4
; CHECK-NEXT: @llvm.coro.suspend(token none, i1 false)
; CHECK: loop:
; CHECK: %round = phi i32 [ 0, %interleaved ]
; CHECK: load <32 x i32>
; CHECK: icmp ult i32 %{{.*}}, 8
; CHECK-LABEL: @gridcall_warp.linear32.near(
; CHECK-NOT: yield
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
  %sum = phi <32 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %wide = sext i32 %i to i64
  %place = getelementptr i32, ptr %from, i64 %wide
  %values = load <32 x i32>, ptr %place, align 4
  %more = add <32 x i32> %sum, %values
  %next = add i32 %i, %step
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  store <32 x i32> %more, ptr %from, align 4
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
define ptr @gridcall_warp.linear32.near(ptr %warp, ptr %from, i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 64, ptr null, ptr null, ptr null)
  %frame = call ptr @llvm.coro.begin(token %id, ptr %warp)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr i32, ptr %from, i32 %i
  store <32 x i32> zeroinitializer, ptr %place, align 4
  %next = add i32 %i, 32
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
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
