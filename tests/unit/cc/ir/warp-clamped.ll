; PASSES: vectorize-warps,sroa,early-cse,simplifycfg
; A clamped index is read at once where neither the first lane nor the last is clamped and none wraps.
; CHECK-LABEL: define dso_local ptr @gridcall_warp.linear32.edges(
; CHECK: %[[FIRST:.*]] = add i32 %warp.x,
; CHECK: %[[LAST:.*]] = add i32 %[[FIRST]], 31
; CHECK: %[[RISES:.*]] = icmp slt i32 %[[FIRST]], %[[LAST]]
; CHECK: %[[ABOVE:.*]] = icmp sge i32 %[[FIRST]], 0
; CHECK: %[[LOW:.*]] = and i1 %[[RISES]], %[[ABOVE]]
; CHECK: %[[BELOW:.*]] = icmp sle i32 %[[LAST]],
; CHECK: and i1 %{{.*}}, %[[BELOW]]
; CHECK: br i1 %{{.*}}, label %affine
; CHECK: @llvm.masked.gather
; CHECK: load <32 x i32>, ptr
define void @gridcall_entry.edges(ptr %thread, ptr %parameters) {
  %in = load ptr, ptr %parameters, align 8, !invariant.load !0
  %step.place = getelementptr i8, ptr %parameters, i64 8
  %step = load i32, ptr %step.place, align 4, !invariant.load !0
  %width.place = getelementptr i8, ptr %parameters, i64 12
  %width = load i32, ptr %width.place, align 4, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %x = add i32 %t, %step
  %low = call i32 @llvm.smax.i32(i32 %x, i32 0)
  %inside = call i32 @llvm.smin.i32(i32 %width, i32 %low)
  %wide = zext i32 %inside to i64
  %from = getelementptr i32, ptr %in, i64 %wide
  %v = load i32, ptr %from, align 4
  %t.wide = zext i32 %t to i64
  %to = getelementptr i32, ptr %in, i64 %t.wide
  store i32 %v, ptr %to, align 4
  ret void
}
; The index that one lane replaces: the distance to it is longer than a warp.
; CHECK-LABEL: define dso_local ptr @gridcall_warp.linear32.round(
; CHECK: %[[AWAY:.*]] = sub i32 %{{.*}}, %warp.x
; CHECK: icmp ugt i32 %[[AWAY]], 31
; CHECK: @llvm.masked.gather
; CHECK: load <32 x i32>, ptr
define void @gridcall_entry.round(ptr %thread, ptr %parameters) {
  %in = load ptr, ptr %parameters, align 8, !invariant.load !0
  %last.place = getelementptr i8, ptr %parameters, i64 8
  %last = load i32, ptr %last.place, align 4, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %next = add i32 %t, 1
  %ends = icmp eq i32 %t, %last
  %place = select i1 %ends, i32 0, i32 %next
  %wide = zext i32 %place to i64
  %from = getelementptr i32, ptr %in, i64 %wide
  %v = load i32, ptr %from, align 4
  %t.wide = zext i32 %t to i64
  %to = getelementptr i32, ptr %in, i64 %t.wide
  store i32 %v, ptr %to, align 4
  ret void
}
; A number that is clamped and is no index needs no test.
; CHECK-LABEL: define dso_local ptr @gridcall_warp.linear32.number(
; CHECK-NOT: add i32 %warp.x, 31
; CHECK: call <32 x i32> @llvm.umin.v32i32
define void @gridcall_entry.number(ptr %thread, ptr %parameters) {
  %in = load ptr, ptr %parameters, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %most.place = getelementptr i8, ptr %parameters, i64 8
  %most = load i32, ptr %most.place, align 4, !invariant.load !0
  %v = call i32 @llvm.umin.i32(i32 %t, i32 %most)
  %t.wide = zext i32 %t to i64
  %to = getelementptr i32, ptr %in, i64 %t.wide
  store i32 %v, ptr %to, align 4
  ret void
}
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
!0 = !{}
