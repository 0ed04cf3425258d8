; PASSES: vectorize-warps,sroa,instcombine<no-verify-fixpoint>,simplifycfg
; An entry without barriers runs all warps of its block: full ones in a loop in which x counts along, and whether
; all lanes are below a bound is asked of the last one alone. One with a barrier runs one warp.
; CHECK-LABEL: @gridcall_warp.linear32.add(ptr noalias align 64 dereferenceable(448) %0, ptr noalias readonly align 8 dereferenceable(12) %1)
; CHECK: {{^}}warp:
; CHECK: %[[X:.*]] = phi i32 [ %row.x, %row ], [ %[[NEXT:.*]], %[[LATCH:.*]] ]
; CHECK: %[[NEXT]] = add nuw nsw i32 %[[X]], 32
; CHECK-NOT: load volatile
; CHECK: {{^}}all.lanes:
; CHECK: store volatile i64
; CHECK: %[[LAST:.*]] = add i32 %[[X]], 31
; CHECK: icmp slt i32 %[[LAST]],
; CHECK: {{^}}[[LATCH]]:
; CHECK-NEXT: br label %warp, !gridcall-lanes
; Where a warp may be suspended, each is preceded by a check whether it still has to run.
; CHECK-LABEL: @gridcall_warp.linear32.seek(
; CHECK: {{^}}warp:
; CHECK: load volatile i32, ptr %{{.*}}, align 4
; CHECK-NEXT: icmp ult i32 %warp.number
; CHECK: {{^}}warp.begin:
; CHECK-LABEL: @gridcall_warp.linear32.meet(
; CHECK-NOT: %row ]
; CHECK: llvm.coro.begin
; With a y a row is run for BlockContext::blocks_to_run blocks, whose index is stored, before the next row.
; CHECK-LABEL: @gridcall_warp.linear32.rows(
; CHECK: {{^}}row.block:
; CHECK: %block.x = add nuw nsw i32
; CHECK-NEXT: store volatile i32 %block.x
define void @gridcall_entry.add(ptr %thread, ptr %parameters) #0 {
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %n.place = getelementptr i8, ptr %parameters, i64 8
  %n = load i32, ptr %n.place, align 4, !invariant.load !0
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  %inside = icmp slt i32 %x, %n
  br i1 %inside, label %then, label %end
then:
  %wide = zext i32 %x to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  store i32 %x, ptr %place, align 4
  br label %end
end:
  ret void
}
define void @gridcall_entry.seek(ptr %thread, ptr %parameters) #0 {
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  br label %loop
loop:
  %i = phi i32 [ %x, %0 ], [ %next, %loop ]
  %wide = zext i32 %i to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  %next = load i32, ptr %place, align 4
  %found = icmp eq i32 %next, %x
  br i1 %found, label %end, label %loop
end:
  ret void
}
define void @gridcall_entry.meet(ptr %thread, ptr %parameters) {
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  %met = call i32 @gridcall_rt_barrier(ptr %thread, i32 0, i32 %x)
  ret void
}
define void @gridcall_entry.rows(ptr %thread, ptr %parameters) #0 {
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  %y.place = getelementptr i8, ptr %thread, i64 4
  %y = load i32, ptr %y.place, align 4, !invariant.load !0
  %wide = zext i32 %x to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  store i32 %y, ptr %place, align 4
  ret void
}
declare i32 @gridcall_rt_barrier(ptr, i32, i32)
; An index that grows by an unsigned step may wrap: only where it does not is a loop's end asked of the last lane.
; CHECK-LABEL: @gridcall_warp.linear32.stride(
; CHECK: %[[FIRST:.*]] = add i32 %phi.0, %
; CHECK: %[[LAST:.*]] = add i32 %[[FIRST]], 31
; CHECK-NEXT: %[[EXACT:.*]] = icmp slt i32 %[[FIRST]], 2147483617
; CHECK-NEXT: %[[BELOW:.*]] = icmp slt i32 %[[LAST]], %
; CHECK-NEXT: %[[ALL:.*]] = and i1 %[[EXACT]], %[[BELOW]]
; CHECK-NEXT: br i1 %[[ALL]], label %loop,
define void @gridcall_entry.stride(ptr %thread, ptr %parameters) #1 {
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %n.place = getelementptr i8, ptr %parameters, i64 8
  %n = load i32, ptr %n.place, align 4, !invariant.load !0
  %step.place = getelementptr i8, ptr %parameters, i64 12
  %step = load i32, ptr %step.place, align 4, !invariant.load !0
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  %some = icmp slt i32 %x, %n
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ %x, %0 ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  store i32 %x, ptr %place, align 4
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
attributes #0 = { "gridcall-parameters"="0:8,8:4" }
attributes #1 = { "gridcall-parameters"="0:8,8:4,12:4" }
!0 = !{}
