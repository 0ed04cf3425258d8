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

// A suspended run, on its own stack.
struct SuspendedRun {
  Stack* stack;
  StackPool* pool;
  ThreadContext* current;  // the thread that a fault is attributed to
  SuspendedRun* next = nullptr;
};

// A stack of runs. If they are popped and pushed again one by one, each round has the opposite order.
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
  // Frees all stacks and abandons the runs on them.
  void drop() noexcept;
};

enum class RunResult : std::uint8_t {
  kFinished,
  kAborted,  // by a fault, which the worker's note has, or because the launch is cancelled
  kSuspended,
};

}  // namespace gridcall::cpu
