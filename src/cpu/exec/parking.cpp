// SPDX-License-Identifier: Apache-2.0
//
// Warps as vectors whose lanes wait separately: at barriers that only some of them have reached, at named
// barriers, in warp functions for lanes that are elsewhere. What each waits for is recorded as for fibers
// (block.cpp, warp.cpp); here lanes take the place of threads. A block is run like this from the first such
// wait to its end.

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>

#include "cpu/abi/runtime.h"
#include "cpu/exec/block.h"
#include "cpu/exec/check.h"

namespace gridcall::cpu {

namespace {

std::uint32_t count_of(std::uint32_t lanes) noexcept {
  return static_cast<std::uint32_t>(std::popcount(lanes));
}

Block& block_of(const WarpContext* warp) noexcept {
  return *reinterpret_cast<Block*>(warp->block);
}

std::uint32_t index_of(const WarpContext* warp) noexcept {
  return warp->first_linear_index / kWarpSize;
}

[[noreturn]] void fault(Block& block, std::uint32_t linear_index, const FaultNote& note) noexcept {
  Worker& worker = *block.worker;
  worker.in_kernel.store(false, std::memory_order_relaxed);
  worker.note = note;
  worker.note.set = true;
  const std::uint32_t* size = block.context.block_size;
  worker.note.thread[0] = linear_index % size[0];
  worker.note.thread[1] = linear_index / size[0] % size[1];
  worker.note.thread[2] = linear_index / size[0] / size[1];
  worker.abandon_fiber();
}

// Completes the groups in which every live lane has arrived.
void complete_groups(Warp& warp) noexcept {
  for (std::uint32_t index = 0; index < warp.group_count;) {
    const WarpGroup group = warp.groups[index];
    if (group.arrived != (group.mask & warp.live)) {
      ++index;
      continue;
    }
    warp.groups[index] = warp.groups[--warp.group_count];
    compute_warp_function(group.kind, group.arrived, warp.operands);
    for_each_lane(group.arrived, [&](std::uint32_t lane) {
      if (warp.operands.place[lane]) *warp.operands.place[lane] = warp.operands.flag[lane];
    });
    warp.released |= group.arrived;
  }
}

}  // namespace

void Block::begin_parking() noexcept {
  if (warp_block.parking) return;
  if (!warps) {
    const HostSection host(*worker);
    warps.reset(new (std::nothrow) Warp[kMaxWarps]);
  }
  if (!warps) {
    FaultNote note;
    note.set_no_memory();
    std::snprintf(note.detail, sizeof note.detail, "%s",
                  "the host has no memory for warps whose lanes wait apart");
    fault(*this, 0, note);
  }
  warp_block.parking = true;
  for (Barrier& barrier : barriers) barrier = Barrier{};
  live = context.thread_count;
  for (std::uint32_t i = 0; i < warp_block.count; ++i) {
    Warp& warp = warps[i];
    warp.live = ~0u >> (kWarpSize - warp_block.warps[i].context.lane_count);
    warp.at_active_mask = 0;
    warp.group_count = 0;
    warp.released = 0;
    for (std::uint32_t& lanes : warp.at) lanes = 0;
    warp.reducing = 0;
    warp.whole = false;
  }
}

void Block::park(std::uint32_t index, std::uint32_t lanes, std::uint32_t id, std::uint32_t wanted,
                 BarrierReduction reduction, std::uint32_t predicates) noexcept {
  Warp& warp = warps[index];
  Barrier& place = barriers[id];
  while (lanes != 0) {
    // The barrier takes no more lanes than its count, in the order of lanes; the others begin its next round.
    std::uint32_t now = lanes;
    while (wanted != 0 && count_of(now) > 1 && place.arrived + count_of(now) > wanted)
      now &= ~(1u << (31 - std::countl_zero(now)));
    lanes &= ~now;
    place.wanted = wanted;
    place.arrived += count_of(now);
    place.count += count_of(predicates & now);
    warp.at[id] |= now;
    if (reduction != BarrierReduction::kNone) {
      warp.reducing |= now;
      for_each_lane(now, [&](std::uint32_t lane) { warp.reduction[lane] = reduction; });
    }
    // A barrier of the whole block is complete only when no lane of any warp can run.
    if (wanted != 0 && place.arrived >= wanted) release_parked(id);
  }
}

void Block::release_parked(std::uint32_t id) noexcept {
  if (checks) check_parked_barrier(*this, id);
  const Barrier barrier = barriers[id];
  barriers[id] = Barrier{};
  for (std::uint32_t i = 0; i < warp_block.count; ++i) {
    Warp& warp = warps[i];
    const std::uint32_t lanes = warp.at[id];
    warp.at[id] = 0;
    warp.released |= lanes;
    for_each_lane(lanes & warp.reducing, [&](std::uint32_t lane) {
      warp.operands.result[lane] = barrier_result(warp.reduction[lane], barrier.count, barrier.arrived);
    });
    warp.reducing &= ~lanes;
  }
}

bool Block::release_complete_barriers() noexcept {
  bool some = false;
  for (std::uint32_t id = 0; id < kNamedBarriers; ++id) {
    const Barrier& barrier = barriers[id];
    if (barrier.arrived == 0 || barrier.arrived < (barrier.wanted == 0 ? live : barrier.wanted)) continue;
    release_parked(id);
    some = true;
  }
  return some;
}

// Begins a round after every warp has run as far as it can. Returns false if the run ends, because all warps
// have ended, or a suspended one must be resumed first.
bool Block::begin_parked_round() noexcept {
  if (launch->stopped()) worker->abandon_fiber();
  live = 0;
  bool some = false;
  for (std::uint32_t i = 0; i < warp_block.count; ++i) {
    const VectorWarp& vector = warp_block.warps[i];
    Warp& warp = warps[i];
    if (vector.suspended) {
      live += count_of(warp.live);
      continue;
    }
    if (!vector.live()) {
      warp.live = 0;
    } else if (vector.context.barrier_mask != 0 && !warp.whole) {
      warp.whole = true;
      warp.live = vector.context.barrier_mask;
      park(i, warp.live, 0, 0, static_cast<BarrierReduction>(vector.context.barrier_reduction),
           vector.context.barrier_predicates);
    }
    live += count_of(warp.live);
  }
  if (live == 0) return false;
  for (std::uint32_t i = 0; i < warp_block.count; ++i) {
    const VectorWarp& vector = warp_block.warps[i];
    some = some || (!vector.suspended && vector.live() && warps[i].released != 0);
  }
  if (!some && !release_complete_barriers()) {
    if (suspended_count() != 0) return false;
    FaultNote note;
    note.kind = Fault::kDeadlock;
    describe_deadlock(note.detail, sizeof note.detail);
    std::uint32_t first = 0;
    while (warps[first].live == 0) ++first;
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(warps[first].live));
    if (checks) check_parked_deadlock(*this, first, lane, note);
    fault(*this, first * kWarpSize + lane, note);
  }
  warp_block.round = WarpRound::kParked;
  warp_block.next = 0;
  worker->note_step();
  return true;
}

