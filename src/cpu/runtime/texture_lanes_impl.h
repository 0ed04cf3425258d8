// SPDX-License-Identifier: Apache-2.0
//
// read_lanes() of texture_lanes.h, compiled once for each instruction set in a namespace of its own.
// Everything is loops of 32 steps over arrays, which the compiler makes vectors of. No inline function of
// another header is called here: the linker keeps one copy of such a function, and that must not be one for a
// newer processor.
//
// The rules are those of texture.cpp. Floats become integers, cut off below the largest of their quad. Every
// product is exact, also as a part of a fused operation: no result depends on how the compiler groups them.

#include "cpu/runtime/texture_lanes.h"

namespace gridcall::cpu::GRIDCALL_LANES {

namespace {

constexpr int kLanes = GRIDCALL_LANE_COUNT;

using Ints = int[kLanes];
using Doubles = double[kLanes];
using Words = unsigned[kLanes];

constexpr int kExponent = 0x7f800000;
constexpr unsigned kSign = 0x80000000;

inline unsigned bits_of(float value) {
  return __builtin_bit_cast(unsigned, value);
}
inline float float_of(unsigned bits) {
  return __builtin_bit_cast(float, bits);
}
inline int least(int a, int b) {
  return a < b ? a : b;
}
inline int largest(int a, int b) {
  return a > b ? a : b;
}
inline float limited(float x, float limit) {
  x = x < -limit ? -limit : x;
  return x > limit ? limit : x;
}

// The value must fit an int.
inline int floor_of(float x) {
  const int cut = static_cast<int>(x);
  return cut - (static_cast<float>(cut) > x ? 1 : 0);
}
inline int floor_of(double x) {
  const int cut = static_cast<int>(x);
  return cut - (static_cast<double>(cut) > x ? 1 : 0);
}
inline float whole_part(float x) {
  const float small = static_cast<float>(floor_of(limited(x, 0x1p24F)));
  return __builtin_fabsf(x) < 0x1p23F ? small : x;
}
// The value must be less than 2^52.
inline double whole_part(double x) {
  const double near = (x + 0x1.8p52) - 0x1.8p52;
  return near > x ? near - 1 : near;
}

// --- coordinates

// The texels along an axis for each lane: the offsets of both, the share of the second, and whether they are
// outside.
struct Axis {
  alignas(64) int offset[2][kLanes];
  alignas(64) int fraction[kLanes];
  alignas(64) int outside[2][kLanes];  // the border is read
  bool has_outside;
};

template <unsigned Mode>
inline int texel_number(int i, int size) {
  if constexpr (Mode == kAddressWrap) {
    i = i < 0 ? i + size : i;
    return i >= size ? i - size : i;
  } else if constexpr (Mode == kAddressMirror) {
    i = i < 0 ? -1 - i : i;
    i = i >= 2 * size ? i - 2 * size : i;
    return i >= size ? 2 * size - 1 - i : i;
  } else {
    return least(largest(i, 0), size - 1);
  }
}

// The template's unit is 256ths of texels, or texels.
template <unsigned Mode, bool IsNormalized, bool IsLinear>
inline int place_of(float coordinate, double scale) {
  float x = __builtin_fabsf(coordinate) >= 0x1p-126F ? coordinate : 0.0F;
  if constexpr (!IsNormalized) {
    x = limited(x, 0x1p20F);
    if constexpr (!IsLinear) return floor_of(x);
    x *= 256;
    const int whole = floor_of(x);
    return whole + (x - static_cast<float>(whole) >= 0.5F ? 1 : 0);
  } else {
    float k;  // in units of 2^-21 of the texture
    if constexpr (Mode == kAddressWrap || Mode == kAddressMirror) {
      constexpr float kPeriod = Mode == kAddressWrap ? 0x1p21F : 0x1p22F;
      k = whole_part(__builtin_fabsf(x) < 0x1p100F ? x * 0x1p21F : 0.0F);
      k -= whole_part(k * (1 / kPeriod)) * kPeriod;
    } else {
      k = static_cast<float>(floor_of(limited(x, 4) * 0x1p21F));
    }
    return floor_of(static_cast<double>(k) * scale + (IsLinear ? 0.5 : 0.0));
  }
}

template <unsigned Mode, bool IsNormalized, bool IsLinear>
void place(const float* coordinate, int size, int step, Axis& axis) {
  const double scale = size * (IsLinear ? 0x1p-13 : 0x1p-21);
  int outside = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    int first = place_of<Mode, IsNormalized, IsLinear>(coordinate[lane], scale);
    if constexpr (IsLinear) {
      first -= 128;
      // Beyond the outer centres there is no fraction.
      if constexpr (Mode == kAddressClamp) first = least(largest(first, 0), (size - 1) * 256);
      axis.fraction[lane] = first & 255;
      first >>= 8;
    }
    if constexpr (Mode == kAddressBorder) {
      axis.outside[0][lane] = static_cast<unsigned>(first) >= static_cast<unsigned>(size) ? 1 : 0;
      axis.outside[1][lane] = static_cast<unsigned>(first + 1) >= static_cast<unsigned>(size) ? 1 : 0;
      outside |= axis.outside[0][lane] | axis.outside[1][lane];
    }
    axis.offset[0][lane] = texel_number<Mode>(first, size) * step;
    if constexpr (IsLinear) axis.offset[1][lane] = texel_number<Mode>(first + 1, size) * step;
  }
  axis.has_outside = outside != 0;
}

template <bool IsLinear>
void place_by_mode(const float* coordinate, int size, int step, unsigned mode, bool is_normalized,
                   Axis& axis) {
  if (!is_normalized)
    return mode == kAddressBorder ? place<kAddressBorder, false, IsLinear>(coordinate, size, step, axis)
                                  : place<kAddressClamp, false, IsLinear>(coordinate, size, step, axis);
  switch (mode) {
    case kAddressWrap:
      return place<kAddressWrap, true, IsLinear>(coordinate, size, step, axis);
    case kAddressMirror:
      return place<kAddressMirror, true, IsLinear>(coordinate, size, step, axis);
    case kAddressBorder:
      return place<kAddressBorder, true, IsLinear>(coordinate, size, step, axis);
    default:
      return place<kAddressClamp, true, IsLinear>(coordinate, size, step, axis);
  }
}

void set_nowhere(Axis& axis) {
  for (int lane = 0; lane < kLanes; ++lane)
    axis.offset[0][lane] = axis.offset[1][lane] = axis.fraction[lane] = 0;
  axis.has_outside = false;
}

// --- weights of a quad's texels in 256ths: x0y0, x0y1, x1y0, x1y1

inline int share(int weight, int fraction) {
  return (weight * fraction + 128) >> 8;
}

inline void weigh(int weight, int x, int y, int (&of)[4]) {
  const int right = share(weight, x);
  const int left = weight - right;
  const int lower_left = left - share(left, 256 - y);
  const int lower_right = share(right, y);
  of[0] = left - lower_left;
  of[1] = lower_left;
  of[2] = right - lower_right;
  of[3] = lower_right;
}

struct Weights {
  alignas(64) Ints of[8];
  alignas(64) Doubles exact[8];  // the exact values; only for f32
};

template <int Quads>
void weigh_lanes(const Axis& x, const Axis& y, const Axis& z, Weights& weights) {
  for (int lane = 0; lane < kLanes; ++lane) {
    const int near = Quads == 1 ? 256 : 256 - z.fraction[lane];
    for (int q = 0; q < Quads; ++q) {
      int of[4];
      weigh(q == 0 ? near : 256 - near, x.fraction[lane], y.fraction[lane], of);
      for (int t = 0; t < 4; ++t) weights.of[q * 4 + t][lane] = of[t];
    }
  }
}

}  // namespace
}  // namespace gridcall::cpu::GRIDCALL_LANES

