// SPDX-License-Identifier: Apache-2.0

#include "core/copy.h"

#include "api/generated/implementation.h"

namespace gridcall::api {

void memcpy_htod(core::Mem& dst, std::uint64_t dst_offset, std::span<const std::byte> src,
                 core::Stream* stream) {
  core::copy_htod(dst, dst_offset, src, stream);
}

void memcpy_dtoh(std::span<std::byte> dst, core::Mem& src, std::uint64_t src_offset, core::Stream* stream) {
  core::copy_dtoh(dst, src, src_offset, stream);
}

void memcpy_dtod(core::Mem& dst, std::uint64_t dst_offset, core::Mem& src, std::uint64_t src_offset,
                 std::uint64_t size, core::Stream* stream) {
  core::copy_dtod(dst, dst_offset, src, src_offset, size, stream);
}

void memcpy_htod_async(core::Mem& dst, std::uint64_t dst_offset, core::Mem& src, std::uint64_t src_offset,
                       std::uint64_t size, core::Stream* stream) {
  core::copy_htod_async(dst, dst_offset, src, src_offset, size, stream);
}

void memcpy_dtoh_async(core::Mem& dst, std::uint64_t dst_offset, core::Mem& src, std::uint64_t src_offset,
                       std::uint64_t size, core::Stream* stream) {
  core::copy_dtoh_async(dst, dst_offset, src, src_offset, size, stream);
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

}  // namespace gridcall::api
