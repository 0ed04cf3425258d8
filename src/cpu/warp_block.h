// SPDX-License-Identifier: Apache-2.0
//
// A block whose warps run as vectors (an image's warp entries), one after another: each to its end, or from
// block barrier to block barrier.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "cpu/image.h"

namespace gridcall::cpu {

struct Block;
struct Worker;

// Which of a kernel's warp entries fits a launch, if any.
struct WarpChoice {
  WarpEntry entry = nullptr;
  std::uint32_t lanes = 0;
};
WarpChoice choose_warp_entry(const KernelDescription& kernel, const std::uint32_t grid[3],
                             const std::uint32_t block[3]) noexcept;

// One warp. The context is first: generated code has its address, and steps to the next one's.
struct VectorWarp {
  WarpContext context;
  ThreadContext lane_thread;  // lent to functions of one thread; also whom a fault is laid to

  VectorWarp() {
    context.frame_memory = nullptr;
    context.frame_capacity = 0;
  }
  VectorWarp(const VectorWarp&) = delete;
  VectorWarp& operator=(const VectorWarp&) = delete;
  ~VectorWarp() { std::free(context.frame_memory); }

  // Of a warp that has been run: whether it stands at a barrier.
  bool live() const noexcept { return stands_at() != nullptr; }
  void* stands_at() const noexcept {
    return reinterpret_cast<void*>(static_cast<const WarpFrame*>(context.frame_memory)->resume);
  }
  bool paused() const noexcept {
    return context.barrier_reduction == static_cast<std::uint32_t>(BarrierReduction::kPaused);
  }
  // It alone goes on.
  void* run(Worker& worker) noexcept;
};

static_assert(sizeof(VectorWarp) == kWarpStride);

struct WarpBlock {
  static constexpr std::uint32_t kMostWarps = kMaxThreadsPerBlock / 16;

  std::unique_ptr<VectorWarp[]> warps;
  std::uint32_t count = 0;
  bool parking = false;           // lanes of some warp have waited apart: the block goes on in parking.cpp
  std::uint64_t blocks_left = 0;  // of the run, this one included
  // What the warps were filled for: nothing of it changes from block to block, little from launch to launch.
  std::uint32_t filled_lanes = 0;
  std::uint32_t filled_size[3] = {};
  const void* filled_stop = nullptr;

  // Makes the warps those of the block's launch. False: no memory.
  bool fill(Block& block) noexcept;
  // For a fault while `current` is a warp's lane_thread: the first lane that was on, and how many were.
  static std::uint32_t name_running(const ThreadContext& current, std::uint32_t thread[3]) noexcept;
  // Every warp has come to where it stands still, or has left. True: some have only paused, and alone go on.
  // Else all are at the barrier, and are told of all predicates if they want to know; unless they `differ` they
  // stand at the same one.
  bool end_round(bool differ) noexcept;
};

}  // namespace gridcall::cpu
