// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace gridcall::cc {

// The folder of this program; empty if it is not known.
std::string program_directory();

}  // namespace gridcall::cc
