; PASSES: prefetch-strides
; A load prefetches the lines of a later iteration where the step is not known, and only there; and only while the
; loop's end is some iterations away.
; CHECK-LABEL: @gridcall_warp.linear32.far(
; CHECK: %[[LATER:.*]] = add i32 %i, %{{.*}}
; CHECK: %[[LEFT:.*]] = add i32 %i, %{{.*}}
; CHECK: %[[PASSES:.*]] = icmp slt i32 %[[LEFT]], %n
; CHECK: %[[READ:.*]] = select i1 %[[PASSES]], i32 %[[LATER]], i32 %i
; CHECK: sext i32 %[[READ]] to i64
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
; The end as warps have it: all lanes' next values against what all lanes have.
; CHECK-LABEL: @gridcall_warp.linear32.lanes(
; CHECK: icmp slt i32 %{{.*}}, %n
; CHECK: call void @llvm.prefetch
define ptr @gridcall_warp.linear32.lanes(ptr %warp, ptr %from, i32 %n, i32 %step) {
entry:
  %one.n = insertelement <4 x i32> poison, i32 %n, i64 0
  %all.n = shufflevector <4 x i32> %one.n, <4 x i32> poison, <4 x i32> zeroinitializer
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <4 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %wide = sext i32 %i to i64
  %place = getelementptr i32, ptr %from, i64 %wide
  %values = load <4 x i32>, ptr %place, align 4
  %more = add <4 x i32> %sum, %values
  %next = add i32 %i, %step
  %one = insertelement <4 x i32> poison, i32 %next, i64 0
  %all = shufflevector <4 x i32> %one, <4 x i32> poison, <4 x i32> zeroinitializer
  %lanes = add <4 x i32> %all, <i32 0, i32 1, i32 2, i32 3>
  %active = icmp slt <4 x i32> %lanes, %all.n
  %bits = bitcast <4 x i1> %active to i4
  %again = icmp eq i4 %bits, -1
  br i1 %again, label %loop, label %done
done:
  store <4 x i32> %more, ptr %from, align 4
  ret ptr null
}
; A loop with a barrier prefetches the next iteration's lines, of each row, but not what every iteration reads.
; CHECK-LABEL: @gridcall_warp.linear32.tiles(
; CHECK: %[[FAR:.*]] = sext i32 %width to i64
; CHECK: %[[NEXT:.*]] = getelementptr float, ptr %place, i64 %[[FAR]]
; CHECK: %[[LINE:.*]] = getelementptr i8, ptr %[[NEXT]], i64 0
; CHECK: call void @llvm.prefetch.p0(ptr %[[LINE]],
; CHECK: load <16 x float>, ptr %place,
; CHECK: getelementptr float, ptr %row, i64
; CHECK: call void @llvm.prefetch
; CHECK: load <16 x float>, ptr %row,
; CHECK-NOT: call void @llvm.prefetch
; CHECK: coro.suspend
define ptr @gridcall_warp.linear32.tiles(ptr %warp, ptr %from, ptr %tile, i32 %n, i32 %width) presplitcoroutine {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  %start = mul i32 %i, %width
  %wide = sext i32 %start to i64
  %place = getelementptr float, ptr %from, i64 %wide
  %upper = load <16 x float>, ptr %place, align 4
  store <16 x float> %upper, ptr %tile, align 4
  %row = getelementptr i8, ptr %place, i64 4096
  %lower = load <16 x float>, ptr %row, align 4
  store <16 x float> %lower, ptr %tile, align 4
  %same = load <16 x float>, ptr %tile, align 4
  store <16 x float> %same, ptr %warp, align 4
  %state = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %state, label %done [ i8 0, label %again
                                  i8 1, label %done ]
again:
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret ptr null
}
; Where blockIdx.y is read, accesses outside loops prefetch the lines of a later block, for a store to be written;
; an index of another form, or without blockIdx.x, does not.
; CHECK-LABEL: @gridcall_warp.linear32.rows(
; CHECK: %[[BY:.*]] = shl i32 %width, 1
; CHECK: %[[FAR:.*]] = sext i32 %[[BY]] to i64
; CHECK: %[[NEXT:.*]] = getelementptr float, ptr %place, i64 %[[FAR]]
; CHECK: %[[LINE:.*]] = getelementptr i8, ptr %[[NEXT]], i64 0
; CHECK: call void @llvm.prefetch.p0(ptr %[[LINE]], i32 0,
; CHECK: load <16 x float>, ptr %place,
; CHECK-NOT: prefetch
; CHECK: load <16 x float>, ptr %other,
; CHECK: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 1,
; CHECK: store <16 x float> %values, ptr %to.place,
; CHECK-NOT: prefetch
; CHECK: ret ptr null
define ptr @gridcall_warp.linear32.rows(ptr %warp, ptr %from, ptr %to, i32 %width) {
entry:
  %block.at = getelementptr i8, ptr %warp, i64 384
  %block = load ptr, ptr %block.at, align 8
  %x = load i32, ptr %block, align 4
  %y.at = getelementptr i8, ptr %block, i64 4
  %y = load i32, ptr %y.at, align 4
  %first = mul i32 %x, %width
  %i = add i32 %first, %y
  %wide = sext i32 %i to i64
  %place = getelementptr float, ptr %from, i64 %wide
  %values = load <16 x float>, ptr %place, align 4
  %square = mul i32 %x, %x
  %square.wide = sext i32 %square to i64
  %other = getelementptr float, ptr %from, i64 %square.wide
  %others = load <16 x float>, ptr %other, align 4
  %to.place = getelementptr float, ptr %to, i64 %wide
  store <16 x float> %values, ptr %to.place, align 4
  store <16 x float> %others, ptr %to, align 4
  ret ptr null
}
; Near its end a loop over the grid prefetches what a later block reads, with blockIdx.y or without. Its end is not
; the test for a wrap-around.
; CHECK-LABEL: @gridcall_warp.linear32.grid(
; CHECK: %[[LATER:.*]] = add i32 %i, %{{.*}}
; CHECK: %[[PASSES:.*]] = icmp slt i32 %{{.*}}, %n
; CHECK: %[[BLOCK:.*]] = add i32 %i, 512
; CHECK: select i1 %[[PASSES]], i32 %[[LATER]], i32 %[[BLOCK]]
; CHECK: call void @llvm.prefetch
define ptr @gridcall_warp.linear32.grid(ptr %warp, ptr %from, i32 %n, i32 %step) {
entry:
  %block.at = getelementptr i8, ptr %warp, i64 384
  %block = load ptr, ptr %block.at, align 8
  %x = load i32, ptr %block, align 4
  %first = shl i32 %x, 8
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi <32 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %wide = sext i32 %i to i64
  %place = getelementptr i32, ptr %from, i64 %wide
  %values = load <32 x i32>, ptr %place, align 4
  %more = add <32 x i32> %sum, %values
  %next = add i32 %i, %step
  %last = add i32 %next, 31
  %no.wrap = icmp slt i32 %next, 2147483617
  %all = icmp slt i32 %last, %n
  %again = and i1 %no.wrap, %all
  br i1 %again, label %loop, label %done
done:
  store <32 x i32> %more, ptr %from, align 4
  ret ptr null
}
; A masked access in such a loop computes lane 0's index from that of the first active lane.
; CHECK-LABEL: @gridcall_warp.linear32.masked(
; CHECK: %[[FAR:.*]] = sext i32 %width to i64
; CHECK: getelementptr float, ptr %place, i64 %[[FAR]]
; CHECK: call void @llvm.prefetch
; CHECK: call <16 x float> @llvm.masked.load
define ptr @gridcall_warp.linear32.masked(ptr %warp, ptr %from, ptr %tile, i32 %n, i32 %width) presplitcoroutine {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  %mask = load volatile i16, ptr %warp, align 2
  %lanes = bitcast i16 %mask to <16 x i1>
  %bits = zext i16 %mask to i32
  %lane = call i32 @llvm.cttz.i32(i32 %bits, i1 true)
  %start = mul i32 %i, %width
  %first = add i32 %start, %lane
  %wide = sext i32 %first to i64
  %wide.lane = zext nneg i32 %lane to i64
  %index = sub nsw i64 %wide, %wide.lane
  %place = getelementptr float, ptr %from, i64 %index
  %values = call <16 x float> @llvm.masked.load.v16f32.p0(ptr %place, i32 4, <16 x i1> %lanes, <16 x float> poison)
  store <16 x float> %values, ptr %tile, align 4
  %state = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %state, label %done [ i8 0, label %again
                                  i8 1, label %done ]
again:
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret ptr null
}
; A short loop whose lanes read rows and columns of their own prefetches what the first and the last lane read in a
; later block, if they are active; a loop that may be long does not.
; CHECK-LABEL: @gridcall_warp.linear32.front(
; CHECK: %[[FIRST:.*]] = extractelement <4 x i1> %active, i64 0
; CHECK: select i1 %[[FIRST]], ptr %{{.*}}, ptr %warp
; CHECK: call void @llvm.prefetch
; CHECK: %[[LAST:.*]] = extractelement <4 x i1> %active, i64 3
; CHECK: select i1 %[[LAST]], ptr %{{.*}}, ptr %warp
; CHECK: call void @llvm.prefetch
; CHECK: call <4 x i32> @llvm.masked.gather
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret ptr null
define ptr @gridcall_warp.linear32.front(ptr %warp, ptr %arguments, ptr %from, i32 %width, i32 %n) {
entry:
  %block.at = getelementptr i8, ptr %warp, i64 384
  %block = load ptr, ptr %block.at, align 8
  %x = load i32, ptr %block, align 4
  %row = mul i32 %x, -16
  %one.width = insertelement <4 x i32> poison, i32 %width, i64 0
  %all.width = shufflevector <4 x i32> %one.width, <4 x i32> poison, <4 x i32> zeroinitializer
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %then, %join ]
  %sum = phi <4 x i32> [ zeroinitializer, %entry ], [ %more, %join ]
  %one = insertelement <4 x i32> poison, i32 %i, i64 0
  %all = shufflevector <4 x i32> %one, <4 x i32> poison, <4 x i32> zeroinitializer
  %y = sub <4 x i32> %all, <i32 0, i32 1, i32 2, i32 3>
  %active = icmp ult <4 x i32> %y, <i32 4, i32 4, i32 4, i32 4>
  %bits = bitcast <4 x i1> %active to i4
  %none = icmp eq i4 %bits, 0
  br i1 %none, label %skip, label %some
skip:
  %skipped = add i32 %i, 1
  br label %join
some:
  %next = add nuw i32 %i, 1
  %at = add i32 %i, %row
  %one.at = insertelement <4 x i32> poison, i32 %at, i64 0
  %all.at = shufflevector <4 x i32> %one.at, <4 x i32> poison, <4 x i32> zeroinitializer
  %rows = sub <4 x i32> %all.at, <i32 0, i32 1, i32 2, i32 3>
  %starts = mul <4 x i32> %rows, %all.width
  %index = add <4 x i32> %starts, <i32 0, i32 1, i32 2, i32 3>
  %wide = sext <4 x i32> %index to <4 x i64>
  %places = getelementptr i32, ptr %from, <4 x i64> %wide
  %values = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %places, i32 4, <4 x i1> %active, <4 x i32> zeroinitializer)
  br label %join
join:
  %read = phi <4 x i32> [ zeroinitializer, %skip ], [ %values, %some ]
  %then = phi i32 [ %skipped, %skip ], [ %next, %some ]
  %more = add <4 x i32> %sum, %read
  %end = icmp eq i32 %then, 7
  br i1 %end, label %long, label %loop
long:
  %j = phi i32 [ 0, %join ], [ %j.next, %long ]
  %total = phi <4 x i32> [ %more, %join ], [ %j.more, %long ]
  %j.at = add i32 %j, %row
  %one.j = insertelement <4 x i32> poison, i32 %j.at, i64 0
  %all.j = shufflevector <4 x i32> %one.j, <4 x i32> poison, <4 x i32> zeroinitializer
  %j.starts = mul <4 x i32> %all.j, <i32 0, i32 9, i32 18, i32 27>
  %j.wide = sext <4 x i32> %j.starts to <4 x i64>
  %j.places = getelementptr i32, ptr %from, <4 x i64> %j.wide
  %j.values = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %j.places, i32 4, <4 x i1> %active, <4 x i32> zeroinitializer)
  %j.more = add <4 x i32> %total, %j.values
  %j.next = add i32 %j, 1
  %j.end = icmp eq i32 %j.next, %n
  br i1 %j.end, label %done, label %long
done:
  store <4 x i32> %j.more, ptr %from, align 4
  ret ptr null
}
; Without blockIdx.y, only accesses whose distance from block to block depends on an argument are prefetched.
; CHECK-LABEL: @gridcall_warp.linear32.pitch(
; CHECK-NOT: prefetch
; CHECK: load <16 x float>, ptr %near,
; CHECK: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 1,
; CHECK: store <16 x float> %values, ptr %far,
define ptr @gridcall_warp.linear32.pitch(ptr %warp, ptr %arguments, ptr %from) {
entry:
  %width = load i32, ptr %arguments, align 4
  %block.at = getelementptr i8, ptr %warp, i64 384
  %block = load ptr, ptr %block.at, align 8
  %x = load i32, ptr %block, align 4
  %size.at = getelementptr i8, ptr %block, i64 12
  %size = load i32, ptr %size.at, align 4
  %i = mul i32 %x, %size
  %wide = sext i32 %i to i64
  %near = getelementptr float, ptr %from, i64 %wide
  %values = load <16 x float>, ptr %near, align 4
  br label %all.lanes
all.lanes:
  %j = mul i32 %x, %width
  %far.wide = sext i32 %j to i64
  %far = getelementptr float, ptr %from, i64 %far.wide
  store <16 x float> %values, ptr %far, align 4
  ret ptr null
}
