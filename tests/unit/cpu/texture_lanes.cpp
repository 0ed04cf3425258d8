// SPDX-License-Identifier: Apache-2.0
//
// Reads of textures by all lanes of a warp, in each instruction set that this machine has, beside the code
// that reads for one thread: the same bits. That code is compared with a GPU's in tests/textures.

#include "cpu/runtime/texture_lanes.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "cpu/abi/runtime.h"
#include "cpu/runtime/texture.h"
#include "support/cmocka.h"

namespace {

using namespace gridcall::cpu;

struct Random {
  std::mt19937 engine{7};
  std::uint32_t bits() { return static_cast<std::uint32_t>(engine()); }
  unsigned below(unsigned bound) { return bits() % bound; }
  float from(float low, float high) {
    return low + (high - low) * static_cast<float>(bits() >> 8) / 16777216.0F;
  }
};

struct Format {
  unsigned type, bytes;
};
constexpr Format kFormats[] = {{kTexelU8, 1},  {kTexelS8, 1},  {kTexelU16, 2}, {kTexelS16, 2},
                               {kTexelF16, 2}, {kTexelF32, 4}, {kTexelU32, 4}, {kTexelS32, 4}};

struct Case {
  TextureState state{};
  std::vector<unsigned char> texels;
  bool is_tame = false;  // no number that the code for lanes leaves to the other
};

float special_float(Random& random) {
  constexpr float kSpecial[] = {0.0F, -0.0F, 1e-40F, -1e-40F, 1e-30F, 3e38F, INFINITY, -INFINITY, NAN};
  return kSpecial[random.below(std::size(kSpecial))];
}

void fill(Case& made, Random& random, const Format& format) {
  const unsigned kind = random.below(3);  // tame, zeros among them, any bits
  made.is_tame = kind < 2;
  for (std::size_t at = 0; at < made.texels.size(); at += format.bytes) {
    std::uint32_t bits = random.bits();
    const bool is_zero = kind == 1 && random.below(4) != 0;
    if (format.type == kTexelF32 && kind < 2) {
      const float value = is_zero ? random.below(2) != 0 ? 0.0F : -0.0F
                                  : std::ldexp(random.from(-1, 1), static_cast<int>(random.below(60)) - 30);
      std::memcpy(&bits, &value, sizeof value);
    } else if (format.type == kTexelF32 && random.below(8) == 0) {
      const float value = special_float(random);
      std::memcpy(&bits, &value, sizeof value);
    } else if (format.type == kTexelF16 && kind < 2) {
      bits = is_zero ? bits & 0x8000 : (bits & 0x83ff) | random.below(31) << 10;
    }
    std::memcpy(&made.texels[at], &bits, format.bytes);
  }
}

Case make_case(Random& random) {
  Case made;
  TextureState& state = made.state;
  const Format& format = kFormats[random.below(std::size(kFormats))];
  constexpr unsigned kSizes[] = {1, 2, 3, 5, 8, 33};
  state.levels = 1;
  state.type = format.type;
  state.channels = 1U << random.below(3);
  state.texel_bytes = state.channels * format.bytes;
  state.dimensions = 1 + random.below(3);
  state.is_layered = state.dimensions < 3 && random.below(3) == 0 ? 1 : 0;
  const bool is_wide = format.type == kTexelU32 || format.type == kTexelS32;
  const bool is_float = format.type == kTexelF16 || format.type == kTexelF32;
  state.read = is_float ? kReadFloat : is_wide || random.below(3) == 0 ? kReadBits : kReadNormalized;
  state.is_linear = !is_wide && random.below(3) != 0 ? 1 : 0;
  state.is_normalized = random.below(2);
  for (unsigned& mode : state.address)
    mode = state.is_normalized != 0 ? random.below(4) : random.below(2) != 0 ? kAddressClamp : kAddressBorder;
  TextureLevel& level = state.level[0];
  level.width = static_cast<int>(kSizes[random.below(6)]);
  level.height = state.dimensions > 1 ? static_cast<int>(kSizes[random.below(6)]) : 1;
  level.depth = state.dimensions > 2 || state.is_layered != 0 ? static_cast<int>(kSizes[random.below(6)]) : 1;
  level.pitch = static_cast<unsigned>(level.width) * state.texel_bytes;
  level.slice = level.pitch * static_cast<unsigned>(level.height);
  made.texels.resize(level.slice * static_cast<unsigned>(level.depth));
  fill(made, random, format);
  level.base = made.texels.data();
  const float color[4] = {random.from(-2, 2), random.from(0, 1), 0.0F, 1e5F};
  set_border(state, color);
  state.by_lanes = 1;
  return made;
}

void make_places(WarpReads& reads, Random& random, const TextureState& state) {
  const TextureLevel& level = state.level[0];
  const int sizes[3] = {level.width, level.height, level.depth};
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    for (unsigned a = 0; a < 3; ++a) {
      const auto size = static_cast<float>(sizes[a]);
      float value = random.from(-1.5F * size, 2.5F * size);
      if (random.below(3) == 0)
        value = std::floor(value * 4) / 4 + (random.below(2) != 0 ? 1.0F / 512 : 0.0F);
      if (state.is_normalized != 0) value /= size;
      if (random.below(20) == 0) value = special_float(random);
      reads.place[a][lane] = value;
    }
    reads.layer[lane] = static_cast<int>(random.below(40)) - 2;
    reads.level[lane] = 0;
  }
}

