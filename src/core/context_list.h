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

// The context of the program's own, made with CUDA's flags.
Ref<Context> make_context(Device& device, unsigned flags);
// The context that a CUcontext names: the device's primary one, one that is known already, or another
// library's. Throws INVALID_ARGUMENT if the driver does not know it, WRONG_CONTEXT if it is of another
// device.
Ref<Context> wrap_context(Device& device, std::uint64_t native);
// The calling thread's. Throws NOT_FOUND.
Ref<Context> current_context();

// Gives back what was released in each but `except`, as Context::sweep does, and ends those that nobody
// holds.
void sweep_ending_contexts(const Context* except, Sweep how) noexcept;

void visit_ending_contexts(void (*visit)(Context&, void*), void* argument) noexcept;
template <class Visit>
void each_ending_context(Visit&& visit) noexcept {
  visit_ending_contexts(
      [](Context& context, void* raw) { (*static_cast<std::remove_reference_t<Visit>*>(raw))(context); },
      &visit);
}

extern std::atomic<std::uint32_t> ending_contexts;  // how many there are
void sweep_ending_contexts_if_due(const Context* except) noexcept;
inline void sweep_ending_contexts_now_and_then(const Context* except) noexcept {
  if (__builtin_expect(ending_contexts.load(std::memory_order_relaxed) != 0, 0))
    sweep_ending_contexts_if_due(except);
}

// At the start of every call that creates something, and after every wait: handles first, then what they
// held. Never waits for a running kernel.
void collect(Context& context, Sweep how = Sweep::kCheap) noexcept;
// Gives back in every context what was released and is not in use any more; never waits.
void sweep_everywhere() noexcept;

// Asks GPUs on which tokens are outstanding whether they are lost, at most once in that time. Returns false
// if there are none.
inline constexpr std::uint64_t kLookForLossesNs = 100'000'000;
bool notice_losses() noexcept;

template <class Visit>
void each_context(Visit&& visit) {
  for (Device* device : devices())
    if (Context* context = device->made_context()) visit(*context);
  each_ending_context(visit);
}

}  // namespace gridcall::core
