// SPDX-License-Identifier: Apache-2.0
//
// The parameters of an image's kernels: where they lie, for drivers that do not tell (before
// CUDA 12.4), and their types, which C++ makes part of the name. An extern "C" kernel tells no types.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/value_type.h"
#include "image/image.h"

namespace gridcall::image {

struct Parameter {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  std::uint32_t type = value_type::kUnknown;
};

// The parameters by the compiled name of the kernel.
using DeclaredParameters = std::map<std::string, std::vector<Parameter>, std::less<>>;

// Returns the parameters of every kernel of a PTX text or a cubin, but none for a fatbin.
DeclaredParameters declared_parameters(Bytes image);

struct ParameterText {
  std::uint32_t type = value_type::kUnknown;
  std::string type_name;  // the C++ name, "" if unknown
  std::string name;       // "" if unknown
};

// Returns "float*" and "int" for "_Z5scalePfi"; empty if the name tells none.
std::vector<ParameterText> types_of_name(const std::string& lowered);

}  // namespace gridcall::image
