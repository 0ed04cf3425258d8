// SPDX-License-Identifier: Apache-2.0

#include "cpu/warp_block.h"

#include <algorithm>
#include <bit>
#include <cstdint>
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

// What the compiler takes for granted of an index that is made of block and thread index
// (cc/passes/warp/shapes.cpp).
constexpr std::uint64_t kMostIndices = 0x80000000u - 2048;

}  // namespace

WarpChoice choose_warp_entry(const KernelDescription& kernel, const std::uint32_t grid[3],
                             const std::uint32_t block[3]) noexcept {
  if (kernel.warp_entries == nullptr || reference_mode()) return {};
  for (int i = 0; i < 3; ++i) {
    if (std::uint64_t{grid[i]} * block[i] > kMostIndices) return {};
  }
  const auto entry = [&](WarpVariant variant) {
    return kernel.warp_entries[static_cast<std::uint32_t>(variant)];
  };
  const bool row = block[1] == 1 && block[2] == 1;
  if (row || block[0] % 32 == 0) {
    if (WarpEntry found = entry(WarpVariant::kLinear32)) return {found, 32};
  }
  if (block[0] == 16) {
    if (WarpEntry found = entry(WarpVariant::kRows16)) return {found, 32};
  }
  if (WarpEntry found = entry(WarpVariant::kGeneral32)) return {found, 32};
  return {};
}

bool WarpBlock::fill(Block& block) noexcept {
  if (warps == nullptr) {
    warps.reset(new (std::nothrow) VectorWarp[kMostWarps]);
    if (warps == nullptr) return false;
  }
  static_assert(sizeof block.op->stop == 1, "generated code reads it as a byte");
  const auto* stop = reinterpret_cast<const std::uint8_t*>(&block.op->stop);
  const std::uint32_t lanes = block.op->warp.lanes;
  const std::uint32_t* size = block.context.block_size;
  const bool same = filled_lanes == lanes && std::equal(size, size + 3, filled_size);
  // Also where nothing else has changed: the last launch may have been given up in the midst of a warp.
  const std::uint32_t threads = block.context.thread_count;
  count = (threads + lanes - 1) / lanes;
  for (std::uint32_t i = 0; i < count; ++i) warps[i].context.warps_to_run = count - i;
  if (same && filled_stop == stop) return true;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t z = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    VectorWarp& warp = warps[i];
    warp.context.stop = stop;
    if (same) continue;
    warp.context.block = &block.context;
    warp.context.first_linear_index = i * lanes;
    warp.context.lane_count = std::min(lanes, threads - i * lanes);
    // Lanes past the block's end continue the count: their values are never used.
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      warp.context.thread_index[0][lane] = x;
      warp.context.thread_index[1][lane] = y;
      warp.context.thread_index[2][lane] = z;
      if (++x < size[0]) continue;
      x = 0;
      if (++y < size[1]) continue;
      y = 0;
      ++z;
    }
    warp.lane_thread.block = &block.context;
    warp.lane_thread.fuel = kSequentialFuel;
    gridcall_rt_lane_thread(&warp.context, 0);
  }
  filled_lanes = lanes;
  std::copy(size, size + 3, filled_size);
  filled_stop = stop;
  return true;
}

std::uint32_t WarpBlock::name_running(const ThreadContext& current, std::uint32_t thread[3]) noexcept {
  const auto* noted = reinterpret_cast<const VectorWarp*>(reinterpret_cast<const char*>(&current) -
                                                          offsetof(VectorWarp, lane_thread));
  const VectorWarp* warp = noted + noted->context.running_warp;
  const auto& block = *reinterpret_cast<const Block*>(noted->context.block);
  const bool whole = (block.op->kernel->flags & kKernelWholeBlocks) != 0;
  const std::uint32_t lanes = (whole ? noted : warp)->context.running_lanes;
  if (lanes == 0) return 0;
  const std::uint32_t index =
      warp->context.first_linear_index + static_cast<std::uint32_t>(std::countr_zero(lanes));
  const std::uint32_t* size = warp->context.block->block_size;
  thread[0] = index % size[0];
  thread[1] = index / size[0] % size[1];
  thread[2] = index / size[0] / size[1];
  return static_cast<std::uint32_t>(std::popcount(lanes));
}

void* VectorWarp::run(Worker& worker) noexcept {
  const std::uint32_t range = context.warps_to_run;
  context.warps_to_run = 1;
  worker.current = &lane_thread;
  void* next = static_cast<WarpFrame*>(context.frame_memory)->resume(&context);
  context.warps_to_run = range;
  return next;
}

