; PASSES: prefetch-strides
; A round's load asks for a later round's lines where the step is not known, and only there.
; CHECK-LABEL: @gridcall_warp.linear32.far(
; CHECK: %[[LATER:.*]] = add i32 %i, %{{.*}}
; CHECK: sext i32 %[[LATER]] to i64
; CHECK: call void @llvm.prefetch
; CHECK: call void @llvm.prefetch
; CHECK: load <32 x i32>
; CHECK-LABEL: @gridcall_warp.linear32.near(
; CHECK-NOT: prefetch
; CHECK: ret ptr null
define ptr @gridcall_warp.linear32.far(ptr %warp, ptr %from, i32 %n, i32 %step) {
entry:
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
  ret ptr null
}
define ptr @gridcall_warp.linear32.near(ptr %warp, ptr %from, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <32 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %wide = sext i32 %i to i64
  %place = getelementptr i32, ptr %from, i64 %wide
  %values = load <32 x i32>, ptr %place, align 4
  %more = add <32 x i32> %sum, %values
  %next = add i32 %i, 32
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  store <32 x i32> %more, ptr %from, align 4
  ret ptr null
}
