// SPDX-License-Identifier: Apache-2.0
//
// Which context a thread's calls use. The only one is the device's primary one.

#pragma once

#include "cpu/base/process_state.h"
#include "cpu/queue/context.h"
#include "driver/types.h"

namespace gridcall::cpu {

// What a call that requires a current context must return before it does anything.
driver::CUresult enter_context() noexcept;
// The one that is current, in a function that requires one (functions.def).
Context& current_context() noexcept;

Context& primary_context() noexcept;
driver::CUcontext handle_of(Context& context) noexcept;

}  // namespace gridcall::cpu
