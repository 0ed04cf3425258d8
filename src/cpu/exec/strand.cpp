// SPDX-License-Identifier: Apache-2.0

#include "cpu/exec/strand.h"

#include <cstdio>

#include "cpu/exec/block.h"

namespace gridcall::cpu {

namespace {

// What a strand is between two calls waits in this loop.
void guarded_loop(void* raw) {
  auto* worker = static_cast<Worker*>(raw);
  for (;;) {
    worker->job(worker->job_argument);
    worker->job_finished = true;
    fiber_switch(*worker->running, worker->main);
  }
}

void give_back(Stack& stack, StackPool& pool) noexcept {
  stack.fiber.left = true;  // wherever it stands: the next one begins anew
  pool.give(&stack);
}

}  // namespace

void StrandList::drop() noexcept {
  while (Strand* strand = pop()) give_back(*strand->stack, *strand->pool);
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

StrandEnd Worker::enter(Stack& stack, StackPool& from) noexcept {
  job_finished = false;
  was_set_aside = false;
  running = &stack.fiber;
  running_stack = &stack;
  running_pool = &from;
  note_step();
  in_kernel.store(true, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  fiber_switch(main, stack.fiber);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  in_kernel.store(false, std::memory_order_relaxed);
  if (was_set_aside) return StrandEnd::kSetAside;
  return job_finished ? StrandEnd::kFinished : StrandEnd::kEnded;
}

StrandEnd Worker::run_guarded(void (*what)(void*), void* argument, std::size_t stack_bytes) noexcept {
  if (guarded_stack != nullptr && guarded_stack->bytes < stack_bytes) {
    give_back(*guarded_stack, *guarded_pool);
    guarded_stack = nullptr;
  }
  if (guarded_stack == nullptr) {
    guarded_pool = pool(stack_bytes);
    guarded_stack = guarded_pool != nullptr ? guarded_pool->take() : nullptr;
    guarded_prepared = false;
    if (guarded_stack == nullptr) {
      note.set_no_memory();
      std::snprintf(note.detail, sizeof note.detail, "the host has no memory for a stack of %zu bytes",
                    stack_bytes);
      return StrandEnd::kEnded;
    }
  }
  if (!guarded_prepared)
    fiber_prepare(guarded_stack->fiber, guarded_stack->low, guarded_stack->bytes, guarded_loop, this);
  job = what;
  job_argument = argument;
  const StrandEnd end = enter(*guarded_stack, *guarded_pool);
  if (end == StrandEnd::kSetAside) {
    guarded_stack = nullptr;
  } else {
    guarded_prepared = end == StrandEnd::kFinished;
  }
  return end;
}

StrandEnd Worker::resume(Strand& strand) noexcept {
  Stack& stack = *strand.stack;
  StackPool& from = *strand.pool;
  current = strand.current;
  const StrandEnd end = enter(stack, from);
  if (end == StrandEnd::kSetAside) return end;
  if (guarded_stack != nullptr) {
    give_back(stack, from);
  } else {
    guarded_stack = &stack;
    guarded_pool = &from;
    guarded_prepared = end == StrandEnd::kFinished;
  }
  return end;
}

bool Worker::is_to_set_aside() noexcept {
  return asked.load(std::memory_order_relaxed) && asked.exchange(false, std::memory_order_relaxed);
}

void Worker::set_aside(StrandList& list) noexcept {
  Strand self{running_stack, running_pool, current};
  list.push(self);
  was_set_aside = true;
  strands_set_aside.store(strands_set_aside.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  fiber_switch(self.stack->fiber, main);
}

void Worker::abandon_fiber() noexcept {
  in_kernel.store(false, std::memory_order_relaxed);
  fiber_leave(*running, main);
}

}  // namespace gridcall::cpu
