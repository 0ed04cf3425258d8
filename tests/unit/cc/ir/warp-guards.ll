; PASSES: vectorize-warps
; Where no lane runs a block between barriers, its mask is known to be zero, so that it need not be live across them. A
; store by some lanes of the convergent variant is marked, one of the predicated variant is not.
; CHECK-LABEL: @gridcall_warp.linear32.guarded(
; CHECK: then{{.*}}:
; CHECK: call void @llvm.masked.store.v32i32.p0({{.*}}), !gridcall-some-lanes
; CHECK: then.guard{{.*}}:
; CHECK: %[[LANES:.*]] = load <32 x i1>, ptr %[[WAITING:.*]], align 4
; CHECK: br i1 %{{.*}}, label %then{{.*}}, label %[[NONE:none.*]]
; CHECK: [[NONE]]:
; CHECK-NEXT: store <32 x i1> zeroinitializer, ptr %[[WAITING]], align 4
; CHECK-NEXT: br label
declare i32 @gridcall_rt_barrier(ptr, i32, i32)
define void @gridcall_entry.guarded(ptr %thread, ptr %parameters) {
entry:
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %wide = zext i32 %t to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %join ]
  %some = icmp ugt i32 %t, %i
  br i1 %some, label %then, label %join
then:
  store i32 %i, ptr %place, align 4
  br label %join
join:
  %met = call i32 @gridcall_rt_barrier(ptr %thread, i32 0, i32 0)
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 20
  br i1 %again, label %loop, label %end
end:
  ret void
}
!0 = !{}
