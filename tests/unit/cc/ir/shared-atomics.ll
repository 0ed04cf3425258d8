; PASSES: mark-shared-atomics,lower-shared-atomics
; CHECK-LABEL: @shared(
; CHECK: %[[OLD:.*]] = load volatile i32, ptr addrspace(3) %p
; CHECK: add i32 %[[OLD]], 1
; CHECK: store volatile
; CHECK: ret i32 %[[OLD]]
define i32 @shared(ptr addrspace(3) %p) {
  %o = atomicrmw add ptr addrspace(3) %p, i32 1 acq_rel
  ret i32 %o
}
; CHECK-LABEL: @generic(
; CHECK: atomicrmw add ptr %p
define i32 @generic(ptr %p) {
  %o = atomicrmw add ptr %p, i32 1 acq_rel
  ret i32 %o
}
; CHECK-LABEL: @exchange(
; CHECK-NOT: cmpxchg
; CHECK: select i1
define i32 @exchange(ptr addrspace(3) %p) {
  %o = cmpxchg ptr addrspace(3) %p, i32 0, i32 1 acq_rel acquire
  %v = extractvalue { i32, i1 } %o, 0
  ret i32 %v
}
