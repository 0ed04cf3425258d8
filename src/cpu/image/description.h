// SPDX-License-Identifier: Apache-2.0
//
// The description that an image has of itself (cpu/abi/image.h), checked before anything of it is believed.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cpu/abi/image.h"

namespace gridcall::cpu {

// The parts of an image in memory, in this order: code, jumps, read-only data, writable data.
struct ImageBounds {
  const std::byte* base;
  std::uint64_t size;      // in bytes
  std::uint64_t code_end;  // offsets from `base`
  std::uint64_t read_only;
  std::uint64_t writable;
};

// Checks a module's description; if it returns false, `why` has the reason. `first`, if not NULL, describes
// the image of the same source whose variables this one shares; both must have the same kernels and
// variables. `is_incompatible`: the image is valid, but made for another processor or another version of this
// library.
bool description_holds(const ModuleDescription* module, const ImageBounds& bounds,
                       const ModuleDescription* first, std::string& why, bool& is_incompatible);

// Returns a copy with its texts and tables, which the kernels' own writes do not reach; addresses of code and
// variables stay the image's. The caller must delete[] it.
std::byte* description_copy(const ModuleDescription& module);

// Returns true if a constant lies before `place`: kernels only read it, but the host may write it.
bool has_constants_below(const ModuleDescription& module, const std::byte* place) noexcept;

}  // namespace gridcall::cpu
