// SPDX-License-Identifier: Apache-2.0
//
// Reads of textures, bit for bit as a GPU (sm_90) makes them.

#pragma once

#include <cstdint>

#include "cpu/abi/gridcall_texture_state.h"

extern "C" {
using gridcall::cpu::Texel;
#define GRIDCALL_TEXTURE_FN(result, name, parameters) result name parameters;
#include "cpu/abi/texture.def"
#undef GRIDCALL_TEXTURE_FN
}

namespace gridcall::cpu {

// Sets the border colour in the form of `state.border`; type, channels and read must be set.
void set_border(TextureState& state, const float (&color)[4]) noexcept;

float float_of_half(std::uint16_t bits) noexcept;

// The coordinates of a read with a TextureOp `op`; for a cube map, position() sets `dimensions` to 2.
struct Position {
  float x, y, z;
  int slice;  // the layer or the face if `dimensions` < 3
};
Position position(const TextureState& state, unsigned op, unsigned& dimensions, float x, float y, float z,
                  int layer) noexcept;
// Returns the level that is read, in 256ths; nearest_level() returns its number without a mip filter.
int lod_of(const TextureState& state, bool has_level, float level) noexcept;
unsigned nearest_level(int lod) noexcept;

// Reads a texel or filters several.
Texel read_texel(const TextureState& state, const Position& at, unsigned dimensions, bool has_level,
                 float level) noexcept;

}  // namespace gridcall::cpu
