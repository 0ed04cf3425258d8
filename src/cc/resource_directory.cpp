// SPDX-License-Identifier: Apache-2.0

#include "cc/resource_directory.h"

#include <unistd.h>

#include <cstdlib>

namespace gridcall::cc {
namespace {

bool has_headers(const std::string& directory) {
  return !directory.empty() && ::access((directory + "/include/stddef.h").c_str(), R_OK) == 0;
}

std::string find() {
  if (const char* chosen = std::getenv("GRIDCALL_CC_RESOURCE_DIR"); chosen != nullptr && *chosen != '\0') {
    return has_headers(chosen) ? chosen : "";
  }
  const std::string directory = program_directory();
  if (!directory.empty() && has_headers(directory + "/clang")) return directory + "/clang";
  return has_headers(GRIDCALL_CC_RESOURCE_DIR) ? GRIDCALL_CC_RESOURCE_DIR : "";
}

}  // namespace

std::string program_directory() {
  char path[4096];
  ssize_t length = ::readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return {};
  std::string program(path, static_cast<std::size_t>(length));
  return program.substr(0, program.rfind('/'));
}

const std::string& resource_directory() {
  static const auto* directory = new std::string(find());
  return *directory;
}

}  // namespace gridcall::cc
