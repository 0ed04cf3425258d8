// SPDX-License-Identifier: Apache-2.0
//
// Whether the driver may be used in this process: not before cuInit, not after exit has begun, not in a
// forked child.

#pragma once

#include "driver/types.h"

namespace gridcall::cpu {

// Returns CUDA_SUCCESS, or NOT_INITIALIZED or DEINITIALIZED, which every call must return at once.
driver::CUresult enter() noexcept;

// Called once, by cuInit: calls `read` before any other call may enter, and `at_exit` when the process exits.
// Throws bad_alloc; the next call repeats the missing steps.
driver::CUresult process_begin(void (*read)() noexcept, void (*at_exit)() noexcept);

// Returns true once the process is exiting, so that workers stop.
bool exiting() noexcept;

}  // namespace gridcall::cpu
