; PASSES: translate-assembly
; CHECK-LABEL: @k(
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.laneid()
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: call void @llvm.nvvm.barrier.sync.cnt(i32 %n, i32 64)
; CHECK: call void @llvm.nvvm.barrier.sync(i32 15)
; CHECK: fence seq_cst
; CHECK: load float, ptr %p, align 4
; CHECK: call float @llvm.exp2.f32(float
; CHECK: load volatile i32, ptr %p, align 4
; Two results, and a statement that is only a hint.
; CHECK: insertvalue { i32, i32 }
; CHECK-NOT: asm
define i32 @k(ptr %p, i32 %n) {
  %a = call i32 asm "mov.u32 $0, %laneid;", "=r"()
  call void asm sideeffect "bar.sync 0;", ""()
  call void asm sideeffect "bar.sync $0, 64;", "r"(i32 %n)
  call void asm sideeffect "barrier.sync.aligned 15;", ""()
  call void asm sideeffect "membar.gl;", "~{memory}"()
  %b = call float asm "ld.global.nc.f32 $0, [$1];", "=f,l"(ptr %p)
  %c = call float asm "ex2.approx.f32.ftz $0, $1;", "=f,f"(float %b)
  %f = call i32 asm "ld.volatile.global.u32 $0, [$1];", "=r,l"(ptr %p)
  %g = call { i32, i32 } asm "prefetch.global.L2 [$3]; add.u32 $0, $2, 1; add.u32 $1, $0, 1;", "=r,=r,r,l"(i32 %n, ptr %p)
  %h = extractvalue { i32, i32 } %g, 1
  ret i32 %h
}

; A guard: a select, or a branch around what has an effect.
; CHECK-LABEL: @guarded(
; CHECK: %[[LESS:.*]] = icmp ult i32 %n, 4
; CHECK: br i1 %[[LESS]], label %[[THEN:.*]], label %[[NEXT:.*]]
; CHECK: [[THEN]]:
; CHECK: load i32, ptr %p
; CHECK: [[NEXT]]:
; CHECK: %[[VALUE:.*]] = phi i32
; CHECK: xor i1 %[[LESS]], true
; CHECK: add i32 %[[VALUE]], 1
; CHECK: select i1
define i32 @guarded(ptr %p, i32 %n) {
  %a = call i32 asm "{ .reg .pred q; setp.lt.u32 q, $1, 4; @q ld.u32 $0, [$2]; @!q add.u32 $0, $0, 1; }", "=&r,r,l"(i32 %n, ptr %p)
  ret i32 %a
}

; The first value of a result, and a percent sign of its own.
; CHECK-LABEL: @both(
; CHECK: add i32 %n, %{{.*}}
define i32 @both(i32 %n) {
  %a = call i32 asm "add.u32 $0, $0, \01laneid;", "=r,0"(i32 %n)
  ret i32 %a
}

; Subnormal numbers with .ftz: operands and the result.
; CHECK-LABEL: @flushing(
; CHECK: bitcast float %a to i32
; CHECK: %[[SUM:.*]] = fadd float %{{.*}}, %{{.*}}
; CHECK: bitcast float %[[SUM]] to i32
; CHECK: fadd float %a, %a
; CHECK: ret float
define float @flushing(float %a) {
  %f = call float asm "add.rn.ftz.f32 $0, $1, $1;", "=f,f"(float %a)
  %s = call float asm "add.rn.f32 $0, $1, $1;", "=f,f"(float %a)
  %r = fadd float %f, %s
  ret float %r
}

; A register hides that of an outer scope.
; CHECK-LABEL: @scopes(
; CHECK: ret i32 1
define i32 @scopes() {
  %a = call i32 asm "{ .reg .u32 t; mov.u32 t, 1; { .reg .u32 t; mov.u32 t, 2; } mov.u32 $0, t; }", "=r"()
  ret i32 %a
}

; NaN to a small integer: the topmost bit, of a double alone. Zero is a normal number to testp.
; CHECK-LABEL: @small(
; CHECK: %[[SMALL:.*]] = call i16 @llvm.fptosi.sat.i16.f64(
; CHECK: select i1 %{{.*}}, i16 -32768, i16 %[[SMALL]]
; CHECK: @llvm.is.fpclass.f32(float %{{.*}}, i32 360)
define i16 @small(double %d) {
  %a = call i16 asm "cvt.rzi.s16.f64 $0, $1;", "=h,d"(double %d)
  %b = call float asm "{ .reg .pred p; testp.normal.f32 p, 0f00000001; selp.f32 $0, 0f3F800000, 0f00000000, p; }", "=f"()
  %f = call float asm "{ .reg .pred p; testp.normal.f32 p, $1; selp.f32 $0, 0f3F800000, 0f00000000, p; }", "=f,f"(float %b)
  ret i16 %a
}

; What is not known stays, with the statement's name where there are several.
; CHECK-LABEL: @unknown(
; CHECK: asm "mma.sync $0, $1;"
; CHECK: asm sideeffect "bar.arrive 1;"
; CHECK: asm "add.rn.relu.f32 $0, $1, $1;"
; CHECK: asm "addc.u32 $0, $1, $1;"
; CHECK: asm "min.relu.u32 $0, $1, $1;"
; CHECK: asm "add.xorsign.abs.f32 $0, $1, $1;"
; CHECK: asm ".reg .u32 t; .reg .u32 t; mov.u32 $0, 1;"
; CHECK: asm "{ mov.u32 $0, 1; } }"
; CHECK: asm sideeffect "mov.u32 $0, 1; { L: } bra L;", "=r"(), !gridcall-unknown-statement ![[JUMP:[0-9]+]]
; CHECK: asm sideeffect "L: L: mov.u32 $0, 1;"
; CHECK: asm "mov.u32 $0, 1; frob.u32 $0, $0;", "=r"(), !gridcall-unknown-statement ![[WHAT:[0-9]+]]
; CHECK: asm sideeffect "wgmma.fence.sync.aligned;", ""(), !gridcall-unknown-statement ![[WHY:[0-9]+]]
define i32 @unknown(i32 %d, float %e) {
  %a = call i32 asm "mma.sync $0, $1;", "=r,r"(i32 %d)
  call void asm sideeffect "bar.arrive 1;", ""()
  %b = call float asm "add.rn.relu.f32 $0, $1, $1;", "=f,f"(float %e)
  %c = call i32 asm "addc.u32 $0, $1, $1;", "=r,r"(i32 %d)
  %m = call i32 asm "min.relu.u32 $0, $1, $1;", "=r,r"(i32 %d)
  %x = call float asm "add.xorsign.abs.f32 $0, $1, $1;", "=f,f"(float %e)
  %t = call i32 asm ".reg .u32 t; .reg .u32 t; mov.u32 $0, 1;", "=r"()
  %u = call i32 asm "{ mov.u32 $0, 1; } }", "=r"()
  %g = call i32 asm sideeffect "mov.u32 $0, 1; { L: } bra L;", "=r"()
  %l = call i32 asm sideeffect "L: L: mov.u32 $0, 1;", "=r"()
  %h = call i32 asm "mov.u32 $0, 1; frob.u32 $0, $0;", "=r"()
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  ret i32 %h
}

; A label begins a block, and registers are memory there.
; CHECK-LABEL: @loop(
; CHECK-NOT: asm
; CHECK: br label %[[L:.*]]
; CHECK: [[L]]:
; CHECK: store i32 %{{.*}}, ptr %[[AT:.*]]
; CHECK: br i1 %{{.*}}, label %[[L]], label %
; CHECK: %[[RESULT:.*]] = load i32, ptr %[[AT]]
; CHECK: ret i32 %[[RESULT]]
define i32 @loop(i32 %d) {
  %r = call i32 asm "{ .reg .pred p; mov.u32 $0, 0; L: add.u32 $0, $0, $1; setp.lt.u32 p, $0, 100; @p bra L; }", "=r,r"(i32 %d)
  ret i32 %r
}

; A thread that exits leaves its kernel, from a function that is inlined.
; CHECK-LABEL: @leaves(
; CHECK-NOT: call void @inner
; CHECK-NOT: gridcall_exit
; CHECK: br i1 %{{.*}}, label %[[LEAVE:.*]], label %
; CHECK: ret void
; CHECK: ret void
; CHECK-NOT: @inner(
define internal void @inner(i32 %d) {
  call void asm sideeffect "{ .reg .pred p; setp.eq.u32 p, $0, 7; @p exit; }", "r"(i32 %d)
  ret void
}
define void @leaves(ptr %p, i32 %d) #0 {
  call void @inner(i32 %d)
  store i32 1, ptr %p
  ret void
}
attributes #0 = { "gridcall-kernel" }

; CHECK: ![[JUMP]] = !{!"bra L", !""}
; CHECK: ![[WHAT]] = !{!"frob.u32 $0, $0", !""}
; CHECK: ![[WHY]] = !{!"", !"a group of four warps multiplies
