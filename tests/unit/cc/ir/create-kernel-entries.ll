; PASSES: add-thread-context,create-kernel-entries
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
; CHECK: define internal void @k({{.*}}) #[[BODY:[0-9]+]]
define void @k(i8 %a, double %b, ptr byval({ i32, i64 }) align 16 %s, i1 zeroext %c, ptr %p) #0 {
  ret void
}
; CHECK: define dso_local void @gridcall_entry.k(ptr {{.*}} %0, ptr noalias nocapture noundef readonly %1) #[[ENTRY:[0-9]+]]
; CHECK: load i8, ptr %{{.*}}, align 1, !invariant.load
; CHECK: load double, ptr
; CHECK: getelementptr inbounds i8, ptr %1, i64 16
; CHECK: getelementptr inbounds i8, ptr %1, i64 32
; CHECK: trunc i8 %{{.*}} to i1
; CHECK: call void @k(ptr align 8 %0, i8 %{{.*}}, double %{{.*}}, ptr byval({ i32, i64 }) align 16 %{{.*}}, i1 zeroext %{{.*}}, ptr %{{.*}})
; CHECK-DAG: attributes #[[BODY]] = { alwaysinline }
; CHECK-DAG: attributes #[[ENTRY]] = { nounwind "gridcall-kernel" "gridcall-may-block" "gridcall-parameters"="0:1,8:8,16:16,32:1,40:8" }
attributes #0 = { noinline "gridcall-kernel" "gridcall-may-block" }
