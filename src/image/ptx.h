// SPDX-License-Identifier: Apache-2.0
//
// The one reader of PTX. It sees words, directives and punctuation; comments and strings are skipped.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gridcall::image {

// The position of a parameter in the kernel's parameter block.
struct PtxParameter {
  std::uint32_t offset;
  std::uint32_t size;
};

// A kernel, or a variable of the module.
struct PtxSymbol {
  std::string_view name;
  bool is_kernel;
  std::vector<PtxParameter> parameters;
};

// Returns the declarations of the outermost level: `.visible .entry name(...)`, `.global .align 4 .u32
// name[4] =
// ...;`
std::vector<PtxSymbol> ptx_symbols(std::string_view ptx);

// Returns true if the text begins as PTX does, with its version after comments.
bool begins_as_ptx(std::string_view text) noexcept;

}  // namespace gridcall::image
