// SPDX-License-Identifier: Apache-2.0

#include "base/environment.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/failure.h"
#include "base/status.h"

namespace gridcall::environment {

namespace {

constexpr std::string_view kPrefix = "GRIDCALL_";
constexpr std::string_view kTestPrefix = "GRIDCALL_TEST_";

// Letters to insert, drop, change or swap with their neighbour.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t k = 0; k <= b.size(); ++k) last[k] = k;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t k = 1; k <= b.size(); ++k) {
      row[k] = std::min({last[k] + 1, row[k - 1] + 1, last[k - 1] + (a[i - 1] != b[k - 1])});
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
        row[k] = std::min(row[k], before[k - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::string warning_of(std::string_view name) {
  const char* nearest = nullptr;
  std::size_t least = 3;  // more than two letters is another word
  for (const Variable& each : kVariables) {
    if (name == each.name) return {};
    const std::size_t far = distance(name.substr(kPrefix.size()), each.name + kPrefix.size());
    if (far < least && far < std::strlen(each.name + kPrefix.size()) / 2 + 1) {
      least = far;
      nearest = each.name;
    }
  }
  std::string text = "gridcall: " + std::string(name) + " in the environment is no variable of gridcall's";
  text += nearest ? ": did you mean " + std::string(nearest) + "?\n" : " and does nothing\n";
  return text;
}

// A cache never stops a program; one that is off although its folder was named is said so.
void warn_of_relative_cache() {
  const Variable& folder = variable(Name::CACHE_DIR);
  const char* value = text(folder.name);
  if (!value || *value == '/') return;
  const std::string text = std::string("gridcall: ") + folder.name + " in the environment is \"" + value +
                           "\", a relative path: the compile cache is off\n";
  std::fputs(text.c_str(), stderr);
}

void warn_of_unknown_names() {
  // Variables that secure_getenv does not give are not looked at either.
  if (!::secure_getenv("PATH") && ::getenv("PATH")) return;
  for (char** each = environ; each && *each; ++each) {
    const std::string_view entry = *each;
    if (!entry.starts_with(kPrefix) || entry.starts_with(kTestPrefix)) continue;
    const std::string_view name = entry.substr(0, entry.find('='));
    if (name.size() == entry.size() || name.size() + 1 == entry.size()) continue;  // set to ""
    std::fputs(warning_of(name).c_str(), stderr);
  }
}

}  // namespace

void require(Name name) {
  if (std::string found = defect(name); !found.empty())
    throw Failure(status::kInvalidArgument, std::move(found));
}

void check_all() {
  static std::atomic<bool> is_right{false};
  if (is_right.load(std::memory_order_acquire)) return;
  if (std::string found = first_defect(); !found.empty())
    throw Failure(status::kInvalidArgument, std::move(found));
  if (is_right.exchange(true, std::memory_order_acq_rel)) return;
  warn_of_relative_cache();
  warn_of_unknown_names();
}

}  // namespace gridcall::environment
