// SPDX-License-Identifier: Apache-2.0
//
// A run: kernel code on a guarded stack that is not a thread's fiber, for a range of blocks or for a block's
// warps or threads in sequence. Where it waits for work that has not begun (the watchdog requests it), the
// run is suspended with its stack, and the rest of the sequence continues as another run.

#pragma once

#include <cstdint>

#include "cpu/abi/image.h"
#include "cpu/exec/fiber.h"

namespace gridcall::cpu {

// Lives on its own stack.
struct SuspendedRun {
  Stack* stack;
  StackPool* pool;
  ThreadContext* current;  // the thread that a fault is attributed to
  SuspendedRun* next = nullptr;
};

// Last in, first out: popped and pushed again one by one, each round runs in the opposite order.
struct SuspendedRuns {
  SuspendedRun* head = nullptr;
  std::uint32_t count = 0;

  void push(SuspendedRun& run) noexcept {
    run.next = head;
    head = &run;
    ++count;
  }
  SuspendedRun* pop() noexcept {
    SuspendedRun* run = head;
    if (!run) return nullptr;
    head = run->next;
    --count;
    return run;
  }
  // Frees all stacks; the runs on them are abandoned.
  void drop() noexcept;
};

enum class RunResult : std::uint8_t {
  kFinished,
  kAborted,  // by a fault (the worker's note says which) or because the launch is given up
  kSuspended,
};

}  // namespace gridcall::cpu
