// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace gridcall::cc {

// Where clang's own headers (stddef.h and the like) lie: GRIDCALL_CC_RESOURCE_DIR, else `clang` beside the
// installed program, else where the build found them. Empty when none has them.
const std::string& resource_directory();

// Where this program lies; empty if that cannot be found out.
std::string program_directory();

}  // namespace gridcall::cc
