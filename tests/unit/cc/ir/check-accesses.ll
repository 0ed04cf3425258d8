; PASSES: check-accesses
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
; Bytes that belong to nobody follow a shared variable.
; CHECK: @s = internal addrspace(3) global [32 x i8] undef, align 4
@s = internal addrspace(3) global [4 x i32] undef, align 4
; The table of places: line 3, column 5 of what is in a.cu.
; CHECK-DAG: @gridcall_check_sites{{[.0-9]*}} = private constant [{{[0-9]+}} x { ptr, ptr, ptr, i32, i32 }] [{{.*}}i32 3, i32 5
; CHECK-DAG: @gridcall_check_kernel = private constant { ptr, ptr, i32, i32, i32, i32 } { ptr @gridcall_check_sites{{[.0-9]*}}, ptr @gridcall_check_writes, i32 {{[0-9]+}}, i32 1, i32 1, i32 0 }
; CHECK-LABEL: define void @k(
; The first thread of a block says what is shared.
; CHECK: call i32 @__gridcall_rt_check_enter(ptr @gridcall_check_kernel)
; CHECK: call void @__gridcall_rt_check_shared(ptr addrspacecast (ptr addrspace(3) @s to ptr), ptr @gridcall_check_object
; What the argument leads to is asked for, by its own slot.
; CHECK: %[[TO:.*]] = call ptr @__gridcall_rt_check_access(ptr %a, i64 4, i32 16908290, ptr @gridcall_check_sites{{.*}}, i64 0, i32 0)
; CHECK: store i32 1, ptr %[[TO]]
; An index of a known variable is compared with that.
; CHECK: call ptr @__gridcall_rt_check_variable(ptr addrspacecast (ptr addrspace(3) @s to ptr), ptr %{{.*}}, i64 4, i32 132098
; A constant one that is inside is not: the load stays where it is.
; CHECK: store i32 2
; CHECK-NOT: check_
; CHECK: %v = load i32, ptr addrspace(3)
define void @k(ptr %a, i64 %i) #0 !dbg !5 {
  store i32 1, ptr %a, align 4, !dbg !8
  %p = getelementptr [4 x i32], ptr addrspace(3) @s, i64 0, i64 %i, !dbg !8
  store i32 2, ptr addrspace(3) %p, align 4, !dbg !8
  %v = load i32, ptr addrspace(3) getelementptr ([4 x i32], ptr addrspace(3) @s, i64 0, i64 3), align 4, !dbg !8
  ret void
}
attributes #0 = { "gridcall-kernel" }
!gridcall.checks = !{!0}
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!4}
!0 = !{i32 1}
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !3, emissionKind: LineTablesOnly)
!3 = !DIFile(filename: "a.cu", directory: "")
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "k", file: !3, line: 1, type: !6, unit: !2, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !DILocation(line: 3, column: 5, scope: !5)
