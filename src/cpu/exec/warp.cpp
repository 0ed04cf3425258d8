// SPDX-License-Identifier: Apache-2.0
//
// Warp functions in the reference mode: a rendezvous of the lanes that a mask names. The last lane to arrive
// computes every lane's result.

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "cpu/abi/runtime.h"
#include "cpu/exec/block.h"

namespace gridcall::cpu {

// Computes the source as PTX defines shfl.sync, with the segment from the width and five bits of the operand.
bool shuffle_source(ShuffleMode mode, std::uint32_t lane, std::uint32_t operand, std::uint32_t width,
                    std::uint32_t& source) noexcept {
  const std::uint32_t inside = width - 1;  // width is a power of two
  operand &= 31;
  const std::uint32_t least = lane & ~inside;
  const std::uint32_t most = least | inside;
  switch (mode) {
    case ShuffleMode::kIndex:
      source = least | (operand & inside);
      return true;
    case ShuffleMode::kUp:
      source = lane - operand;
      return lane >= least + operand;
    case ShuffleMode::kDown:
      source = lane + operand;
      return source <= most;
    case ShuffleMode::kXor:
      source = lane ^ operand;
      return source <= most;
  }
  return false;
}

namespace {

void shuffle(ShuffleMode mode, std::uint32_t arrived, WarpOperands& warp) noexcept {
  for_each_lane(arrived, [&](std::uint32_t lane) {
    std::uint32_t source = lane;
    const bool in_range = shuffle_source(mode, lane, warp.operand[lane], warp.width[lane], source);
    // A lane that does not participate has no value; the result is undefined in CUDA.
    if (!in_range || (arrived >> source & 1) == 0) source = lane;
    warp.result[lane] = warp.value[source];
    warp.flag[lane] = in_range ? 1 : 0;
  });
}

std::uint32_t reduce(WarpReduction reduction, std::uint32_t a, std::uint32_t b) noexcept {
  const auto x = static_cast<std::int32_t>(a);
  const auto y = static_cast<std::int32_t>(b);
  switch (reduction) {
    case WarpReduction::kAdd:
      return a + b;
    case WarpReduction::kMinSigned:
      return x < y ? a : b;
    case WarpReduction::kMaxSigned:
      return x > y ? a : b;
    case WarpReduction::kMinUnsigned:
      return a < b ? a : b;
    case WarpReduction::kMaxUnsigned:
      return a > b ? a : b;
    case WarpReduction::kAnd:
      return a & b;
    case WarpReduction::kOr:
      return a | b;
    case WarpReduction::kXor:
      return a ^ b;
  }
  return a;
}

}  // namespace

void compute_warp_function(std::uint32_t kind, std::uint32_t arrived, WarpOperands& warp) noexcept {
  const std::uint32_t mode = kind >> 8;
  switch (static_cast<WarpFunction>(kind & 0xff)) {
    case WarpFunction::kSync:
      break;
    case WarpFunction::kShuffle:
      shuffle(static_cast<ShuffleMode>(mode), arrived, warp);
      break;
    case WarpFunction::kBallot: {
      std::uint32_t votes = 0;
      for_each_lane(arrived, [&](std::uint32_t lane) { votes |= (warp.value[lane] != 0 ? 1u : 0u) << lane; });
      for_each_lane(arrived, [&](std::uint32_t lane) { warp.result[lane] = votes; });
      break;
    }
    case WarpFunction::kMatchAny: {
      std::uint32_t left = arrived;
      while (left != 0) {
        const auto first = static_cast<std::uint32_t>(std::countr_zero(left));
        std::uint32_t same = 0;
        for_each_lane(left, [&](std::uint32_t lane) {
          same |= (warp.value[lane] == warp.value[first] ? 1u : 0u) << lane;
        });
        for_each_lane(same, [&](std::uint32_t lane) { warp.result[lane] = same; });
        left &= ~same;
      }
      break;
    }
    case WarpFunction::kMatchAll: {
      const auto first = static_cast<std::uint32_t>(std::countr_zero(arrived));
      bool equal = true;
      for_each_lane(arrived,
                    [&](std::uint32_t lane) { equal = equal && warp.value[lane] == warp.value[first]; });
      for_each_lane(arrived, [&](std::uint32_t lane) {
        warp.result[lane] = equal ? arrived : 0;
        warp.flag[lane] = equal ? 1 : 0;
      });
      break;
    }
    case WarpFunction::kReduce: {
      const auto first = static_cast<std::uint32_t>(std::countr_zero(arrived));
      auto total = static_cast<std::uint32_t>(warp.value[first]);
      for_each_lane(arrived & (arrived - 1), [&](std::uint32_t lane) {
        total = reduce(static_cast<WarpReduction>(mode), total, static_cast<std::uint32_t>(warp.value[lane]));
      });
      for_each_lane(arrived, [&](std::uint32_t lane) { warp.result[lane] = total; });
      break;
    }
  }
}

namespace {

void complete(Block& block, Warp& warp, std::uint32_t first_thread, std::uint32_t index) noexcept {
  const WarpGroup group = warp.groups[index];
  warp.groups[index] = warp.groups[--warp.group_count];
  if (block.checks) check_warp_function(block, warp, first_thread, group);
  compute_warp_function(group.kind, group.arrived, warp.operands);
  for_each_lane(group.arrived, [&](std::uint32_t lane) {
    Thread& thread = block.threads[first_thread + lane];
    if (thread.state == ThreadState::kAtWarpFunction) block.make_ready(&thread);
  });
}

[[noreturn]] void refuse(ThreadContext* context, const char* format, std::uint32_t a,
                         std::uint32_t b) noexcept {
  Worker& worker = *block_of(context).worker;
  worker.in_kernel.store(false, std::memory_order_relaxed);
  worker.note = FaultNote{};
  worker.note.set = true;
  worker.note.kind = Fault::kIllegalInstruction;
  std::memcpy(worker.note.thread, context->thread_index, sizeof worker.note.thread);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  std::snprintf(worker.note.detail, sizeof worker.note.detail, format, a, b);
#pragma GCC diagnostic pop
  worker.abandon_fiber();
}

struct LaneResult {
  std::uint64_t result;
  std::uint32_t flag;
};

LaneResult meet(ThreadContext* context, std::uint32_t kind, std::uint32_t mask, std::uint64_t value,
                std::uint32_t operand, std::uint32_t width) noexcept {
  Block& block = block_of(context);
  const std::uint32_t lane = context->linear_index % kWarpSize;
  const std::uint32_t bit = 1u << lane;
  if ((mask & bit) == 0) {
    check_unnamed_caller(context, mask);
    refuse(context, kUnnamedCaller, mask, lane);
  }
  if (!block.fibers) {
    if (mask != bit && context->block->thread_count != 1) {
      refuse(context,
             "a warp function (mask 0x%08x, lane %u) in a kernel that its image declares free of them", mask,
             lane);
    }
    WarpOperands alone;
    alone.value[lane] = value;
    alone.operand[lane] = operand;
    alone.width[lane] = width;
    alone.result[lane] = 0;
    alone.flag[lane] = 0;
    compute_warp_function(kind, bit, alone);
    return LaneResult{alone.result[lane], alone.flag[lane]};
  }
  auto* self = reinterpret_cast<Thread*>(context);
  const std::uint32_t first_thread = context->linear_index - lane;
  Warp& warp = block.warps[first_thread / kWarpSize];
  warp.operands.value[lane] = value;
  warp.operands.operand[lane] = operand;
  warp.operands.width[lane] = width;
  const std::uint32_t index = warp.group_of(kind, mask);
  WarpGroup& group = warp.groups[index];
  group.arrived |= bit;
  if (group.arrived == (mask & warp.live)) {
    complete(block, warp, first_thread, index);  // this thread continues at once
  } else {
    self->state = ThreadState::kAtWarpFunction;
    block.parked(self);
    block.wait(self);
  }
  return LaneResult{warp.operands.result[lane], warp.operands.flag[lane]};
}

}  // namespace

void Block::exit_warp_lane(Thread* self) noexcept {
  const std::uint32_t lane = self->context.linear_index % kWarpSize;
  const std::uint32_t first_thread = self->context.linear_index - lane;
  Warp& warp = warps[first_thread / kWarpSize];
  warp.live &= ~(1u << lane);
  for (std::uint32_t index = 0; index < warp.group_count;) {
    const WarpGroup& group = warp.groups[index];
    if (group.arrived == (group.mask & warp.live)) {
      complete(*this, warp, first_thread, index);  // the last group takes this place
    } else {
      ++index;
    }
  }
  parked(self);
}

bool Block::release_active_mask(Warp& warp, std::uint32_t first_thread, bool even_if_some_poll) noexcept {
  if (warp.at_active_mask == 0) return false;
  bool some_run = false;
  for_each_lane(warp.live, [&](std::uint32_t lane) {
    const ThreadState state = threads[first_thread + lane].state;
    some_run = some_run || state == ThreadState::kNotStarted || state == ThreadState::kRunnable ||
               (state == ThreadState::kPolling && !even_if_some_poll);
  });
  if (some_run) return false;
  std::uint32_t left = warp.at_active_mask;
  warp.at_active_mask = 0;
  while (left != 0) {
    const std::uint32_t site =
        threads[first_thread + static_cast<std::uint32_t>(std::countr_zero(left))].site;
    std::uint32_t together = 0;
    for_each_lane(left, [&](std::uint32_t lane) {
      together |= (threads[first_thread + lane].site == site ? 1u : 0u) << lane;
    });
    for_each_lane(together, [&](std::uint32_t lane) {
      Thread& thread = threads[first_thread + lane];
      thread.predicate = together;
      --active_mask_waiters;
      make_ready(&thread);
    });
    left &= ~together;
  }
  return true;
}

}  // namespace gridcall::cpu

