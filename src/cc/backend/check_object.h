// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace gridcall::cc {

// The names that the object needs and neither cpu/abi/runtime.def nor cpu/abi/math.def has; empty when it may
// run.
std::string foreign_symbols(const std::string& object);

}  // namespace gridcall::cc
