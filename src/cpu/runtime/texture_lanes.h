// SPDX-License-Identifier: Apache-2.0
//
// Reads of a texture by all lanes of a warp. The same code for several instruction sets; all return the same
// bits.

#pragma once

#include "cpu/abi/gridcall_texture_state.h"
#include "cpu/abi/image.h"

namespace gridcall::cpu {

// The place at which each lane reads. A coordinate that is NULL is not filtered, at 0.
struct LanePlaces {
  const float* coordinate[3];
  const int* slice;  // layer or face; NULL: 0
};

// Reads one level, without a mip filter, of a texture that is `by_lanes`. Returns the lanes, of bits, whose
// result is not right: those with numbers that read_lanes() leaves to the general code.
using ReadLanes = unsigned (*)(const TextureState& state, const TextureLevel& level, const LanePlaces& places,
                               unsigned (*value)[kWarpSize]);

namespace lanes_baseline {
unsigned read_lanes(const TextureState& state, const TextureLevel& level, const LanePlaces& places,
                    unsigned (*value)[kWarpSize]);
}
// Code for one lane, in which all arrays have one element.
namespace lanes_one {
unsigned read_lanes(const TextureState& state, const TextureLevel& level, const LanePlaces& places,
                    unsigned (*value)[kWarpSize]);
}
namespace lanes_avx2 {
unsigned read_lanes(const TextureState& state, const TextureLevel& level, const LanePlaces& places,
                    unsigned (*value)[kWarpSize]);
}
namespace lanes_avx512 {
unsigned read_lanes(const TextureState& state, const TextureLevel& level, const LanePlaces& places,
                    unsigned (*value)[kWarpSize]);
}

// Lists the codes that this processor can run, the fastest last. Returns how many there are, at least one.
unsigned lane_codes(ReadLanes (&code)[3]) noexcept;

}  // namespace gridcall::cpu
