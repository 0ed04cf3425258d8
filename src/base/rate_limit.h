// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <time.h>

#include <cstdint>
#include <limits>

namespace gridcall {

// Allows a question to the system once in 10 ms: many modules in a row ask it about the same file.
class RateLimit {
 public:
  bool allow() noexcept {
    struct timespec now;
    ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    const std::int64_t time = std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
    if (time - allowed_at_ < 10'000'000) return false;
    allowed_at_ = time;
    return true;
  }

 private:
  std::int64_t allowed_at_ = std::numeric_limits<std::int64_t>::min() / 2;  // in nanoseconds
};

}  // namespace gridcall
