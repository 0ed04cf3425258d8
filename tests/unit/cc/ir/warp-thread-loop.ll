; PASSES: vectorize-warps
; Threads that each sum a row become a thread loop: one entry for every block layout, without vectors.
; CHECK-LABEL: @gridcall_warp.general32.rows(
; CHECK: {{^}}warp:
; CHECK: load volatile i32, ptr %{{.*}}, align 4
; CHECK: {{^}}thread:
; CHECK: %[[NUMBER:.*]] = phi i32 [ %{{.*}}, %warp ], [ %[[NEXT:.*]], %thread.end ]
; CHECK: store volatile i64
; CHECK-NOT: x i32>
; CHECK-NOT: x float>
; CHECK: load float
; CHECK: {{^}}thread.end:
; CHECK: %[[NEXT]] = add nuw nsw i32 %[[NUMBER]], 1
; CHECK: br i1 %{{.*}}, label %thread, label %warp.end, !gridcall-lanes
; CHECK: br i1 %{{.*}}, label %warp, label %block.done, !gridcall-lanes
; So do those that walk one row and read and write elsewhere by its numbers, as a search of a graph does.
; CHECK-LABEL: @gridcall_warp.general32.graph(
; CHECK: {{^}}thread.end:
; Where what a thread loads decides whether it walks its row, vectors test that, and lanes walk one by one.
; CHECK-LABEL: @gridcall_warp.linear32.guarded(
; CHECK: load <32 x i8>
; CHECK: load <32 x i32>
; CHECK: {{^}}lane{{.*}}:
; CHECK: store volatile i32
; CHECK-NOT: x float>
; CHECK: load float
; CHECK-NOT: call {{.*}}gridcall_rows
; Those that compute more than they read, that follow pointers, whose loop is as long for all, that update
; memory together, or that have another loop stay vectors.
; CHECK-LABEL: @gridcall_warp.linear32.mandelbrot(
; CHECK-LABEL: @gridcall_warp.linear32.heavy(
; CHECK-LABEL: @gridcall_warp.linear32.list(
; CHECK-LABEL: @gridcall_warp.linear32.same(
; CHECK-LABEL: @gridcall_warp.linear32.count(
; CHECK-LABEL: @gridcall_warp.linear32.then(

define void @gridcall_entry.rows(ptr %thread, ptr %parameters) {
entry:
  %first = load ptr, ptr %parameters, align 8, !invariant.load !0
  %value.place = getelementptr i8, ptr %parameters, i64 8
  %value = load ptr, ptr %value.place, align 8, !invariant.load !0
  %column.place = getelementptr i8, ptr %parameters, i64 16
  %column = load ptr, ptr %column.place, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %row = zext i32 %t to i64
  %from.place = getelementptr i32, ptr %first, i64 %row
  %from = load i32, ptr %from.place, align 4
  %to.place = getelementptr i8, ptr %from.place, i64 4
  %to = load i32, ptr %to.place, align 4
  br label %loop
loop:
  %i = phi i32 [ %from, %entry ], [ %i.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %loop ]
  %wide = sext i32 %i to i64
  %column.at = getelementptr i32, ptr %column, i64 %wide
  %c = load i32, ptr %column.at, align 4
  %c.wide = sext i32 %c to i64
  %x.at = getelementptr float, ptr %value, i64 %c.wide
  %x = load float, ptr %x.at, align 4
  %sum.next = fadd float %sum, %x
  %i.next = add nsw i32 %i, 1
  %more = icmp slt i32 %i.next, %to
  br i1 %more, label %loop, label %end
end:
  %out = getelementptr float, ptr %value, i64 %row
  store float %sum.next, ptr %out, align 4
  ret void
}

define void @gridcall_entry.graph(ptr %thread, ptr %parameters) {
entry:
  %edges = load ptr, ptr %parameters, align 8, !invariant.load !0
  %seen.place = getelementptr i8, ptr %parameters, i64 8
  %seen = load ptr, ptr %seen.place, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %row = zext i32 %t to i64
  %from.place = getelementptr i32, ptr %edges, i64 %row
  %from = load i32, ptr %from.place, align 4
  %to.place = getelementptr i8, ptr %from.place, i64 4
  %to = load i32, ptr %to.place, align 4
  br label %loop
loop:
  %i = phi i32 [ %from, %entry ], [ %i.next, %next ]
  %wide = sext i32 %i to i64
  %edge.at = getelementptr i32, ptr %edges, i64 %wide
  %edge = load i32, ptr %edge.at, align 4
  %edge.wide = sext i32 %edge to i64
  %place = getelementptr i32, ptr %seen, i64 %edge.wide
  %old = load i32, ptr %place, align 4
  %is.new = icmp eq i32 %old, 0
  br i1 %is.new, label %mark, label %next
mark:
  store i32 1, ptr %place, align 4
  br label %next
next:
  %i.next = add nsw i32 %i, 1
  %more = icmp slt i32 %i.next, %to
  br i1 %more, label %loop, label %end
end:
  ret void
}

define void @gridcall_entry.guarded(ptr %thread, ptr %parameters) {
entry:
  %wanted = load ptr, ptr %parameters, align 8, !invariant.load !0
  %first.place = getelementptr i8, ptr %parameters, i64 8
  %first = load ptr, ptr %first.place, align 8, !invariant.load !0
  %x.place = getelementptr i8, ptr %parameters, i64 16
  %x = load ptr, ptr %x.place, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %row = zext i32 %t to i64
  %wanted.at = getelementptr i8, ptr %wanted, i64 %row
  %is.wanted = load i8, ptr %wanted.at, align 1
  %skip = icmp eq i8 %is.wanted, 0
  br i1 %skip, label %end, label %walk
walk:
  %from.place = getelementptr i32, ptr %first, i64 %row
  %from = load i32, ptr %from.place, align 4
  %to.place = getelementptr i8, ptr %from.place, i64 4
  %to = load i32, ptr %to.place, align 4
  br label %loop
loop:
  %i = phi i32 [ %from, %walk ], [ %i.next, %loop ]
  %sum = phi float [ 0.0, %walk ], [ %sum.next, %loop ]
  %last = phi float [ 0.0, %walk ], [ %v, %loop ]
  %wide = sext i32 %i to i64
  %at = getelementptr float, ptr %x, i64 %wide
  %v = load float, ptr %at, align 4
  %sum.next = fadd float %sum, %v
  %i.next = add nsw i32 %i, 1
  %more = icmp slt i32 %i.next, %to
  br i1 %more, label %loop, label %done
done:
  %both = fmul float %sum.next, %last
  %out = getelementptr float, ptr %x, i64 %row
  store float %both, ptr %out, align 4
  br label %end
end:
  ret void
}

define void @gridcall_entry.mandelbrot(ptr %thread, ptr %parameters) {
entry:
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %c = uitofp i32 %t to float
  br label %loop
loop:
  %z = phi float [ 0.0, %entry ], [ %z.next, %loop ]
  %n = phi i32 [ 0, %entry ], [ %n.next, %loop ]
  %square = fmul float %z, %z
  %z.next = fadd float %square, %c
  %n.next = add nsw i32 %n, 1
  %more = fcmp olt float %z.next, 4.0
  br i1 %more, label %loop, label %end
end:
  %row = zext i32 %t to i64
  %place = getelementptr i32, ptr %out, i64 %row
  store i32 %n.next, ptr %place, align 4
  ret void
}

define void @gridcall_entry.heavy(ptr %thread, ptr %parameters) {
entry:
  %in = load ptr, ptr %parameters, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %row = zext i32 %t to i64
  %from.place = getelementptr i32, ptr %in, i64 %row
  %from = load i32, ptr %from.place, align 4
  %to.place = getelementptr i8, ptr %from.place, i64 4
  %to = load i32, ptr %to.place, align 4
  br label %loop
loop:
  %i = phi i32 [ %from, %entry ], [ %i.next, %loop ]
  %h = phi i32 [ 0, %entry ], [ %h8, %loop ]
  %wide = sext i32 %i to i64
  %at = getelementptr i32, ptr %in, i64 %wide
  %v = load i32, ptr %at, align 4
  %h1 = mul i32 %h, %v
  %h2 = xor i32 %h1, %i
  %h3 = lshr i32 %h2, 7
  %h4 = add i32 %h3, %h1
  %h5 = mul i32 %h4, %h2
  %h6 = xor i32 %h5, %h3
  %h7 = lshr i32 %h6, 5
  %h8 = add i32 %h7, %h5
  %i.next = add nsw i32 %i, 1
  %more = icmp slt i32 %i.next, %to
  br i1 %more, label %loop, label %end
end:
  store i32 %h8, ptr %from.place, align 4
  ret void
}

define void @gridcall_entry.list(ptr %thread, ptr %parameters) {
entry:
  %in = load ptr, ptr %parameters, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %row = zext i32 %t to i64
  %start = getelementptr i32, ptr %in, i64 %row
  br label %loop
loop:
  %node = phi i64 [ %row, %entry ], [ %wide, %loop ]
  %at = getelementptr i32, ptr %in, i64 %node
  %next = load i32, ptr %at, align 4
  %wide = sext i32 %next to i64
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %end
end:
  store i64 %node, ptr %start, align 4
  ret void
}

define void @gridcall_entry.same(ptr %thread, ptr %parameters) {
entry:
  %in = load ptr, ptr %parameters, align 8, !invariant.load !0
  %n.place = getelementptr i8, ptr %parameters, i64 8
  %n = load i64, ptr %n.place, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %row = zext i32 %t to i64
  %from = mul i64 %row, %n
  %to = add nsw i64 %from, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %index = add nsw i64 %from, %k
  %at = getelementptr i32, ptr %in, i64 %index
  %v = load i32, ptr %at, align 4
  %sum.next = add i32 %sum, %v
  %k.next = add nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %loop, label %end
end:
  %out = getelementptr i32, ptr %in, i64 %row
  store i32 %sum.next, ptr %out, align 4
  ret void
}

define void @gridcall_entry.count(ptr %thread, ptr %parameters) {
entry:
  %in = load ptr, ptr %parameters, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %row = zext i32 %t to i64
  %from.place = getelementptr i32, ptr %in, i64 %row
  %from = load i32, ptr %from.place, align 4
  %to.place = getelementptr i8, ptr %from.place, i64 4
  %to = load i32, ptr %to.place, align 4
  br label %loop
loop:
  %i = phi i32 [ %from, %entry ], [ %i.next, %loop ]
  %wide = sext i32 %i to i64
  %at = getelementptr i32, ptr %in, i64 %wide
  %v = load i32, ptr %at, align 4
  %v.wide = sext i32 %v to i64
  %place = getelementptr i32, ptr %in, i64 %v.wide
  %old = atomicrmw add ptr %place, i32 1 monotonic
  %i.next = add nsw i32 %i, 1
  %more = icmp slt i32 %i.next, %to
  br i1 %more, label %loop, label %end
end:
  ret void
}

define void @gridcall_entry.then(ptr %thread, ptr %parameters) {
entry:
  %in = load ptr, ptr %parameters, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %row = zext i32 %t to i64
  %from.place = getelementptr i32, ptr %in, i64 %row
  %from = load i32, ptr %from.place, align 4
  %to.place = getelementptr i8, ptr %from.place, i64 4
  %to = load i32, ptr %to.place, align 4
  br label %loop
loop:
  %i = phi i32 [ %from, %entry ], [ %i.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %wide = sext i32 %i to i64
  %at = getelementptr i32, ptr %in, i64 %wide
  %v = load i32, ptr %at, align 4
  %sum.next = add i32 %sum, %v
  %i.next = add nsw i32 %i, 1
  %more = icmp slt i32 %i.next, %to
  br i1 %more, label %loop, label %between
between:
  br label %other
other:
  %k = phi i32 [ 0, %between ], [ %k.next, %other ]
  %h = phi i32 [ %sum.next, %between ], [ %h.next, %other ]
  %h.next = mul i32 %h, %k
  %k.next = add nsw i32 %k, 1
  %again = icmp slt i32 %k.next, 100
  br i1 %again, label %other, label %end
end:
  store i32 %h.next, ptr %from.place, align 4
  ret void
}
!0 = !{}
