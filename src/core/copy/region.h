// SPDX-License-Identifier: Apache-2.0
//
// The box of bytes that a copy moves, in rows and slices. A plain copy is one row.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/memory/mem.h"

namespace gridcall::core {

class Array;

inline constexpr char kNotCopied[] = "this copy was not made";

// One end of a copy, as gc_copy_end: memory, an array, or ordinary memory of the host.
struct CopyEnd {
  Mem* mem = nullptr;
  bool by_host = false;           // the driver gets the host's address, not the device's
  std::byte* host = nullptr;      // the host's address; the memory of a source is only read
  std::uint64_t size = 0;         // the size of the memory or the buffer
  std::uint64_t offset = 0;       // the offset of the first byte
  std::uint64_t row_pitch = 0;    // the distance of rows; 0: the rows have no gap
  std::uint64_t slice_pitch = 0;  // the distance of slices; 0: the slices have no gap
  // The names in messages: "dst", and "dst_offset" or "dst.offset".
  const char* name = "";
  const char* offset_name = "";
  Array* array = nullptr;
  std::uint64_t x = 0, y = 0, z = 0;  // the position in the array

  static CopyEnd of(Mem& mem, std::uint64_t offset, const char* name, const char* offset_name) noexcept {
    return {.mem = &mem, .size = mem.size(), .offset = offset, .name = name, .offset_name = offset_name};
  }
  // Makes an end with the host's address if the host can access the memory.
  static CopyEnd of_reached(Mem& mem, std::uint64_t offset, const char* name,
                            const char* offset_name) noexcept {
    CopyEnd end = of(mem, offset, name, offset_name);
    end.by_host = mem.host() != nullptr;
    end.host = mem.host();
    return end;
  }
  static CopyEnd of_host(const void* data, std::uint64_t size, const char* name,
                         const char* offset_name = "") noexcept {
    return {.by_host = true,
            .host = static_cast<std::byte*>(const_cast<void*>(data)),
            .size = size,
            .name = name,
            .offset_name = offset_name};
  }
  static CopyEnd of_array(Array& array, std::uint64_t x, std::uint64_t y, std::uint64_t z,
                          const char* name) noexcept {
    return {.name = name, .array = &array, .x = x, .y = y, .z = z};
  }
  bool is_host() const noexcept { return !mem && !array; }
  std::uint64_t address() const noexcept { return mem->address(); }
  // The host and the devices share one address space.
  std::uint64_t begin() const noexcept {
    return (mem ? mem->address() : reinterpret_cast<std::uintptr_t>(host)) + offset;
  }
};

struct CopyRegion {
  CopyEnd dst;
  CopyEnd src;
  std::uint64_t width;  // bytes of a row
  std::uint64_t rows = 1;
  std::uint64_t slices = 1;

  bool is_empty() const noexcept { return width == 0 || rows == 0 || slices == 0; }
  bool is_line() const noexcept { return rows == 1 && slices == 1; }

  std::uint64_t row_pitch(const CopyEnd& end) const noexcept { return end.row_pitch ? end.row_pitch : width; }
  std::uint64_t slice_pitch(const CopyEnd& end) const noexcept {
    return end.slice_pitch ? end.slice_pitch : rows * row_pitch(end);
  }

  // Returns the region with as few and as long rows and slices as possible: bytes without a gap at both ends
  // are one row. All pitches that matter are set.
  CopyRegion collapsed() const noexcept;

  // Throws OUT_OF_RANGE unless both ends hold the region, INVALID_ARGUMENT for pitches that do not fit it and
  // for ends that overlap. A pitch of 0 stays 0.
  void check() const {
    if (__builtin_expect(is_line(), 1)) {
      check_line(dst);
      check_line(src);
      if (dst.mem && src.mem) check_line_overlap();
    } else {
      check_box();
    }
  }
  // Checks one end.
  void check_box_end(const CopyEnd& end) const;

 private:
  // The functions that throw take numbers instead of the region, so that the compiler keeps the region in
  // registers.
  void check_line(const CopyEnd& end) const {
    if (__builtin_expect(end.offset > end.size || width > end.size - end.offset, 0))
      refuse_line(end.mem, end.size, end.offset, width, end.name, end.offset_name);
  }
  void check_line_overlap() const {
    const std::uint64_t to = dst.address() + dst.offset, from = src.address() + src.offset;
    // Both ranges lie inside memory, so the sums do not overflow.
    if (__builtin_expect(to < from + width && from < to + width, 0) && width != 0)
      refuse_overlap(width - (to > from ? to - from : from - to));
  }
  void check_box() const;
  bool boxes_overlap() const noexcept;
  [[noreturn]] static void refuse_line(const Mem* mem, std::uint64_t size, std::uint64_t offset,
                                       std::uint64_t width, const char* name, const char* offset_name);
  [[noreturn]] static void refuse_overlap(std::uint64_t bytes);
};

}  // namespace gridcall::core
