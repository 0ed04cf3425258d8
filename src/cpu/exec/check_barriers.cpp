// SPDX-License-Identifier: Apache-2.0
//
// Barriers and warp functions of checked code: which threads are there, and what they know of each other.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <new>

#include "cpu/abi/runtime.h"
#include "cpu/exec/check_block.h"
#include "cpu/exec/check_report.h"

namespace gridcall::cpu {

namespace {

// Merges the clocks, so that each of them has the knowledge of all.
template <class Each>
void join_clocks(BlockChecks& checks, const Each& each_thread) noexcept {
  std::uint16_t joined[kMaxThreadsPerBlock] = {};
  const std::uint32_t count = checks.all_threads;
  each_thread([&](std::uint32_t thread) {
    std::uint16_t* const own = &checks.all_clocks[thread * count];
    if (own[thread] != kForEver) ++own[thread];
    for (std::uint32_t i = 0; i < count; ++i) joined[i] = std::max(joined[i], own[i]);
  });
  each_thread([&](std::uint32_t thread) {
    std::memcpy(&checks.all_clocks[thread * count], joined, count * sizeof joined[0]);
  });
}

// Merges the clocks at a barrier of a part of the block. Returns false if it must count as a barrier of all.
bool meet_in_part(Block& block, BlockChecks& checks, const Thread* head, std::uint32_t arrived) noexcept {
  std::uint32_t waiting = 0;
  for (const Thread* thread = head; thread; thread = thread->next) ++waiting;
  // A thread that arrives without waiting is not in the list.
  if (!checks.clocks || waiting != arrived || arrived >= block.live) return false;
  const std::uint32_t count = block.context.thread_count;
  if (checks.all_threads == 0) {
    if (!checks.all_clocks) {
      const HostSection host(*block.worker);
      checks.all_clocks.reset(new (std::nothrow) std::uint16_t[kMaxThreadsPerBlock * kMaxThreadsPerBlock]);
      if (!checks.all_clocks) return false;
    }
    for (std::uint32_t thread = 0; thread < count; ++thread)
      for (std::uint32_t other = 0; other < count; ++other)
        checks.all_clocks[thread * count + other] = checks.clock_of(thread, other);
    checks.all_threads = count;
  }
  join_clocks(checks, [&](const auto& visit) {
    for (const Thread* thread = head; thread; thread = thread->next) visit(thread->context.linear_index);
  });
  return true;
}

}  // namespace

void check_barrier(Block& block, std::uint32_t barrier, Thread* head, std::uint32_t arrived) noexcept {
  BlockChecks* const checks = block.checks.get();
  if (!checks || !checks->has_begun) return;
  if ((checks->checks & kCheckSync) != 0 && barrier == 0) {
    const CheckSite* const first = checks->of(head->context.linear_index).wait;
    for (const Thread* thread = head->next; thread; thread = thread->next) {
      const CheckSite* const other = checks->of(thread->context.linear_index).wait;
      if (other == first) continue;
      report_divergent(&head->context, thread->context.thread_index, first, other);
      break;
    }
    if (arrived < block.context.thread_count) report_exited(&head->context, first, arrived);
  }
  if (barrier != 0 && meet_in_part(block, *checks, head, arrived)) return;
  checks->all_threads = 0;
  if (checks->epoch != kForEver) ++checks->epoch;
  begin_epoch(block);
  reset_clocks(*checks);
}

// `lanes_of` returns the lanes of a warp that are at the barrier.
template <class LanesOf>
void check_lanes_at_barrier(Block& block, const LanesOf& lanes_of) noexcept {
  BlockChecks* const checks = block.checks.get();
  if (!checks || !checks->has_begun) return;
  if ((checks->checks & kCheckSync) != 0) {
    WarpContext* first = nullptr;
    std::uint32_t first_lane = 0;
    const CheckSite* site = nullptr;
    bool was_told = false;
    std::uint32_t arrived = 0;
    const auto visit = [&](WarpContext& warp, std::uint32_t lane, const CheckSite* own) {
      if (!first) {
        first = &warp;
        first_lane = lane;
        site = own;
      } else if (own != site && !was_told) {
        was_told = true;
        std::uint32_t other[3];
        std::memcpy(other, gridcall_rt_lane_thread(&warp, lane)->thread_index, sizeof other);
        report_divergent(gridcall_rt_lane_thread(first, first_lane), other, site, own);
      }
    };
    for (std::uint32_t i = 0; i < block.warp_block.count; ++i) {
      WarpContext& warp = block.warp_block.warps[i].context;
      const std::uint32_t lanes = lanes_of(i);
      if (lanes == 0) continue;
      arrived += static_cast<std::uint32_t>(std::popcount(lanes));
      const BlockChecks::WarpWait& wait = checks->warp_waits[warp.first_linear_index / 16];
      if ((lanes & ~wait.lanes) == 0)
        visit(warp, static_cast<std::uint32_t>(std::countr_zero(lanes)), wait.site);
      else
        for_each_lane(lanes, [&](std::uint32_t lane) {
          visit(warp, lane, checks->wait_of(warp.first_linear_index, lane));
        });
    }
    if (first && arrived < block.context.thread_count)
      report_exited(gridcall_rt_lane_thread(first, first_lane), site, arrived);
  }
  if (checks->epoch != kForEver) ++checks->epoch;
  begin_epoch(block);
}

void check_warp_barrier(Block& block) noexcept {
  check_lanes_at_barrier(block, [&](std::uint32_t warp) {
    const VectorWarp& vector = block.warp_block.warps[warp];
    return vector.live() ? vector.context.barrier_mask : 0u;
  });
}

void check_parked_barrier(Block& block, std::uint32_t barrier) noexcept {
  check_lanes_at_barrier(block, [&](std::uint32_t warp) { return block.warps[warp].at[barrier]; });
}

void check_warp_function(Block& block, const Warp& warp, std::uint32_t first_thread,
                         const WarpGroup& group) noexcept {
  BlockChecks* const checks = block.checks.get();
  if (!checks || !checks->has_begun) return;
  const std::uint32_t existing = std::min(kWarpSize, block.context.thread_count - first_thread);
  const std::uint32_t lanes = existing == kWarpSize ? ~0u : (1u << existing) - 1;
  const std::uint32_t missing = group.mask & lanes & ~group.arrived;
  const std::uint32_t ended = lanes & ~warp.live;
  const bool is_shuffle = (group.kind & 0xff) == static_cast<std::uint32_t>(WarpFunction::kShuffle);
  if ((checks->checks & kCheckSync) != 0 && (ended != 0 || is_shuffle)) {
    ThreadContext& one =
        block.threads[first_thread + static_cast<std::uint32_t>(std::countr_zero(group.arrived))].context;
    const std::uint32_t absent = ended | ~lanes | ~group.mask;
    bool reads = false;
    if (is_shuffle) {
      for_each_lane(group.arrived, [&](std::uint32_t lane) {
        std::uint32_t source = lane;
        if (!shuffle_source(static_cast<ShuffleMode>(group.kind >> 8), lane, warp.operands.operand[lane],
                            warp.operands.width[lane], source) ||
            (absent >> source & 1) == 0 || reads)
          return;
        reads = true;
        report_inactive(&block.threads[first_thread + lane].context, group.mask, source);
      });
    }
    if (!reads && missing != 0) report_missing(&one, group.mask, missing);
  }
  // __syncwarp is the only warp function that orders memory.
  if (!checks->clocks || (group.kind & 0xff) != static_cast<std::uint32_t>(WarpFunction::kSync)) return;
  if (checks->all_threads != 0)
    return join_clocks(*checks, [&](const auto& visit) {
      for_each_lane(group.arrived, [&](std::uint32_t lane) { visit(first_thread + lane); });
    });
  BlockChecks::WarpClocks& clocks = checks->clocks[first_thread / kWarpSize];
  checks->moved_clocks = std::max(checks->moved_clocks, first_thread / kWarpSize + 1);
  for_each_lane(group.arrived, [&](std::uint32_t lane) {
    if (clocks.of[lane][lane] != kForEver) ++clocks.of[lane][lane];
  });
  std::uint16_t joined[kWarpSize] = {};
  for_each_lane(group.arrived, [&](std::uint32_t lane) {
    for (std::uint32_t i = 0; i < kWarpSize; ++i) joined[i] = std::max(joined[i], clocks.of[lane][i]);
  });
  for_each_lane(group.arrived,
                [&](std::uint32_t lane) { std::memcpy(clocks.of[lane], joined, sizeof joined); });
}

}  // namespace gridcall::cpu
