// SPDX-License-Identifier: Apache-2.0
//
// The text that one printf of a kernel prints.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace gridcall::cpu {

inline constexpr std::size_t kPrintedLineBytes = 4096;  // the limit of one call, whose output is cut

struct PrintedLine {
  char text[kPrintedLineBytes];
  std::size_t used = 0;

  void put(char c) noexcept {
    if (used < sizeof text) text[used++] = c;
  }
  template <class... Values>
  void format(const char* how, Values... values) noexcept {
    if (used >= sizeof text - 1) return;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
    const int written = std::snprintf(text + used, sizeof text - used, how, values...);
#pragma GCC diagnostic pop
    if (written > 0) used = std::min(used + static_cast<std::size_t>(written), sizeof text - 1);
  }
};

// Returns the number of printed arguments, or -1 for a NULL format, as CUDA's printf.
std::int32_t print(PrintedLine& line, const char* format, const std::byte* arguments) noexcept;

}  // namespace gridcall::cpu
