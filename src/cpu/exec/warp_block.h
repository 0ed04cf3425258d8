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

// Which of a kernel's warp entries fits a launch, if any.
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
  bool away = false;          // set aside

  VectorWarp() {
    context.frame_memory = nullptr;
    context.frame_capacity = 0;
  }
  VectorWarp(const VectorWarp&) = delete;
  VectorWarp& operator=(const VectorWarp&) = delete;
  ~VectorWarp();

  // Of a warp that has been run: whether it stands at a barrier, and what it goes on with.
  bool live() const noexcept { return stands_at() != nullptr; }
  void* stands_at() const noexcept {
    return reinterpret_cast<void*>(static_cast<const WarpFrame*>(context.frame_memory)->resume);
  }
  bool paused() const noexcept {
    return context.barrier_reduction == static_cast<std::uint32_t>(BarrierReduction::kPaused);
  }
  // It alone goes on.
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
  kParked,    // lanes of some wait apart: those go on that can (parking.cpp)
};

struct WarpBlock {
  static constexpr std::uint32_t kMostWarps = kMaxThreadsPerBlock / 16;

  std::unique_ptr<VectorWarp[]> warps;
  std::uint32_t count = 0;
  WarpRound round = WarpRound::kFirst;
  bool only_paused = false;     // this round is of those that have paused, not of those at a barrier
  std::uint32_t next = 0;       // the first warp that this round has not come to
  WarpRegion region = nullptr;  // what kTogether runs
  void* stand = nullptr;        // where the warps that are through with the round stand, as an entry answers
  bool strayed = false;         // some warp was set aside: `stand` is to be found again from all of them
  bool parking = false;         // lanes of some warp have waited apart: the block goes on in parking.cpp
  std::uint64_t blocks_left = 0;  // of the run, this one included
  // What the warps were filled for: nothing of it changes from block to block, little from launch to launch.
  std::uint32_t filled_lanes = 0;
  std::uint32_t filled_size[3] = {};

  // Makes the warps those of the block's launch. False: no memory.
  bool fill(Block& block) noexcept;
  void begin_block() noexcept {
    round = WarpRound::kFirst;
    next = 0;
    stand = nullptr;
    strayed = false;
    parking = false;
  }
  // All warps that are left of the round are now those of the answered one's range.
  VectorWarp& begin_range() noexcept {
    VectorWarp& first = warps[next];
    first.context.warps_to_run = count - next;
    first.context.running_warp = 0;
    next = count;
    return first;
  }
  // The strand that runs from `first` on is about to be set aside: no warp but the one that it is at, which
  // is answered.
  VectorWarp& leave_rest(VectorWarp& first) noexcept;
  // For a fault while `current` is a warp's lane_thread: the first lane that was on, and how many were.
  static std::uint32_t name_running(const ThreadContext& current, std::uint32_t thread[3]) noexcept;
  // Of those that are not set aside.
  bool some_paused() const noexcept;
  void* find_stand() const noexcept;
  // Every warp has come to where it stands still, or has left. True: some have only paused, and go on before
  // those at a barrier. Where all are at a barrier they are told of all predicates, if they want to know.
  bool end_round() noexcept;
};

}  // namespace gridcall::cpu
