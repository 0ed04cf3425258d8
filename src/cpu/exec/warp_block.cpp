// SPDX-License-Identifier: Apache-2.0

#include "cpu/exec/warp_block.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/environment.h"
#include "cpu/abi/runtime.h"
#include "cpu/exec/block.h"
#include "cpu/memory/memory.h"

namespace gridcall::cpu {

namespace {

// Returns true if every kernel runs on fibers, to compare the two modes.
bool reference_mode() noexcept {
  static const bool wanted = [] {
    const char* mode = environment::text(environment::Name::CPU_MODE);
    return mode && std::strcmp(mode, "reference") == 0;
  }();
  return wanted;
}

// The compiler's limit for an index from block and thread index (cc/passes/warp/analysis/vector_shapes.cpp).
constexpr std::uint64_t kMaxIndices = 0x80000000u - 2048;

}  // namespace

WarpChoice choose_warp_entry(const KernelDescription& kernel, const std::uint32_t grid[3],
                             const std::uint32_t block[3]) noexcept {
  if (!kernel.warp_entries || reference_mode()) return {};
  for (int i = 0; i < 3; ++i) {
    if (std::uint64_t{grid[i]} * block[i] > kMaxIndices) return {};
  }
  const auto choose = [&](WarpVariant variant) -> WarpChoice {
    const WarpEntry entry = kernel.warp_entries[static_cast<std::uint32_t>(variant)];
    if (!entry) return {};
    const bool row =
        variant == WarpVariant::kRows16 && (kernel.flags & static_cast<std::uint32_t>(kKernelRowWarps)) != 0;
    const std::uint32_t lanes = row || variant == WarpVariant::kSingle16 ? kSingleLanes : kWarpSize;
    return {entry, lanes, runs_whole_blocks(kernel.flags, variant), takes_block_runs(kernel.flags, variant)};
  };
  WarpChoice chosen;
  const bool row = block[1] == 1 && block[2] == 1;
  if (row && block[0] <= kSingleLanes) chosen = choose(WarpVariant::kSingle16);
  if (!chosen.entry && (row || block[0] % 32 == 0)) chosen = choose(WarpVariant::kLinear32);
  if (!chosen.entry && block[0] == 16) chosen = choose(WarpVariant::kRows16);
  if (!chosen.entry) chosen = choose(WarpVariant::kGeneral32);
  return chosen;
}

bool WarpBlock::fill(Block& block) noexcept {
  if (!warps) {
    warps.reset(new (std::nothrow) VectorWarp[kMaxWarps]);
    if (!warps) return false;
  }
  const std::uint32_t lanes = block.code->warp.lanes;
  const std::uint32_t* size = block.context.block_size;
  if (filled_lanes == lanes && std::equal(size, size + 3, filled_size)) return true;
  const std::uint32_t threads = block.context.thread_count;
  count = (threads + lanes - 1) / lanes;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t z = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    VectorWarp& warp = warps[i];
    static_assert(sizeof block.worker->interrupt == 1, "generated code reads it as a byte");
    warp.context.stop = reinterpret_cast<const std::uint8_t*>(&block.worker->interrupt);
    warp.context.block = &block.context;
    warp.context.first_linear_index = i * lanes;
    warp.context.lane_count = std::min(lanes, threads - i * lanes);
    // Lanes past the block's end continue the indices; their values are never used.
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
  return true;
}

std::uint32_t WarpBlock::name_running(const ThreadContext& current, std::uint32_t thread[3]) noexcept {
  const VectorWarp* noted = &VectorWarp::of(const_cast<ThreadContext&>(current));
  const VectorWarp* warp = noted + noted->context.running_warp;
  const auto& block = *reinterpret_cast<const Block*>(noted->context.block);
  const bool whole = block.code->warp.whole_blocks;
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

namespace {

// Returns the resume point of warps some of which resume at `a` and the others at `b`.
void* merge_resume_points(void* a, void* b) noexcept {
  if (!a || a == b) return b;
  return b ? reinterpret_cast<void*>(kRegionsDiffer) : a;
}

}  // namespace

VectorWarp::~VectorWarp() {
  memory().give_local(context.frame_memory);
}

void* VectorWarp::run(Worker& worker) noexcept {
  context.warps_to_run = 1;
  worker.current = &lane_thread;
  return static_cast<WarpFrame*>(context.frame_memory)->resume(&context);
}

void* WarpBlock::find_resume_point() const noexcept {
  void* all = nullptr;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!warps[i].suspended) all = merge_resume_points(all, warps[i].resume_point());
  }
  return all;
}

bool WarpBlock::some_paused() const noexcept {
  return std::any_of(&warps[0], &warps[0] + count,
                     [](const VectorWarp& warp) { return !warp.suspended && warp.live() && warp.paused(); });
}

