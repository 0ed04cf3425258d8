; PASSES: remove-address-spaces
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
; CHECK-NOT: addrspace
; CHECK: @a = externally_initialized global [4 x i32]
; CHECK: @p = externally_initialized global ptr @a
@a = addrspace(4) externally_initialized global [4 x i32] zeroinitializer
@p = addrspace(1) externally_initialized global ptr addrspacecast (ptr addrspace(4) @a to ptr)
define void @k(ptr %to, i1 %c, i64 %i) {
entry:
  %shared = addrspacecast ptr %to to ptr addrspace(3)
  br i1 %c, label %left, label %right
left:
  %g = getelementptr [4 x i32], ptr addrspace(4) @a, i64 0, i64 %i
  %n = addrspacecast ptr addrspace(4) %g to ptr
  br label %right
right:
  %m = phi ptr addrspace(3) [ %shared, %entry ], [ null, %left ]
  %v = load i32, ptr addrspacecast (ptr addrspace(4) getelementptr ([4 x i32], ptr addrspace(4) @a, i64 0, i64 2) to ptr)
  store i32 %v, ptr addrspace(3) %m
  ; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %m, ptr @a
  call void @llvm.memcpy.p3.p4.i64(ptr addrspace(3) %m, ptr addrspace(4) @a, i64 16, i1 false)
  ; CHECK: cmpxchg ptr %m
  %x = cmpxchg ptr addrspace(3) %m, i32 0, i32 1 acq_rel acquire
  ret void
}
declare void @llvm.memcpy.p3.p4.i64(ptr addrspace(3), ptr addrspace(4), i64, i1)
