// SPDX-License-Identifier: Apache-2.0

#include "cpu/queue/workers.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
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

#include "cpu/base/futex.h"
#include "cpu/base/immortal.h"
#include "cpu/base/machine.h"
#include "cpu/base/process_state.h"
#include "cpu/exec/block.h"
#include "cpu/memory/memory.h"
#include "cpu/queue/scheduler.h"
#include "cpu/queue/waiting_blocks.h"
#include "cpu/queue/watchdog.h"

namespace gridcall::cpu {

namespace {

// More than a wake-up takes: else host and worker each fall asleep just before the other is ready.
constexpr std::int32_t kSpinNs = 60000;
// How long a worker stays with one kernel's blocks while others wait.
constexpr std::int64_t kSliceNs = 200000;
// A run of blocks that takes less than this may be twice as long the next time.
constexpr std::int64_t kShortRunNs = 30000;
// Blocks that one worker keeps when it has nothing to do, for their memory.
constexpr std::size_t kIdleBlocks = 8;

struct Runner;

struct Pool {
  std::mutex lock;
  std::atomic<std::uint32_t> started{0};
  // Of these workers_stop may reach all: one more while a thread is being made, for it may run before that is
  // seen.
  std::atomic<std::uint32_t> reachable{0};
  std::atomic<bool> complete{false};      // every worker and the watchdog are there
  std::atomic<std::int64_t> next_try{0};  // when what is not there is asked for again
  std::atomic<std::uint32_t> epoch{0};
  std::atomic<std::uint32_t> sleepers{0};  // written under the scheduler's lock
  std::atomic<std::uint32_t> spinners{0};
  std::atomic<bool> noted{false};
  std::unique_ptr<Runner*[]> runners;  // set before `reachable` is, and for good
};

// The system may have threads again after a while.
constexpr std::int64_t kTryAgainNs = 10000000;

Pool& pool() noexcept {
  return immortal<Pool>();
}

void wake(int count) noexcept {
  Pool& all = pool();
  all.epoch.fetch_add(1, std::memory_order_seq_cst);
  futex_wake(all.epoch, count);
}

[[noreturn]] void stand_still() noexcept {
  for (;;) pause();
}

bool launch_may_block(const Op& op) noexcept {
  return op.warp.entry == nullptr && (op.kernel->flags & kKernelMayBlock) != 0;
}

struct Runner {
  Worker worker;
  WaitingBlocks waiting;
  void* signal_stack = nullptr;
  std::int64_t taken_ns = 0;
  std::uint32_t quiet_rounds = 0;
  std::int64_t quiet_since = 0;
  SpinTime spin{kSpinNs};
  bool looking = false;  // counted among the spinners

  void look(bool now) noexcept {
    if (looking == now) return;
    looking = now;
    if (now) {
      pool().spinners.fetch_add(1, std::memory_order_seq_cst);
      return;
    }
    pool().spinners.fetch_sub(1, std::memory_order_seq_cst);
  }

