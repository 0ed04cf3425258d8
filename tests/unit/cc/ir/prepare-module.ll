; PASSES: prepare-module
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-NOT: @threadIdx
; CHECK: @table = dso_local addrspace(4) externally_initialized global {{.*}} #[[CONSTANT:[0-9]+]]
; CHECK: @hidden = dso_local addrspace(1) externally_initialized global i32 7{{.*}} #[[DEVICE:[0-9]+]]
@table = internal addrspace(4) global [2 x i32] [i32 1, i32 2]
@hidden = internal addrspace(1) global i32 7
@threadIdx = external addrspace(1) constant { i32, i32, i32 }
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(4) @table to ptr)], section "llvm.metadata"
; CHECK-NOT: @llvm.compiler.used
; CHECK-NOT: @llvm.global.annotations
@text = private unnamed_addr constant [25 x i8] c"gridcall-flushed-outside\00", section "llvm.metadata"
@own = private unnamed_addr constant [4 x i8] c"own\00", section "llvm.metadata"
@llvm.global.annotations = appending global [3 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr addrspacecast (ptr addrspace(1) @shared to ptr), ptr @managed, ptr @own, i32 3, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @copies, ptr @text, ptr @text, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @conversions, ptr @own, ptr @own, i32 2, ptr null }], section "llvm.metadata"

; A __managed__ variable is where a constant says, in which it stands at first itself.
; CHECK: @__gridcall_managed_shared = dso_local addrspace(4) externally_initialized global ptr addrspace(1) @shared
@managed = private unnamed_addr constant [17 x i8] c"gridcall-managed\00", section "llvm.metadata"
@shared = addrspace(1) global [2 x i32] [i32 5, i32 6]
; Keeps what follows: functions that nothing refers to go.
@functions = addrspace(1) global [5 x ptr] [ptr @reads, ptr @tests_byte, ptr @ends, ptr @copies, ptr @conversions]
; CHECK: define internal i32 @reads(i1 %c)
; CHECK-NEXT: %[[PLACE:.*]] = load ptr addrspace(1), ptr addrspace(4) @__gridcall_managed_shared
; CHECK: %[[GENERIC:.*]] = addrspacecast ptr addrspace(1) %[[PLACE]] to ptr
; CHECK: getelementptr {{.*}} %[[GENERIC]], i32 4
; CHECK-NOT: @shared
; CHECK: ret i32
define i32 @reads(i1 %c) {
  br i1 %c, label %one, label %other
one:
  br label %other
other:
  %p = phi ptr [ getelementptr (i8, ptr addrspacecast (ptr addrspace(1) @shared to ptr), i32 4), %one ], [ null, %0 ]
  %v = load i32, ptr %p
  store i32 %v, ptr addrspace(1) @shared
  ret i32 %v
}

; CHECK: define internal i1 @tests_byte(
; CHECK-NEXT: %[[BYTE:.*]] = load i8, ptr %p, align 1{{$}}
; CHECK-NEXT: icmp ne i8 %[[BYTE]], 0
define i1 @tests_byte(ptr %p) {
  %byte = load i8, ptr %p, align 1, !range !{i8 0, i8 2}, !noundef !{}
  %bit = trunc i8 %byte to i1
  ret i1 %bit
}

; CHECK: define internal i32 @ends()
; CHECK-NEXT: ret i32 0
; CHECK-NEXT: }
declare void @llvm.ubsantrap(i8 immarg)
define i32 @ends() {
  call void @llvm.ubsantrap(i8 13)
  unreachable
}

; CHECK-NOT: @unused
define i32 @unused() {
  ret i32 1
}

; CHECK: define dso_local i32 @k(ptr %p) #[[KERNEL:[0-9]+]]
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
; CHECK: call float @llvm.floor.f32(
; CHECK: call float @sinf(float {{.*}}) #[[PURE:[0-9]+]]
; CHECK: atomicrmw uinc_wrap ptr %p, i32 5 acq_rel
define i32 @k(ptr %p) {
  %y = load i32, ptr addrspacecast (ptr addrspace(1) getelementptr ({ i32, i32, i32 }, ptr addrspace(1) @threadIdx, i32 0, i32 1) to ptr)
  %f = uitofp i32 %y to float
  %g = call float @floorf(float %f)
  %h = call float @sinf(float %g) convergent
  store float %h, ptr %p
  %o = call i32 @llvm.nvvm.atomic.load.inc.32.p0(ptr %p, i32 5)
  ret i32 %y
}

; A reference to the whole variable gets a local copy.
; CHECK: define internal void @copies(ptr %to) #[[OUTSIDE:[0-9]+]]
; CHECK: %threadIdx = alloca [3 x i32]
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %{{.*}}, i64 12
define void @copies(ptr %to) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr addrspacecast (ptr addrspace(1) @threadIdx to ptr), i64 12, i1 false)
  ret void
}

; NaN as in PTX's cvt: of a double, or to 64 bits, the topmost bit alone.
; CHECK: define internal void @conversions(
; CHECK: %[[A:.*]] = call i32 @llvm.fptosi.sat.i32.f64(double %d)
; CHECK: %[[NAN:.*]] = fcmp uno double %d, %d
; CHECK: select i1 %[[NAN]], i32 -2147483648, i32 %[[A]]
; CHECK: %[[B:.*]] = call i64 @llvm.fptoui.sat.i64.f32(float %f)
; CHECK: select i1 {{.*}}, i64 -9223372036854775808, i64 %[[B]]
; CHECK: call i32 @llvm.fptosi.sat.i32.f32(float %f)
; CHECK-NEXT: store
define void @conversions(ptr %p, double %d, float %f) {
  %a = call i32 @llvm.fptosi.sat.i32.f64(double %d)
  store i32 %a, ptr %p
  %b = call i64 @llvm.fptoui.sat.i64.f32(float %f)
  store i64 %b, ptr %p
  %c = call i32 @llvm.fptosi.sat.i32.f32(float %f)
  store i32 %c, ptr %p
  ret void
}

declare i32 @llvm.fptosi.sat.i32.f64(double)
declare i64 @llvm.fptoui.sat.i64.f32(float)
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare float @floorf(float) convergent
declare float @sinf(float) convergent
declare i32 @llvm.nvvm.atomic.load.inc.32.p0(ptr, i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
; CHECK-DAG: attributes #[[CONSTANT]] = { "gridcall-variable"="constant" }
; CHECK-DAG: attributes #[[DEVICE]] = { "gridcall-variable"="device" }
; CHECK-DAG: attributes #[[KERNEL]] = { "gridcall-kernel" "gridcall-max-threads"="128" }
; CHECK-DAG: attributes #[[OUTSIDE]] = { "gridcall-flushed-outside" }
; CHECK-DAG: attributes #[[PURE]] = { nounwind willreturn memory(none) }
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @k, !"maxntidx", i32 64}
!2 = !{ptr @k, !"maxntidy", i32 2}
