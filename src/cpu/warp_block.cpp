// SPDX-License-Identifier: Apache-2.0

#include "cpu/warp_block.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>

#include "cpu/block.h"
#include "cpu/device.h"
#include "cpu/runtime.h"

namespace gridcall::cpu {

namespace {

// For comparing the two modes: every kernel on fibers.
bool reference_mode() noexcept {
  static const bool wanted = [] {
    const char* mode = std::getenv("GRIDCALL_CPU_MODE");
    return mode != nullptr && std::strcmp(mode, "reference") == 0;
  }();
  return wanted;
}

// What the compiler takes for granted of an index that is made of block and thread index (cc/passes/warp/shapes.cpp).
constexpr std::uint64_t kMostIndices = 0x80000000u - 2048;

}  // namespace

WarpChoice choose_warp_entry(const KernelDescription& kernel, const std::uint32_t grid[3],
                             const std::uint32_t block[3]) noexcept {
  if (kernel.warp_entries == nullptr || reference_mode()) return {};
  for (int i = 0; i < 3; ++i) {
    if (std::uint64_t{grid[i]} * block[i] > kMostIndices) return {};
  }
  const auto entry = [&](WarpVariant variant) { return kernel.warp_entries[static_cast<std::uint32_t>(variant)]; };
  const bool row = block[1] == 1 && block[2] == 1;
  if (row || block[0] % 32 == 0) {
    if (WarpEntry found = entry(WarpVariant::kLinear32)) return {found, 32, false};
  }
  if (block[0] % 16 == 0) {
    if (WarpEntry found = entry(WarpVariant::kLinear16)) return {found, 16, false};
  }
  if (WarpEntry found = entry(WarpVariant::kGeneral32)) return {found, 32, true};
  return {};
}

void WarpBlock::fill(Block& block, std::uint32_t slot, std::uint32_t index, std::uint32_t lanes) noexcept {
  VectorWarp& warp = warps[slot];
  const std::uint32_t threads = block.context.thread_count;
  const std::uint32_t first = index * lanes;
  warp.context.block = &block.context;
  warp.context.first_linear_index = first;
  warp.context.lane_count = std::min(lanes, threads - first);
  const std::uint32_t* size = block.context.block_size;
  std::uint32_t x = first % size[0];
  std::uint32_t y = first / size[0] % size[1];
  std::uint32_t z = first / size[0] / size[1];
  // Linear entries read lane 0's alone. Lanes past the block's end continue the count: their values are never used.
  const std::uint32_t filled = block.op->warp.reads_all_lanes ? lanes : 1;
  for (std::uint32_t lane = 0; lane < filled; ++lane) {
    warp.context.thread_index[0][lane] = x;
    warp.context.thread_index[1][lane] = y;
    warp.context.thread_index[2][lane] = z;
    if (++x < size[0]) continue;
    x = 0;
    if (++y < size[1]) continue;
    y = 0;
    ++z;
  }
  warp.block = &block;
  warp.at_barrier = false;
  warp.exited = false;
  ThreadContext& thread = warp.lane_thread;
  for (int i = 0; i < 3; ++i) thread.thread_index[i] = warp.context.thread_index[i][0];
  thread.linear_index = first;
  thread.fuel = kSequentialFuel;
  thread.block = &block.context;
}

bool WarpBlock::prepare(Block& block) noexcept {
  if (warps == nullptr) warps.reset(new (std::nothrow) VectorWarp[kMostWarps]);
  if (warps == nullptr) return false;
  const std::uint32_t lanes = block.op->warp.lanes;
  count = (block.context.thread_count + lanes - 1) / lanes;
  return true;
}

VectorWarp* WarpBlock::next(std::uint32_t index) noexcept {
  for (std::uint32_t i = index; i < count; ++i) {
    if (!warps[i].exited && !warps[i].at_barrier) return &warps[i];
  }
  return nullptr;
}

// Every warp is at the barrier or has left.
void WarpBlock::release_barrier() noexcept {
  std::uint32_t met = 0;
  std::uint32_t present = 0;
  BarrierReduction reduction = BarrierReduction::kNone;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!warps[i].at_barrier) continue;
    met += static_cast<std::uint32_t>(std::popcount(warps[i].predicates));
    present += static_cast<std::uint32_t>(std::popcount(warps[i].mask));
    reduction = static_cast<BarrierReduction>(warps[i].reduction);
    warps[i].at_barrier = false;
  }
  switch (reduction) {
    case BarrierReduction::kCount: barrier_result = met; break;
    case BarrierReduction::kAnd: barrier_result = met == present ? 1 : 0; break;
    case BarrierReduction::kOr: barrier_result = met != 0 ? 1 : 0; break;
    default: barrier_result = 0; break;
  }
}

void WarpBlock::abandon() noexcept {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (warps[i].stack != nullptr) stacks->give(warps[i].stack);
    warps[i].stack = nullptr;
  }
}

// ---- Strategy 3: warps one after another ----------------------------------------------------------------