  Block* take_block() noexcept {
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

  void give_block(Block* block) noexcept {
    if (worker.idle_blocks.size() < kIdleBlocks) {
      worker.idle_blocks.emplace_back(block);  // capacity is reserved
    } else {
      delete block;
    }
  }

  // A launch has ended: what it wrote into red zones is its fault, or a further line of the one it has.
  static void look_for_damage(Op& op) noexcept {
    const Damage damage = memory().find_damage(op.parameters.data(), op.parameters.size());
    if (damage.zones == 0) return;
    char others[48] = "";
    if (damage.zones > 1)
      std::snprintf(others, sizeof others, " and beside %u more buffers", damage.zones - 1);
    char* text = fault_new_text();
    if (text != nullptr)
      std::snprintf(text, kFaultTextBytes,
                    "kernel `%.300s`: illegal address 0x%llx (write), %s%s; found when the kernel had ended",
                    op.kernel->plain_name, static_cast<unsigned long long>(damage.address), damage.where,
                    others);
    const std::lock_guard<std::mutex> guard(scheduler().lock);
    if (op.fault != nullptr && op.fault->text != nullptr) {
      const std::size_t used = std::strlen(op.fault->text);
      std::snprintf(op.fault->text + used, kFaultTextBytes - used, "; it also wrote %s%s", damage.where,
                    others);
    }
    scheduler().set_fault_locked(&op, driver::CUDA_ERROR_ILLEGAL_ADDRESS, text);
  }

  // Counts parts as done; the last one completes the Op.
  void finish_parts(Op* op, std::uint64_t count) noexcept {
    if (op->finished_parts.fetch_add(count, std::memory_order_acq_rel) + count != op->parts) return;
    // Who waits for this may queue more at once: it need not wake another worker, this one is about to look.
    look(true);
    Scheduler& queue = scheduler();
    if (op->kind == OpKind::kLaunch) look_for_damage(*op);
    {
      const std::lock_guard<std::mutex> guard(queue.lock);
      queue.finish_locked(op);
    }
    workers_wake();
  }

  // The launch is over: no further block of it begins, and what was not begun counts as done.
  void fail(Op* op, const std::uint32_t block[3]) noexcept {
    char* text = fault_new_text();
    if (text != nullptr) fault_describe(worker.note, *op, block, text, kFaultTextBytes);
    std::uint64_t dropped = 0;
    {
      Scheduler& queue = scheduler();
      const std::lock_guard<std::mutex> guard(queue.lock);
      queue.set_fault_locked(op, fault_code(worker.note), text);
      workers_stop(*op);
      const std::uint64_t next = op->next_part.exchange(op->parts, std::memory_order_acq_rel);
      if (next < op->parts) dropped = op->parts - next;
    }
    worker.note.set = false;
    if (dropped != 0) finish_parts(op, dropped);
  }

  void no_memory(const char* what) noexcept {
    worker.note.set_no_memory();
    std::snprintf(worker.note.detail, sizeof worker.note.detail, "the host has no memory for the block's %s",
                  what);
  }

  // True: the block is over, one way or another.
  bool settle(Block* block, BlockOutcome outcome, const char* what_for) noexcept {
    switch (outcome) {
      case BlockOutcome::kPolling:
        return false;
      case BlockOutcome::kDone:
        break;
      case BlockOutcome::kNoMemory:
        no_memory(what_for);
        [[fallthrough]];
      case BlockOutcome::kFaulted:
        block->abandon();
        fail(block->op, block->context.block_index);
        break;
      case BlockOutcome::kCancelled:
        block->abandon();
        break;
    }
    return true;
  }

  bool step(Block* block) noexcept { return settle(block, block->run_fibers(), "stacks"); }

  // The block is not over: it has its turn with the others from now on. Room has been made.
  void set_aside(Block* block, Op* op) noexcept {
    {
      const std::lock_guard<std::mutex> guard(scheduler().lock);
      ++op->references;
    }
    waiting.add(block);
  }

  // A block that had been set aside is over.
  void end_waiting(Block* block) noexcept {
    Op* op = block->op;
    give_block(block);
    finish_parts(op, 1);
    let_go(op);
  }

  // Every thread of a block wants another turn: if what it waits for runs on another OS thread, let that have
  // the core now and then.
  void breathe() noexcept {
    if (++quiet_rounds % 16 != 0) return;
    const std::int64_t now = now_ns();
    if (now - quiet_since < 50000) return;
    quiet_since = now;
    sched_yield();
    if (exiting()) stand_still();
  }

  static void copy_piece(void* raw) {
    const auto& piece = *static_cast<const std::pair<const Op*, std::uint64_t>*>(raw);
    const Op& op = *piece.first;
    const std::size_t from = piece.second * kPieceBytes;
    const std::size_t bytes = std::min(kPieceBytes, op.bytes - from);
    if (op.kind == OpKind::kCopy) {
      std::memmove(op.destination + from, op.source + from, bytes);
    } else if (op.value_bytes == 1) {
      std::memset(op.destination + from, static_cast<int>(op.value), bytes);
    } else if (op.value_bytes == 2) {
      auto* out = reinterpret_cast<std::uint16_t*>(op.destination + from);
      std::fill(out, out + bytes / 2, static_cast<std::uint16_t>(op.value));
    } else {
      auto* out = reinterpret_cast<std::uint32_t*>(op.destination + from);
      std::fill(out, out + bytes / 4, op.value);
    }
  }

  void run_piece(Op* op, std::uint64_t index) noexcept {
    std::pair<const Op*, std::uint64_t> piece(op, index);
    worker.block = nullptr;
    worker.current = nullptr;
    worker.note.set = false;
    if (worker.run_guarded(copy_piece, &piece, kSequentialStackBytes) == StrandEnd::kFinished) return;
    const std::uint32_t nowhere[3] = {};
    fail(op, nowhere);
  }

  // Blocks of a kernel whose threads never wait on a fiber of their own: `count` of them from number `first`.
  // Answers how many are over; of the others one has been set aside, and the rest is kept.
  std::uint64_t run_sequential(Op* op, std::uint64_t first, std::uint64_t count) noexcept {
    Block* block = waiting.make_room() ? take_block() : nullptr;
    std::uint64_t over = 0;
    for (; over < count && !op->stop.load(std::memory_order_relaxed); ++over) {
      if (block == nullptr || !block->begin(worker, *op, first + over)) {
        no_memory("shared memory");
        const std::uint32_t nowhere[3] = {};
        fail(op, nowhere);
        break;
      }
      std::uint64_t behind = 0;
      BlockOutcome outcome = BlockOutcome::kDone;
      if (op->warp.entry != nullptr) {
        outcome = block->run_warps(count - over);
        if (outcome == BlockOutcome::kPolling) behind = std::exchange(block->warp_block.blocks_left, 1) - 1;
        over = count - behind - 1;
      } else {
        outcome = block->run_sequential();
        behind = count - over - 1;
      }
      if (settle(block, outcome, "warps")) continue;
      set_aside(block, op);
      if (behind != 0) {
        const std::lock_guard<std::mutex> guard(scheduler().lock);
        ++op->references;
        waiting.add_rest({op, first + over + 1, behind});
      }
      return over;
    }
    if (block != nullptr) give_block(block);
    return count;
  }

  // Answers whether nothing of it was set aside.
  bool run_rest(Rest rest) noexcept {
    const std::uint64_t over = run_sequential(rest.op, rest.first, rest.count);
    if (over != 0) finish_parts(rest.op, over);
    let_go(rest.op);
    return over == rest.count;
  }

  // One block of a kernel whose threads may wait. False: it is not over but set aside.
  bool run_with_fibers(Op* op, std::uint64_t index) noexcept {
    Block* block = waiting.make_room() ? take_block() : nullptr;
    if (block == nullptr || !block->begin(worker, *op, index) || !block->start_fibers()) {
      if (block != nullptr) give_block(block);
      no_memory("threads");
      const std::uint32_t nowhere[3] = {};
      fail(op, nowhere);
      return true;
    }
    block->started_ns = now_ns();
    Scheduler& queue = scheduler();
    while (!step(block)) {
      const bool others = !waiting.empty() || queue.ready_count.load(std::memory_order_relaxed) != 0;
      if (others && quiet_rounds % 16 == 0 && now_ns() - block->started_ns > kSliceNs) {
        set_aside(block, op);
        return false;
      }
      breathe();
    }
    give_block(block);
    return true;
  }

  void run_op(Op* op) noexcept {
    taken_ns = now_ns();
    bool woke_others = false;
    const bool may_block = op->kind == OpKind::kLaunch && launch_may_block(*op);
    if (op->kind == OpKind::kLaunch) {
      watchdog_note_kernel(worker);
      if (op->limit_ns != 0) watchdog_note_limit(*op, taken_ns);
    }
    // Runs of neighbours, for memory is read ahead within a run: longer as long as they are short, and
    // shorter again towards the end, so that the workers end together.
    std::uint64_t grain = op->grain;
    std::int64_t began = taken_ns;
    for (;;) {
      if (exiting()) stand_still();
      const std::uint64_t taken = op->next_part.load(std::memory_order_relaxed);
      const std::uint64_t left = op->parts - std::min(taken, op->parts);
      const std::uint64_t wanted =
          std::max(op->grain, std::min(grain, left / (std::uint64_t{workers_count()} * 4)));
      const std::uint64_t first = op->next_part.fetch_add(wanted, std::memory_order_acq_rel);
      if (first >= op->parts) break;
      const std::uint64_t count = std::min(wanted, op->parts - first);
      if (!woke_others &&
          (first + count < op->parts || scheduler().ready_count.load(std::memory_order_relaxed) > 1)) {
        woke_others = true;
        // Each wakes two: all are up after a few wake-ups' time, however many there are.
        if (pool().sleepers.load(std::memory_order_relaxed) != 0) wake(op->parts - first > 2 * count ? 2 : 1);
      }
      bool suspended = false;
      if (op->kind == OpKind::kLaunch && !may_block) {
        const std::uint64_t over = run_sequential(op, first, count);
        if (over != count) {
          if (over != 0) finish_parts(op, over);
          return;
        }
      } else {
        for (std::uint64_t i = first; i < first + count && !op->stop.load(std::memory_order_relaxed); ++i) {
          if (may_block) {
            suspended = !run_with_fibers(op, i);  // its grain is 1
          } else {
            run_piece(op, i);
          }
        }
      }
      if (suspended) return;
      finish_parts(op, count);
      if (op->kind == OpKind::kLaunch && !may_block && wanted == grain) {
        const std::int64_t now = now_ns();
        if (now - began < kShortRunNs) grain *= 2;
        began = now;
      }
      if ((!waiting.empty() || scheduler().ready_count.load(std::memory_order_relaxed) > 1) &&
          now_ns() - taken_ns > kSliceNs) {
        return;
      }
    }
    Scheduler& queue = scheduler();
    const std::lock_guard<std::mutex> guard(queue.lock);
    queue.unlist_locked(op);
  }

  // While it is patient, none that waits here.
  Op* claim() noexcept {
    const Op* avoid[8];
    const std::size_t avoided = waiting.list_launches(avoid, std::size(avoid));
    const bool others_only = waiting.is_patient();
    Scheduler& queue = scheduler();
    const std::lock_guard<std::mutex> guard(queue.lock);
    return queue.claim_locked(avoid, avoided, others_only);
  }

  void let_go(Op* op) noexcept {
    Scheduler& queue = scheduler();
    const std::lock_guard<std::mutex> guard(queue.lock);
    queue.release_locked(op);
  }

  // Until there is something: spins a little, then sleeps.
  Op* wait_for_work() noexcept {
    Pool& all = pool();
    Scheduler& queue = scheduler();
    worker.busy.store(false, std::memory_order_relaxed);
    for (;;) {
      if (exiting()) stand_still();
      look(true);
      const std::int64_t until = now_ns() + spin.next();
      bool found = false;
      while (!(found = queue.ready_count.load(std::memory_order_acquire) != 0) && now_ns() < until) {
        for (int i = 0; i < 8; ++i) cpu_pause();
      }
      spin.learn(found);
      std::uint32_t seen = 0;
      {
        const std::lock_guard<std::mutex> guard(queue.lock);
        look(false);
        if (Op* op = queue.claim_locked(nullptr, 0, false)) return op;
        all.sleepers.fetch_add(1, std::memory_order_seq_cst);
        seen = all.epoch.load(std::memory_order_seq_cst);
      }
      futex_wait(all.epoch, seen);
      const std::lock_guard<std::mutex> guard(queue.lock);
      all.sleepers.fetch_sub(1, std::memory_order_seq_cst);
      if (Op* op = queue.claim_locked(nullptr, 0, false)) return op;
    }
  }

  [[noreturn]] void run() noexcept {
    Scheduler& queue = scheduler();
    for (;;) {
      if (!waiting.empty() && looking) {
        // It stays busy after all: what was queued in the belief that it looks needs somebody else.
        look(false);
        if (queue.ready_count.load(std::memory_order_seq_cst) != 0 &&
            pool().sleepers.load(std::memory_order_seq_cst) != 0)
          wake(1);
      }
      const std::int64_t began = now_ns();
      for (std::size_t i = 0; i < waiting.fibers().size();) {
        Block* block = waiting.fibers()[i];
        if (!step(block)) {
          ++i;
          continue;
        }
        waiting.remove_fibers(i);
        end_waiting(block);
      }
      if (waiting.has_strands()) give_turn();
      if (waiting.empty()) {
        Op* op = wait_for_work();
        run_op(op);
        let_go(op);
        continue;
      }
      breathe();
      // What they wait for may not have begun: others come in, for as long as a round of these takes.
      const std::int64_t until = now_ns() * 2 - began;
      while (waiting.has_rests() && waiting.room_for_block()) {
        run_rest(waiting.take_rest());
        if (now_ns() > until) break;
      }
      while (queue.ready_count.load(std::memory_order_relaxed) != 0 && now_ns() - taken_ns > kSliceNs &&
             waiting.room_for_block()) {
        Op* op = claim();
        taken_ns = now_ns();
        if (op == nullptr) break;
        run_op(op);
        let_go(op);
        if (now_ns() > until) break;
      }
    }
  }

  // To one of the blocks whose strands wait.
  void give_turn() noexcept {
    const WaitingBlocks::Turn turn = waiting.begin_turn();
    const bool over = settle(turn.block, turn.block->run_strands(turn.slice_ns), "stacks");
    waiting.end_turn(turn, over);
    if (over) end_waiting(turn.block);
  }
};

void* worker_main(void* raw) {
  auto* runner = static_cast<Runner*>(raw);
  char name[16];
  std::snprintf(name, sizeof name, runner->worker.index < 100 ? "gridcall-cpu-%u" : "gridcall-cp%u",
                runner->worker.index % 10000);
  pthread_setname_np(pthread_self(), name);
  fiber_adopt_thread(runner->worker.main);
  fault_prepare_thread(runner->signal_stack);
  set_this_worker(&runner->worker);
  runner->run();
}

}  // namespace

std::uint32_t workers_count() noexcept {
  return device_facts().cores;
}

namespace {

// False: the system has no memory or no thread for it. What there is of it is kept for the next try.
bool start_worker(Pool& all, std::uint32_t index, const pthread_attr_t& attributes) noexcept {
  Runner* runner = all.runners[index];
  if (runner == nullptr) runner = all.runners[index] = new (std::nothrow) Runner;
  if (runner == nullptr) return false;
  runner->worker.index = index;
  if (runner->signal_stack == nullptr) runner->signal_stack = fault_new_signal_stack();
  if (runner->signal_stack == nullptr) return false;
  all.reachable.store(index + 1, std::memory_order_seq_cst);
  pthread_t thread;
  return pthread_create(&thread, &attributes, worker_main, runner) == 0;
}

void start_missing_locked(Pool& all) noexcept {
  // The host's signals are for the host's threads.
  sigset_t blocked;
  sigset_t before;
  sigfillset(&blocked);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS})
    sigdelset(&blocked, signal);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 512 * 1024);
  if (all.runners == nullptr) all.runners.reset(new (std::nothrow) Runner* [workers_count()] {});
  std::uint32_t count = all.started.load(std::memory_order_relaxed);
  while (all.runners != nullptr && count < workers_count() && start_worker(all, count, attributes)) ++count;
  pthread_attr_destroy(&attributes);
  all.started.store(count, std::memory_order_release);
  const bool all_there = count != 0 && watchdog_start() && count == workers_count();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  all.next_try.store(now_ns() + kTryAgainNs, std::memory_order_relaxed);
  all.complete.store(all_there, std::memory_order_release);
}

}  // namespace

