// SPDX-License-Identifier: Apache-2.0
//
// The contexts that end: the program's own and other libraries'. The list holds one reference on each; where
// that is the only one, and the context's work is done, the context is destroyed. Releasing never does that:
// calls that create something do, as they give back what was released. And what concerns all contexts, these
// and the primary ones.

#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

#include "core/context.h"

namespace gridcall::core {

// Creates a context of the program's own with CUDA's flags.
Ref<Context> make_context(Device& device, unsigned flags);
// Returns the context that a CUcontext names: the device's primary one, a known one, or another library's.
// Throws INVALID_ARGUMENT if the driver does not know it, WRONG_CONTEXT if it belongs to another device.
Ref<Context> wrap_context(Device& device, std::uint64_t native);
// Returns the calling thread's current context. Throws NOT_FOUND.
Ref<Context> current_context();

// Sweeps each context but `except`, as Context::sweep does, and ends those that nobody holds.
void sweep_ending_contexts(const Context* except, Sweep how) noexcept;

void visit_ending_contexts(void (*visit)(Context&, void*), void* argument) noexcept;
template <class Visit>
void each_ending_context(Visit&& visit) noexcept {
  visit_ending_contexts(
      [](Context& context, void* raw) { (*static_cast<std::remove_reference_t<Visit>*>(raw))(context); },
      &visit);
}

extern std::atomic<std::uint32_t> ending_contexts;  // their number
void sweep_ending_contexts_if_due(const Context* except) noexcept;
inline void sweep_ending_contexts_now_and_then(const Context* except) noexcept {
  if (__builtin_expect(ending_contexts.load(std::memory_order_relaxed) != 0, 0))
    sweep_ending_contexts_if_due(except);
}

// Collects released handles first, then the objects that they held. Every call that creates something begins
// with it, and every wait ends with it. Never waits for a running kernel.
void collect(Context& context, Sweep how = Sweep::kCheap) noexcept;
// Gives back released objects that are not in use any more, in every context; never waits.
void sweep_everywhere() noexcept;

// Asks the GPUs with outstanding tokens whether they are lost, at most once in that time. Returns false if
// there is no such GPU.
inline constexpr std::uint64_t kLookForLossesNs = 100'000'000;
bool notice_losses() noexcept;

template <class Visit>
void each_context(Visit&& visit) {
  for (Device* device : devices())
    if (Context* context = device->made_context()) visit(*context);
  each_ending_context(visit);
}

}  // namespace gridcall::core
