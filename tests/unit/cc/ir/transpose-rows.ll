; PASSES: transpose-rows
; A loop in which each lane walks a row of its own goes by four words, which each lane loads at once.
; CHECK-LABEL: @gridcall_warp.linear32.rows(
; CHECK: %[[BEFORE:.*]] = extractelement <8 x ptr> %{{.*}}, i64 7
; CHECK: {{^}}loop:
; CHECK: %[[LANE:.*]] = getelementptr i8, ptr %[[BEFORE]], i64 %{{.*}}
; CHECK: load <4 x float>, ptr %{{.*}}, align 4
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
; CHECK-NOT: gather
; CHECK: {{^}}loop.epil:
; CHECK: call <8 x float> @llvm.masked.gather
; So does one that writes such rows, where a test finds that lanes are 16 bytes apart and no word is read after
; an iteration before has written it; a copy runs where it does not.
; CHECK-LABEL: @gridcall_warp.linear32.copies(
; CHECK: icmp sge <7 x i64> %{{.*}}, <i64 16, i64 16
; CHECK: %[[APART:.*]] = call i1 @llvm.vector.reduce.and.v7i1
; CHECK: call i64 @llvm.vector.reduce.smax.v8i64
; CHECK: icmp sle i64 %{{.*}}, %{{.*}}
; CHECK: icmp eq <8 x i64>
; CHECK: br i1 %{{.*}}, label %[[OWN:.*]], label %[[TOGETHER:.*]]
; CHECK: {{^}}loop:
; CHECK-NOT: gather
; CHECK-NOT: scatter
; CHECK: load <4 x float>
; CHECK: store <4 x float>
; CHECK: {{^}}loop.together:
; CHECK: call <8 x float> @llvm.masked.gather
; CHECK: call void @llvm.masked.scatter
; Where it writes before it reads, no word may be both.
; CHECK-LABEL: @gridcall_warp.linear32.writes_first(
; CHECK: call i64 @llvm.vector.reduce.smax.v8i64
; CHECK-NOT: icmp eq <8 x i64>
; CHECK: {{^}}loop:
; CHECK: store <4 x float>
; A loop that writes elsewhere does not, nor one whose counter may wrap before it is extended.
; CHECK-LABEL: @gridcall_warp.linear32.writes(
; CHECK-NOT: <4 x float>
; CHECK: ret ptr null
; CHECK-LABEL: @gridcall_warp.linear32.wraps(
; CHECK-NOT: <4 x float>
; CHECK: ret ptr null
; Members of records.
; CHECK-LABEL: @gridcall_warp.linear32.members(
; CHECK-NOT: scatter
; CHECK: store <4 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK: ret ptr null
; Indices that are read in this way themselves, and what is stored in the end.
; CHECK-LABEL: @gridcall_warp.linear32.indices(
; CHECK: load <4 x i32>
; CHECK: shufflevector <8 x i32> %{{.*}}, <8 x i32> %{{.*}}, <16 x i32>
; CHECK: load <4 x float>
; CHECK-NOT: gather
; CHECK: call void @llvm.masked.scatter
; A scatter does not pass a load; of two to one place the later one's value remains.
; CHECK-LABEL: @gridcall_warp.linear32.between(
; CHECK-NOT: <4 x i32>
; CHECK: ret ptr null
; CHECK-LABEL: @gridcall_warp.linear32.twice(
; CHECK-NOT: <4 x i32>
; CHECK: ret ptr null
; Rows that overlap, or may: another lane's words lie between those of one lane in time.
; CHECK-LABEL: @gridcall_warp.linear32.overlap(
; CHECK-NOT: <4 x i32>
; CHECK: ret ptr null
; CHECK-LABEL: @gridcall_warp.linear32.unknown(
; CHECK-NOT: <4 x i32>
; CHECK: ret ptr null
; A gather does not pass a store.
; CHECK-LABEL: @gridcall_warp.linear32.stored(
; CHECK-NOT: <4 x float>
; CHECK: ret ptr null
declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 x float>)
declare <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr>, i32, <16 x i1>, <16 x i32>)
declare <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr>, i32, <16 x i1>, <16 x float>)
declare void @llvm.masked.scatter.v16i32.v16p0(<16 x i32>, <16 x ptr>, i32, <16 x i1>)
declare void @llvm.masked.scatter.v8f32.v8p0(<8 x float>, <8 x ptr>, i32, <8 x i1>)
declare void @llvm.masked.scatter.v8i32.v8p0(<8 x i32>, <8 x ptr>, i32, <8 x i1>)

define ptr @gridcall_warp.linear32.rows(ptr %from, <8 x i32> %row, i32 %n, ptr %to) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %one = insertelement <8 x i32> poison, i32 %k, i64 0
  %each = shufflevector <8 x i32> %one, <8 x i32> poison, <8 x i32> zeroinitializer
  %index = add nsw <8 x i32> %each, %row
  %wide = sext <8 x i32> %index to <8 x i64>
  %at = getelementptr float, ptr %from, <8 x i64> %wide
  %v = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %at, i32 4, <8 x i1> splat (i1 true), <8 x float> poison)
  %more = fadd <8 x float> %sum, %v
  %next = add nuw nsw i32 %k, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %end, label %loop
end:
  %result = phi <8 x float> [ %more, %loop ]
  store <8 x float> %result, ptr %to, align 4
  ret ptr null
}
define ptr @gridcall_warp.linear32.copies(ptr %from, <8 x i32> %row, i32 %n, ptr %to) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %one = insertelement <8 x i32> poison, i32 %k, i64 0
  %each = shufflevector <8 x i32> %one, <8 x i32> poison, <8 x i32> zeroinitializer
  %index = add nsw <8 x i32> %each, %row
  %wide = sext <8 x i32> %index to <8 x i64>
  %at = getelementptr float, ptr %from, <8 x i64> %wide
  %put = getelementptr float, ptr %to, <8 x i64> %wide
  %v = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %at, i32 4, <8 x i1> splat (i1 true), <8 x float> poison)
  call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %v, <8 x ptr> %put, i32 4, <8 x i1> splat (i1 true))
  %next = add nuw nsw i32 %k, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %end, label %loop
end:
  ret ptr null
}
define ptr @gridcall_warp.linear32.writes_first(ptr %from, <8 x i32> %row, i32 %n, ptr %to) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %one = insertelement <8 x i32> poison, i32 %k, i64 0
  %each = shufflevector <8 x i32> %one, <8 x i32> poison, <8 x i32> zeroinitializer
  %index = add nsw <8 x i32> %each, %row
  %wide = sext <8 x i32> %index to <8 x i64>
  %at = getelementptr float, ptr %from, <8 x i64> %wide
  %put = getelementptr float, ptr %to, <8 x i64> %wide
  call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %sum, <8 x ptr> %put, i32 4, <8 x i1> splat (i1 true))
  %v = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %at, i32 4, <8 x i1> splat (i1 true), <8 x float> poison)
  %more = fadd <8 x float> %sum, %v
  %next = add nuw nsw i32 %k, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %end, label %loop
end:
  ret ptr null
}
define ptr @gridcall_warp.linear32.writes(ptr %from, <8 x i32> %row, i32 %n, ptr %to) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %one = insertelement <8 x i32> poison, i32 %k, i64 0
  %each = shufflevector <8 x i32> %one, <8 x i32> poison, <8 x i32> zeroinitializer
  %index = add nsw <8 x i32> %each, %row
  %wide = sext <8 x i32> %index to <8 x i64>
  %at = getelementptr float, ptr %from, <8 x i64> %wide
  %v = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %at, i32 4, <8 x i1> splat (i1 true), <8 x float> poison)
  store <8 x float> %v, ptr %to, align 4
  %next = add nuw nsw i32 %k, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %end, label %loop
