; PASSES: sink-stores
; A sum in memory becomes a register where the place is apart from all that the loop reads.
; CHECK-LABEL: @adds(
; CHECK: %[[ABOVE:.*]] = icmp sge i64 %{{.*}}, 4
; CHECK: %[[BELOW:.*]] = icmp sle i64 %{{.*}}, -2
; CHECK: %[[APART:.*]] = or i1 %[[ABOVE]], %[[BELOW]]
; CHECK: br i1 %[[APART]], label %[[OWN:.*]], label %[[COPY:.*]]
; CHECK: [[OWN]]:
; CHECK-NEXT: load i32, ptr %c
; CHECK: loop:
; CHECK-NOT: store
; CHECK: br i1
; CHECK: store i32 %{{.*}}, ptr %c
define void @adds(ptr %c, ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr inbounds i16, ptr %a, i64 %k
  %x = load i16, ptr %from, align 2
  %old = load i32, ptr %c, align 4
  %wide = zext i16 %x to i32
  %new = add i32 %old, %wide
  store i32 %new, ptr %c, align 4
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}
; Nothing else is known of these: another thread, a call, some iterations only, an unknown count.
; CHECK-LABEL: @waits(
; CHECK-NOT: icmp sge
; CHECK-LABEL: @is_volatile(
; CHECK-NOT: icmp sge
; CHECK-LABEL: @sometimes(
; CHECK-NOT: icmp sge
; CHECK-LABEL: @searches(
; CHECK-NOT: icmp sge
define void @waits(ptr %c, ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr inbounds i32, ptr %a, i64 %k
  %x = load i32, ptr %from, align 4
  store i32 %x, ptr %c, align 4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}
define void @is_volatile(ptr %c, ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr inbounds i32, ptr %a, i64 %k
  %x = load volatile i32, ptr %from, align 4
  store i32 %x, ptr %c, align 4
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}
define void @sometimes(ptr %c, ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %back ]
  %from = getelementptr inbounds i32, ptr %a, i64 %k
  %x = load i32, ptr %from, align 4
  %is = icmp eq i32 %x, 7
  br i1 %is, label %some, label %back
some:
  store i32 %x, ptr %c, align 4
  br label %back
back:
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}
define void @searches(ptr %c, ptr %a) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr inbounds i32, ptr %a, i64 %k
  %x = load i32, ptr %from, align 4
  store i32 %x, ptr %c, align 4
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i32 %x, 7
  br i1 %done, label %end, label %loop
end:
  ret void
}
declare void @llvm.nvvm.bar.warp.sync(i32)
