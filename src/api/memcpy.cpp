// SPDX-License-Identifier: Apache-2.0

#include "core/copy/copy.h"
#include "core/copy/copy_array.h"

#include "api/generated/implementation.h"
#include "base/concat.h"

namespace gridcall::api {

namespace {

// One end of a rectangle. A host buffer of 0 bytes is none.
core::CopyEnd rect_end(core::Mem* mem, const void* host, std::size_t host_size, const char* name,
                       const char* prefix, const char* offset_name) {
  if (mem && host_size != 0)
    throw Failure(status::kInvalidArgument, concat("`", prefix, "mem` and `", prefix, "host`, of ", host_size,
                                                   " bytes, are both given: pass one of them"));
  if (!mem && host_size == 0)
    throw Failure(status::kInvalidArgument,
                  concat("neither `", prefix, "mem` nor `", prefix, "host` is given: pass one of them"));
  core::CopyEnd end =
      mem ? core::CopyEnd::of(*mem, 0, name, offset_name) : core::CopyEnd::of_host(host, host_size, name);
  if (mem) {
    end.by_host = mem->host() != nullptr;
    end.host = mem->host();
  }
  end.offset_name = offset_name;
  end.prefix = prefix;
  return end;
}

core::CopyRegion region_of(const gc_rect_copy& copy, const RectCopyObjects& objects) {
  core::CopyEnd dst =
      rect_end(objects.dst_mem, copy.dst_host, copy.dst_host_size, "dst", "dst_", "dst_offset");
  dst.offset = copy.dst_offset;
  dst.row_pitch = copy.dst_row_pitch;
  dst.slice_pitch = copy.dst_slice_pitch;
  core::CopyEnd src =
      rect_end(objects.src_mem, copy.src_host, copy.src_host_size, "src", "src_", "src_offset");
  src.offset = copy.src_offset;
  src.row_pitch = copy.src_row_pitch;
  src.slice_pitch = copy.src_slice_pitch;
  if (!dst.mem && !src.mem)
    throw Failure(
        status::kInvalidArgument,
        "`dst_host` and `src_host` are both host memory: pass `dst_mem` or `src_mem`, or use memcpy");
  return {dst, src, copy.width, copy.height ? copy.height : 1, copy.depth ? copy.depth : 1};
}

// An end in terms of the caller's fields.
struct RectEnd {
  core::Array* array;
  std::uint64_t x, y, z;
  core::Mem* mem;
  const void* host;
  std::size_t host_size;
  std::uint64_t offset, row_pitch, slice_pitch;
  const char* name;
  const char* prefix;
  const char* offset_name;
};

RectEnd dst_of(const gc_rect_copy& copy, const RectCopyObjects& objects) {
  return {objects.dst_array,    copy.dst_x,      copy.dst_y,
          copy.dst_z,           objects.dst_mem, copy.dst_host,
          copy.dst_host_size,   copy.dst_offset, copy.dst_row_pitch,
          copy.dst_slice_pitch, "dst",           "dst_",
          "dst_offset"};
}
RectEnd src_of(const gc_rect_copy& copy, const RectCopyObjects& objects) {
  return {objects.src_array,    copy.src_x,      copy.src_y,
          copy.src_z,           objects.src_mem, copy.src_host,
          copy.src_host_size,   copy.src_offset, copy.src_row_pitch,
          copy.src_slice_pitch, "src",           "src_",
          "src_offset"};
}

core::ArrayCopyEnd array_end(const RectEnd& end) {
  core::ArrayCopyEnd made;
  const auto refuse = [&](const char* what) {
    throw Failure(status::kInvalidArgument, concat("`", end.prefix, "array` ", what));
  };
  if (!end.array) {
    if ((end.x | end.y | end.z) != 0)
      throw Failure(
          status::kInvalidArgument,
          concat("`", end.prefix, "x`, `", end.prefix, "y` and `", end.prefix, "z` are ", end.x, ", ", end.y,
                 " and ", end.z, " without `", end.prefix, "array`: pass `", end.offset_name, "`"));
    made.linear = rect_end(end.mem, end.host, end.host_size, end.name, end.prefix, end.offset_name);
    made.linear.offset = end.offset;
    made.linear.row_pitch = end.row_pitch;
    made.linear.slice_pitch = end.slice_pitch;
    return made;
  }
  if (end.mem || end.host_size != 0) refuse("is given, and memory too: pass one of them");
  if (end.offset != 0) refuse("is given, and an offset: pass its `x`, `y` and `z`");
  if ((end.row_pitch | end.slice_pitch) != 0)
    refuse("is given, and a pitch, which an array has itself: pass 0");
  made.array = end.array;
  made.box = {end.x, end.y, end.z, 0, 0, 0};
  return made;
}

bool names_array(const gc_rect_copy& copy, const RectCopyObjects& objects) {
  return objects.dst_array || objects.src_array ||
         (copy.dst_x | copy.dst_y | copy.dst_z | copy.src_x | copy.src_y | copy.src_z) != 0;
}

void copy_with_array(const gc_rect_copy& rect, const RectCopyObjects& objects, core::Stream* stream,
                     bool is_async) {
  const core::ArrayCopyEnd dst = array_end(dst_of(rect, objects)), src = array_end(src_of(rect, objects));
  for (const core::ArrayCopyEnd* end : {&dst, &src})
    if (is_async && !end->array && !end->linear.mem)
      throw Failure(
          status::kInvalidArgument,
          concat(
              "`", end == &dst ? "dst" : "src",
              "_host` is host memory, which gc_memcpy_rect_async does not take: pass page-locked memory as "
              "a gc_mem, or call gc_memcpy_rect"));
  core::copy_array(dst, src, rect.width, rect.height ? rect.height : 1, rect.depth ? rect.depth : 1, stream);
}

}  // namespace

void memcpy_rect(const gc_rect_copy& rect, const RectCopyObjects& rect_objects, core::Stream* stream) {
  if (names_array(rect, rect_objects)) return copy_with_array(rect, rect_objects, stream, false);
  core::copy(region_of(rect, rect_objects), stream);
}

void memcpy_rect_async(const gc_rect_copy& rect, const RectCopyObjects& rect_objects, core::Stream* stream) {
  if (names_array(rect, rect_objects)) return copy_with_array(rect, rect_objects, stream, true);
  const core::CopyRegion region = region_of(rect, rect_objects);
  if (!region.dst.mem || !region.src.mem)
    throw Failure(
        status::kInvalidArgument,
        concat("`", region.dst.mem ? "src" : "dst",
               "_host` is host memory, which gc_memcpy_rect_async does not take: pass page-locked memory as "
               "a gc_mem, or call gc_memcpy_rect"));
  core::copy(region, stream);
}

void memset_d8(core::Mem& mem, std::uint64_t offset, std::uint8_t value, std::uint64_t count,
               core::Stream* stream) {
  core::fill(mem, offset, value, 1, count, stream);
}

void memset_d16(core::Mem& mem, std::uint64_t offset, std::uint16_t value, std::uint64_t count,
                core::Stream* stream) {
  core::fill(mem, offset, value, 2, count, stream);
}

void memset_d32(core::Mem& mem, std::uint64_t offset, std::uint32_t value, std::uint64_t count,
                core::Stream* stream) {
  core::fill(mem, offset, value, 4, count, stream);
}

void memset_pattern(core::Mem& mem, std::uint64_t offset, std::span<const std::byte> pattern,
                    std::uint64_t count, core::Stream* stream) {
  core::fill_pattern(mem, offset, pattern, count, stream);
}

void memset_rect(const gc_rect_fill& rect, const RectFillObjects& rect_objects, core::Stream* stream) {
  const std::uint64_t rows = rect.height ? rect.height : 1, slices = rect.depth ? rect.depth : 1;
  const std::span<const std::byte> pattern(static_cast<const std::byte*>(rect.pattern), rect.pattern_size);
  core::Mem* const mem = rect_objects.mem;
  const auto refuse = [](const char* what) { throw Failure(status::kInvalidArgument, what); };
  if (core::Array* const array = rect_objects.array) {
    if (mem) refuse("`mem` and `array` are both given: pass one of them");
    if (rect.offset != 0) refuse("`array` is given, and `offset`: pass its `x`, `y` and `z`");
    if ((rect.row_pitch | rect.slice_pitch) != 0)
      refuse("`array` is given, and a pitch, which an array has itself: pass 0");
    const core::ArrayBox box{rect.x, rect.y, rect.z, rect.width, rows, slices};
    return core::fill_array(*array, box, pattern, static_cast<core::ScalarType>(rect.color_type), stream);
  }
  if (rect.color_type != 0) refuse("`color_type` is given without `array`: pass the pattern's bytes");
  if (!mem) refuse("neither `mem` nor `array` of `rect` is given: pass what to fill");
  if ((rect.x | rect.y | rect.z) != 0)
    throw Failure(status::kInvalidArgument, concat("`x`, `y` and `z` are ", rect.x, ", ", rect.y, " and ",
                                                   rect.z, " without `array`: pass `offset`"));
  core::CopyEnd end = core::CopyEnd::of(*mem, rect.offset, "mem", "offset");
  end.row_pitch = rect.row_pitch;
  end.slice_pitch = rect.slice_pitch;
  core::fill_rect({end, end, rect.width, rows, slices}, pattern, stream);
}

}  // namespace gridcall::api
