// SPDX-License-Identifier: Apache-2.0

#include "cpu/exec/suspended_run.h"

#include <cstdio>

#include "cpu/exec/block.h"

namespace gridcall::cpu {

namespace {

// The guarded stack waits in this loop between two runs.
void guarded_loop(void* raw) {
  auto* worker = static_cast<Worker*>(raw);
  for (;;) {
    worker->job(worker->job_argument);
    worker->job_finished = true;
    fiber_switch(*worker->running, worker->main);
  }
}

void give_back(Stack& stack, StackPool& pool) noexcept {
  stack.fiber.left = true;  // the next run starts afresh, wherever this one was suspended
  pool.give(&stack);
}

}  // namespace

void SuspendedRuns::drop() noexcept {
  while (SuspendedRun* run = pop()) give_back(*run->stack, *run->pool);
}

StackPool* Worker::pool(std::size_t stack_bytes) noexcept {
  for (const auto& candidate : pools) {
    if (candidate->stack_bytes() == stack_bytes) return candidate.get();
  }
  try {
    pools.push_back(std::make_unique<StackPool>(stack_bytes));
    return pools.back().get();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

RunResult Worker::enter(Stack& stack, StackPool& from) noexcept {
  job_finished = false;
  has_suspended = false;
  running = &stack.fiber;
  running_stack = &stack;
  running_pool = &from;
  note_step();
  in_kernel.store(true, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  fiber_switch(main, stack.fiber);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  in_kernel.store(false, std::memory_order_relaxed);
  if (has_suspended) return RunResult::kSuspended;
  return job_finished ? RunResult::kFinished : RunResult::kAborted;
}

RunResult Worker::run_guarded(void (*what)(void*), void* argument, std::size_t stack_bytes) noexcept {
  if (guarded_stack && guarded_stack->bytes < stack_bytes) {
    give_back(*guarded_stack, *guarded_pool);
    guarded_stack = nullptr;
  }
  if (!guarded_stack) {
    guarded_pool = pool(stack_bytes);
    guarded_stack = guarded_pool ? guarded_pool->take() : nullptr;
    guarded_prepared = false;
    if (!guarded_stack) {
      note.set_no_memory();
      std::snprintf(note.detail, sizeof note.detail, "the host has no memory for a stack of %zu bytes",
                    stack_bytes);
      return RunResult::kAborted;
    }
  }
  if (!guarded_prepared)
    fiber_prepare(guarded_stack->fiber, guarded_stack->low, guarded_stack->bytes, guarded_loop, this);
  job = what;
  job_argument = argument;
  const RunResult end = enter(*guarded_stack, *guarded_pool);
  if (end == RunResult::kSuspended) {
    guarded_stack = nullptr;
  } else {
    guarded_prepared = end == RunResult::kFinished;
  }
  return end;
}

RunResult Worker::resume(SuspendedRun& run) noexcept {
  Stack& stack = *run.stack;
  StackPool& from = *run.pool;
  current = run.current;
  const RunResult end = enter(stack, from);
  if (end == RunResult::kSuspended) return end;
  if (guarded_stack) {
    give_back(stack, from);
  } else {
    guarded_stack = &stack;
    guarded_pool = &from;
    guarded_prepared = end == RunResult::kFinished;
  }
  return end;
}

bool Worker::take_suspend_request() noexcept {
  return suspend_requested.load(std::memory_order_relaxed) &&
         suspend_requested.exchange(false, std::memory_order_relaxed);
}

void Worker::suspend(SuspendedRuns& list) noexcept {
  SuspendedRun self{running_stack, running_pool, current};
  list.push(self);
  has_suspended = true;
  runs_suspended.store(runs_suspended.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  fiber_switch(self.stack->fiber, main);
}

void Worker::abandon_fiber() noexcept {
  in_kernel.store(false, std::memory_order_relaxed);
  fiber_leave(*running, main);
}

}  // namespace gridcall::cpu
