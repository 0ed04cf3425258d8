// SPDX-License-Identifier: Apache-2.0

#include "cpu/queue/runner.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "cpu/base/process_state.h"
#include "cpu/memory/memory.h"
#include "cpu/queue/scheduler.h"
#include "cpu/queue/watchdog.h"
#include "cpu/queue/worker_pool.h"
#include "cpu/queue/workers.h"
#include "cpu/queue/zone_watch.h"

namespace gridcall::cpu {

namespace {

// The time that a worker spends on one kernel's blocks while others wait.
constexpr std::int64_t kSliceNs = 200000;
// The next run of blocks may be twice as long after a run that took less time.
constexpr std::int64_t kShortRunNs = 30000;
// The number of unused blocks that one worker stores to reuse their memory.
constexpr std::size_t kIdleBlocks = 8;
// The block of a fault that belongs to no block.
constexpr std::uint32_t kNoBlock[3] = {};

// Stops the thread when the process exits, because its data may be destroyed.
[[noreturn]] void park_forever() noexcept {
  for (;;) ::pause();
}

}  // namespace

// ---- Choosing work ---------------------------------------------------------------------------------------

void Runner::set_spinning(bool now) noexcept {
  if (spinning_ == now) return;
  spinning_ = now;
  if (now) {
    worker_pool().spinners.fetch_add(1, std::memory_order_seq_cst);
    return;
  }
  worker_pool().spinners.fetch_sub(1, std::memory_order_seq_cst);
}

// Gives the core to another OS thread now and then while every thread of a block only polls, because that
// thread may be the one they wait for.
void Runner::yield_if_idle() noexcept {
  if (++idle_rounds_ % 16 != 0) return;
  const std::int64_t now = now_ns();
  if (now - yielded_ns_ < 50000) return;
  yielded_ns_ = now;
  ::sched_yield();
  if (exiting()) park_forever();
}

// While new blocks are held back, a launch with waiting blocks here is not claimed.
Command* Runner::claim() noexcept {
  const Command* avoid[8];
  const std::size_t avoided = waiting_.list_launches(avoid, std::size(avoid));
  const bool others_only = waiting_.is_backing_off();
  Scheduler& queue = scheduler();
  const std::lock_guard lock(queue.lock);
  return queue.claim_locked(avoid, avoided, others_only);
}

void Runner::release(Command* command) noexcept {
  Scheduler& queue = scheduler();
  const std::lock_guard lock(queue.lock);
  queue.release_locked(command);
}

Command* Runner::wait_for_work() noexcept {
  WorkerPool& all = worker_pool();
  Scheduler& queue = scheduler();
  worker.busy.store(false, std::memory_order_relaxed);
  for (;;) {
    if (exiting()) park_forever();
    set_spinning(true);
    const std::int64_t until = now_ns() + spin_.next();
    bool found = false;
    while (!(found = queue.ready_count.load(std::memory_order_acquire) != 0) && now_ns() < until) {
      for (int i = 0; i < 8; ++i) cpu_pause();
    }
    spin_.learn(found);
    std::uint32_t seen = 0;
    {
      const std::lock_guard lock(queue.lock);
      set_spinning(false);
      if (Command* command = queue.claim_locked(nullptr, 0, false)) return command;
      all.sleepers.fetch_add(1, std::memory_order_seq_cst);
      seen = all.epoch.load(std::memory_order_seq_cst);
    }
    futex_wait(all.epoch, seen);
    const std::lock_guard lock(queue.lock);
    all.sleepers.fetch_sub(1, std::memory_order_seq_cst);
    if (Command* command = queue.claim_locked(nullptr, 0, false)) return command;
  }
}

void Runner::run() noexcept {
  Scheduler& queue = scheduler();
  for (;;) {
    if (!waiting_.empty() && spinning_) {
      // The worker stays busy, and work that was queued while it counted as searching needs another worker.
      set_spinning(false);
      if (queue.ready_count.load(std::memory_order_seq_cst) != 0 &&
          worker_pool().sleepers.load(std::memory_order_seq_cst) != 0)
        WorkerPool::wake(1);
    }
    const std::int64_t began = now_ns();
    run_waiting();
    if (waiting_.empty()) {
      Command* command = wait_for_work();
      run_command(command);
      release(command);
      continue;
    }
    yield_if_idle();
    // The blocks that they wait for may not have begun, so further blocks begin for as long as this round
    // takes.
    admit_blocks(now_ns() * 2 - began);
  }
}

// ---- Execution -----------------------------------------------------------------------------------------

// Runs one round of the waiting blocks.
void Runner::run_waiting() noexcept {
  for (std::size_t i = 0; i < waiting_.fibers().size();) {
    Block* block = waiting_.fibers()[i];
    if (!step(block)) {
      ++i;
      continue;
    }
    waiting_.remove_fibers(i);
    end_waiting(block);
  }
  if (!waiting_.has_suspended()) return;
  const WaitingBlocks::TimeSlice slice = waiting_.begin_slice();
  const bool over = settle(slice.block, slice.block->run_slice(slice.length_ns), "stacks");
  waiting_.end_slice(slice, over);
  if (over) end_waiting(slice.block);
}

void Runner::admit_cooperative() noexcept {
  Scheduler& queue = scheduler();
  while (queue.ready_cooperative.load(std::memory_order_relaxed) != 0) {
    Command* command = nullptr;
    {
      // A worker takes more than its share only if no other worker takes the blocks.
      const bool any = now_ns() - claimed_ns_ > kSliceNs;
      const std::lock_guard lock(queue.lock);
      command = queue.claim_cooperative_locked(waiting_.cooperative(), any);
    }
    if (!command) return;
    run_command(command);
    release(command);
  }
}

void Runner::admit_blocks(std::int64_t until) noexcept {
  admit_cooperative();
  while (waiting_.has_pending_ranges() && waiting_.room_for_block()) {
    const PendingRange range = waiting_.take_pending_range();
    const std::uint64_t over = run_sequential(range.launch, range.first, range.count);
    if (over != 0) finish_chunks(range.launch, over);
    release(range.launch);
    if (now_ns() > until) break;
  }
  while (scheduler().ready_count.load(std::memory_order_relaxed) != 0 && now_ns() - claimed_ns_ > kSliceNs &&
         waiting_.room_for_block()) {
    Command* command = claim();
    claimed_ns_ = now_ns();
    if (!command) break;
    run_command(command);
    release(command);
    if (now_ns() > until) break;
  }
}

bool Runner::slice_is_over() const noexcept {
  return (!waiting_.empty() || scheduler().ready_count.load(std::memory_order_relaxed) > 1) &&
         now_ns() - claimed_ns_ > kSliceNs;
}

namespace {

// Returns true for a launch of which a worker may claim more blocks at once.
bool may_grow(Command* command) noexcept {
  const LaunchCommand* launch = as_launch(command);
  return launch && !launch->code.load(std::memory_order_relaxed)->may_block && !launch->blocks_meet();
}

}  // namespace

void Runner::run_command(Command* command) noexcept {
  claimed_ns_ = now_ns();
  bool woke_others = false;
  if (LaunchCommand* launch = as_launch(command)) {
    watchdog_note_kernel(worker);
    if (launch->limit_ns != 0) watchdog_note_limit(*launch, claimed_ns_);
  }
  // Each worker runs consecutive blocks, because memory is prefetched within such a run. The runs grow while
  // they take little time, and shrink near the end, so that the workers finish together.
  std::uint64_t grain = command->grain;
  std::int64_t began = claimed_ns_;
  for (;;) {
    if (exiting()) park_forever();
    const std::uint64_t claimed = command->next_chunk.load(std::memory_order_relaxed);
    const std::uint64_t left = command->chunks - std::min(claimed, command->chunks);
    const std::uint64_t wanted =
        std::max(command->grain, std::min(grain, left / (std::uint64_t{workers_count()} * 4)));
    const std::uint64_t first = command->next_chunk.fetch_add(wanted, std::memory_order_acq_rel);
    if (first >= command->chunks) break;
    const std::uint64_t count = std::min(wanted, command->chunks - first);
    if (LaunchCommand* launch = as_launch(command)) zone_watch_begin(*launch);
    if (!woke_others &&
        (first + count < command->chunks || scheduler().ready_count.load(std::memory_order_relaxed) > 1)) {
      woke_others = true;
      // Each worker wakes two more, so that all are awake after a few wake-ups.
      if (worker_pool().sleepers.load(std::memory_order_relaxed) != 0)
        WorkerPool::wake(command->chunks - first > 2 * count ? 2 : 1);
    }
    const std::uint64_t over = run_chunks(command, first, count);
    if (over != 0) finish_chunks(command, over);
    if (over != count) return;
    if (wanted == grain && may_grow(command)) {
      const std::int64_t now = now_ns();
      if (now - began < kShortRunNs) grain *= 2;
      began = now;
    }
    if (slice_is_over()) return;
  }
  Scheduler& queue = scheduler();
  const std::lock_guard lock(queue.lock);
  queue.unlist_locked(command);
}

std::uint64_t Runner::run_chunks(Command* command, std::uint64_t first, std::uint64_t count) noexcept {
  if (LaunchCommand* launch = as_launch(command)) {
    // The grain of a launch whose blocks may wait is 1.
    const LaunchCode& code = launch->newest_code();
    return code.may_block ? run_with_fibers(launch, code, first) : run_sequential(launch, first, count);
  }
  return run_transfer(static_cast<TransferCommand*>(command), first, count);
}

std::uint64_t Runner::run_transfer(TransferCommand* command, std::uint64_t first,
                                   std::uint64_t count) noexcept {
  struct Chunk {
    const Transfer& transfer;
    std::size_t first;
  };
  const auto run = [](void* raw) {
    const auto& chunk = *static_cast<const Chunk*>(raw);
    chunk.transfer.run(chunk.first, std::min(kTransferChunkBytes, chunk.transfer.bytes - chunk.first));
  };
  for (std::uint64_t i = first; i < first + count && !command->stop.load(std::memory_order_relaxed); ++i) {
    Chunk chunk{command->transfer, i * kTransferChunkBytes};
    worker.block = nullptr;
    worker.current = nullptr;
    worker.note.set = false;
    if (worker.run_guarded(run, &chunk, command->transfer.stack_bytes()) == RunResult::kFinished) continue;
    char* text = fault_new_text();
    if (text) fault_describe(worker.note, command->transfer.name(), text, kFaultTextBytes);
    fail(command, text);
  }
  return count;
}

// Runs `count` blocks from number `first` of a kernel whose threads need no fibers. If some are not over, one
// of them was suspended, and the others are stored for later.
std::uint64_t Runner::run_sequential(LaunchCommand* launch, std::uint64_t first,
                                     std::uint64_t count) noexcept {
  Block* block = waiting_.make_room() ? take_block() : nullptr;
  std::uint64_t over = 0;
  for (; over < count && !launch->stopped(); ++over) {
    const LaunchCode& code = launch->newest_code();
    if (!block || !block->begin(worker, *launch, code, first + over)) {
      note_no_memory("shared memory");
      fail(launch, kNoBlock);
      break;
    }
    std::uint64_t behind = 0;
    BlockOutcome outcome = BlockOutcome::kDone;
    if (code.warp.entry) {
      outcome = block->run_warps(count - over);
      if (outcome == BlockOutcome::kPolling) behind = std::exchange(block->warp_block.blocks_left, 1) - 1;
      over = count - behind - 1;
    } else {
      outcome = block->run_sequential();
      behind = count - over - 1;
    }
    if (settle(block, outcome, "warps")) continue;
    suspend(block);
    if (behind != 0) {
      const std::lock_guard lock(scheduler().lock);
      ++launch->references;
      waiting_.add_pending_range({launch, first + over + 1, behind});
    }
    return over;
  }
  if (block) give_block(block);
  return count;
}

// Runs one block of a kernel whose threads may wait.
std::uint64_t Runner::run_with_fibers(LaunchCommand* launch, const LaunchCode& code,
                                      std::uint64_t index) noexcept {
  if (launch->stopped()) return 1;
  Block* block = waiting_.make_room() ? take_block() : nullptr;
  if (!block || !block->begin(worker, *launch, code, index) || !block->start_fibers()) {
    if (block) give_block(block);
    note_no_memory("threads");
    fail(launch, kNoBlock);
    return 1;
  }
  block->started_ns = now_ns();
  while (!step(block)) {
    const bool others = !waiting_.empty() || scheduler().ready_count.load(std::memory_order_relaxed) != 0;
    if (others &&
        (launch->blocks_meet() || (idle_rounds_ % 16 == 0 && now_ns() - block->started_ns > kSliceNs))) {
      suspend(block);
      return 0;
    }
    yield_if_idle();
  }
  give_block(block);
  return 1;
}

// ---- Completion ----------------------------------------------------------------------------------------

// Counts chunks as done and completes the command with the last one.
void Runner::finish_chunks(Command* command, std::uint64_t count) noexcept {
  if (LaunchCommand* launch = as_launch(command); launch && launch->is_cooperative)
    launch->some_block_ended.store(true, std::memory_order_release);
  if (command->finished_chunks.fetch_add(count, std::memory_order_acq_rel) + count != command->chunks) return;
  // A thread that waits for this command may queue more at once, and need not wake another worker, because
  // this one looks for work.
  set_spinning(true);
  Scheduler& queue = scheduler();
  if (LaunchCommand* launch = as_launch(command)) {
    zone_watch_end(*launch);
    if (launch->cluster_blocks() > 1) launch->clusters.clear();
  }
  {
    const std::lock_guard lock(queue.lock);
    queue.finish_locked(command);
  }
  workers_wake();
}

// Ends a command early: no further chunk of it begins, and chunks that have not begun count as done.
void Runner::fail(Command* command, char* text) noexcept {
  std::uint64_t dropped = 0;
  {
    Scheduler& queue = scheduler();
    const std::lock_guard lock(queue.lock);
    queue.set_fault_locked(command, fault_code(worker.note), text);
    workers_stop(*command);
    const std::uint64_t next = command->next_chunk.exchange(command->chunks, std::memory_order_acq_rel);
    if (next < command->chunks) dropped = command->chunks - next;
  }
  worker.note.set = false;
  if (dropped != 0) finish_chunks(command, dropped);
}

void Runner::fail(LaunchCommand* launch, const std::uint32_t block[3]) noexcept {
  char* text = fault_new_text();
  if (text) fault_describe(worker.note, launch->kernel(), block, text, kFaultTextBytes);
  fail(launch, text);
}

void Runner::note_no_memory(const char* what) noexcept {
  worker.note.set_no_memory();
  std::snprintf(worker.note.detail, sizeof worker.note.detail, "the host has no memory for the block's %s",
                what);
}

bool Runner::settle(Block* block, BlockOutcome outcome, const char* what_for) noexcept {
  switch (outcome) {
    case BlockOutcome::kPolling:
      return false;
    case BlockOutcome::kDone:
      break;
    case BlockOutcome::kNoMemory:
      note_no_memory(what_for);
      [[fallthrough]];
    case BlockOutcome::kFaulted:
      block->abandon();
      fail(&LaunchCommand::of(*block->launch), block->context.block_index);
      break;
    case BlockOutcome::kCancelled:
      block->abandon();
      break;
  }
  block->leave_cluster();
  return true;
}

// ---- Blocks ----------------------------------------------------------------------------------------------

Block* Runner::take_block() noexcept {
  try {
    if (worker.idle_blocks.empty()) {
      worker.idle_blocks.reserve(kIdleBlocks);
      worker.idle_blocks.push_back(std::make_unique<Block>());
    }
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
  Block* block = worker.idle_blocks.back().release();
  worker.idle_blocks.pop_back();
  return block;
}

void Runner::give_block(Block* block) noexcept {
  if (worker.idle_blocks.size() < kIdleBlocks) {
    worker.idle_blocks.emplace_back(block);  // capacity is reserved
  } else {
    delete block;
  }
}

// Adds a suspended block to those that take turns. The caller has reserved the room.
void Runner::suspend(Block* block) noexcept {
  {
    const std::lock_guard lock(scheduler().lock);
    ++LaunchCommand::of(*block->launch).references;
  }
  waiting_.add(block);
}

// Removes a suspended block that is over.
void Runner::end_waiting(Block* block) noexcept {
  LaunchCommand* launch = &LaunchCommand::of(*block->launch);
  give_block(block);
  finish_chunks(launch, 1);
  release(launch);
}

}  // namespace gridcall::cpu
