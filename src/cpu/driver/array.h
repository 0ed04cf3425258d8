// SPDX-License-Identifier: Apache-2.0
//
// Arrays: rows of the device's memory, which nothing but copies, textures and surfaces use.

#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/abi/gridcall_texture_state.h"
#include "driver/types.h"

namespace gridcall::cpu {

struct Context;

// A format's channels in memory; the result is false for an unknown or unsupported format.
struct ArrayFormat {
  TexelType type = kTexelU8;
  unsigned channel_bytes = 1;
  bool is_normalized = false;  // reads always return numbers from 0 or -1 to 1
  unsigned channels = 0;       // 0: the descriptor has the number
};
bool array_format(driver::CUarray_format format, ArrayFormat& to) noexcept;

// An array, or a level of a mipmapped one.
struct ArrayInfo {
  driver::CUDA_ARRAY3D_DESCRIPTOR descriptor;
  unsigned texel_bytes = 0;
  TextureLevel place;
};
// Returns false if the array is not live.
bool find_array(driver::CUarray array, ArrayInfo& info) noexcept;
// Returns the number of levels of a mipmapped array; 0 if the handle is not live.
unsigned find_levels(driver::CUmipmappedArray array, ArrayInfo (&levels)[kTextureLevels]) noexcept;

// Locates a box at an array's x in bytes, y and z, as an address and pitches. INVALID_VALUE: the box is
// outside.
struct ArrayEnd {
  std::uintptr_t address = 0;
  std::size_t row_pitch = 0;
  std::size_t slice_pitch = 0;
};
bool find_in_array(driver::CUarray array, std::size_t x, std::size_t y, std::size_t z, std::size_t width,
                   std::size_t rows, std::size_t slices, ArrayEnd& end) noexcept;

// Destroys the arrays, textures and surfaces of a context that ends.
void destroy_arrays(const Context& context) noexcept;
void destroy_textures(const Context& context) noexcept;

}  // namespace gridcall::cpu