end:
  ret ptr null
}
define ptr @gridcall_warp.linear32.wraps(ptr %from, <8 x i32> %row, i32 %n, ptr %to) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %one = insertelement <8 x i32> poison, i32 %k, i64 0
  %each = shufflevector <8 x i32> %one, <8 x i32> poison, <8 x i32> zeroinitializer
  %index = add <8 x i32> %each, %row
  %wide = zext <8 x i32> %index to <8 x i64>
  %at = getelementptr float, ptr %from, <8 x i64> %wide
  %v = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %at, i32 4, <8 x i1> splat (i1 true), <8 x float> poison)
  %more = fadd <8 x float> %sum, %v
  %next = add nuw i32 %k, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %end, label %loop
end:
  %result = phi <8 x float> [ %more, %loop ]
  store <8 x float> %result, ptr %to, align 4
  ret ptr null
}
define ptr @gridcall_warp.linear32.members(ptr %to, i64 %first, <8 x i32> %a, <8 x i32> %b, <8 x i32> %c, <8 x i32> %d) {
  %base = getelementptr [4 x i32], ptr %to, i64 %first
  %p0 = getelementptr i8, ptr %base, <8 x i64> <i64 0, i64 16, i64 32, i64 48, i64 64, i64 80, i64 96, i64 112>
  %p1 = getelementptr i8, <8 x ptr> %p0, i64 4
  %p2 = getelementptr i32, <8 x ptr> %p0, i64 2
  %p3 = getelementptr i8, <8 x ptr> %p1, i64 8
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %b, <8 x ptr> %p1, i32 4, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %a, <8 x ptr> %p0, i32 4, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %c, <8 x ptr> %p2, i32 4, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %d, <8 x ptr> %p3, i32 4, <8 x i1> splat (i1 true))
  ret ptr null
}
define ptr @gridcall_warp.linear32.indices(<16 x ptr> %p0, ptr %from, ptr %to, <16 x ptr> %results) {
  %p1 = getelementptr i8, <16 x ptr> %p0, i64 4
  %p2 = getelementptr i8, <16 x ptr> %p0, i64 8
  %p3 = getelementptr i8, <16 x ptr> %p0, i64 12
  %i0 = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> %p0, i32 4, <16 x i1> splat (i1 true), <16 x i32> poison)
  %i1 = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> %p1, i32 4, <16 x i1> splat (i1 true), <16 x i32> poison)
  %i2 = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> %p2, i32 4, <16 x i1> splat (i1 true), <16 x i32> poison)
  %i3 = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> %p3, i32 4, <16 x i1> splat (i1 true), <16 x i32> poison)
  %wide = sext <16 x i32> %i1 to <16 x i64>
  %q0 = getelementptr [4 x float], ptr %from, <16 x i64> %wide
  %q1 = getelementptr i8, <16 x ptr> %q0, i64 4
  %q2 = getelementptr i8, <16 x ptr> %q0, i64 8
  %q3 = getelementptr i8, <16 x ptr> %q0, i64 12
  %x0 = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> %q0, i32 4, <16 x i1> splat (i1 true), <16 x float> poison)
  %x1 = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> %q1, i32 4, <16 x i1> splat (i1 true), <16 x float> poison)
  %x2 = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> %q2, i32 4, <16 x i1> splat (i1 true), <16 x float> poison)
  %x3 = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> %q3, i32 4, <16 x i1> splat (i1 true), <16 x float> poison)
  %a = fadd <16 x float> %x0, %x1
  %b = fadd <16 x float> %x2, %x3
  %sum = fadd <16 x float> %a, %b
  store <16 x float> %sum, ptr %to, align 4
  call void @llvm.masked.scatter.v16i32.v16p0(<16 x i32> %i3, <16 x ptr> %results, i32 4, <16 x i1> splat (i1 true))
  ret ptr null
}
define ptr @gridcall_warp.linear32.between(ptr %base, ptr %other, <8 x i32> %a, <8 x i32> %b, <8 x i32> %c) {
  %p0 = getelementptr i8, ptr %base, <8 x i64> <i64 0, i64 16, i64 32, i64 48, i64 64, i64 80, i64 96, i64 112>
  %p1 = getelementptr i8, <8 x ptr> %p0, i64 4
  %p2 = getelementptr i8, <8 x ptr> %p0, i64 8
  %p3 = getelementptr i8, <8 x ptr> %p0, i64 12
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %a, <8 x ptr> %p0, i32 4, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %b, <8 x ptr> %p1, i32 4, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %c, <8 x ptr> %p2, i32 4, <8 x i1> splat (i1 true))
  %d = load <8 x i32>, ptr %other, align 4
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %d, <8 x ptr> %p3, i32 4, <8 x i1> splat (i1 true))
  ret ptr null
}
define ptr @gridcall_warp.linear32.twice(ptr %base, <8 x i32> %a, <8 x i32> %b, <8 x i32> %c, <8 x i32> %d, <8 x i32> %e) {
  %p0 = getelementptr i8, ptr %base, <8 x i64> <i64 0, i64 16, i64 32, i64 48, i64 64, i64 80, i64 96, i64 112>
  %p1 = getelementptr i8, <8 x ptr> %p0, i64 4
  %p2 = getelementptr i8, <8 x ptr> %p0, i64 8
  %p3 = getelementptr i8, <8 x ptr> %p0, i64 12
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %d, <8 x ptr> %p3, i32 4, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %e, <8 x ptr> %p3, i32 4, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %a, <8 x ptr> %p0, i32 4, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %b, <8 x ptr> %p1, i32 4, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %c, <8 x ptr> %p2, i32 4, <8 x i1> splat (i1 true))
  ret ptr null
}
define ptr @gridcall_warp.linear32.overlap(ptr %base, <8 x i32> %a, <8 x i32> %b, <8 x i32> %c, <8 x i32> %d) {
  %p0 = getelementptr i8, ptr %base, <8 x i64> <i64 0, i64 8, i64 16, i64 24, i64 32, i64 40, i64 48, i64 56>
  %p1 = getelementptr i8, <8 x ptr> %p0, i64 4
  %p2 = getelementptr i8, <8 x ptr> %p0, i64 8
  %p3 = getelementptr i8, <8 x ptr> %p0, i64 12
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %a, <8 x ptr> %p0, i32 4, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %b, <8 x ptr> %p1, i32 4, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %c, <8 x ptr> %p2, i32 4, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %d, <8 x ptr> %p3, i32 4, <8 x i1> splat (i1 true))
  ret ptr null
}
define ptr @gridcall_warp.linear32.unknown(ptr %base, <8 x i64> %row, <8 x i32> %a, <8 x i32> %b, <8 x i32> %c, <8 x i32> %d) {
  %p0 = getelementptr i8, ptr %base, <8 x i64> %row
  %p1 = getelementptr i8, <8 x ptr> %p0, i64 4
  %p2 = getelementptr i8, <8 x ptr> %p0, i64 8
  %p3 = getelementptr i8, <8 x ptr> %p0, i64 12
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %a, <8 x ptr> %p0, i32 4, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %b, <8 x ptr> %p1, i32 4, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %c, <8 x ptr> %p2, i32 4, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %d, <8 x ptr> %p3, i32 4, <8 x i1> splat (i1 true))
  ret ptr null
}
define ptr @gridcall_warp.linear32.stored(<8 x ptr> %p0, ptr %to) {
  %p1 = getelementptr i8, <8 x ptr> %p0, i64 4
  %p2 = getelementptr i8, <8 x ptr> %p0, i64 8
  %p3 = getelementptr i8, <8 x ptr> %p0, i64 12
  %x0 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %p0, i32 4, <8 x i1> splat (i1 true), <8 x float> poison)
  %x1 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %p1, i32 4, <8 x i1> splat (i1 true), <8 x float> poison)
  store <8 x float> %x1, ptr %to, align 4
  %x2 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %p2, i32 4, <8 x i1> splat (i1 true), <8 x float> poison)
  %x3 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %p3, i32 4, <8 x i1> splat (i1 true), <8 x float> poison)
  %a = fadd <8 x float> %x0, %x2
  %b = fadd <8 x float> %a, %x3
  store <8 x float> %b, ptr %to, align 4
  ret ptr null
}
