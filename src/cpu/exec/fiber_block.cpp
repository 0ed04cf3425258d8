// SPDX-License-Identifier: Apache-2.0
//
// Strategy 2 of a block: a fiber for each thread.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>

#include "cpu/exec/block.h"

namespace gridcall::cpu {

bool Block::start_fibers() noexcept {
  if (!threads) {
    threads.reset(new (std::nothrow) Thread[kMaxThreadsPerBlock]);
    warps.reset(new (std::nothrow) Warp[kMaxWarps]);
    if (!threads || !warps) {
      threads.reset();
      return false;
    }
  }
  fibers = true;
  suspended = to_resume = SuspendedRuns{};
  stacks = worker->pool(stack_bytes_for(launch->stack_bytes, *code->kernel));
  if (!stacks) return false;
  for (Barrier& barrier : barriers) barrier = Barrier{};
  ready = ThreadQueue{};
  polling = ThreadQueue{};
  next_unstarted = 0;
  live = context.thread_count;
  round_left = 0;
  active_mask_waiters = 0;
  active_mask_waited = false;
  for (std::uint32_t first = 0; first < live; first += kWarpSize) {
    Warp& warp = warps[first / kWarpSize];
    const std::uint32_t lanes = std::min(kWarpSize, live - first);
    warp.live = lanes == kWarpSize ? ~0u : (1u << lanes) - 1;
    warp.at_active_mask = 0;
    warp.group_count = 0;
  }
  for (std::uint32_t i = 0; i < live; ++i) threads[i].state = ThreadState::kNotStarted;
  return true;
}

void Block::init_thread(std::uint32_t index) noexcept {
  Thread& thread = threads[index];
  const std::uint32_t row = index / context.block_size[0];
  thread.context.thread_index[0] = index % context.block_size[0];
  thread.context.thread_index[1] = row % context.block_size[1];
  thread.context.thread_index[2] = row / context.block_size[1];
  thread.context.linear_index = index;
  thread.context.fuel = kFiberFuel;
  thread.context.reserved = 0;
  thread.context.block = &context;
  thread.stack = nullptr;
  thread.state = ThreadState::kRunnable;
}

// Returns the thread that runs next: first released threads, then those that have not started, then, round
// robin, those without fuel. Returns NULL if no thread can run, or after a round of the last kind, so that
// the worker looks for other work.
Thread* Block::pick() noexcept {
  if (Thread* thread = ready.pop()) return thread;
  if (next_unstarted < context.thread_count) {
    init_thread(next_unstarted);
    return &threads[next_unstarted++];
  }
  if (polling.count != 0) {
    if (round_left != 0) {
      --round_left;
      Thread* thread = polling.pop();
      thread->state = ThreadState::kRunnable;
      return thread;
    }
    round_left = polling.count;
    if (active_mask_waiters != 0) {
      if (active_mask_waited) {
        active_mask_waited = false;
        for (std::uint32_t first = 0; first < context.thread_count; first += kWarpSize) {
          release_active_mask(warps[first / kWarpSize], first, true);
        }
        return ready.pop();
      }
      active_mask_waited = true;
    }
    return nullptr;
  }
  return nullptr;
}

// Switches from `from` (NULL: the worker itself) to `next`. Returns false if there is no stack for it.
bool Block::run_on(Thread* next, Thread* from) noexcept {
  if (!next->stack) {
    Stack* stack = stacks->take();
    if (!stack) {
      next->state = ThreadState::kNotStarted;
      return false;
    }
    next->stack = stack;
    fiber_prepare(stack->fiber, stack->low, stack->bytes, fiber_main, next);
  }
  worker->current = &next->context;
  worker->running = &next->stack->fiber;
  worker->running_stack = next->stack;
  fiber_switch(from ? from->stack->fiber : worker->main, next->stack->fiber);
  return true;
}

void Block::wait(Thread* self) noexcept {
  if (StackPool::overflowed(*self->stack)) {
    worker->note = FaultNote{};
    worker->note.set = true;
    worker->note.kind = Fault::kStackOverflow;
    std::memcpy(worker->note.thread, self->context.thread_index, sizeof worker->note.thread);
    worker->abandon_fiber();
  }
  Thread* next = pick();
  if (next == self) return;
  if (next) {
    if (run_on(next, self)) return;
    worker->note.set_no_memory();
    std::memcpy(worker->note.thread, next->context.thread_index, sizeof worker->note.thread);
    std::snprintf(
        worker->note.detail, sizeof worker->note.detail,
        "the host has no memory for the thread's stack of %zu bytes: use smaller blocks or a smaller "
        "GRIDCALL_CPU_STACK",
        stacks->stack_bytes());
    worker->abandon_fiber();
  }
  fiber_switch(self->stack->fiber, worker->main);
}

// Ends a thread that has returned from the kernel. Returns a thread that has not begun and can use its stack.
Thread* Block::finish(Thread* self) noexcept {
  self->state = ThreadState::kExited;
  --live;
  for (std::uint32_t id = 0; id < kNamedBarriers; ++id) {
    if (barriers[id].head) release_barrier_if_complete(id);
  }
  exit_warp_lane(self);
  Thread* next = pick();
  if (next && !next->stack) {
    next->stack = self->stack;
    self->stack = nullptr;
    worker->current = &next->context;
    return next;
  }
  Stack* stack = self->stack;
  self->stack = nullptr;
  Fiber& fiber = stack->fiber;
  stacks->give(stack);  // no thread takes the stack before this fiber is left
  if (!next) fiber_leave(fiber, worker->main);
  worker->current = &next->context;
  worker->running = &next->stack->fiber;
  worker->running_stack = next->stack;
  fiber_leave(fiber, next->stack->fiber);
}

void Block::fiber_main(void* argument) {
  auto* thread = static_cast<Thread*>(argument);
  Block& block = block_of(&thread->context);
  const ThreadEntry entry = block.code->kernel->thread_entry;
  const void* parameters = block.launch->parameters.data();
  for (;;) {
    entry(&thread->context, parameters);
    thread = block.finish(thread);
  }
}

BlockOutcome Block::run_fibers() noexcept {
  worker->block = this;
  worker->note.set = false;
  Thread* next = pick();
  if (next) {
    worker->in_kernel.store(true, std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    const bool ran = run_on(next, nullptr);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    worker->in_kernel.store(false, std::memory_order_relaxed);
    if (!ran) return BlockOutcome::kNoMemory;
  }
  if (worker->note.set) return BlockOutcome::kFaulted;
  if (launch->stopped()) return BlockOutcome::kCancelled;
  if (live == 0) return BlockOutcome::kDone;
  if (polling.count != 0) return BlockOutcome::kPolling;
  worker->note = FaultNote{};
  worker->note.set = true;
  worker->note.kind = Fault::kDeadlock;
  for (std::uint32_t i = 0; i < context.thread_count; ++i) {
    if (threads[i].state == ThreadState::kExited) continue;
    std::memcpy(worker->note.thread, threads[i].context.thread_index, sizeof worker->note.thread);
    break;
  }
  describe_deadlock(worker->note.detail, sizeof worker->note.detail);
  check_deadlock(*this);
  return BlockOutcome::kFaulted;
}

}  // namespace gridcall::cpu
