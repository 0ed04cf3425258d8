; PASSES: vectorize-warps
; Reads of one texture: one call for all lanes, in both variants. The phi of what two of them return becomes one for each member.
; CHECK-LABEL: @gridcall_warp.linear32.read(
; CHECK: call void @gridcall_rt_read_texture(ptr %{{.*}}, i64 %{{.*}}, i32 2, i32 %{{.*}})
; CHECK: call void @gridcall_rt_read_texture(ptr %{{.*}}, i64 %{{.*}}, i32 1, i32 %{{.*}})
; CHECK-NOT: call { i64, i64 } @gridcall_texture_sample
; CHECK-LABEL: @gridcall_warp.linear32.of_many(
; CHECK: call { i64, i64 } @gridcall_texture_sample
; CHECK-NOT: @gridcall_rt_read_texture
define void @gridcall_entry.read(ptr %thread, ptr %parameters) {
entry:
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %second = getelementptr i8, ptr %parameters, i64 8
  %object = load i64, ptr %second, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %x = sitofp i32 %t to float
  %bit = and i32 %t, 2
  %some = icmp ne i32 %bit, 0
  br i1 %some, label %then, label %else
then:
  %plane = call { i64, i64 } @gridcall_texture_sample(i64 %object, i32 2, float %x, float 1.0, float 0.0, i32 0, float 0.0)
  br label %join
else:
  %row = call { i64, i64 } @gridcall_texture_sample(i64 %object, i32 1, float %x, float 0.0, float 0.0, i32 0, float 0.0)
  br label %join
join:
  %texel = phi { i64, i64 } [ %plane, %then ], [ %row, %else ]
  %channel = extractvalue { i64, i64 } %texel, 0
  %wide = zext i32 %t to i64
  %place = getelementptr i64, ptr %out, i64 %wide
  store i64 %channel, ptr %place, align 8
  ret void
}
; Each lane has a texture of its own.
define void @gridcall_entry.of_many(ptr %thread, ptr %parameters) {
entry:
  %out = load ptr, ptr %parameters, align 8, !invariant.load !0
  %t = load i32, ptr %thread, align 4, !invariant.load !0
  %wide = zext i32 %t to i64
  %place = getelementptr i64, ptr %out, i64 %wide
  %object = load i64, ptr %place, align 8
  %texel = call { i64, i64 } @gridcall_texture_sample(i64 %object, i32 2, float 1.0, float 1.0, float 0.0, i32 0, float 0.0)
  %channel = extractvalue { i64, i64 } %texel, 0
  store i64 %channel, ptr %place, align 8
  ret void
}
declare { i64, i64 } @gridcall_texture_sample(i64, i32, float, float, float, i32, float)
!0 = !{}
