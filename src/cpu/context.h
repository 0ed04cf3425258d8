// SPDX-License-Identifier: Apache-2.0
//
// The one context: the device's primary one.

#pragma once

#include "driver/types.h"

namespace gridcall::cpu {

// Answers what a call must answer before it does anything: CUDA_SUCCESS, NOT_INITIALIZED, DEINITIALIZED.
driver::CUresult enter() noexcept;
// The same for calls that want a current context.
driver::CUresult enter_context() noexcept;
// True once the process is going: workers stop.
bool exiting() noexcept;

driver::CUcontext primary_context() noexcept;

}  // namespace gridcall::cpu
