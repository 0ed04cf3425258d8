; PASSES: check-supported
target triple = "nvptx64-nvidia-cuda"
; CHECK: refused: inline PTX assembly 'mma.sync;' cannot run on the CPU device
; CHECK: refused: atomic operations of more than 8 bytes
; CHECK: refused: device function 'far(int)' is called but not defined
; CHECK: refused: the CPU device has no counterpart of the instruction 'llvm.nvvm.cp.async.wait.all'
; CHECK: refused: device variable 'elsewhere' is used but only declared
; CHECK-NOT: refused:
@elsewhere = external addrspace(1) global i32
@dynamic = external addrspace(3) global [0 x i32]
define void @k(ptr %p) {
  call void asm sideeffect "mma.sync;", ""()
  call void asm sideeffect "", "~{memory}"()
  %o = atomicrmw add ptr %p, i128 1 monotonic
  call void @_Z3fari(i32 1)
  call void @llvm.nvvm.cp.async.wait.all()
  call void @llvm.nvvm.barrier0()
  %v = load i32, ptr addrspace(1) @elsewhere
  %d = load i32, ptr addrspace(3) @dynamic
  %s = call float @sinf(float 1.0)
  %b = call i32 @__gridcall_rt_ballot(i32 1, i32 1)
  ret void
}
declare void @_Z3fari(i32)
declare void @unused()
declare void @llvm.nvvm.cp.async.wait.all()
declare void @llvm.nvvm.barrier0()
declare float @sinf(float)
declare i32 @__gridcall_rt_ballot(i32, i32)
