; PASSES: vectorize-warps
; Where lanes of a warp reach barriers diverged they are parked, and what they hold is kept for each; a warp that is
; there as a whole waits as one. Where all come as one nothing of that is made.

; CHECK-LABEL: define {{.*}}@gridcall_warp.linear32.apart(
; CHECK: settle:
; CHECK: release:
; CHECK: br label %{{.*}}guard
; CHECK: together:
; CHECK-NOT: call void @gridcall_rt_warp_park
; CHECK: call i8 @llvm.coro.suspend
; CHECK: apart:
; CHECK: call void @gridcall_rt_warp_park(ptr %0, i32 %{{.*}}, i32 0, i32 0, i32 1, i32
; CHECK: call void @llvm.masked.store.v32i32.p0(<32 x i32> %{{.*}}, <32 x i1> %mask
; CHECK: call i32 @gridcall_rt_warp_released(

; CHECK-LABEL: define {{.*}}@gridcall_warp.linear32.as.one(
; CHECK-NOT: gridcall_rt_warp_park
; CHECK-NOT: gridcall_rt_warp_released
; CHECK-LABEL: define {{.*}}@gridcall_warp.linear32.others.leave(
; CHECK-NOT: gridcall_rt_warp_park
; CHECK-LABEL: define {{.*}}@gridcall_warp.linear32.named(
; CHECK: call void @gridcall_rt_warp_park(ptr %0, i32 -1, i32 3, i32 64, i32 0, i32 0)
declare i32 @gridcall_rt_barrier(ptr, i32, i32)
declare void @gridcall_rt_named_barrier(ptr, i32, i32)

define void @gridcall_entry.apart(ptr %thread, ptr %parameters) {
entry:
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %wide = zext i32 %t to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  %read = load i32, ptr %place, align 4
  %bit = and i32 %read, 1
  %odd = icmp ne i32 %bit, 0
  br i1 %odd, label %wait, label %join
wait:
  %count = call i32 @gridcall_rt_barrier(ptr %thread, i32 1, i32 %t)
  %sum = add i32 %count, %read
  br label %join
join:
  %v = phi i32 [ %sum, %wait ], [ 0, %entry ]
  %n = call i32 @gridcall_rt_barrier(ptr %thread, i32 0, i32 0)
  store i32 %v, ptr %place, align 4
  ret void
}
define void @gridcall_entry.as.one(ptr %thread, ptr %parameters) {
entry:
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %count = call i32 @gridcall_rt_barrier(ptr %thread, i32 1, i32 %t)
  %wide = zext i32 %t to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  store i32 %count, ptr %place, align 4
  ret void
}
define void @gridcall_entry.others.leave(ptr %thread, ptr %parameters) {
entry:
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %some = icmp ult i32 %t, 40
  br i1 %some, label %wait, label %end
wait:
  %count = call i32 @gridcall_rt_barrier(ptr %thread, i32 1, i32 %t)
  store i32 %count, ptr %out, align 4
  br label %end
end:
  ret void
}
define void @gridcall_entry.named(ptr %thread, ptr %parameters) {
entry:
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  call void @gridcall_rt_named_barrier(ptr %thread, i32 3, i32 64)
  store i32 %t, ptr %out, align 4
  ret void
}
!0 = !{}