using namespace gridcall::cpu;

void gridcall_rt_syncwarp(ThreadContext* thread, std::uint32_t mask) {
  meet(thread, warp_function_kind(WarpFunction::kSync, 0), mask, 0, 0, kWarpSize);
}

std::uint64_t gridcall_rt_shuffle(ThreadContext* thread, std::uint32_t mask, std::uint64_t value,
                                  std::uint32_t operand, std::uint32_t width, std::uint32_t mode,
                                  std::uint32_t* in_range) {
  if (width == 0 || width > kWarpSize || (width & (width - 1)) != 0) {
    refuse(thread, kNoSuchWidth, width, kWarpSize);
  }
  if (mode > static_cast<std::uint32_t>(ShuffleMode::kXor))
    refuse(thread, "a shuffle of mode %u: 0 to %u exist", mode, 3);
  const LaneResult got =
      meet(thread, warp_function_kind(WarpFunction::kShuffle, mode), mask, value, operand, width);
  if (in_range) *in_range = got.flag;
  return got.result;
}

std::uint32_t gridcall_rt_ballot(ThreadContext* thread, std::uint32_t mask, std::uint32_t predicate) {
  return static_cast<std::uint32_t>(
      meet(thread, warp_function_kind(WarpFunction::kBallot, 0), mask, predicate, 0, kWarpSize).result);
}