void Block::resume_parked(std::uint32_t index) noexcept {
  VectorWarp& vector = warp_block.warps[index];
  Warp& warp = warps[index];
  if (vector.suspended || !vector.live() || warp.released == 0) return;
  if (warp.whole) {
    const auto first = static_cast<std::uint32_t>(std::countr_zero(warp.live));
    vector.context.barrier_result = static_cast<std::uint32_t>(warp.operands.result[first]);
    warp.released = 0;
    warp.whole = false;
  }
  vector.context.barrier_mask = 0;
  vector.run(*worker);
}

}  // namespace gridcall::cpu

using namespace gridcall::cpu;

void gridcall_rt_warp_park(WarpContext* context, std::uint32_t lanes, std::uint32_t id, std::uint32_t count,
                           std::uint32_t reduction, std::uint32_t predicates) {
  Block& block = block_of(context);
  if (id >= kNamedBarriers) {
    FaultNote note;
    note.kind = Fault::kIllegalInstruction;
    std::snprintf(note.detail, sizeof note.detail, "%s", kNoSuchBarrier);
    fault(block, context->first_linear_index + static_cast<std::uint32_t>(std::countr_zero(lanes)), note);
  }
  block.begin_parking();
  block.park(index_of(context), lanes, id, threads_at_named_barrier(count, block.context.thread_count),
             static_cast<BarrierReduction>(reduction), predicates);
}

void gridcall_rt_warp_meet(WarpContext* context, std::uint32_t lanes, std::uint32_t kind) {
  Block& block = block_of(context);
  block.begin_parking();
  Warp& warp = block.warps[index_of(context)];
  for_each_lane(lanes, [&](std::uint32_t lane) {
    const std::uint32_t mask = warp.operands.mask[lane];
    if ((mask >> lane & 1) == 0) {
      FaultNote note;
      note.kind = Fault::kIllegalInstruction;
      std::snprintf(note.detail, sizeof note.detail, kUnnamedCaller, mask, lane);
      fault(block, context->first_linear_index + lane, note);
    }
    const std::uint32_t width = warp.operands.width[lane];
    if ((kind & 0xff) == static_cast<std::uint32_t>(WarpFunction::kShuffle) &&
        (width > kWarpSize || !std::has_single_bit(width))) {
      FaultNote note;
      note.kind = Fault::kIllegalInstruction;
      std::snprintf(note.detail, sizeof note.detail, kNoSuchWidth, width, kWarpSize);
      fault(block, context->first_linear_index + lane, note);
    }
    warp.groups[warp.group_of(kind, mask)].arrived |= 1u << lane;
  });
}

std::uint32_t gridcall_rt_warp_released(WarpContext* context, std::uint32_t live) {
  Block& block = block_of(context);
  if (!block.warp_block.parking) return 0;
  Warp& warp = block.warps[index_of(context)];
  warp.live = live;
  complete_groups(warp);
  const std::uint32_t released = warp.released;
  warp.released = 0;
  return released;
}

WarpOperands* gridcall_rt_warp_operands(WarpContext* context) {
  Block& block = block_of(context);
  block.begin_parking();
  return &block.warps[index_of(context)].operands;
}
