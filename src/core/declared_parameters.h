// SPDX-License-Identifier: Apache-2.0
//
// The parameters of kernels as an image declares them, for drivers that do not tell (before CUDA 12.4).

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/value_type.h"

namespace gridcall::core {

struct Parameter {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  std::uint32_t type = value_type::kUnknown;
};

// By the compiled name of the kernel.
using DeclaredParameters = std::map<std::string, std::vector<Parameter>, std::less<>>;

// Of every kernel of a PTX text or a cubin; of a fatbin nothing is known.
DeclaredParameters declared_parameters(std::span<const std::byte> image);

}  // namespace gridcall::core
