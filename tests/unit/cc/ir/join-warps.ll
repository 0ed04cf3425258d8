; PASSES: join-warps
; The first of two whole warps (as many as have registers) runs the loop for both, if it is long, and keeps where each is;
; they share the counter and the test of the end.
; CHECK-LABEL: @gridcall_warp.linear32.sums(
; CHECK: icmp ult i32 %{{.*}}, 2
; CHECK: load volatile i32
; CHECK: store volatile i32 -1
; CHECK: together:
; CHECK: phi <2 x float>
; CHECK-NEXT: phi <2 x float>
; CHECK-NEXT: phi i32
; CHECK: %[[END:.*]] = icmp slt i32 %{{.*}}, %n.fr
; CHECK-NEXT: br i1 %[[END]], label %{{.*}}, label %apart
; CHECK: apart:
; CHECK: store <2 x float>
; CHECK: store <2 x float>
; CHECK-NOT: icmp
; CHECK: load <2 x float>
; CHECK: fadd <2 x float>
; CHECK: load <2 x float>
; CHECK: fadd <2 x float>
; CHECK: br label %together
; A warp that stores before its loop may store what another one's loop reads.
; CHECK-LABEL: @gridcall_warp.linear32.stores(
; CHECK-NOT: together
; CHECK: ret ptr null
; A volatile load is not repeated.
; CHECK-LABEL: @gridcall_warp.linear32.polls(
; CHECK-NOT: together
; CHECK: ret ptr null
; Only warps whose way to the loop is known in advance are joined: this one's depends on memory.
; CHECK-LABEL: @gridcall_warp.linear32.asks(
; CHECK-NOT: together
; CHECK: ret ptr null
define ptr @gridcall_warp.linear32.sums(ptr noalias %first, ptr %from, ptr %to, i32 %n) {
entry:
  %note = getelementptr inbounds i8, ptr %first, i64 420
  %left = getelementptr inbounds i8, ptr %first, i64 436
  br label %warp
warp:
  %number = phi i32 [ 0, %entry ], [ %next, %next.warp ]
  store volatile i32 %number, ptr %note, align 4
  %x = shl i32 %number, 5
  br label %before
before:
  br label %loop
loop:
  %k = phi i32 [ 0, %before ], [ %more.k, %loop ]
  %sum = phi <2 x float> [ zeroinitializer, %before ], [ %more, %loop ]
  %index = add i32 %x, %k
  %wide = sext i32 %index to i64
  %place = getelementptr i32, ptr %from, i64 %wide
  %values = load <2 x float>, ptr %place, align 4
  %more = fadd <2 x float> %sum, %values
  %more.k = add i32 %k, 1
  %again = icmp slt i32 %more.k, %n
  br i1 %again, label %loop, label %done
done:
  %at = zext i32 %x to i64
  %out = getelementptr i32, ptr %to, i64 %at
  store <2 x float> %more, ptr %out, align 4
  br label %next.warp
next.warp:
  %next = add nuw nsw i32 %number, 1
  %all = load volatile i32, ptr %left, align 4
  %further = icmp ult i32 %next, %all
  br i1 %further, label %warp, label %end
end:
  ret ptr null
}
define ptr @gridcall_warp.linear32.stores(ptr noalias %first, ptr %from, ptr %to, i32 %n) {
entry:
  %note = getelementptr inbounds i8, ptr %first, i64 420
  %left = getelementptr inbounds i8, ptr %first, i64 436
  br label %warp
warp:
  %number = phi i32 [ 0, %entry ], [ %next, %next.warp ]
  store volatile i32 %number, ptr %note, align 4
  %x = shl i32 %number, 5
  store i32 %x, ptr %to, align 4
  br label %before
before:
  br label %loop
loop:
  %k = phi i32 [ 0, %before ], [ %more.k, %loop ]
  %sum = phi <2 x float> [ zeroinitializer, %before ], [ %more, %loop ]
  %index = add i32 %x, %k
  %wide = sext i32 %index to i64
  %place = getelementptr i32, ptr %from, i64 %wide
  %values = load <2 x float>, ptr %place, align 4
  %more = fadd <2 x float> %sum, %values
  %more.k = add i32 %k, 1
  %again = icmp slt i32 %more.k, %n
  br i1 %again, label %loop, label %done
done:
  %at = zext i32 %x to i64
  %out = getelementptr i32, ptr %to, i64 %at
  store <2 x float> %more, ptr %out, align 4
  br label %next.warp
next.warp:
  %next = add nuw nsw i32 %number, 1
  %all = load volatile i32, ptr %left, align 4
  %further = icmp ult i32 %next, %all
  br i1 %further, label %warp, label %end
end:
  ret ptr null
}
define ptr @gridcall_warp.linear32.polls(ptr noalias %first, ptr %from, ptr %to, i32 %n) {
entry:
  %note = getelementptr inbounds i8, ptr %first, i64 420
  %left = getelementptr inbounds i8, ptr %first, i64 436
  br label %warp
warp:
  %number = phi i32 [ 0, %entry ], [ %next, %next.warp ]
  store volatile i32 %number, ptr %note, align 4
  %x = shl i32 %number, 5
  br label %before
before:
  br label %loop
loop:
  %k = phi i32 [ 0, %before ], [ %more.k, %loop ]
  %sum = phi <2 x float> [ zeroinitializer, %before ], [ %more, %loop ]
  %index = add i32 %x, %k
  %wide = sext i32 %index to i64
  %place = getelementptr i32, ptr %from, i64 %wide
  %values = load volatile <2 x float>, ptr %place, align 4
  %more = fadd <2 x float> %sum, %values
  %more.k = add i32 %k, 1
  %again = icmp slt i32 %more.k, %n
  br i1 %again, label %loop, label %done
done:
  %at = zext i32 %x to i64
  %out = getelementptr i32, ptr %to, i64 %at
  store <2 x float> %more, ptr %out, align 4
  br label %next.warp
next.warp:
  %next = add nuw nsw i32 %number, 1
  %all = load volatile i32, ptr %left, align 4
  %further = icmp ult i32 %next, %all
  br i1 %further, label %warp, label %end
end:
  ret ptr null
}
define ptr @gridcall_warp.linear32.asks(ptr noalias %first, ptr %from, ptr %to, i32 %n) {
entry:
  %note = getelementptr inbounds i8, ptr %first, i64 420
  %left = getelementptr inbounds i8, ptr %first, i64 436
  br label %warp
warp:
  %number = phi i32 [ 0, %entry ], [ %next, %next.warp ]
  store volatile i32 %number, ptr %note, align 4
  %x = shl i32 %number, 5
  %asked = load i32, ptr %from, align 4
  %wants = icmp ne i32 %asked, 0
  br i1 %wants, label %before, label %next.warp
before:
  br label %loop
loop:
  %k = phi i32 [ 0, %before ], [ %more.k, %loop ]
  %sum = phi <2 x float> [ zeroinitializer, %before ], [ %more, %loop ]
  %index = add i32 %x, %k
  %wide = sext i32 %index to i64
  %place = getelementptr i32, ptr %from, i64 %wide
  %values = load <2 x float>, ptr %place, align 4
  %more = fadd <2 x float> %sum, %values
  %more.k = add i32 %k, 1
  %again = icmp slt i32 %more.k, %n
  br i1 %again, label %loop, label %done
done:
  %at = zext i32 %x to i64
  %out = getelementptr i32, ptr %to, i64 %at
  store <2 x float> %more, ptr %out, align 4
  br label %next.warp
next.warp:
  %next = add nuw nsw i32 %number, 1
  %all = load volatile i32, ptr %left, align 4
  %further = icmp ult i32 %next, %all
  br i1 %further, label %warp, label %end
end:
  ret ptr null
}
