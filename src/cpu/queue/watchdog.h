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

// Starts the watchdog unless it runs. Returns false if the system has no memory or no thread for it; kernels
// then run, except those that wait for others or have a time limit. Two threads must not call it at once.
bool watchdog_start() noexcept;
bool watchdog_runs() noexcept;

// Called before a worker runs kernels. The watchdog sleeps while none does.
void watchdog_note_kernel(Worker& worker) noexcept;

// Called before a worker runs blocks of a launch that has a time limit.
void watchdog_note_limit(LaunchCommand& launch, std::int64_t now) noexcept;

}  // namespace gridcall::cpu
