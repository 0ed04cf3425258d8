// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace gridcall::cc {

// Where this program lies; empty if that cannot be found out.
std::string program_directory();

}  // namespace gridcall::cc
