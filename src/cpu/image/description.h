// SPDX-License-Identifier: Apache-2.0
//
// The description that an image has of itself (cpu/abi/image.h), checked before anything of it is believed.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cpu/abi/image.h"

namespace gridcall::cpu {

// The parts of a laid-out image, in order: code, jumps, read-only data, writable data.
struct ImageBounds {
  const std::byte* base;
  std::uint64_t size;      // bytes
  std::uint64_t code_end;  // offsets from `base`
  std::uint64_t read_only;
  std::uint64_t writable;
};

// Checks a module's description; if it returns false, `why` says what is wrong. `first`, if not NULL,
// describes the image of the same source whose variables this one takes for its own: it must have the same
// kernels and variables. `is_incompatible` says that the image is sound, but made for another processor or
// another version of this library.
bool description_holds(const ModuleDescription* module, const ImageBounds& bounds,
                       const ModuleDescription* first, std::string& why, bool& is_incompatible);

// A copy that the kernels' own writes do not reach, with its texts and tables; addresses of code and
// variables stay the image's. delete[] it.
std::byte* description_copy(const ModuleDescription& module);

// Returns true if a constant lies below `place`: kernels only read it, the host may write it.
bool has_constants_below(const ModuleDescription& module, const std::byte* place) noexcept;

}  // namespace gridcall::cpu
