// SPDX-License-Identifier: Apache-2.0
//
// The checks of a block that runs checked code: what the functions gridcall_rt_check_* keep, and what
// barriers and warp functions tell them.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cpu/abi/check.h"
#include "cpu/abi/image.h"

namespace gridcall::cpu {

struct Block;
struct FaultNote;
class PendingAccesses;
struct SharedCells;
struct Thread;
struct Warp;
struct WarpGroup;

struct CheckedVariable {
  std::uintptr_t begin;
  std::uint64_t bytes;
  const CheckObject* object;
};

struct CheckedThread {
  static constexpr std::uint32_t kMaxCalls = 24;
  const CheckSite* calls[kMaxCalls];  // the call sites of the running functions, outermost first
  std::uint32_t depth;
  const CheckSite* wait;  // the last barrier or warp function
  std::vector<CheckedVariable> locals;
  std::uint64_t begun;  // the BlockChecks::begun of the block that the other members describe
};

struct BlockChecks {
  const CheckKernel* kernel = nullptr;
  std::uint32_t checks = 0;  // the Checks; 0: the block runs no checked code
  bool stop = false;
  bool has_begun = false;
  std::uint64_t begun = 0;   // the number of blocks so far
  std::uint64_t launch = 0;  // the launch whose shared arrays are marked
  std::uint16_t epoch = 0;   // the number of barriers so far
  std::vector<CheckedVariable> shared;
  std::unique_ptr<CheckedThread[]> threads;
  // clocks[warp][lane][other]: the time of the other lane that the lane has synchronized with. It advances
  // where lanes meet.
  struct WarpClocks {
    std::uint16_t of[32][32];
  };
  std::unique_ptr<WarpClocks[]> clocks;
  std::uint32_t moved_clocks = 0;  // the clocks of the warps from this one on are zero
  // Clocks between all threads, from the first barrier of a part of the block to the next barrier of all.
  std::unique_ptr<std::uint16_t[]> all_clocks;
  std::uint32_t all_threads = 0;          // 0: `clocks` has the times
  std::unique_ptr<std::uint32_t[]> seen;  // the entries of BlockContext::seen_from
  std::unique_ptr<SharedCells> shared_cells;
  std::unique_ptr<PendingAccesses> pending;  // NULL if races are not checked
  // The values of a write that is being checked: the accesses that it listed, from number `from`, are not
  // in memory yet.
  struct Unwritten {
    std::uint32_t from = ~0u;
    std::uint32_t first_thread = 0;
    const std::uint64_t* values = nullptr;  // from that thread on
  } unwritten;
  std::uint32_t shared_tag = 0;           // the tag of thread 0 since the last barrier
  std::uint8_t* shared_states = nullptr;  // the shadow of all shared memory; NULL if no one chunk has it
  bool shared_together =
      false;  // true if no fence has ordered accesses since the barrier, which tags do not record
  std::uint32_t shared_release = 0;  // the number of the block's fences before that, if not `shared_together`

  BlockChecks();
  ~BlockChecks();
  std::uint16_t clock_of(std::uint32_t thread, std::uint32_t other) const noexcept {
    if (all_threads != 0) return all_clocks[thread * all_threads + other];
    return thread / kWarpSize == other / kWarpSize
               ? clocks[thread / kWarpSize].of[thread % kWarpSize][other % kWarpSize]
               : std::uint16_t{0};
  }
  // Memory whose bytes may all be accessed and were all written when Shadow::forgotten() was `when`.
  struct WrittenRange {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    std::uint64_t when = 0;
    std::uint32_t misses = 0;  // in this launch
  };
  WrittenRange settled[16];  // by the number of the access's site

  // The last barrier of these lanes of a vector warp; CheckedThread::wait has that of its other lanes. It is
  // stored per half warp, because a warp may have 16 lanes.
  struct WarpWait {
    const CheckSite* site = nullptr;
    std::uint32_t lanes = 0;
  };
  WarpWait warp_waits[kMaxThreadsPerBlock / 16];

  // Returns a thread's state, which is empty in a new block.
  CheckedThread& of(std::uint32_t thread) noexcept {
    CheckedThread& state = threads[thread];
    if (state.begun == begun) return state;
    state.depth = 0;
    state.wait = nullptr;
    state.locals.clear();
    state.begun = begun;
    return state;
  }
  const CheckSite* wait_of(std::uint32_t first_of_warp, std::uint32_t lane) noexcept {
    const WarpWait& wait = warp_waits[first_of_warp / 16];
    return (wait.lanes >> lane & 1) != 0 ? wait.site : of(first_of_warp + lane).wait;
  }
};

// Called when all of the block's threads that continue from a barrier are in the list from `head`.
void check_barrier(Block& block, std::uint32_t barrier, Thread* head, std::uint32_t arrived) noexcept;
// Called when all vector warps of the block have reached a barrier.
void check_warp_barrier(Block& block) noexcept;
// Called before lanes that wait separately are released from a barrier.
void check_parked_barrier(Block& block, std::uint32_t barrier) noexcept;
// Called when lanes meet, before their results are computed.
void check_warp_function(Block& block, const Warp& warp, std::uint32_t first_thread,
                         const WarpGroup& group) noexcept;
void check_named_barrier(ThreadContext* thread, std::uint32_t barrier, std::uint32_t count) noexcept;
void check_unnamed_caller(ThreadContext* thread, std::uint32_t mask) noexcept;
void check_deadlock(Block& block) noexcept;
// Adds the place to the fault of lanes that wait separately.
void check_parked_deadlock(Block& block, std::uint32_t warp, std::uint32_t lane, FaultNote& note) noexcept;
void check_heap(ThreadContext* thread, void* address, std::uint64_t bytes) noexcept;
// Reports the device memory that was not released.
void check_write_leaks() noexcept;

}  // namespace gridcall::cpu
