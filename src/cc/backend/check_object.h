// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace gridcall::cc {

// Returns the names that the object needs and that neither cpu/abi/runtime.def nor cpu/abi/math.def has. An
// object may run if there are none.
std::string foreign_symbols(const std::string& object);

}  // namespace gridcall::cc
