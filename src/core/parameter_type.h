// SPDX-License-Identifier: Apache-2.0
//
// Arguments compared with parameters, by the types of both (base/value_type.h).

#pragma once

#include <cstdint>
#include <string>

namespace gridcall::core {

// Whether a value of type `argument` may be given for a parameter of type `parameter`; of one size they are.
// What is unknown may be anything.
bool accepts(std::uint32_t parameter, std::uint32_t argument) noexcept;

// "a 32-bit float", "memory of 32-bit floats".
std::string value_text(std::uint32_t type);

}  // namespace gridcall::core
