// SPDX-License-Identifier: Apache-2.0
//
// The cases of a process that is one rank, and its report.

#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>

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

struct Case {
  std::string_view name;
  void (*run)();
  // Operations are given up: a launcher may end the job as soon as a process has ended then.
  bool lingers = false;
};

// Returns what main() does: runs the cases that `names` lists, separated by commas. run.py looks for the
// lines.
inline int run_cases(std::string_view names, std::initializer_list<Case> cases) {
  bool lingers = false;
  do {
    const std::string name(names.substr(0, names.find(',')));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
    const Case* const found =
        std::find_if(cases.begin(), cases.end(), [&](const Case& each) { return each.name == name; });
    const int before = failures;
    if (found == cases.end()) {
      fail("there is no case \"%s\"", name.c_str());
    } else {
      found->run();
      lingers = lingers || found->lingers;
    }
    if (failures == before) std::printf("rank %d passed %s\n", rank, name.c_str());
    std::fflush(stdout);
  } while (!names.empty());
  if (lingers) sleep(1);
  return failures == 0 ? 0 : 1;
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