std::uint32_t read_with(ReadLanes code, const TextureState& state, unsigned op, const WarpReads& reads,
                        std::uint32_t (*value)[kWarpSize]) {
  static constexpr float kNowhere[kWarpSize] = {};
  int slice[kWarpSize];
  unsigned dimensions = op & 3;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    slice[lane] = position(state, op, dimensions, 0, 0, 0, reads.layer[lane]).slice;
  const bool is_row = dimensions == 1 && state.is_layered != 0;
  const LanePlaces places{{reads.place[0],
                           is_row            ? nullptr
                           : dimensions == 1 ? kNowhere
                                             : reads.place[1],
                           dimensions == 3 ? reads.place[2] : nullptr},
                          dimensions == 3 ? nullptr : slice};
  return code(state, state.level[0], places, value);
}

// Reads with the code for any read.
void read_one(const TextureState& state, unsigned op, const WarpReads& reads, unsigned lane, int layer,
              std::uint32_t (&channel)[4]) {
  unsigned dimensions = op & 3;
  const Position at = position(state, op, dimensions, reads.place[0][lane], reads.place[1][lane],
                               reads.place[2][lane], layer);
  const Texel texel = read_texel(state, at, dimensions, (op & kOpLevel) != 0, reads.level[lane]);
  channel[0] = static_cast<std::uint32_t>(texel.xy);
  channel[1] = static_cast<std::uint32_t>(texel.xy >> 32);
  channel[2] = static_cast<std::uint32_t>(texel.zw);
  channel[3] = static_cast<std::uint32_t>(texel.zw >> 32);
}

constexpr int kCases = 4000;

void test_each_code(void**) {
  ReadLanes codes[3] = {};
  const unsigned count = lane_codes(codes);
  assert_in_range(count, 1, 3);
  for (unsigned which = 0; which < count; ++which) {
    Random random;
    unsigned left_of_tame = 0;
    unsigned read = 0;
    for (int i = 0; i < kCases; ++i) {
      const Case made = make_case(random);
      const TextureState& state = made.state;
      const unsigned op = state.dimensions | state.is_layered * kOpLayered;
      WarpReads reads;
      make_places(reads, random, state);
      const std::uint32_t again = read_with(codes[which], state, op, reads, reads.value);
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        if ((again >> lane & 1) != 0) {
          left_of_tame += made.is_tame ? 1 : 0;
          continue;
        }
        std::uint32_t want[4];
        read_one(state, op, reads, lane, reads.layer[lane], want);
        ++read;
        for (unsigned c = 0; c < 4; ++c) {
          if (reads.value[c][lane] == want[c]) continue;
          fail_msg(
              "code %u, case %d: type %u x %u, %u dimensions, linear %u, lane %u, channel %u: 0x%08x, not "
              "0x%08x",
              which, i, state.type, state.channels, state.dimensions, state.is_linear, lane, c,
              reads.value[c][lane], want[c]);
        }
      }
    }
    assert_int_equal(left_of_tame, 0);
    assert_true(read > kCases * kWarpSize * 8 / 10);
  }
}

// The whole call: few lanes, levels of their own, and numbers that are left to the code for one thread.
void test_warp_of_levels(void**) {
  Random random;
  for (int i = 0; i < 4000; ++i) {
    Case made = make_case(random);
    TextureState& state = made.state;
    if (state.is_layered != 0) continue;
    state.levels = 3;
    state.max_level = 512;
    for (unsigned l = 1; l < 3; ++l) state.level[l] = state.level[0];  // of one size, shifted by a texel
    if (made.texels.size() > 2 * state.texel_bytes) {
      state.level[1].width = state.level[2].width = 1;
      state.level[2].base += state.texel_bytes;
      state.level[2].height = 1;
      state.level[2].depth = 1;
    }
    const unsigned op = state.dimensions | kOpLevel;
    WarpReads reads;
    make_places(reads, random, state);
    for (float& level : reads.level) level = random.from(-1, 4);
    const std::uint32_t lanes = random.bits() & (i % 4 == 0 ? random.bits() & random.bits() : ~0U);
    gridcall_rt_read_texture(&reads, reinterpret_cast<std::uintptr_t>(&state), op, lanes);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      if ((lanes >> lane & 1) == 0) continue;
      std::uint32_t want[4];
      read_one(state, op, reads, lane, 0, want);
      const Texel alone =
          gridcall_texture_sample(reinterpret_cast<std::uintptr_t>(&state), op, reads.place[0][lane],
                                  reads.place[1][lane], reads.place[2][lane], 0, reads.level[lane]);
      assert_int_equal(alone.xy, want[0] | std::uint64_t{want[1]} << 32);
      assert_int_equal(alone.zw, want[2] | std::uint64_t{want[3]} << 32);
      for (unsigned c = 0; c < 4; ++c) assert_int_equal(reads.value[c][lane], want[c]);
    }
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(test_each_code), cmocka_unit_test(test_warp_of_levels)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
