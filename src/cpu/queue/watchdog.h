// SPDX-License-Identifier: Apache-2.0
//
// A thread that periodically checks workers in kernels. A worker that has not begun another block since the
// last check may run code that waits for a warp or block behind it: it is requested to suspend that
// (suspended_run.h). Code that is only slow loses little by it. It also ends launches whose time limit is
// over.

#pragma once

#include "cpu/exec/block.h"
#include "cpu/queue/command.h"

namespace gridcall::cpu {

// Once it is there: nothing. False: the system has no memory or no thread for it. Kernels run all the same,
// but for those that wait for others or have a time limit. Not from two threads at once.
bool watchdog_start() noexcept;
bool watchdog_runs() noexcept;

// A worker is about to run kernels. The watchdog sleeps while none does.
void watchdog_note_kernel(Worker& worker) noexcept;

// A worker is about to run blocks of a launch that has a time limit.
void watchdog_note_limit(LaunchCommand& launch, std::int64_t now) noexcept;

}  // namespace gridcall::cpu
