; PASSES: mark-coroutines,coro-early,cgscc(coro-split),make-regions,function(early-cse,simplifycfg)
; What is cut at its barriers becomes an entry and regions that each run a range of warps; they are marked,
; nothing else is, and of CoroSplit's functions none is left.
; CHECK-NOT: .resume
; CHECK-NOT: .destroy
; CHECK-LABEL: define ptr @gridcall_warp.linear32.meet(ptr noalias align 64 dereferenceable(448) %warp, ptr dereferenceable(12) %parameters)
; CHECK-SAME: #[[CUT:[0-9]+]]
; CHECK: %[[NUMBER:.*]] = phi i32 [ 0, %entry ]
; Contexts and frames are memory of their own.
; CHECK: store volatile i32 %[[NUMBER]], ptr %{{.*}}, align 4, !alias.scope ![[CONTEXTS:[0-9]+]]
; CHECK: store i32 %{{.*}}, ptr %out.i, align 4, !noalias ![[BOTH:[0-9]+]]
; The frame begins with the region to continue with.
; CHECK: store ptr @gridcall_warp.linear32.meet.region.0, ptr %memory.i, align 8, !alias.scope ![[FRAMES:[0-9]+]], !noalias ![[CONTEXTS]]
; How many warps there are to run is read after each.
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %warp, i64 436
; CHECK-NEXT: %[[LEFT:.*]] = load volatile i32, ptr %[[PLACE]]
; CHECK-NEXT: icmp ult i32 %{{.*}}, %[[LEFT]]
; CHECK-LABEL: define ptr @gridcall_warp.linear32.plain(
; CHECK-NOT: #[[CUT]]
; CHECK: ret ptr null
; What is the same for all warps is read before the first; a warp that continues in another region is skipped.
; CHECK-LABEL: define internal ptr @gridcall_warp.linear32.meet.region.0(
; CHECK-SAME: #[[CUT]]
; CHECK: %[[BLOCK:.*]] = load ptr, {{.*}} !invariant.load {{.*}} !dereferenceable
; CHECK-NEXT: br label %warp
; CHECK: %[[MEMORY:.*]] = load ptr, {{.*}} !dereferenceable
; CHECK-NEXT: %[[HERE:.*]] = load ptr, ptr %[[MEMORY]], align 8
; CHECK-NEXT: %[[MINE:.*]] = icmp eq ptr %[[HERE]], @gridcall_warp.linear32.meet.region.0
; CHECK-NEXT: br i1 %[[MINE]], label %run, label %other
; CHECK: %[[X:.*]] = load i32, ptr %[[BLOCK]]
; CHECK: store i32 %[[X]]
; CHECK-NEXT: store ptr @gridcall_warp.linear32.meet.region.1, ptr %[[MEMORY]]
; All warps that run here go on at one barrier.
; CHECK-NEXT: %[[DIFFER:.*]] = icmp eq ptr %common, inttoptr (i64 1 to ptr)
; CHECK-NEXT: select i1 %[[DIFFER]], ptr inttoptr (i64 1 to ptr), ptr @gridcall_warp.linear32.meet.region.1
; Warps that have ended do not take part in what is returned; those that wait elsewhere make it differ.
; CHECK: {{^}}other:
; CHECK: %[[ENDED:.*]] = icmp eq ptr %[[HERE]], null
; CHECK: %[[SAME:.*]] = icmp ne ptr %common, inttoptr (i64 1 to ptr)
; CHECK-NEXT: %[[THERE:.*]] = icmp eq ptr %[[HERE]], @gridcall_warp.linear32.meet.region.1
; CHECK-NEXT: %[[FITTING:.*]] = and i1 %[[THERE]], %[[SAME]]
; CHECK-NEXT: %[[FITS:.*]] = or i1 %[[ENDED]], %[[FITTING]]
; CHECK-NEXT: %[[NEXT:.*]] = select i1 %[[ENDED]], ptr %common, ptr @gridcall_warp.linear32.meet.region.1
; CHECK-NEXT: select i1 %[[FITS]], ptr %[[NEXT]], ptr inttoptr (i64 1 to ptr)
; The second barrier's part alone; the parameters come from a frame, once.
; CHECK-LABEL: define internal ptr @gridcall_warp.linear32.meet.region.1(
; CHECK: %[[FRAME:.*]] = load ptr, {{.*}} !dereferenceable
; CHECK-NEXT: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %[[FRAME]]
; CHECK-NEXT: %[[PARAMETERS:.*]] = load ptr, ptr %[[PLACE]], align 8, {{.*}} !dereferenceable ![[BYTES:[0-9]+]],
; CHECK: {{^}}warp:
; CHECK: getelementptr i8, ptr %[[PARAMETERS]], i64 8
; CHECK: store ptr @gridcall_warp.linear32.meet.region.1
; CHECK: store ptr null
; CHECK: phi ptr [ @gridcall_warp.linear32.meet.region.1, %{{.*}} ], [ null, %{{.*}} ]
; Warps that all go on in one region do so without the runtime, and note where they are only for it.
; CHECK-LABEL: define internal ptr @gridcall_warp.linear32.meet.region.0.together(
; CHECK-NOT: icmp eq ptr %{{.*}}, @gridcall_warp.linear32.meet.region.0
; CHECK-NOT: store ptr
; CHECK: %[[LAST:.*]] = musttail call ptr @gridcall_warp.linear32.meet.region.1.together(ptr %0)
; CHECK-NEXT: ret ptr %[[LAST]]
; Where they may part each notes it.
; CHECK-LABEL: define internal ptr @gridcall_warp.linear32.meet.region.1.together(
; CHECK: store ptr @gridcall_warp.linear32.meet.region.1
; CHECK: store ptr null
; CHECK: musttail call ptr @gridcall_warp.linear32.meet.region.1.together(ptr %0)
; CHECK: ret ptr %
; An address in a local array leads to that alone: the frame's other fields keep their scope.
; CHECK-LABEL: define internal ptr @gridcall_warp.linear32.local.region.0(
; CHECK: %[[OUT:.*]] = load ptr, ptr %out.reload.addr.i, align 8, !alias.scope ![[FIELDS:[0-9]+]], !noalias !
; CHECK: load i32, ptr %other.i, align 4, !noalias ![[OTHERS:[0-9]+]]
; CHECK: store i32 %{{.*}}, ptr %[[OUT]], align 4, !noalias ![[OTHERS]]
; CHECK-NOT: .resume
; CHECK: attributes #[[CUT]] = { {{.*}}"gridcall-coroutine"
; CHECK: ![[CONTEXTS]] = !{![[CONTEXT_SCOPE:[0-9]+]]}
; CHECK: ![[FRAMES]] = !{![[FRAME_SCOPE:[0-9]+]]}
; CHECK: ![[BOTH]] = !{![[FRAME_SCOPE]], ![[CONTEXT_SCOPE]]}
; CHECK: ![[BYTES]] = !{i64 12}
; CHECK: ![[FIELDS]] = !{![[FIELD_SCOPE:[0-9]+]]}
; CHECK: ![[OTHERS]] = !{![[FIELD_SCOPE]], !
define ptr @gridcall_warp.linear32.meet(ptr noalias %warp, ptr dereferenceable(12) %parameters) presplitcoroutine {
  %id = call token @llvm.coro.id(i32 64, ptr null, ptr null, ptr null)
  %memory.place = getelementptr inbounds i8, ptr %warp, i64 424
  %memory = load ptr, ptr %memory.place
  %frame = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %out = load ptr, ptr %parameters, align 8
  %n.place = getelementptr i8, ptr %parameters, i64 8
  %lane = load i32, ptr %warp, !invariant.load !0
  store i32 %lane, ptr %out
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [ i8 0, label %again
                                  i8 1, label %cleanup ]
again:
  %block.place = getelementptr inbounds i8, ptr %warp, i64 384
  %block = load ptr, ptr %block.place, !invariant.load !0
  %x = load i32, ptr %block, !invariant.load !0
  store i32 %x, ptr %out
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %suspend [ i8 0, label %last
                                  i8 1, label %cleanup ]
last:
  %n = load i32, ptr %n.place, !invariant.load !0
  %more = icmp slt i32 %lane, %n
  br i1 %more, label %again, label %end
end:
  %s3 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s3, label %suspend [ i8 0, label %never
                                  i8 1, label %cleanup ]
never:
  unreachable
cleanup:
  %freed = call ptr @llvm.coro.free(token %id, ptr %frame)
  br label %suspend
suspend:
  %ended = call i1 @llvm.coro.end(ptr %frame, i1 false, token none)
  ret ptr %frame
}
define ptr @gridcall_warp.linear32.local(ptr noalias %warp, ptr dereferenceable(12) %parameters) presplitcoroutine {
  %array = alloca [8 x i32], align 4
  %id = call token @llvm.coro.id(i32 64, ptr null, ptr null, ptr null)
  %memory.place = getelementptr inbounds i8, ptr %warp, i64 424
  %memory = load ptr, ptr %memory.place
  %frame = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %out = load ptr, ptr %parameters, align 8
  %lane = load i32, ptr %warp
  %place = getelementptr [8 x i32], ptr %array, i32 0, i32 %lane
  store i32 %lane, ptr %place
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [ i8 0, label %again
                                  i8 1, label %cleanup ]
again:
  %other = getelementptr [8 x i32], ptr %array, i32 0, i32 %lane
  %x = load i32, ptr %other
  store i32 %x, ptr %out
  %s2 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s2, label %suspend [ i8 0, label %never
                                  i8 1, label %cleanup ]
never:
  unreachable
cleanup:
  %freed = call ptr @llvm.coro.free(token %id, ptr %frame)
  br label %suspend
suspend:
  %ended = call i1 @llvm.coro.end(ptr %frame, i1 false, token none)
  ret ptr %frame
}
define ptr @gridcall_warp.linear32.plain(ptr %warp, ptr %parameters) {
  ret ptr null
}
!0 = !{}