bool WarpBlock::end_round() noexcept {
  std::uint32_t kinds = 0;
  for (std::uint32_t i = 0; i < count; ++i) kinds |= warps[i].context.barrier_reduction;
  const auto meet = [&] {
    if (Block& block = *reinterpret_cast<Block*>(warps[0].context.block); block.checks)
      check_warp_barrier(block);
  };
  if (kinds == 0) {
    meet();
    return false;
  }
  bool some_at_barrier = false;
  bool some_pause = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (warps[i].live()) (warps[i].paused() ? some_pause : some_at_barrier) = true;
  }
  if (some_pause) return some_at_barrier;
  meet();
  std::uint32_t met = 0;
  std::uint32_t present = 0;
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
  return false;
}

VectorWarp& WarpBlock::split_at_running(VectorWarp& first) noexcept {
  const std::uint32_t running = first.context.running_warp;
  if (first.context.warps_to_run > running + 1) {
    first.context.warps_to_run = running + 1;
    next = static_cast<std::uint32_t>(&first - warps.get()) + running + 1;
  }
  VectorWarp& waiting = *(&first + running);
  waiting.suspended = true;
  has_suspended = true;
  return waiting;
}

namespace {

// Runs all remaining warps of the round in one call.
void run_range(WarpBlock& all, const Block& block, const Launch& launch) noexcept {
  VectorWarp& first = all.begin_range();
  block.worker->current = &first.lane_thread;
  void* resume_point = all.round == WarpRound::kFirst
                           ? block.code->warp.entry(&first.context, launch.parameters.data())
                           : all.region(&first.context);
  all.resume_point = merge_resume_points(all.resume_point, resume_point);
}

void run_one(WarpBlock& all, Worker& worker) noexcept {
  VectorWarp& warp = all.warps[all.next++];
  if (warp.suspended || !warp.live()) return;
  // Warps at a barrier wait for the paused ones.
  void* resume_point = all.only_paused && !warp.paused() ? warp.resume_point() : warp.run(worker);
  all.resume_point = merge_resume_points(all.resume_point, resume_point);
}

void run_round(Block& block, const Launch& launch) noexcept {
  WarpBlock& all = block.warp_block;
  switch (all.round) {
    case WarpRound::kFirst:
    case WarpRound::kTogether:
      return run_range(all, block, launch);
    case WarpRound::kApart:
      return run_one(all, *block.worker);
    case WarpRound::kParked:
      return block.resume_parked(all.next++);
  }
}

// Begins a round after every warp has run. Returns false if this run starts no further round.
bool begin_round(Block& block, const Launch& launch) noexcept {
  WarpBlock& all = block.warp_block;
  if (all.parking) return block.begin_parked_round();
  if (all.has_suspended) all.resume_point = all.find_resume_point();
  if (!all.resume_point) return false;
  if (launch.stopped()) block.worker->abandon_fiber();
  // A suspended warp may wait for a paused one.
  const bool some_away = block.suspended_count() != 0;
  all.only_paused = some_away ? all.some_paused() : all.end_round();
  if (some_away && !all.only_paused) return false;
  // One region may continue from several barriers.
  const bool apart = all.only_paused || all.resume_point == reinterpret_cast<void*>(kRegionsDiffer);
  all.round = apart ? WarpRound::kApart : WarpRound::kTogether;
  all.region = apart ? nullptr : reinterpret_cast<WarpRegion>(all.resume_point);
  all.resume_point = nullptr;
  all.next = 0;
  block.worker->note_step();
  return true;
}

// Runs from the block's current position, then the following blocks in the same run. A run ends when other
// runs are suspended; the last of them continues.
template <typename Finish>
void each_block(Block& block, const Launch& launch, Finish finish) noexcept {
  WarpBlock& all = block.warp_block;
  std::uint32_t* const index = block.context.block_index;
  for (;;) {
    finish();
    if (block.suspended_count() != 0) return;
    all.blocks_left -= block.context.blocks_to_run;
    if (all.blocks_left == 0 || launch.stopped()) return;
    block.worker->note_step();
    if (block.checks) block.checks->has_begun = false;
    all.next = 0;
    if (++index[0] < launch.grid[0]) continue;
    index[0] = 0;
    if (++index[1] < launch.grid[1]) continue;
    index[1] = 0;
    ++index[2];
  }
}

void warps_job(void* raw) {
  auto& block = *static_cast<Block*>(raw);
  const Launch& launch = *block.launch;
  WarpBlock& all = block.warp_block;
  each_block(block, launch, [&] {
    do {
      while (all.next < all.count) run_round(block, launch);
    } while (begin_round(block, launch));
    if (block.suspended_count() == 0) all.begin_block();
  });
}

constexpr std::uint32_t kMaxBlocksOfRun = 8;

// Returns the number of blocks that one call runs, so that they meet the memory of a row one after another.
std::uint32_t blocks_of_run(const Block& block) noexcept {
  const BlockContext& context = block.context;
  const std::uint64_t left = std::min<std::uint64_t>(block.warp_block.blocks_left, kMaxBlocksOfRun);
  return std::min(static_cast<std::uint32_t>(left), context.grid_size[0] - context.block_index[0]);
}

// Runs all remaining warps of a block by one call of the entry.
void whole_blocks_job(void* raw) {
  auto& block = *static_cast<Block*>(raw);
  const Launch& launch = *block.launch;
  WarpBlock& all = block.warp_block;
  Worker& worker = *block.worker;
  const WarpEntry entry = block.code->warp.entry;
  const void* parameters = launch.parameters.data();
  const bool runs = block.code->warp.block_runs && launch.cluster_blocks() == 1;
  each_block(block, launch, [&] {
    while (all.next < all.count) {
      VectorWarp& first = all.begin_range();
      first.context.running_lanes = ~0u >> (32 - first.context.lane_count);
      worker.current = &first.lane_thread;
      if (runs) block.context.blocks_to_run = blocks_of_run(block);
      entry(&first.context, parameters);
    }
  });
}

}  // namespace

