// SPDX-License-Identifier: Apache-2.0
//
// A block whose warps run as vectors (an image's warp entries): warps one after another where they never wait, else a
// fiber for each, which changes at block barriers.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "cpu/fiber.h"
#include "cpu/image.h"

namespace gridcall::cpu {

struct Block;
struct Op;

// Which of a kernel's warp entries fits a launch, if any.
struct WarpChoice {
  WarpEntry entry = nullptr;
  std::uint32_t lanes = 0;
  bool reads_all_lanes = false;  // of WarpContext::thread_index; else lane 0's stand for all
};
WarpChoice choose_warp_entry(const KernelDescription& kernel, const std::uint32_t grid[3],
                             const std::uint32_t block[3]) noexcept;

inline constexpr std::size_t kWarpStackBytes = std::size_t{256} * 1024;

// One warp. The context is first: generated code has its address.
struct VectorWarp {
  WarpContext context;
  ThreadContext lane_thread;  // lent to functions of one thread; also whom a fault is laid to
  Block* block = nullptr;
  Stack* stack = nullptr;
  bool at_barrier = false;
  bool exited = false;
  std::uint32_t reduction = 0;
  std::uint32_t mask = 0;
  std::uint32_t predicates = 0;
};

struct WarpBlock {
  static constexpr std::uint32_t kMostWarps = kMaxThreadsPerBlock / 16;

  std::unique_ptr<VectorWarp[]> warps;
  std::uint32_t count = 0;
  std::uint32_t barrier_result = 0;
  StackPool* stacks = nullptr;

  // Makes slot number `slot` warp number `index` of the block.
  void fill(Block& block, std::uint32_t slot, std::uint32_t index, std::uint32_t lanes) noexcept;
  bool prepare(Block& block) noexcept;
  // The warp that runs after `index` in this round, or NULL at the round's end.
  VectorWarp* next(std::uint32_t index) noexcept;
  void release_barrier() noexcept;
  void abandon() noexcept;
};

}  // namespace gridcall::cpu
