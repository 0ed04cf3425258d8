; PASSES: describe-module
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
@v = global [3 x i16] zeroinitializer #1
; CHECK: @v = hidden global
; CHECK-DAG: c"k\00"
; CHECK-DAG: @gridcall_parameters = private constant [2 x { i32, i32, ptr, ptr, i32, i32 }] [{ i32, i32, ptr, ptr, i32, i32 } { i32 0, i32 8, ptr null, ptr null, i32 0, i32 0 }, { i32, i32, ptr, ptr, i32, i32 } { i32 8, i32 4, ptr null, ptr null, i32 0, i32 0 }]
; CHECK-DAG: @gridcall_kernels = private constant [1 x {{.*}}ptr @gridcall_entry.k, ptr null, ptr @gridcall_parameters, i32 2, i32 12, i32 64, i32 256, i32 {{[0-9]+}}, i32 1, i32 2, i32 2, i32 1, i32 0 }]
; CHECK-DAG: @gridcall_variables = private constant [1 x {{.*}}ptr @v, i64 6, i32 1, i32 2 }]
; CHECK-DAG: @gridcall_module = dso_local constant { i32, i32, ptr, ptr, ptr, i32, i32, i32, i32 } { i32 1129333575, i32 {{[0-9]+}}, ptr @{{.*}}, ptr @gridcall_kernels, ptr @gridcall_variables, i32 1, i32 1, i32 0, i32 0 }
; CHECK: define internal void @gridcall_entry.k
define void @gridcall_entry.k(ptr %t, ptr %p) #0 {
  ret void
}
attributes #0 = { "gridcall-kernel" "gridcall-may-block" "gridcall-parameters"="0:8,8:4" "gridcall-static-shared"="64" "gridcall-max-threads"="256" "gridcall-cluster"="2,2,1" }
attributes #1 = { "gridcall-variable"="constant" }
