// SPDX-License-Identifier: Apache-2.0
//
// The two moments of a process in which no driver may be called any more: in a forked child (calls crash)
// and while it exits (the driver may already be gone; a trace asks it once more, and takes an error for an
// answer).

#pragma once

#include <atomic>

namespace gridcall {

namespace detail {
extern std::atomic<bool> forked;
extern std::atomic<bool> exiting;
}  // namespace detail

inline bool process_forked() noexcept {
  return detail::forked.load(std::memory_order_relaxed);
}
inline bool process_exiting() noexcept {
  return detail::exiting.load(std::memory_order_relaxed);
}
inline bool process_over() noexcept {
  return process_forked() || process_exiting();
}

// Adds a function to call when the process begins to exit, after the flag is set. There are at most four
// functions, called once each, in this order.
void process_at_exit(void (*function)()) noexcept;

// Registers the exit handler after the first successful cuInit: later handlers run earlier, so it runs before
// the driver's own. Returns false if memory is short; then it may be called again.
bool process_watch() noexcept;

}  // namespace gridcall