std::uint32_t gridcall_rt_match_any(ThreadContext* thread, std::uint32_t mask, std::uint64_t value) {
  return static_cast<std::uint32_t>(
      meet(thread, warp_function_kind(WarpFunction::kMatchAny, 0), mask, value, 0, kWarpSize).result);
}

std::uint32_t gridcall_rt_match_all(ThreadContext* thread, std::uint32_t mask, std::uint64_t value,
                                    std::uint32_t* all_equal) {
  const LaneResult got =
      meet(thread, warp_function_kind(WarpFunction::kMatchAll, 0), mask, value, 0, kWarpSize);
  if (all_equal) *all_equal = got.flag;
  return static_cast<std::uint32_t>(got.result);
}

std::uint32_t gridcall_rt_warp_reduce(ThreadContext* thread, std::uint32_t mask, std::uint32_t value,
                                      std::uint32_t reduction) {
  if (reduction > static_cast<std::uint32_t>(WarpReduction::kXor))
    refuse(thread, "a warp reduction of kind %u: 0 to %u exist", reduction, 7);
  return static_cast<std::uint32_t>(
      meet(thread, warp_function_kind(WarpFunction::kReduce, reduction), mask, value, 0, kWarpSize).result);
}

std::uint32_t gridcall_rt_activemask(ThreadContext* thread, std::uint32_t site) {
  Block& block = block_of(thread);
  const std::uint32_t lane = thread->linear_index % kWarpSize;
  if (!block.fibers) return 1u << lane;  // each thread of such a kernel runs alone
  auto* self = reinterpret_cast<Thread*>(thread);
  Warp& warp = block.warps[thread->linear_index / kWarpSize];
  self->state = ThreadState::kAtActiveMask;
  self->site = site;
  warp.at_active_mask |= 1u << lane;
  ++block.active_mask_waiters;
  block.active_mask_waited = false;
  block.parked(self);
  block.wait(self);
  return self->predicate;
}
