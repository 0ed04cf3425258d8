; PASSES: add-thread-context,lower-shared-memory
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
; `common` is used by a function: it is placed first, in both kernels that reach it. `mine` follows in @k.
; CHECK-NOT: addrspace(3) global
@common = internal addrspace(3) global [4 x i8] undef, align 4
@mine = internal addrspace(3) global [2 x double] undef, align 8
@dynamic = external addrspace(3) global [0 x float], align 4
; CHECK-LABEL: define void @f(
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 0
define void @f() noinline {
  store i8 1, ptr addrspace(3) @common
  ret void
}
; CHECK-LABEL: define void @k(
; CHECK-DAG: %mine = getelementptr inbounds i8, ptr %{{.*}}, i64 8
; CHECK-DAG: %dynamic = getelementptr inbounds i8, ptr %{{.*}}, i64 %{{.*}}
define void @k() #0 {
  call void @f()
  store double 1.0, ptr addrspacecast (ptr addrspace(3) @mine to ptr)
  store float 1.0, ptr addrspace(3) @dynamic
  ret void
}
define void @other() #0 {
  call void @f()
  ret void
}
define void @none() #0 {
  ret void
}
; Rows of about 16 elements suggest blocks of as many threads.
@tile = internal addrspace(3) global [16 x [17 x i32]] undef, align 4
@row = internal addrspace(3) global [256 x i32] undef, align 4
define void @small(i32 %i) #0 {
  %place = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  store i32 1, ptr addrspace(3) %place
  ret void
}
define void @large(i32 %i) #0 {
  %place = getelementptr i32, ptr addrspace(3) @row, i32 %i
  store i32 1, ptr addrspace(3) %place
  ret void
}
; CHECK: "gridcall-static-shared"="24"
; CHECK: "gridcall-static-shared"="4"
; CHECK: "gridcall-static-shared"="0"
; CHECK: "gridcall-small-blocks" "gridcall-static-shared"="1088"
; CHECK-NOT: gridcall-small-blocks
attributes #0 = { "gridcall-kernel" }
