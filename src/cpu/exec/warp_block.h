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

// The warp entry of a kernel that fits a launch, if there is one.
struct WarpChoice {
  WarpEntry entry = nullptr;
  std::uint32_t lanes = 0;
  bool whole_blocks = false;  // the entry runs whole blocks to their end
  bool block_runs = false;    // and several at a time
};
WarpChoice choose_warp_entry(const KernelDescription& kernel, const std::uint32_t grid[3],
                             const std::uint32_t block[3]) noexcept;

// A warp that runs as a vector. The context is the first member, because generated code has its address and
// adds a stride for the next one.
struct VectorWarp {
  WarpContext context;
  ThreadContext lane_thread;  // the argument of functions of one thread; also the thread that a fault names
  bool suspended = false;

  VectorWarp() {
    context.frame_memory = nullptr;
    context.frame_capacity = 0;
  }
  VectorWarp(const VectorWarp&) = delete;
  VectorWarp& operator=(const VectorWarp&) = delete;
  ~VectorWarp();

  // Return whether a warp that has run waits at a barrier, and where it resumes.
  bool live() const noexcept { return resume_point() != nullptr; }
  void* resume_point() const noexcept {
    return reinterpret_cast<void*>(static_cast<const WarpFrame*>(context.frame_memory)->resume);
  }
  bool paused() const noexcept {
    return context.barrier_reduction == static_cast<std::uint32_t>(BarrierReduction::kPaused);
  }
  // Resumes this warp alone.
  void* run(Worker& worker) noexcept;
  // Returns the warp that owns a lane_thread.
  static VectorWarp& of(ThreadContext& lane_thread) noexcept {
    return *reinterpret_cast<VectorWarp*>(reinterpret_cast<char*>(&lane_thread) -
                                          offsetof(VectorWarp, lane_thread));
  }
};

static_assert(sizeof(VectorWarp) == kWarpStride);

// The warps of a block run in rounds, from the start or a barrier to the next barrier or their end.
enum class WarpRound : std::uint8_t {
  kFirst,
  kTogether,  // all have met at one barrier, or pause at one place
  kApart,     // they have stopped at several
  kParked,    // lanes of some warps wait separately, and those that can are resumed (parking.cpp)
};

struct WarpBlock {
  static constexpr std::uint32_t kMaxWarps = kMaxThreadsPerBlock / 16;

  std::unique_ptr<VectorWarp[]> warps;
  std::uint32_t count = 0;
  WarpRound round = WarpRound::kFirst;
  bool only_paused = false;     // this round runs the paused warps and not those at a barrier
  std::uint32_t next = 0;       // the first warp that has not run in this round
  WarpRegion region = nullptr;  // the region that kTogether runs
  // The resume point of the warps that have run in this round, as an entry returns it.
  void* resume_point = nullptr;
  bool has_suspended = false;     // a warp was suspended, so `resume_point` must be computed again from all
  bool parking = false;           // lanes of a warp have waited separately, so parking.cpp runs the block
  std::uint64_t blocks_left = 0;  // the blocks of the run, including this one
  // The shape that the warps were filled for, which is constant from block to block, and usually from launch
  // to launch.
  std::uint32_t filled_lanes = 0;
  std::uint32_t filled_size[3] = {};

  // Prepares the warps for the block's launch. Returns false if memory is short.
  bool fill(Block& block) noexcept;
  void begin_block() noexcept {
    round = WarpRound::kFirst;
    next = 0;
    resume_point = nullptr;
    has_suspended = false;
    parking = false;
  }
  // Makes all remaining warps of the round the range of the returned one.
  VectorWarp& begin_range() noexcept {
    VectorWarp& first = warps[next];
    first.context.warps_to_run = count - next;
    first.context.running_warp = 0;
    next = count;
    return first;
  }
  // Splits the range of `first` before its run is suspended: the run keeps its current warp, which is
  // returned, and leaves the warps after it to another run.
  VectorWarp& split_at_running(VectorWarp& first) noexcept;
  // Returns for a fault, when `current` is a warp's lane_thread, the first active lane and the number of
  // active lanes.
  static std::uint32_t name_running(const ThreadContext& current, std::uint32_t thread[3]) noexcept;
  // These ignore suspended warps.
  bool some_paused() const noexcept;
  void* find_resume_point() const noexcept;
  // Ends a round in which every warp has reached a barrier, paused or ended. Returns true if some have only
  // paused, and are resumed before those at a barrier. If all are at a barrier, they receive the combined
  // predicates.
  bool end_round() noexcept;
};

}  // namespace gridcall::cpu
