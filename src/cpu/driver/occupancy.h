// SPDX-License-Identifier: Apache-2.0
//
// The number of blocks that a worker holds at a time. Blocks that wait for each other are suspended on it,
// so that it is a matter of memory alone: so many of the largest size.

#pragma once

#include <cstdint>

#include "cpu/abi/image.h"

namespace gridcall::cpu {

inline constexpr std::uint32_t kResidentBlocks = 8;
inline constexpr std::uint32_t kResidentThreads = kResidentBlocks * kMaxThreadsPerBlock;
// Includes the part of a block's shared memory that CUDA reserves.
inline constexpr std::uint32_t kResidentSharedBytes = kResidentBlocks * (kMaxSharedBytes + 1024);

// Returns 0 if such a block cannot be launched.
constexpr std::uint32_t resident_blocks(const KernelDescription& kernel, std::uint64_t threads,
                                        std::uint64_t dynamic_shared_bytes) noexcept {
  const bool fits =
      threads <= kernel.max_threads && dynamic_shared_bytes <= kMaxSharedBytes - kernel.static_shared_bytes;
  return fits ? kResidentBlocks : 0;
}

}  // namespace gridcall::cpu