bool workers_start(bool watched) noexcept {
  Pool& all = pool();
  if (__builtin_expect(all.complete.load(std::memory_order_acquire), 1)) return true;
  const auto enough = [&] {
    return all.started.load(std::memory_order_acquire) != 0 && (!watched || watchdog_runs());
  };
  if (enough() && now_ns() < all.next_try.load(std::memory_order_relaxed)) return true;
  const std::lock_guard<std::mutex> guard(all.lock);
  if (!all.complete.load(std::memory_order_relaxed)) start_missing_locked(all);
  return enough();
}

Worker* worker_at(std::uint32_t index) noexcept {
  const Pool& all = pool();
  return index < all.reachable.load(std::memory_order_acquire) ? &all.runners[index]->worker : nullptr;
}

void workers_stop(Op& op) noexcept {
  op.stop.store(true, std::memory_order_seq_cst);
  for (std::uint32_t i = 0; Worker* worker = worker_at(i); ++i)
    worker->attention.store(1, std::memory_order_seq_cst);
}

void workers_note_ready_locked() noexcept {
  pool().noted.store(true, std::memory_order_relaxed);
}

void workers_wake() noexcept {
  Pool& all = pool();
  if (!all.noted.load(std::memory_order_relaxed) || !all.noted.exchange(false, std::memory_order_seq_cst))
    return;
  // One that spins looks again, under the lock, before it sleeps.
  if (all.spinners.load(std::memory_order_seq_cst) != 0) return;
  if (all.sleepers.load(std::memory_order_seq_cst) != 0) wake(1);
}

}  // namespace gridcall::cpu
