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

// Copies a box of memory or of arrays. With ordinary host memory at an end the call returns when that memory
// may be reused; otherwise the copy is queued. Two memories may belong to two contexts (copy_between.h).
void copy(const CopyRegion& region, Stream* stream);

// Return when the host memory may be reused.
void copy_htod(Mem& dst, std::uint64_t dst_offset, std::span<const std::byte> src, Stream* stream);
void copy_dtoh(std::span<std::byte> dst, Mem& src, std::uint64_t src_offset, Stream* stream);

// Queues a copy.
void copy(Mem& dst, std::uint64_t dst_offset, Mem& src, std::uint64_t src_offset, std::uint64_t size,
          Stream* stream);

// Queues a fill with a value of 1 to 128 bytes.
void fill(Mem& mem, std::uint64_t offset, std::span<const std::byte> value, std::uint64_t count,
          const Stream* stream);
void fill_rect(const CopyEnd& end, std::uint64_t width, std::uint64_t rows, std::uint64_t slices,
               std::span<const std::byte> value, const Stream* stream);

}  // namespace gridcall::core
