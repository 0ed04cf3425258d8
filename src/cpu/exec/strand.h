// SPDX-License-Identifier: Apache-2.0
//
// Kernel code on a stack of its own that is not a thread's fiber: a run of blocks, a block's warps or threads
// one after another. Where it waits for what has not begun (the watchdog asks), it is set aside with its
// stack, and what comes behind it goes on as another strand.

#pragma once

#include <cstdint>

#include "cpu/abi/image.h"
#include "cpu/exec/fiber.h"

namespace gridcall::cpu {

// One that is set aside. It lies on its own stack.
struct Strand {
  Stack* stack;
  StackPool* pool;
  ThreadContext* current;  // whose fault it would be
  Strand* next = nullptr;
};

// The last one in is the first one out: taken and put back one by one, each turn goes the other way round.
struct StrandList {
  Strand* head = nullptr;
  std::uint32_t count = 0;

  void push(Strand& strand) noexcept {
    strand.next = head;
    head = &strand;
    ++count;
  }
  Strand* pop() noexcept {
    Strand* strand = head;
    if (strand == nullptr) return nullptr;
    head = strand->next;
    --count;
    return strand;
  }
  // Gives back all stacks: what stood on them is given up.
  void drop() noexcept;
};

enum class StrandEnd : std::uint8_t {
  kFinished,
  kEnded,  // by a fault (the worker's note says which) or because the launch is given up
  kSetAside,
};

}  // namespace gridcall::cpu
