; PASSES: add-thread-context,lower-device-intrinsics
; CHECK-LABEL: define i32 @k(
; CHECK: %[[Y:.*]] = getelementptr inbounds i8, ptr %thread, i64 4
; CHECK: load i32, ptr %[[Y]], align 4, !invariant.load
; CHECK: %[[BLOCK:.*]] = getelementptr inbounds i8, ptr %thread, i64 24
; CHECK: load ptr, ptr %[[BLOCK]]
; CHECK: call i32 @gridcall_rt_barrier(ptr %thread, i32 0, i32 0)
; CHECK: call i32 @gridcall_rt_ballot(ptr %thread, i32 -1, i32 1)
; CHECK: call i32 @gridcall_rt_activemask(ptr %thread, i32 1)
; CHECK: call i32 @gridcall_rt_activemask(ptr %thread, i32 2)
; CHECK: call ptr @gridcall_rt_malloc(ptr %thread, i64 8)
; CHECK: call i32 @gridcall_rt_vprintf(ptr %thread,
; CHECK: call void @gridcall_rt_fault(ptr %thread, i32 1)
; CHECK-NOT: call {{.*}}llvm.nvvm
define i32 @k(ptr %p) {
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  call void @llvm.nvvm.barrier0()
  %v = call i32 @__gridcall_rt_ballot(i32 -1, i32 1)
  %m = call i32 @__gridcall_rt_activemask()
  %n = call i32 @__gridcall_rt_activemask()
  %h = call ptr @malloc(i64 8)
  %w = call i32 @vprintf(ptr %p, ptr %h)
  call void @llvm.trap()
  unreachable
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
declare void @llvm.nvvm.barrier0()
declare i32 @__gridcall_rt_ballot(i32, i32)
declare i32 @__gridcall_rt_activemask()
declare ptr @malloc(i64)
declare i32 @vprintf(ptr, ptr)
declare void @llvm.trap()
