; PASSES: add-stop-checks
; A loop of a warp entry without a known bound checks whether to stop; one of 100 iterations does not, nor a thread entry.

; CHECK-LABEL: define ptr @gridcall_warp.linear32.k(
; CHECK: open:
; CHECK: %stop = load atomic i8, ptr %{{.*}} monotonic
; CHECK: call preserve_mostcc void @gridcall_rt_warp_stop(ptr %warp)
; CHECK-NEXT: br label
; CHECK: short:
; CHECK-NOT: load atomic
; CHECK-LABEL: define void @gridcall_entry.k(
; CHECK-NOT: load atomic

define ptr @gridcall_warp.linear32.k(ptr %warp, ptr %p) {
entry:
  br label %open
open:
  %v = load volatile i32, ptr %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %open, label %short
short:
  %i = phi i32 [ 0, %open ], [ %n, %short ]
  %n = add i32 %i, 1
  store volatile i32 %n, ptr %p
  %d = icmp ult i32 %n, 100
  br i1 %d, label %short, label %end
end:
  ret ptr null
}

define void @gridcall_entry.k(ptr %t, ptr %p) {
entry:
  br label %open
open:
  %v = load volatile i32, ptr %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %open, label %end
end:
  ret void
}
