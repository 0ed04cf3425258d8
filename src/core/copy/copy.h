// SPDX-License-Identifier: Apache-2.0
//
// Copies and fills: every one is checked against its memory before the driver sees it. `stream` nullptr: the
// default stream.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/copy/region.h"

namespace gridcall::core {

// A box of memory or of arrays. With ordinary host memory at an end it returns when that may be used again;
// else it is queued. Of two memories each may be of a context of its own (copy_between.h).
void copy(const CopyRegion& region, Stream* stream);

// Return when the host memory may be used again.
void copy_htod(Mem& dst, std::uint64_t dst_offset, std::span<const std::byte> src, Stream* stream);
void copy_dtoh(std::span<std::byte> dst, Mem& src, std::uint64_t src_offset, Stream* stream);

// Queued.
void copy(Mem& dst, std::uint64_t dst_offset, Mem& src, std::uint64_t src_offset, std::uint64_t size,
          Stream* stream);

// With values of 1 to 128 bytes; queued.
void fill(Mem& mem, std::uint64_t offset, std::span<const std::byte> value, std::uint64_t count,
          const Stream* stream);
void fill_rect(const CopyEnd& end, std::uint64_t width, std::uint64_t rows, std::uint64_t slices,
               std::span<const std::byte> value, const Stream* stream);

}  // namespace gridcall::core
