; PASSES: carry-in-frame
; Sums that a loop carries across its barrier have one place, whether the loop begins, goes on or has ended.
; CHECK-LABEL: @sums(
; CHECK: %[[PLACE:.*]] = alloca <16 x float>
; CHECK: store <16 x float> zeroinitializer, ptr %[[PLACE]]
; CHECK: {{^}}loop:
; CHECK-NOT: phi <16 x float>
; CHECK: {{^}}resumed:
; CHECK: %[[OLD:.*]] = load <16 x float>, ptr %[[PLACE]]
; CHECK-NEXT: %sum.next = fadd <16 x float> %[[OLD]], %x
; CHECK-NEXT: store <16 x float> %sum.next, ptr %[[PLACE]]
; CHECK: {{^}}done:
; CHECK: %[[LAST:.*]] = load <16 x float>, ptr %[[PLACE]]
; CHECK-NEXT: store <16 x float> %[[LAST]], ptr %out
; Not if the old value is used behind the new one, nor if only one of them is live across a barrier.
; CHECK-LABEL: @both(
; CHECK-NOT: alloca
; CHECK: phi <16 x float>
; CHECK-LABEL: @early(
; CHECK-NOT: alloca
; CHECK: phi <16 x float>
declare i8 @llvm.coro.suspend(token, i1)
; A part of a module declares the kernels of the others.
declare void @of_another_part() presplitcoroutine
define void @sums(<16 x float> %x, ptr %out, i32 %n) presplitcoroutine {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %again ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %sum.next, %again ]
  %a = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %a, label %end [ i8 0, label %resumed ]
resumed:
  %sum.next = fadd <16 x float> %sum, %x
  %b = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %b, label %end [ i8 0, label %again ]
again:
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  store <16 x float> %sum.next, ptr %out
  br label %end
end:
  ret void
}
define void @both(<16 x float> %x, ptr %out, i32 %n) presplitcoroutine {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %again ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %sum.next, %again ]
  %a = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %a, label %end [ i8 0, label %resumed ]
resumed:
  %sum.next = fadd <16 x float> %sum, %x
  %b = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %b, label %end [ i8 0, label %again ]
again:
  store <16 x float> %sum, ptr %out
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @early(<16 x float> %x, ptr %out, i32 %n) presplitcoroutine {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %again ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %sum.next, %again ]
  br label %body
body:
  %sum.next = fadd <16 x float> %sum, %x
  %b = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %b, label %end [ i8 0, label %again ]
again:
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
