// SPDX-License-Identifier: Apache-2.0
//
// The one context: the device's primary one.

#pragma once

#include "cpu/base/process_state.h"
#include "driver/types.h"

namespace gridcall::cpu {

// What a call that requires a current context must return before it does anything.
driver::CUresult enter_context() noexcept;
driver::CUcontext primary_context() noexcept;

}  // namespace gridcall::cpu