// Every warp is at the barrier or has left; if some want to know of all predicates they are told.
void WarpBlock::give_barrier_results() noexcept {
  std::uint32_t met = 0;
  std::uint32_t present = 0;
  std::uint32_t reductions = 0;
  for (std::uint32_t i = 0; i < count; ++i) reductions |= warps[i].context.barrier_reduction;
  if (reductions == 0) return;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!warps[i].live()) continue;
    const WarpContext& warp = warps[i].context;
    met += static_cast<std::uint32_t>(std::popcount(warp.barrier_predicates));
    present += static_cast<std::uint32_t>(std::popcount(warp.barrier_mask));
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    WarpContext& warp = warps[i].context;
    warp.barrier_result = barrier_result(static_cast<BarrierReduction>(warp.barrier_reduction), met, present);
  }
}

namespace {

// What warps go on with, of which these are two.
void* both(void* a, void* b) noexcept {
  if (a == nullptr || a == b) return b;
  return b == nullptr ? a : reinterpret_cast<void*>(kRegionsDiffer);
}

// Warps one after another. One that meets a barrier stands still there until all the others do, or have
// ended.
void run_block(Block& block, const Op& launch, WarpEntry entry, const void* parameters) noexcept {
  WarpBlock& all = block.warp_block;
  all.parking = false;
  block.worker->current = &all.warps[0].lane_thread;
  void* next = entry(&all.warps[0].context, parameters);
  while (next != nullptr) {
    if (all.parking) return block.run_parked();
    if (launch.stop.load(std::memory_order_relaxed)) block.worker->abandon_fiber();
    all.give_barrier_results();
    if (next != reinterpret_cast<void*>(kRegionsDiffer)) {
      next = reinterpret_cast<WarpRegion>(next)(&all.warps[0].context);
      continue;
    }
    next = nullptr;
    for (std::uint32_t i = 0; i < all.count; ++i) {
      if (all.warps[i].live()) next = both(next, all.warps[i].run(*block.worker));
    }
    block.worker->current = &all.warps[0].lane_thread;
  }
}

// A run of neighbouring blocks in one guarded call.
template <typename Run>
void each_block(Block& block, const Op& launch, Run run) noexcept {
  std::uint32_t* const index = block.context.block_index;
  for (;;) {
    run();
    if (--block.warp_block.blocks_left == 0 || launch.stop.load(std::memory_order_relaxed)) return;
    if (++index[0] < launch.grid[0]) continue;
    index[0] = 0;
    if (++index[1] < launch.grid[1]) continue;
    index[1] = 0;
    ++index[2];
  }
}

void warps_job(void* raw) {
  auto& block = *static_cast<Block*>(raw);
  const Op& launch = *block.op;
  each_block(block, launch, [&] { run_block(block, launch, launch.warp.entry, launch.parameters.data()); });
}

// The entry runs all of a block's warps.
void whole_blocks_job(void* raw) {
  auto& block = *static_cast<Block*>(raw);
  const Op& launch = *block.op;
  VectorWarp& first = block.warp_block.warps[0];
  block.worker->current = &first.lane_thread;
  each_block(block, launch, [&] {
    first.context.running_warp = 0;
    first.context.running_lanes = ~0u >> (32 - first.context.lane_count);
    launch.warp.entry(&first.context, launch.parameters.data());
  });
}

}  // namespace

BlockOutcome Block::run_warps(std::uint64_t blocks) noexcept {
  fibers = false;
  worker->block = this;
  worker->note.set = false;
  warp_block.blocks_left = blocks;
  if (!warp_block.fill(*this)) return BlockOutcome::kNoMemory;
  const std::size_t least = std::max(kSequentialStackBytes, device_facts().stack_bytes);
  const bool whole = (op->kernel->flags & kKernelWholeBlocks) != 0;
  if (worker->run_guarded(whole ? whole_blocks_job : warps_job, this, least)) return BlockOutcome::kDone;
  return worker->note.set ? BlockOutcome::kFaulted : BlockOutcome::kCancelled;
}

}  // namespace gridcall::cpu

using namespace gridcall::cpu;

void* gridcall_rt_warp_frame(WarpContext* context, std::uint64_t bytes) {
  Worker& worker = *reinterpret_cast<Block*>(context->block)->worker;
  void* memory = nullptr;
  {
    const HostSection host(worker);
    std::free(context->frame_memory);
    memory = bytes <= UINT32_MAX ? std::aligned_alloc(64, (bytes + 63) / 64 * 64) : nullptr;
    context->frame_memory = memory;
    context->frame_capacity = memory != nullptr ? static_cast<std::uint32_t>(bytes) : 0;
  }
  if (memory == nullptr)
    gridcall_rt_fault(gridcall_rt_lane_thread(context, 0), static_cast<std::uint32_t>(Fault::kStackOverflow));
  return memory;
}

void gridcall_rt_warp_stop(WarpContext* context) {
  reinterpret_cast<Block*>(context->block)->worker->abandon_fiber();
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
