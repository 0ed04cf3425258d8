// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

namespace gridcall::comm {

// "2.5 s".
inline std::string time_text(std::uint64_t nanoseconds) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3g s", static_cast<double>(nanoseconds) * 1e-9);
  return text;
}
inline std::string time_text(std::chrono::steady_clock::duration time) {
  return time_text(
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count()));
}

}  // namespace gridcall::comm
