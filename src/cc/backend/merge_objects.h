// SPDX-License-Identifier: Apache-2.0
//
// Several relocatable objects of one module become one, as `ld -r` would make it.

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gridcall::cc {

// Names are one space: what one object leaves undefined is any object's symbol of that name, local or not.
// Nothing if an object has what the code generator does not make (groups, more than 65,000 sections).
std::optional<std::string> merge_objects(const std::vector<std::string>& objects);

}  // namespace gridcall::cc
