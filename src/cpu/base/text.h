// SPDX-License-Identifier: Apache-2.0
//
// printf into a string: what is wrong with an image, in one line.

#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>

namespace gridcall::cpu {

[[gnu::format(printf, 1, 2)]] inline std::string format(const char* pattern, ...) {
  char text[512];
  va_list values;
  va_start(values, pattern);
  std::vsnprintf(text, sizeof text, pattern, values);
  va_end(values);
  return text;
}

}  // namespace gridcall::cpu
