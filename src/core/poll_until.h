// SPDX-License-Identifier: Apache-2.0
//
// The host's waits with a time limit: the drivers have none.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>

#include "core/handle.h"

namespace gridcall::core {

inline constexpr std::uint64_t kForEver = ~std::uint64_t{0};

// Returns false if `is_done` does not return true in that time; it is called at least once. `meanwhile` runs
// before each pause, in which the calling thread is outside its epoch. The pauses grow, so that short work is
// noticed at once and long work costs little time.
template <class IsDone, class Meanwhile>
bool poll_until(std::uint64_t timeout_ns, IsDone&& is_done, Meanwhile&& meanwhile) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  std::uint64_t pause_ns = 2000;
  while (!is_done()) {
    const auto passed = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count());
    if (passed >= timeout_ns) return false;
    meanwhile();
    const EpochPause pause;
    std::this_thread::sleep_for(std::chrono::nanoseconds(std::min(pause_ns, timeout_ns - passed)));
    pause_ns = std::min<std::uint64_t>(pause_ns + pause_ns / 4, 1000000);
  }
  return true;
}

}  // namespace gridcall::core
