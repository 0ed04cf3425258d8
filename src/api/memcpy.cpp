// SPDX-License-Identifier: Apache-2.0

#include "core/copy/copy.h"

#include "api/generated/implementation.h"

namespace gridcall::api {

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
