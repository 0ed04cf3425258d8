// SPDX-License-Identifier: Apache-2.0

#include "base/environment.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "base/similar.h"
#include "base/status.h"

namespace gridcall::environment {

namespace {

constexpr std::string_view kPrefix = "GRIDCALL_";
constexpr std::string_view kTestPrefix = "GRIDCALL_TEST_";

std::string warning_of(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Variable& each : kVariables) {
    if (name == each.name) return {};
    names.emplace_back(each.name + kPrefix.size());
  }
  const std::string_view near = most_similar(name.substr(kPrefix.size()), names);
  return std::string(name) + " in the environment is no variable of gridcall's" +
         (near.empty() ? " and does nothing"
                       : ": did you mean " + std::string(kPrefix) + std::string(near) + "?");
}

// Warns of a relative cache folder, which turns the cache off but never stops a program.
void warn_of_relative_cache() {
  const Variable& folder = variable(Name::CACHE_DIR);
  const char* value = text(folder.name);
  if (!value || *value == '/') return;
  const std::string text = std::string("gridcall: ") + folder.name + " in the environment is \"" + value +
                           "\", a relative path: the compile cache is off\n";
  std::fputs(text.c_str(), stderr);
}

// Calls visit(name, entry) for each variable that begins with GRIDCALL_, in the order of the environment.
template <class Visit>
void each_own(Visit&& visit) {
  // Variables that secure_getenv hides are skipped.
  if (!::secure_getenv("PATH") && ::getenv("PATH")) return;
  for (char** each = environ; each && *each; ++each) {
    const std::string_view entry = *each;
    if (!entry.starts_with(kPrefix) || entry.starts_with(kTestPrefix)) continue;
    const std::string_view name = entry.substr(0, entry.find('='));
    if (name.size() == entry.size() || name.size() + 1 == entry.size()) continue;  // the value is ""
    visit(name, entry);
  }
}

void warn_of_unknown_names() {
  each_own([](std::string_view name, std::string_view) {
    if (const std::string warning = warning_of(name); !warning.empty())
      std::fputs(("gridcall: " + warning + "\n").c_str(), stderr);
  });
}

}  // namespace

std::vector<std::string> variables_set() {
  std::vector<std::string> found;
  each_own([&](std::string_view name, std::string_view entry) {
    std::string warning = warning_of(name);
    found.push_back(warning.empty() ? std::string(entry) : std::move(warning));
  });
  for (const char* name : {"CUDA_DEVICE", "CUDA_VISIBLE_DEVICES", "PYCUDA_CACHE_DIR", "PYCUDA_DISABLE_CACHE",
                           "PYCUDA_DEFAULT_NVCC_FLAGS"})
    if (const char* value = text(name)) found.push_back(std::string(name) + "=" + value);
  return found;
}

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
