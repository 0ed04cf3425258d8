// SPDX-License-Identifier: Apache-2.0
//
// Whether the driver may be used in this process: not before cuInit, not after exit has begun, not in a
// forked child.

#pragma once

#include "driver/types.h"

namespace gridcall::cpu {

// CUDA_SUCCESS, NOT_INITIALIZED or DEINITIALIZED: what a call must return before it does anything.
driver::CUresult enter() noexcept;

// Once, by cuInit: calls `read` before any other call may come in, and `at_exit` when the process exits.
// Throws bad_alloc; the next call does what is left.
driver::CUresult process_begin(void (*read)() noexcept, void (*at_exit)() noexcept);

// True once the process is exiting: workers stop.
bool exiting() noexcept;

}  // namespace gridcall::cpu
