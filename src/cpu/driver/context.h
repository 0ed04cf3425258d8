// SPDX-License-Identifier: Apache-2.0
//
// The contexts of the device: the primary one and those that programs make. Which one a thread's calls use.

#pragma once

#include <atomic>
#include <cstdint>

#include "cpu/base/process_state.h"
#include "cpu/queue/context.h"
#include "driver/types.h"

namespace gridcall::cpu {

// Returns the error that a call which requires a current context must return at once.
driver::CUresult enter_context() noexcept;
// Returns the current context, in a function that requires one (functions.def).
Context& current_context() noexcept;

Context& primary_context() noexcept;
// Returns NULL if no context ever had the index.
Context* context_at(std::uint32_t index) noexcept;
// Returns NULL if the handle is not live.
Context* find_context(driver::CUcontext handle) noexcept;
driver::CUcontext handle_of(const Context& context) noexcept;

// Returns an id for a context or a stream that was not used before.
std::uint64_t new_id() noexcept;

// Calls visit(context) for each live context.
std::uint32_t context_count() noexcept;  // the largest number at any time
template <class Visit>
void each_context(Visit visit) {
  const std::uint32_t count = context_count();
  for (std::uint32_t i = 0; i < count; ++i) {
    Context* context = context_at(i);
    if (context && context->live.load(std::memory_order_acquire) != 0) visit(*context);
  }
}

// Resets the attributes that the cuCtxSet... functions change.
void reset_attributes(Context& context, unsigned flags) noexcept;

}  // namespace gridcall::cpu
