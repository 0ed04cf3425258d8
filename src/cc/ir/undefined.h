// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace gridcall::cc {

// The attribute of what is declared in linked objects and defined in none: where it is used.
inline constexpr const char* kUsedInAttribute = "gridcall-used-in";

}  // namespace gridcall::cc
