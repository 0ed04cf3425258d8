// SPDX-License-Identifier: Apache-2.0

#include "core/copy/copy.h"

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

core::CopyRegion region_of(const gc_rect_copy& copy) {
  core::CopyEnd dst =
      rect_end(held<core::Mem>(copy.dst_mem), copy.dst_host, copy.dst_host_size, "dst", "dst_", "dst_offset");
  dst.offset = copy.dst_offset;
  dst.row_pitch = copy.dst_row_pitch;
  dst.slice_pitch = copy.dst_slice_pitch;
  core::CopyEnd src =
      rect_end(held<core::Mem>(copy.src_mem), copy.src_host, copy.src_host_size, "src", "src_", "src_offset");
  src.offset = copy.src_offset;
  src.row_pitch = copy.src_row_pitch;
  src.slice_pitch = copy.src_slice_pitch;
  if (!dst.mem && !src.mem)
    throw Failure(
        status::kInvalidArgument,
        "`dst_host` and `src_host` are both host memory: pass `dst_mem` or `src_mem`, or use memcpy");
  return {dst, src, copy.width, copy.height ? copy.height : 1, copy.depth ? copy.depth : 1};
}

}  // namespace

void memcpy_rect(const gc_rect_copy& rect, core::Stream* stream) {
  core::copy(region_of(rect), stream);
}

void memcpy_rect_async(const gc_rect_copy& rect, core::Stream* stream) {
  const core::CopyRegion region = region_of(rect);
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

void memset_rect(const gc_rect_fill& rect, core::Stream* stream) {
  core::Mem* const mem = held<core::Mem>(rect.mem);
  if (!mem) throw Failure(status::kInvalidHandle, "`mem` of `rect` is NULL: pass the memory to fill");
  core::CopyEnd end = core::CopyEnd::of(*mem, rect.offset, "mem", "offset");
  end.row_pitch = rect.row_pitch;
  end.slice_pitch = rect.slice_pitch;
  core::fill_rect({end, end, rect.width, rect.height ? rect.height : 1, rect.depth ? rect.depth : 1},
                  {static_cast<const std::byte*>(rect.pattern), rect.pattern_size}, stream);
}

}  // namespace gridcall::api