namespace {

void warps_job(void* raw) {
  auto& block = *static_cast<Block*>(raw);
  const Op& launch = *block.op;
  WarpBlock& all = block.warp_block;
  const void* parameters = launch.parameters.data();
  VectorWarp& warp = all.warps[0];  // one serves for all
  block.worker->current = &warp.lane_thread;
  const std::uint32_t count = all.count;
  for (std::uint32_t i = 0; i < count; ++i) {
    all.fill(block, 0, i, launch.warp.lanes);
    launch.warp.entry(&warp.context, parameters);
  }
}

}  // namespace

BlockOutcome Block::run_warps() noexcept {
  fibers = false;
  worker->block = this;
  worker->note.set = false;
  if (!warp_block.prepare(*this)) return BlockOutcome::kNoMemory;
  const std::size_t least = std::max(kSequentialStackBytes, device_facts().stack_bytes);
  if (worker->run_guarded(warps_job, this, least)) return BlockOutcome::kDone;
  return worker->note.set ? BlockOutcome::kFaulted : BlockOutcome::kCancelled;
}

// ---- Strategy 4: a fiber for each warp --------------------------------------------------------------------

namespace {

void enter(Worker& worker, VectorWarp& warp) noexcept {
  worker.current = &warp.lane_thread;
  worker.running = &warp.stack->fiber;
  worker.running_stack = warp.stack;
}

// The round goes on with another warp, or, when all have arrived or left, begins anew. NULL: all have left.
VectorWarp* following(WarpBlock& all, const VectorWarp& self) noexcept {
  if (VectorWarp* warp = all.next(static_cast<std::uint32_t>(&self - all.warps.get()) + 1)) return warp;
  all.release_barrier();
  return all.next(0);
}

void warp_main(void* raw) {
  auto& warp = *static_cast<VectorWarp*>(raw);
  Block& block = *warp.block;
  block.op->warp.entry(&warp.context, block.op->parameters.data());
  warp.exited = true;
  VectorWarp* next = following(block.warp_block, warp);
  Fiber& own = warp.stack->fiber;
  if (next == nullptr) fiber_leave(own, block.worker->main);
  enter(*block.worker, *next);
  fiber_leave(own, next->stack->fiber);
}

}  // namespace

BlockOutcome Block::run_warp_fibers() noexcept {
  fibers = false;
  worker->block = this;
  worker->note.set = false;
  WarpBlock& all = warp_block;
  if (!all.prepare(*this)) return BlockOutcome::kNoMemory;
  all.stacks = worker->pool(kWarpStackBytes);
  if (all.stacks == nullptr) return BlockOutcome::kNoMemory;
  for (std::uint32_t i = 0; i < all.count; ++i) {
    all.fill(*this, i, i, op->warp.lanes);
    all.warps[i].stack = all.stacks->take();
    if (all.warps[i].stack == nullptr) {
      all.count = i;
      all.abandon();
      return BlockOutcome::kNoMemory;
    }
    Stack& stack = *all.warps[i].stack;
    fiber_prepare(stack.fiber, stack.low, stack.bytes, warp_main, &all.warps[i]);
  }
  enter(*worker, all.warps[0]);
  worker->in_kernel.store(true, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  fiber_switch(worker->main, all.warps[0].stack->fiber);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  worker->in_kernel.store(false, std::memory_order_relaxed);
  all.abandon();
  if (worker->note.set) return BlockOutcome::kFaulted;
  return op->stop.load(std::memory_order_relaxed) ? BlockOutcome::kCancelled : BlockOutcome::kDone;
}

}  // namespace gridcall::cpu

using namespace gridcall::cpu;

std::uint32_t gridcall_rt_warp_barrier(WarpContext* context, std::uint32_t reduction, std::uint32_t mask,
                                       std::uint32_t predicates) {
  auto* self = reinterpret_cast<VectorWarp*>(context);
  Block& block = *self->block;
  WarpBlock& all = block.warp_block;
  if (block.op->stop.load(std::memory_order_relaxed)) block.worker->abandon_fiber();
  self->reduction = reduction;
  self->mask = mask;
  self->predicates = predicates;
  self->at_barrier = true;
  VectorWarp* next = following(all, *self);
  if (next != self) {
    enter(*block.worker, *next);
    fiber_switch(self->stack->fiber, next->stack->fiber);
  }
  return all.barrier_result;
}

ThreadContext* gridcall_rt_lane_thread(WarpContext* context, std::uint32_t lane) {
  auto* warp = reinterpret_cast<VectorWarp*>(context);
  ThreadContext& thread = warp->lane_thread;
  thread.linear_index = context->first_linear_index + lane;
  const std::uint32_t* size = context->block->block_size;
  thread.thread_index[0] = thread.linear_index % size[0];
  thread.thread_index[1] = thread.linear_index / size[0] % size[1];
  thread.thread_index[2] = thread.linear_index / size[0] / size[1];
  return &thread;
}
