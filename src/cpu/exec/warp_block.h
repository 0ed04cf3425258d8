// SPDX-License-Identifier: Apache-2.0
//
// A block whose warps run as vectors (an image's warp entries), one after another: each to its end, or from
// block barrier to block barrier.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "cpu/abi/image.h"

namespace gridcall::cpu {

struct Block;
struct Worker;

// The warp entry of a kernel that fits a launch, if any does.
struct WarpChoice {
  WarpEntry entry = nullptr;
  std::uint32_t lanes = 0;
  bool whole_blocks = false;  // it runs whole blocks to their end
};
WarpChoice choose_warp_entry(const KernelDescription& kernel, const std::uint32_t grid[3],
                             const std::uint32_t block[3]) noexcept;

// One warp. The context is first: generated code has its address, and steps to the next one's.
struct VectorWarp {
  WarpContext context;
  ThreadContext lane_thread;  // lent to functions of one thread; also whom a fault is laid to
  bool suspended = false;

  VectorWarp() {
    context.frame_memory = nullptr;
    context.frame_capacity = 0;
  }
  VectorWarp(const VectorWarp&) = delete;
  VectorWarp& operator=(const VectorWarp&) = delete;
  ~VectorWarp();

  // For a warp that has run: whether it waits at a barrier, and where it resumes.
  bool live() const noexcept { return resume_point() != nullptr; }
  void* resume_point() const noexcept {
    return reinterpret_cast<void*>(static_cast<const WarpFrame*>(context.frame_memory)->resume);
  }
  bool paused() const noexcept {
    return context.barrier_reduction == static_cast<std::uint32_t>(BarrierReduction::kPaused);
  }
  // Resumes this warp alone.
  void* run(Worker& worker) noexcept;
  // Whose lane_thread it is.
  static VectorWarp& of(ThreadContext& lane_thread) noexcept {
    return *reinterpret_cast<VectorWarp*>(reinterpret_cast<char*>(&lane_thread) -
                                          offsetof(VectorWarp, lane_thread));
  }
};

static_assert(sizeof(VectorWarp) == kWarpStride);

// The warps of a block run in rounds: from the start, or from a barrier, to the next barrier or their end.
enum class WarpRound : std::uint8_t {
  kFirst,
  kTogether,  // all have met at one barrier, or pause at one place
  kApart,     // at several
  kParked,    // lanes of some wait separately: those that can are resumed (parking.cpp)
};

struct WarpBlock {
  static constexpr std::uint32_t kMaxWarps = kMaxThreadsPerBlock / 16;

  std::unique_ptr<VectorWarp[]> warps;
  std::uint32_t count = 0;
  WarpRound round = WarpRound::kFirst;
  bool only_paused = false;       // this round is of those that have paused, not of those at a barrier
  std::uint32_t next = 0;         // the first warp that has not run in this round
  WarpRegion region = nullptr;    // what kTogether runs
  void* resume_point = nullptr;   // of the warps that have run in this round, as an entry returns it
  bool has_suspended = false;     // some warp was suspended: `resume_point` must be computed again from all
  bool parking = false;           // lanes of some warp have waited separately: parking.cpp runs the block
  std::uint64_t blocks_left = 0;  // of the run, this one included
  // The shape that the warps were filled for: it is constant from block to block, and mostly from launch to
  // launch.
  std::uint32_t filled_lanes = 0;
  std::uint32_t filled_size[3] = {};

  // Makes the warps those of the block's launch. False: no memory.
  bool fill(Block& block) noexcept;
  void begin_block() noexcept {
    round = WarpRound::kFirst;
    next = 0;
    resume_point = nullptr;
    has_suspended = false;
    parking = false;
  }
  // All warps left in the round become the range of the returned one.
  VectorWarp& begin_range() noexcept {
    VectorWarp& first = warps[next];
    first.context.warps_to_run = count - next;
    first.context.running_warp = 0;
    next = count;
    return first;
  }
  // The run that executes the range of `first` is about to be suspended: it keeps the warp that it executes,
  // which is returned, and the warps behind that one are left for another run.
  VectorWarp& split_at_running(VectorWarp& first) noexcept;
  // For a fault while `current` is a warp's lane_thread: the first lane that was on, and how many were.
  static std::uint32_t name_running(const ThreadContext& current, std::uint32_t thread[3]) noexcept;
  // These look at the warps that are not suspended.
  bool some_paused() const noexcept;
  void* find_resume_point() const noexcept;
  // Every warp has reached a barrier, has paused or has ended. True: some have only paused, and are resumed
  // before those at a barrier. Where all are at a barrier, they receive the combined predicates that they
  // asked for.
  bool end_round() noexcept;
};

}  // namespace gridcall::cpu
