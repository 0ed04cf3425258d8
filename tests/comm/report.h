// SPDX-License-Identifier: Apache-2.0
//
// The report of a process that is one rank.

#pragma once

#include <cstdarg>
#include <cstdio>

namespace ranks {

inline int rank = 0, count = 1;
inline int failures = 0;

[[gnu::format(printf, 1, 2)]] inline void fail(const char* format, ...) {
  if (++failures > 20) return;
  va_list list;
  va_start(list, format);
  std::fprintf(stderr, "rank %d: ", rank);
  std::vfprintf(stderr, format, list);
  std::fprintf(stderr, "\n");
  va_end(list);
}

}  // namespace ranks

#define EQUAL(is, should)                                                                                    \
  do {                                                                                                       \
    const long long is_ = static_cast<long long>(is), should_ = static_cast<long long>(should);              \
    if (is_ != should_) ::ranks::fail("%s:%d: %s is %lld, not %lld", __FILE__, __LINE__, #is, is_, should_); \
  } while (0)
#define HOLDS(condition)                                                          \
  do {                                                                            \
    if (!(condition)) ::ranks::fail("%s:%d: %s", __FILE__, __LINE__, #condition); \
  } while (0)
