// SPDX-License-Identifier: Apache-2.0
//
// Reads of a texture by all lanes of a warp. The same code for several instruction sets; all return the same
// bits.

#pragma once

#include "cpu/abi/gridcall_texture_state.h"
#include "cpu/abi/image.h"

namespace gridcall::cpu {

// The coordinates of each lane's read. A coordinate that is NULL is 0 and not filtered.
struct LanePlaces {
  const float* coordinate[3];
  const int* slice;  // the layer or the face; NULL: 0
};

// Reads one level, without a mip filter, of a texture with `by_lanes` set. Returns a mask of the lanes with
// numbers that read_lanes() does not handle, whose results are invalid.
using ReadLanes = unsigned (*)(const TextureState& state, const TextureLevel& level, const LanePlaces& places,
                               unsigned (*value)[kWarpSize]);

namespace lanes_baseline {
unsigned read_lanes(const TextureState& state, const TextureLevel& level, const LanePlaces& places,
                    unsigned (*value)[kWarpSize]);
}
// Code for one lane; all arrays have one element.
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

// Stores the functions that this processor can run, the fastest last. Returns their number, at least one.
unsigned lane_codes(ReadLanes (&code)[3]) noexcept;

}  // namespace gridcall::cpu
