// SPDX-License-Identifier: Apache-2.0

#include "cc/frontend/program_directory.h"

#include <unistd.h>

namespace gridcall::cc {

std::string program_directory() {
  char path[4096];
  ssize_t length = ::readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return {};
  std::string program(path, static_cast<std::size_t>(length));
  return program.substr(0, program.rfind('/'));
}

}  // namespace gridcall::cc
