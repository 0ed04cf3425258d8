; PASSES: vectorize-warps
; The branch's own successor joins both paths, so %v differs from lane to lane though both its values are affine.
; CHECK-LABEL: @gridcall_warp.linear32.join(
; CHECK: %phi = alloca <32 x i32>
; Lanes that come to a join at once bring one value, if only a branch that all take alike separates the others.
; CHECK-LABEL: @gridcall_warp.linear32.alike(
; CHECK-NOT: alloca <32 x i64>
; CHECK: ret ptr
; CHECK-LABEL: @gridcall_warp.linear32.apart(
; CHECK: alloca <32 x i64>
define void @gridcall_entry.join(ptr %thread, ptr %parameters) {
entry:
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %bit = and i32 %t, 2
  %some = icmp ne i32 %bit, 0
  br i1 %some, label %then, label %join
then:
  %far = add i32 %t, 1000
  store volatile i32 %far, ptr %out, align 4
  br label %join
join:
  %v = phi i32 [ %far, %then ], [ %t, %entry ]
  %wide = zext i32 %t to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  store i32 %v, ptr %place, align 4
  ret void
}
define void @gridcall_entry.alike(ptr %thread, ptr %parameters) {
entry:
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %n = load i32, ptr %out, align 4
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %bit = and i32 %t, 2
  %some = icmp ne i32 %bit, 0
  %none = icmp eq i32 %n, 0
  br i1 %none, label %zero, label %more
zero:
  store volatile i32 1, ptr %out, align 4
  br label %join
more:
  %wide = zext i32 %n to i64
  br i1 %some, label %then, label %else
then:
  store volatile i32 2, ptr %out, align 4
  br label %join
else:
  store volatile i32 3, ptr %out, align 4
  br label %join
join:
  %v = phi i64 [ 0, %zero ], [ %wide, %then ], [ %wide, %else ]
  %from = getelementptr i32, ptr %out, i64 %v
  %value = load i32, ptr %from, align 4
  %to = zext i32 %t to i64
  %place = getelementptr i32, ptr %out, i64 %to
  store i32 %value, ptr %place, align 4
  ret void
}
define void @gridcall_entry.apart(ptr %thread, ptr %parameters) {
entry:
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %n = load i32, ptr %out, align 4
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %bit = and i32 %t, 2
  %some = icmp ne i32 %bit, 0
  %none = icmp eq i32 %t, 0
  br i1 %none, label %zero, label %more
zero:
  store volatile i32 1, ptr %out, align 4
  br label %join
more:
  %wide = zext i32 %n to i64
  br i1 %some, label %then, label %else
then:
  store volatile i32 2, ptr %out, align 4
  br label %join
else:
  store volatile i32 3, ptr %out, align 4
  br label %join
join:
  %v = phi i64 [ 0, %zero ], [ %wide, %then ], [ %wide, %else ]
  %from = getelementptr i32, ptr %out, i64 %v
  %value = load i32, ptr %from, align 4
  %to = zext i32 %t to i64
  %place = getelementptr i32, ptr %out, i64 %to
  store i32 %value, ptr %place, align 4
  ret void
}
!0 = !{}
