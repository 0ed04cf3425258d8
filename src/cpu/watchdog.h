// SPDX-License-Identifier: Apache-2.0
//
// A thread that looks now and then at workers in kernels. Where one has not come to another block since the
// last look, what it runs may wait for a warp or block behind it: it is asked to set that aside (strand.h).
// What only takes long loses little by it.

#pragma once

#include "cpu/block.h"

namespace gridcall::cpu {

// Without it, if the system gives no thread, kernels run all the same.
void watchdog_start() noexcept;

// A worker is about to run kernels. The watchdog sleeps while none does.
void watchdog_note_kernel(Worker& worker) noexcept;

}  // namespace gridcall::cpu
