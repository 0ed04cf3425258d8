// SPDX-License-Identifier: Apache-2.0
//
// Arguments compared with parameters, by the types of both (base/value_type.h).

#pragma once

#include <cstdint>
#include <string>

namespace gridcall::core {

// Returns true if a value of type `argument` may be passed for a parameter of type `parameter` of equal size.
// An unknown type matches any.
bool accepts(std::uint32_t parameter, std::uint32_t argument) noexcept;

// Returns "a 32-bit float" or "memory of 32-bit floats".
std::string value_text(std::uint32_t type);

}  // namespace gridcall::core
