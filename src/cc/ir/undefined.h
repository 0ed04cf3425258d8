// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace gridcall::cc {

// The attribute of a symbol that no linked object defines: the names of the objects that use it.
inline constexpr const char* kUsedInAttribute = "gridcall-used-in";

}  // namespace gridcall::cc
