// SPDX-License-Identifier: Apache-2.0

#include "core/copy/copy.h"
#include "core/copy/copy_array.h"

#include "api/generated/implementation.h"
#include "base/concat.h"

namespace gridcall::api {

namespace {

template <class... Parts>
[[noreturn]] void refuse(const Parts&... parts) {
  throw Failure(status::kInvalidArgument, concat(parts...));
}

// Makes a copy's end. `name`: "dst"; `offset_name`: "dst.offset". A host buffer of 0 bytes is ignored.
core::CopyEnd end_of(const gc_copy_end& end, const CopyEndObjects& objects, const char* name,
                     const char* offset_name) {
  const int given = (objects.mem != nullptr) + (objects.array != nullptr) + (end.host_size != 0);
  if (given == 0)
    refuse("none of `", name, ".mem`, `", name, ".array` and `", name, ".host` is given: pass one of them");
  if (given > 1)
    refuse(given, " of `", name, ".mem`, `", name, ".array` and `", name,
           ".host` are given: pass one of them");
  if (objects.array) {
    if (end.offset != 0)
      refuse("`", offset_name, "` is ", end.offset, " beside `", name, ".array`: pass its `x`, `y` and `z`");
    if ((end.row_pitch | end.slice_pitch) != 0)
      refuse("`", name, ".row_pitch` is ", end.row_pitch, " and `", name, ".slice_pitch` is ",
             end.slice_pitch, " beside `", name, ".array`, which has its own: pass 0");
    return core::CopyEnd::of_array(*objects.array, end.x, end.y, end.z, name);
  }
  if ((end.x | end.y | end.z) != 0)
    refuse("`", name, ".x`, `", name, ".y` and `", name, ".z` are ", end.x, ", ", end.y, " and ", end.z,
           " without `", name, ".array`: pass `", offset_name, "`");
  core::CopyEnd made = objects.mem ? core::CopyEnd::of_reached(*objects.mem, end.offset, name, offset_name)
                                   : core::CopyEnd::of_host(end.host, end.host_size, name, offset_name);
  made.offset = end.offset;
  made.row_pitch = end.row_pitch;
  made.slice_pitch = end.slice_pitch;
  return made;
}

std::uint64_t or_one(std::uint64_t count) noexcept {
  return count ? count : 1;
}

}  // namespace

void memcpy_rect(const gc_rect_copy& rect, const RectCopyObjects& objects, core::Stream* stream) {
  const core::CopyRegion region{end_of(rect.dst, objects.dst, "dst", "dst.offset"),
                                end_of(rect.src, objects.src, "src", "src.offset"), rect.width,
                                or_one(rect.height), or_one(rect.depth)};
  if (region.dst.is_host() && region.src.is_host())
    refuse("`dst.host` and `src.host` are both host memory: pass a gc_mem or a gc_array, or use memcpy");
  core::copy(region, stream);
}

void memset_rect(const gc_rect_fill& rect, const RectFillObjects& objects, core::Stream* stream) {
  const std::span<const std::byte> value(static_cast<const std::byte*>(rect.value), rect.value_size);
  const core::CopyEnd dst = end_of(rect.dst, objects.dst, "dst", "dst.offset");
  if (dst.is_host())
    refuse("`dst.host` is host memory, ", rect.dst.host_size,
           " bytes: pass a gc_mem or a gc_array, or use memset");
  const std::uint64_t rows = or_one(rect.height), slices = or_one(rect.depth);
  if (dst.array) {
    const core::ArrayBox box{dst.x, dst.y, dst.z, rect.width, rows, slices};
    return core::fill_array(*dst.array, box, value, static_cast<core::ScalarType>(rect.color_type), stream);
  }
  if (rect.color_type != 0)
    refuse("`color_type` is ", rect.color_type, " without `dst.array`: pass the value's bytes and 0");
  core::fill_rect(dst, rect.width, rows, slices, value, stream);
}

}  // namespace gridcall::api
