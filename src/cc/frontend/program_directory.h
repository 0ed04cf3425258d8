// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace gridcall::cc {

// Returns the folder of this program; empty if it is unknown.
std::string program_directory();

}  // namespace gridcall::cc
