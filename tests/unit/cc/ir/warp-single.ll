; PASSES: vectorize-warps,sroa,instcombine,simplifycfg
; A kernel with barriers that seems to be made for blocks of 16 threads has an entry for them: one warp of 16 lanes,
; whose threadIdx.x is the lane. A barrier is over at once, and only keeps the order of accesses.
; CHECK: define {{.*}}@gridcall_warp.linear32.meet(
; CHECK: define {{.*}}@gridcall_warp.single16.meet(
; CHECK-NOT: coro
; CHECK-NOT: gridcall_rt_barrier
; CHECK: all.lanes:
; CHECK: store <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: store <16 x i32> {{.*}}i32 15>, ptr
; CHECK: some.lanes:
; CHECK: call void @llvm.masked.store.v16i32
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: call {{.*}}i16 @llvm.ctpop.i16
; CHECK-NOT: define {{.*}}single16
; CHECK: attributes {{.*}} "gridcall-whole-blocks"
define void @gridcall_entry.meet(ptr %thread, ptr %parameters) #0 {
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  %wide = zext i32 %x to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  store i32 %x, ptr %place, align 4
  %count = call i32 @gridcall_rt_barrier(ptr %thread, i32 1, i32 %x)
  store i32 %count, ptr %place, align 4
  ret void
}
; The others have none: one that shows no sign of such blocks, one without a barrier, and one with a warp function, whose
; masks are of 32 lanes. Nor has one in which lanes wait at different barriers.
define void @gridcall_entry.large(ptr %thread, ptr %parameters) #1 {
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  %met = call i32 @gridcall_rt_barrier(ptr %thread, i32 0, i32 %x)
  ret void
}
define void @gridcall_entry.alone(ptr %thread, ptr %parameters) #0 {
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  store i32 %x, ptr %out, align 4
  ret void
}
define void @gridcall_entry.vote(ptr %thread, ptr %parameters) #0 {
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  %votes = call i32 @gridcall_rt_ballot(ptr %thread, i32 -1, i32 %x)
  %met = call i32 @gridcall_rt_barrier(ptr %thread, i32 0, i32 %votes)
  ret void
}
define void @gridcall_entry.apart(ptr %thread, ptr %parameters) #0 {
  %x = load i32, ptr %thread, align 4, !invariant.load !0
  %low = icmp slt i32 %x, 5
  br i1 %low, label %one, label %other
one:
  %first = call i32 @gridcall_rt_barrier(ptr %thread, i32 0, i32 %x)
  br label %end
other:
  %second = call i32 @gridcall_rt_barrier(ptr %thread, i32 0, i32 0)
  br label %end
end:
  ret void
}
declare i32 @gridcall_rt_barrier(ptr, i32, i32)
declare i32 @gridcall_rt_ballot(ptr, i32, i32)
attributes #0 = { "gridcall-parameters"="0:8" "gridcall-small-blocks" }
attributes #1 = { "gridcall-parameters"="0:8" }
!0 = !{}
