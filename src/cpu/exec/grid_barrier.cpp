// SPDX-License-Identifier: Apache-2.0
//
// The barrier of a whole grid. One thread of each block waits here for the others, between two barriers of
// its block. A block that waits is suspended at once: its worker runs the other blocks.

#include <cstdint>
#include <cstdio>

#include "cpu/abi/runtime.h"
#include "cpu/exec/block.h"

using namespace gridcall::cpu;

std::uint32_t gridcall_rt_is_cooperative(ThreadContext* thread) {
  return block_of(thread).launch->is_cooperative ? 1 : 0;
}

void gridcall_rt_grid_sync(ThreadContext* thread) {
  Block& block = block_of(thread);
  Launch& launch = *block.launch;
  if (!launch.is_cooperative)
    refuse(thread, Fault::kTrap, "this_grid().sync() in a launch without GRIDCALL_LAUNCH_COOPERATIVE");
  const std::uint64_t generation = launch.grid_generation.load(std::memory_order_acquire);
  if (launch.grid_arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == launch.block_count()) {
    launch.grid_arrived.store(0, std::memory_order_relaxed);
    if (launch.checks.first_block.load(std::memory_order_relaxed) != 0) launch.checks.renumber();
    launch.grid_generation.store(generation + 1, std::memory_order_release);
    return;
  }
  const auto is_complete = [&] {
    return launch.grid_generation.load(std::memory_order_acquire) != generation;
  };
  while (!is_complete()) {
    // A block that has ended has not passed this barrier and never will.
    if (launch.some_block_ended.load(std::memory_order_acquire) && !is_complete() && !launch.stopped()) {
      char text[128];
      std::snprintf(text, sizeof text,
                    "%llu of %llu blocks wait in this_grid().sync(), and another has ended without it",
                    static_cast<unsigned long long>(launch.grid_arrived.load(std::memory_order_relaxed)),
                    static_cast<unsigned long long>(launch.block_count()));
      refuse(thread, Fault::kDeadlock, text);
    }
    if (block.fibers) {
      gridcall_rt_yield(thread);
      continue;
    }
    if (launch.stopped()) block.worker->abandon_fiber();
    block.waits_for_grid = true;
    block.suspend();
  }
}
