// SPDX-License-Identifier: Apache-2.0
//
// Copies and fills: every one is checked against its memory before the driver sees it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/mem.h"

namespace gridcall::core {

void copy_htod(Mem& dst, std::uint64_t dst_offset, std::span<const std::byte> src);
void copy_dtoh(Mem& src, std::uint64_t src_offset, std::span<std::byte> dst);
void copy_dtod(Mem& dst, std::uint64_t dst_offset, Mem& src, std::uint64_t src_offset, std::uint64_t size);

// `stream` nullptr: the default stream.
void copy_htod_async(Mem& dst, std::uint64_t dst_offset, Mem& src, std::uint64_t src_offset,
                     std::uint64_t size, const Stream* stream);
void copy_dtoh_async(Mem& dst, std::uint64_t dst_offset, Mem& src, std::uint64_t src_offset,
                     std::uint64_t size, const Stream* stream);
void copy_dtod_async(Mem& dst, std::uint64_t dst_offset, Mem& src, std::uint64_t src_offset,
                     std::uint64_t size, const Stream* stream);

// `width` 1, 2 or 4. Without `async` it is queued on the default stream, whatever `stream` is.
void fill(Mem& mem, std::uint64_t offset, std::uint32_t value, unsigned width, std::uint64_t count,
          bool async, const Stream* stream);

}  // namespace gridcall::core
