// SPDX-License-Identifier: Apache-2.0
//
// Merges several relocatable objects of one module into one, as `ld -r` would.

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gridcall::cc {

// An undefined symbol of one object refers to the symbol of that name in any object, local or not. Returns no
// value if an object has a feature that the code generator does not emit (groups, more than 65,000 sections).
std::optional<std::string> merge_objects(const std::vector<std::string>& objects);

}  // namespace gridcall::cc
