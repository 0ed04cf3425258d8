// SPDX-License-Identifier: Apache-2.0
//
// Reads of textures by a thread, and by all lanes of a warp at once.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>

#include "cpu/abi/runtime.h"
#include "cpu/base/processor.h"
#include "cpu/runtime/texture.h"
#include "cpu/runtime/texture_lanes.h"

namespace gridcall::cpu {

unsigned lane_codes(ReadLanes (&code)[3]) noexcept {
  unsigned count = 0;
  code[count++] = lanes_baseline::read_lanes;
#if defined(__x86_64__)
  if (!lacking_feature("+avx2+fma").empty()) return count;
  code[count++] = lanes_avx2::read_lanes;
  if (!lacking_feature("+avx512f+avx512bw+avx512dq+avx512vl").empty()) return count;
  code[count++] = lanes_avx512::read_lanes;
#endif
  return count;
}

namespace {

constexpr int kFewLanes = 3;

// Reads all lanes at one level. Returns the lanes that remain.
std::uint32_t read_level(const TextureState& state, unsigned level, unsigned op, const WarpReads& reads,
                         std::uint32_t (*value)[kWarpSize]) noexcept {
  float s[kWarpSize];
  float t[kWarpSize];
  int slice[kWarpSize];
  LanePlaces places{{reads.place[0], reads.place[1], reads.place[2]}, nullptr};
  unsigned dimensions = op & 3;
  if ((op & (kOpCube | kOpLayered)) != 0) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const Position at = position(state, op, dimensions, reads.place[0][lane], reads.place[1][lane],
                                   reads.place[2][lane], reads.layer[lane]);
      s[lane] = at.x;
      t[lane] = at.y;
      slice[lane] = at.slice;
    }
    places = {{s, t, nullptr}, slice};
    if (dimensions == 1 && state.is_layered != 0) places.coordinate[1] = nullptr;
  } else if (dimensions == 1) {
    std::fill(std::begin(t), std::end(t), 0.0F);
    places.coordinate[1] = t;
  }
  if (dimensions < 3) places.coordinate[2] = nullptr;
  static const ReadLanes best = [] {
    ReadLanes code[3] = {};
    return code[lane_codes(code) - 1];
  }();
  return best(state, state.level[level], places, value);
}

// Reads each lane at its own level, the lanes of one level together.
std::uint32_t read_levels(const TextureState& state, unsigned op, std::uint32_t lanes,
                          WarpReads& reads) noexcept {
  unsigned level[kWarpSize];
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    level[lane] = nearest_level(lod_of(state, true, reads.level[lane]));
  std::uint32_t left = 0;
  while (lanes != 0) {
    const unsigned common = level[std::countr_zero(lanes)];
    std::uint32_t of_level = 0;
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      of_level |= level[lane] == common ? std::uint32_t{1} << lane : 0;
    of_level &= lanes;
    lanes &= ~of_level;
    if (std::popcount(of_level) <= kFewLanes) {
      left |= of_level;
      continue;
    }
    std::uint32_t value[4][kWarpSize];
    left |= of_level & read_level(state, common, op, reads, value);
    for (; of_level != 0; of_level &= of_level - 1)
      for (int c = 0; c < 4; ++c) {
        const int lane = std::countr_zero(of_level);
        reads.value[c][lane] = value[c][lane];
      }
  }
  return left;
}

}  // namespace
}  // namespace gridcall::cpu

extern "C" {

using namespace gridcall::cpu;  // NOLINT(google-build-using-namespace)

Texel gridcall_texture_sample(unsigned long long object, unsigned op, float x, float y, float z, int layer,
                              float level) {
  const auto& state = *reinterpret_cast<const TextureState*>(static_cast<std::uintptr_t>(object));
  unsigned dimensions = op & 3;
  const Position at = position(state, op, dimensions, x, y, z, layer);
  const bool has_level = (op & kOpLevel) != 0;
  if (state.by_lanes != 0) {
    const bool is_row = dimensions == 1 && state.is_layered != 0;
    const LanePlaces places{{&at.x, is_row ? nullptr : &at.y, dimensions == 3 ? &at.z : nullptr},
                            dimensions == 3 ? nullptr : &at.slice};
    std::uint32_t value[4][kWarpSize];
    const unsigned number = nearest_level(lod_of(state, has_level, level));
    if (lanes_one::read_lanes(state, state.level[number], places, value) == 0)
      return {value[0][0] | std::uint64_t{value[1][0]} << 32, value[2][0] | std::uint64_t{value[3][0]} << 32};
  }
  return read_texel(state, at, dimensions, has_level, level);
}

void gridcall_rt_read_texture(WarpReads* reads, std::uint64_t object, std::uint32_t op, std::uint32_t lanes) {
  const auto& state = *reinterpret_cast<const TextureState*>(static_cast<std::uintptr_t>(object));
  const bool has_level = (op & kOpLevel) != 0 && state.levels > 1;
  // A few lanes are read faster one by one.
  std::uint32_t left = lanes;
  if (state.by_lanes != 0 && std::popcount(lanes) > kFewLanes) {
    if (!has_level)
      left &= read_level(state, nearest_level(lod_of(state, false, 0)), op, *reads, reads->value);
    else
      left = read_levels(state, op, lanes, *reads);
  }
  for (; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const Texel texel =
        gridcall_texture_sample(object, op, reads->place[0][lane], reads->place[1][lane],
                                reads->place[2][lane], reads->layer[lane], reads->level[lane]);
    reads->value[0][lane] = static_cast<std::uint32_t>(texel.xy);
    reads->value[1][lane] = static_cast<std::uint32_t>(texel.xy >> 32);
    reads->value[2][lane] = static_cast<std::uint32_t>(texel.zw);
    reads->value[3][lane] = static_cast<std::uint32_t>(texel.zw >> 32);
  }
}

}  // extern "C"