bool Block::prepare_warps(std::uint64_t blocks) noexcept {
  warp_block.blocks_left = blocks;
  context.blocks_to_run = 1;
  if (!warp_block.fill(*this)) return false;
  warp_block.begin_block();
  for (std::uint32_t i = 0; i < warp_block.count; ++i) {
    warp_block.warps[i].suspended = false;
    warp_block.warps[i].context.barrier_reduction = 0;
  }
  const std::size_t least = std::max(kSequentialStackBytes, launch->stack_bytes);
  run_body = code->warp.whole_blocks ? whole_blocks_job : warps_job;
  run_stack_bytes = stack_bytes_for(least, *code->kernel, kWarpSize);
  return true;
}

BlockOutcome Block::run_warps(std::uint64_t blocks) noexcept {
  return prepare_warps(blocks) ? begin_runs() : BlockOutcome::kNoMemory;
}

}  // namespace gridcall::cpu

using namespace gridcall::cpu;

void* gridcall_rt_warp_frame(WarpContext* context, std::uint64_t bytes) {
  Worker& worker = *reinterpret_cast<Block*>(context->block)->worker;
  void* frame = nullptr;
  {
    const HostSection host(worker);
    memory().give_local(context->frame_memory);
    context->frame_memory = nullptr;
    context->frame_capacity = 0;
    frame = bytes <= UINT32_MAX ? memory().take_local(bytes) : nullptr;
    context->frame_memory = frame;
    context->frame_capacity = frame ? static_cast<std::uint32_t>(bytes) : 0;
  }
  if (frame) return frame;
  worker.in_kernel.store(false, std::memory_order_relaxed);
  worker.note.set_no_memory();
  std::memcpy(worker.note.thread, gridcall_rt_lane_thread(context, 0)->thread_index,
              sizeof worker.note.thread);
  std::snprintf(worker.note.detail, sizeof worker.note.detail,
                "the host has no memory for the %llu bytes of a warp's variables",
                static_cast<unsigned long long>(bytes));
  worker.abandon_fiber();
}

#if defined(__x86_64__)
// Saves the general registers that a function may overwrite.
asm(R"(
.text
.globl gridcall_rt_warp_stop
.hidden gridcall_rt_warp_stop
.type gridcall_rt_warp_stop, @function
gridcall_rt_warp_stop:
  endbr64
  push %rax
  push %rcx
  push %rdx
  push %rsi
  push %rdi
  push %r8
  push %r9
  push %r10
  sub $8, %rsp
  call gridcall_rt_warp_stop_body
  add $8, %rsp
  pop %r10
  pop %r9
  pop %r8
  pop %rdi
  pop %rsi
  pop %rdx
  pop %rcx
  pop %rax
  ret
.size gridcall_rt_warp_stop, .-gridcall_rt_warp_stop
)");
#define GRIDCALL_WARP_STOP gridcall_rt_warp_stop_body
extern "C" [[gnu::visibility("hidden"), gnu::used]] void gridcall_rt_warp_stop_body(WarpContext* context);
#else
#define GRIDCALL_WARP_STOP gridcall_rt_warp_stop
#endif

void GRIDCALL_WARP_STOP(WarpContext* context) {
  Block& block = *reinterpret_cast<Block*>(context->block);
  Worker& worker = *block.worker;
  // A thread that ends the launch after this sets the flag again.
  worker.interrupt.exchange(0, std::memory_order_seq_cst);
  if (block.launch->stopped(std::memory_order_seq_cst)) worker.abandon_fiber();
  if (worker.take_suspend_request()) block.suspend();
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
