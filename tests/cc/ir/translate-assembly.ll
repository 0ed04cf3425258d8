; PASSES: translate-assembly
; CHECK-LABEL: @k(
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.laneid()
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: call void @llvm.nvvm.barrier.sync.cnt(i32 %n, i32 64)
; CHECK: call void @llvm.nvvm.barrier.sync(i32 15)
; CHECK: fence seq_cst
; CHECK: load float, ptr %p, align 4
; CHECK: call float @llvm.exp2.f32(float
; Two instructions, unknown ones and ones in other words stay as they are.
; CHECK: asm "mov.u32 $0, %laneid; mov.u32 $0, 5;"
; CHECK: asm "mma.sync $0, $1;"
; CHECK: asm "ld.volatile.global.u32 $0, [$1];"
; CHECK: asm sideeffect "bar.arrive 1, 64;"
; CHECK-NOT: asm
define i32 @k(ptr %p, i32 %n) {
  %a = call i32 asm "mov.u32 $0, %laneid;", "=r"()
  call void asm sideeffect "bar.sync 0;", ""()
  call void asm sideeffect "bar.sync $0, 64;", "r"(i32 %n)
  call void asm sideeffect "barrier.sync.aligned 15;", ""()
  call void asm sideeffect "membar.gl;", "~{memory}"()
  %b = call float asm "ld.global.nc.f32 $0, [$1];", "=f,l"(ptr %p)
  %c = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %b)
  %d = call i32 asm "mov.u32 $0, %laneid; mov.u32 $0, 5;", "=r"()
  %e = call i32 asm "mma.sync $0, $1;", "=r,r"(i32 %d)
  %f = call i32 asm "ld.volatile.global.u32 $0, [$1];", "=r,l"(ptr %p)
  call void asm sideeffect "bar.arrive 1, 64;", ""()
  ret i32 %f
}
