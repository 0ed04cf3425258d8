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

// Returns the error that a call which requires a current context must return before it does anything.
driver::CUresult enter_context() noexcept;
// The one that is current, in a function that requires one (functions.def).
Context& current_context() noexcept;

Context& primary_context() noexcept;
// NULL if there was never one with that index.
Context* context_at(std::uint32_t index) noexcept;
// NULL if the handle is not a live context's.
Context* find_context(driver::CUcontext handle) noexcept;
driver::CUcontext handle_of(const Context& context) noexcept;

// For ids of contexts and streams: a number that was not given before.
std::uint64_t new_id() noexcept;

// visit(context) for the live ones.
std::uint32_t context_count() noexcept;  // those that there were at once, at most
template <class Visit>
void each_context(Visit visit) {
  const std::uint32_t count = context_count();
  for (std::uint32_t i = 0; i < count; ++i) {
    Context* context = context_at(i);
    if (context && context->live.load(std::memory_order_acquire) != 0) visit(*context);
  }
}

// Sets what cuCtxSet... changes to its defaults.
void reset_attributes(Context& context, unsigned flags) noexcept;

}  // namespace gridcall::cpu
