// SPDX-License-Identifier: Apache-2.0
//
// Waits with a time limit, and limits in messages.

#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include "core/check.h"
#include "core/poll_until.h"

namespace gridcall::comm {

using Clock = std::chrono::steady_clock;

inline constexpr std::uint64_t kSecond = 1'000'000'000;

// Returns a text such as "2.5 s".
inline std::string time_text(std::uint64_t nanoseconds) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3g s", static_cast<double>(nanoseconds) * 1e-9);
  return text;
}
inline std::string time_text(Clock::duration time) {
  return time_text(
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count()));
}

// Returns false after the timeout. Throws in a forked child and in a process that exits.
template <class IsDone>
bool wait_until(std::uint64_t timeout_ns, const IsDone& is_done) {
  return core::poll_until(
      timeout_ns,
      [&] {
        core::check_process();
        return is_done();
      },
      [] {});
}

}  // namespace gridcall::comm