#include "cpu/runtime/texture_filters.h"

namespace gridcall::cpu::GRIDCALL_LANES {
namespace {

using Load = void (*)(const unsigned char* base, const Axis& x, const Axis& y, const int* slice, int texels,
                      Words* to);

Load load_of(unsigned bytes) {
  return bytes == 1 ? load<1> : bytes == 2 ? load<2> : bytes == 4 ? load<4> : bytes == 8 ? load<8> : load<16>;
}

}  // namespace

unsigned read_lanes(const TextureState& state, const TextureLevel& level, const LanePlaces& places,
                    unsigned (*value)[kWarpSize]) {
  const bool is_linear = state.is_linear != 0;
  const int sizes[3] = {level.width, level.height, level.depth};
  const int steps[3] = {static_cast<int>(state.texel_bytes), static_cast<int>(level.pitch),
                        static_cast<int>(level.slice)};
  Axis x, y, z;
  Axis* const axes[3] = {&x, &y, &z};
  for (int a = 0; a < 3; ++a) {
    const float* coordinate = places.coordinate[a];
    if (!coordinate)
      set_nowhere(*axes[a]);
    else if (is_linear)
      place_by_mode<true>(coordinate, sizes[a], steps[a], state.address[a], state.is_normalized != 0,
                          *axes[a]);
    else
      place_by_mode<false>(coordinate, sizes[a], steps[a], state.address[a], state.is_normalized != 0,
                           *axes[a]);
  }
  if (places.slice)
    for (int lane = 0; lane < kLanes; ++lane) z.offset[0][lane] = places.slice[lane] * steps[2];

  const int quads = !is_linear ? 0 : !places.coordinate[2] ? 1 : 2;
  Weights weights;
  if (quads == 1) weigh_lanes<1>(x, y, z, weights);
  if (quads == 2) weigh_lanes<2>(x, y, z, weights);
  if (state.type == kTexelF32)
    for (int t = 0; t < quads * 4; ++t)
      for (int lane = 0; lane < kLanes; ++lane) weights.exact[t][lane] = weights.of[t][lane];

  alignas(64) Words texels[8 * 4];
  const int words = state.texel_bytes < 4 ? 1 : static_cast<int>(state.texel_bytes / 4);
  const Load load_texels = load_of(state.texel_bytes);
  load_texels(level.base, x, y, z.offset[0], quads == 0 ? 1 : 4, texels);
  if (quads == 2) load_texels(level.base, x, y, z.offset[1], 4, texels + 4 * words);
  if (x.has_outside || y.has_outside || z.has_outside)
    put_border(state, axes, quads == 0 ? 1 : quads * 4, words, texels);

  alignas(64) int doubtful[kLanes] = {};
  const int channels = static_cast<int>(state.channels);
  const int bits = static_cast<int>(state.texel_bytes / state.channels) * 8;
  for (int c = 0; c < channels; ++c)
    combine(state, {texels + c * bits / 32, words, c * bits % 32}, weights, quads, value[c], doubtful);
  for (int c = channels; c < 4; ++c)
    for (int lane = 0; lane < kLanes; ++lane) value[c][lane] = 0;
  int any = 0;
  for (int lane = 0; lane < kLanes; ++lane) any |= doubtful[lane];
  unsigned again = 0;
  if (any != 0)
    for (int lane = 0; lane < kLanes; ++lane) again |= static_cast<unsigned>(doubtful[lane]) << lane;
  return again;
}

}  // namespace gridcall::cpu::GRIDCALL_LANES
