// SPDX-License-Identifier: Apache-2.0
//
// What a kernel's parameters are, beyond their sizes: from the compiler of the CPU device, and for a GPU from
// the compiled name, which C++ makes of the parameters' types. An extern "C" kernel tells nothing there.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/value_type.h"

namespace gridcall::core {

struct ParameterText {
  std::uint32_t type = value_type::kUnknown;
  std::string type_name;  // as C++ writes it, "" if unknown
  std::string name;       // "" if unknown
};

// Of "_Z5scalePfi": "float*" and "int". Empty if the name tells none.
std::vector<ParameterText> types_of_name(const std::string& compiled_name);

// Whether a value of type `argument` may be given for a parameter of type `parameter`; of one size they are.
// What is unknown may be anything.
bool accepts(std::uint32_t parameter, std::uint32_t argument) noexcept;

// "a 32-bit float", "memory of 32-bit floats".
std::string value_text(std::uint32_t type);

}  // namespace gridcall::core
