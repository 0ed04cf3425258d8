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
  const CheckSite* calls[kMaxCalls];  // the functions that it is in, outermost first
  std::uint32_t depth;
  const CheckSite* wait;  // the last barrier or warp function
  std::vector<CheckedVariable> locals;
  std::uint64_t begun;  // BlockChecks::begun of the block that the rest is of
};

struct BlockChecks {
  const CheckKernel* kernel = nullptr;
  std::uint32_t checks = 0;  // Checks; 0: the block runs no checked code
  bool stop = false;
  bool has_begun = false;
  std::uint64_t begun = 0;   // blocks so far
  std::uint64_t launch = 0;  // whose shared arrays are marked
  std::uint16_t epoch = 0;   // barriers so far
  std::vector<CheckedVariable> shared;
  std::unique_ptr<CheckedThread[]> threads;
  // clocks[warp][lane][other]: what the lane knows of the other one's time, which goes on where lanes meet.
  struct WarpClocks {
    std::uint16_t of[32][32];
  };
  std::unique_ptr<WarpClocks[]> clocks;

  // Empty in a block that is new.
  CheckedThread& of(std::uint32_t thread) noexcept {
    CheckedThread& state = threads[thread];
    if (state.begun == begun) return state;
    state.depth = 0;
    state.wait = nullptr;
    state.locals.clear();
    state.begun = begun;
    return state;
  }
};

// All of the block's threads that go on from a barrier are in the list from `head`.
void check_barrier(Block& block, std::uint32_t barrier, Thread* head, std::uint32_t arrived) noexcept;
// All warps of the block that are vectors have come to a barrier.
void check_warp_barrier(Block& block) noexcept;
// Lanes meet, before what they are given is worked out.
void check_warp_function(Block& block, const Warp& warp, std::uint32_t first_thread,
                         const WarpGroup& group) noexcept;
void check_named_barrier(ThreadContext* thread, std::uint32_t barrier, std::uint32_t count) noexcept;
void check_unnamed_caller(ThreadContext* thread, std::uint32_t mask) noexcept;
void check_deadlock(Block& block) noexcept;
void check_heap(ThreadContext* thread, void* address, std::uint64_t bytes) noexcept;
// Memory of a device that was not released, for the file of reports.
void check_write_leaks() noexcept;

}  // namespace gridcall::cpu
