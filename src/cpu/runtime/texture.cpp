// SPDX-License-Identifier: Apache-2.0
//
// Coordinates become texel numbers and fractions of 8 bits; the fractions become weights, 256ths that add up
// to 256; texels and weights become sums that are rounded once. Every step is exact in the integers or
// doubles that it uses, so that the order of operations does not matter.
//
// Longer than other files, because sRGB's table and the rules of one hardware unit are read together;
// texture_lanes_impl.h has them for a warp.

#include "cpu/runtime/texture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace gridcall::cpu {

namespace {

constexpr float kLeastNormal = std::numeric_limits<float>::min();

// --- coordinates

// Rounds down values that fit in 62 bits; the C library's floor is a call on a processor without SSE 4.1.
double whole_part(double x) noexcept {
  if (std::fabs(x) >= 0x1p52) return x;
  const auto cut = static_cast<double>(static_cast<std::int64_t>(x));
  return cut > x ? cut - 1 : cut;
}

// The texels `first` and `first + 1`, before the address mode; `fraction` is the share of the second one in
// 256ths.
struct Place {
  int first = 0;
  int fraction = 0;
};

// Denormals and NaN count as 0.
float finite(float x) noexcept {
  return std::fabs(x) >= kLeastNormal ? x : 0.0F;
}

// Returns a coordinate in 256ths of a texel, exact, and within an int. For a repeated texture it is in [0,
// size).
double scaled(float coordinate, int size, unsigned mode, bool is_normalized) noexcept {
  const float x = finite(coordinate);
  // Beyond the widest texture every coordinate is outside.
  if (!is_normalized) return static_cast<double>(std::clamp(x, -0x1p20F, 0x1p20F)) * 256;
  const bool repeats = mode == kAddressWrap || mode == kAddressMirror;
  double k = 0;  // in units of 2^-21 of the texture
  if (!repeats) {
    k = whole_part(static_cast<double>(std::clamp(x, -4.0F, 4.0F)) * 0x1p21);
  } else if (std::isfinite(x)) {
    const double period = mode == kAddressWrap ? 0x1p21 : 0x1p22;
    k = whole_part(static_cast<double>(x) * 0x1p21);
    k -= whole_part(k / period) * period;
  }
  return k * size * 0x1p-13;
}

Place point_place(double scaled256) noexcept {
  return {static_cast<int>(whole_part(scaled256 * 0x1p-8)), 0};
}

Place linear_place(double scaled256) noexcept {
  const int at = static_cast<int>(whole_part(scaled256 + 0.5)) - 128;
  return {at >> 8, at & 255};
}

// Returns the texel that is read for number `i`; -1 is the border.
int addressed(int i, int size, unsigned mode) noexcept {
  switch (mode) {
    case kAddressWrap:
      return i < 0 ? i + size : i >= size ? i - size : i;
    case kAddressMirror:
      if (i < 0) i = -1 - i;
      if (i >= 2 * size) i -= 2 * size;
      return i >= size ? 2 * size - 1 - i : i;
    case kAddressBorder:
      return i < 0 || i >= size ? -1 : i;
    default:
      return std::clamp(i, 0, size - 1);
  }
}

// One axis of a filtered read: two texels, and the share of the second.
struct Axis {
  int texel[2] = {0, 0};
  int fraction = 0;
};

Axis axis(float coordinate, int size, unsigned mode, bool is_normalized, bool is_linear) noexcept {
  const double at = scaled(coordinate, size, mode, is_normalized);
  if (!is_linear) {
    const int only = addressed(point_place(at).first, size, mode);
    return {{only, only}, 0};
  }
  Place place = linear_place(at);
  if (mode == kAddressClamp) {  // beyond the outer centres there is no fraction
    if (place.first < 0)
      place = {0, 0};
    else if (place.first >= size - 1)
      place = {size - 1, 0};
  }
  return {{addressed(place.first, size, mode), addressed(place.first + 1, size, mode)}, place.fraction};
}

// --- texels

std::uint32_t bits_of(float value) noexcept {
  return std::bit_cast<std::uint32_t>(value);
}
float float_of(std::uint32_t bits) noexcept {
  return std::bit_cast<float>(bits);
}

using Channels = std::array<std::uint32_t, 4>;

template <class Value>
void load(const unsigned char* from, unsigned channels, Channels& to) noexcept {
  for (unsigned c = 0; c < channels; ++c) {
    Value value;
    std::memcpy(&value, from + c * sizeof value, sizeof value);
    to[c] = static_cast<std::uint32_t>(value);
  }
}

Channels texel_at(const TextureState& state, const unsigned char* from) noexcept {
  Channels texel{};
  const unsigned channels = state.channels;
  switch (state.type) {
    case kTexelU8:
      load<std::uint8_t>(from, channels, texel);
      break;
    case kTexelU16:
      load<std::uint16_t>(from, channels, texel);
      break;
    case kTexelS8:
      load<std::int8_t>(from, channels, texel);
      break;
    case kTexelS16:
      load<std::int16_t>(from, channels, texel);
      break;
    case kTexelU10: {
      std::uint32_t word = 0;
      std::memcpy(&word, from, sizeof word);
      texel = {word & 1023, word >> 10 & 1023, word >> 20 & 1023, word >> 30};
      break;
    }
    case kTexelF16:
      load<std::uint16_t>(from, channels, texel);
      for (unsigned c = 0; c < channels; ++c)
        texel[c] = bits_of(float_of_half(static_cast<std::uint16_t>(texel[c])));
      break;
    default:
      load<std::uint32_t>(from, channels, texel);
      break;
  }
  return texel;
}

Channels texel_of(const TextureState& state, const TextureLevel& level, int x, int y, int z) noexcept {
  if ((x | y | z) < 0) return {state.border[0], state.border[1], state.border[2], state.border[3]};
  return texel_at(state, level.base + static_cast<std::uint64_t>(z) * level.slice +
                             static_cast<std::uint64_t>(y) * level.pitch +
                             static_cast<std::uint64_t>(x) * state.texel_bytes);
}

// --- one texel as the result of a read

// An H200's values for the 8 bits of sRGB, as the upper half of a float: 8 significant bits, of which 29
// values differ from the formula's nearest ones.
constexpr std::array<std::uint16_t, 256> kLinearOfSrgb = {
    0x0000, 0x39a0, 0x3a20, 0x3a70, 0x3aa0, 0x3ac8, 0x3af0, 0x3b0c, 0x3b20, 0x3b34, 0x3b48, 0x3b5c, 0x3b70,
    0x3b84, 0x3b90, 0x3b9c, 0x3baa, 0x3bb8, 0x3bc6, 0x3bd6, 0x3be6, 0x3bf6, 0x3c03, 0x3c0c, 0x3c16, 0x3c1f,
    0x3c29, 0x3c34, 0x3c3e, 0x3c49, 0x3c55, 0x3c60, 0x3c6c, 0x3c7a, 0x3c83, 0x3c8a, 0x3c91, 0x3c98, 0x3c9f,
    0x3ca6, 0x3cae, 0x3cb6, 0x3cbe, 0x3cc6, 0x3cce, 0x3cd7, 0x3ce0, 0x3ce9, 0x3cf2, 0x3cfc, 0x3d03, 0x3d08,
    0x3d0d, 0x3d12, 0x3d17, 0x3d1c, 0x3d22, 0x3d28, 0x3d2d, 0x3d33, 0x3d39, 0x3d3f, 0x3d45, 0x3d4c, 0x3d52,
    0x3d58, 0x3d60, 0x3d66, 0x3d6c, 0x3d74, 0x3d7a, 0x3d81, 0x3d85, 0x3d88, 0x3d8c, 0x3d90, 0x3d94, 0x3d98,
    0x3d9c, 0x3da0, 0x3da4, 0x3da9, 0x3dad, 0x3db1, 0x3db6, 0x3dba, 0x3dbf, 0x3dc3, 0x3dc8, 0x3dcd, 0x3dd1,
    0x3dd6, 0x3ddb, 0x3de0, 0x3de5, 0x3dea, 0x3df0, 0x3df4, 0x3dfa, 0x3e00, 0x3e02, 0x3e05, 0x3e08, 0x3e0b,
    0x3e0e, 0x3e11, 0x3e14, 0x3e17, 0x3e1a, 0x3e1d, 0x3e20, 0x3e23, 0x3e26, 0x3e29, 0x3e2c, 0x3e30, 0x3e33,
    0x3e36, 0x3e3a, 0x3e3d, 0x3e40, 0x3e44, 0x3e47, 0x3e4b, 0x3e4e, 0x3e52, 0x3e56, 0x3e59, 0x3e5d, 0x3e61,
    0x3e65, 0x3e68, 0x3e6c, 0x3e70, 0x3e74, 0x3e78, 0x3e7c, 0x3e80, 0x3e82, 0x3e84, 0x3e86, 0x3e88, 0x3e8a,
    0x3e8d, 0x3e8f, 0x3e91, 0x3e93, 0x3e95, 0x3e98, 0x3e9a, 0x3e9c, 0x3e9e, 0x3ea1, 0x3ea3, 0x3ea5, 0x3ea8,
    0x3eaa, 0x3ead, 0x3eaf, 0x3eb2, 0x3eb4, 0x3eb6, 0x3eb9, 0x3ebc, 0x3ebe, 0x3ec1, 0x3ec3, 0x3ec6, 0x3ec8,
    0x3ecb, 0x3ece, 0x3ed1, 0x3ed3, 0x3ed6, 0x3ed9, 0x3edb, 0x3ede, 0x3ee1, 0x3ee4, 0x3ee7, 0x3eea, 0x3eed,
    0x3ef0, 0x3ef2, 0x3ef6, 0x3ef8, 0x3efc, 0x3efe, 0x3f01, 0x3f02, 0x3f04, 0x3f05, 0x3f07, 0x3f09, 0x3f0a,
    0x3f0c, 0x3f0d, 0x3f0f, 0x3f11, 0x3f12, 0x3f14, 0x3f16, 0x3f17, 0x3f19, 0x3f1b, 0x3f1c, 0x3f1e, 0x3f20,
    0x3f21, 0x3f23, 0x3f25, 0x3f27, 0x3f29, 0x3f2a, 0x3f2c, 0x3f2e, 0x3f30, 0x3f32, 0x3f33, 0x3f35, 0x3f37,
    0x3f39, 0x3f3b, 0x3f3d, 0x3f3f, 0x3f41, 0x3f43, 0x3f45, 0x3f47, 0x3f49, 0x3f4b, 0x3f4d, 0x3f4f, 0x3f51,
    0x3f53, 0x3f55, 0x3f57, 0x3f59, 0x3f5b, 0x3f5d, 0x3f5f, 0x3f61, 0x3f63, 0x3f65, 0x3f68, 0x3f6a, 0x3f6c,
    0x3f6e, 0x3f70, 0x3f72, 0x3f74, 0x3f76, 0x3f7a, 0x3f7c, 0x3f7e, 0x3f80};

float linear_of_srgb(std::uint32_t value) noexcept {
  return std::bit_cast<float>(std::uint32_t{kLinearOfSrgb[value & 255]} << 16);
}

bool is_alpha(const TextureState& state, unsigned channel) noexcept {
  return state.channels > 1 && channel == state.channels - 1;
}

// Returns the largest number of a channel.
std::uint32_t largest_of(unsigned type, unsigned channel) noexcept {
  switch (type) {
    case kTexelU8:
      return 255;
    case kTexelU10:
      return channel == 3 ? 3 : 1023;
    case kTexelU16:
      return 65535;
    case kTexelS8:
      return 127;
    default:
      return 32767;
  }
}

float normalized(std::uint32_t value, unsigned type, unsigned channel) noexcept {
  switch (type) {
    case kTexelU10:
      return static_cast<float>(value) / static_cast<float>(largest_of(type, channel));
    case kTexelU8:
      return static_cast<float>(value) / 255.0F;
    case kTexelU16:
      return static_cast<float>(value) / 65535.0F;
    case kTexelS8:
      return std::max(static_cast<float>(static_cast<std::int32_t>(value)) / 127.0F, -1.0F);
    default:
      return std::max(static_cast<float>(static_cast<std::int32_t>(value)) / 32767.0F, -1.0F);
  }
}

std::uint32_t converted(const TextureState& state, unsigned channel, std::uint32_t value) noexcept {
  if (state.read == kReadNormalized || (state.read == kReadSrgb && is_alpha(state, channel)))
    return bits_of(normalized(value, state.type, channel));
  if (state.read == kReadSrgb) return bits_of(linear_of_srgb(value));
  return value;
}

Texel packed(const Channels& value) noexcept {
  return {value[0] | std::uint64_t{value[1]} << 32, value[2] | std::uint64_t{value[3]} << 32};
}

// --- filters

struct Sample {
  Channels texel{};
  int weight = 0;
};
// The texels of a filtered read in quads, which are neighbours in x and y with one z and level.
struct Samples {
  Sample sample[16];
  int count = 0;
  int quad_begin[5] = {};
  int quads = 0;
};

int share(int weight, int fraction) noexcept {
  return (weight * fraction + 128) >> 8;
}

// Adds a quad of `weight`, which is split by x, then by y. The shares of the right column, of its lower row,
// and of the left column's upper row are rounded. Texels without a share are left out.
void add_quad(const TextureState& state, const TextureLevel& level, const Axis& x, const Axis& y, int z,
              int weight, Samples& samples) noexcept {
  for (int i = 0; i < 2; ++i) {
    if (i == 1 && x.fraction == 0) break;
    const int second = share(weight, x.fraction);
    const int column = i == 1 ? second : weight - second;
    const int lower = i == 1 ? share(column, y.fraction) : column - share(column, 256 - y.fraction);
    for (int j = 0; j < 2; ++j) {
      if (j == 1 && y.fraction == 0) break;
      samples.sample[samples.count++] = {texel_of(state, level, x.texel[i], y.texel[j], z),
                                         j == 1 ? lower : column - lower};
    }
  }
  samples.quad_begin[++samples.quads] = samples.count;
}

// The precision of filters of floating-point texels. `kept`: the bits that the largest texel of a quad keeps.
// `kept_of_sums`: the bits of quads' sums, relative to the largest texel of all. `rounded`: the bits of the
// result, a multiple of `least`.
struct Precision {
  int kept;
  int kept_of_sums;
  int rounded;
  double least;
  std::uint32_t nan;
};
constexpr Precision kF32{28, 36, 24, 0x1p-149, 0x7fffffffU};
constexpr Precision kF16{15, 28, 11, 0x1p-24, 0x7fffe000U};
constexpr Precision kSrgb{8, 16, 11, 0x1p-24, 0x7fffe000U};

int exponent_of(std::uint32_t bits) noexcept {
  return static_cast<int>(bits >> 23 & 255);
}

// Returns the bits of a texel that remain when the largest exponent is `largest`.
std::uint32_t aligned(std::uint32_t bits, int largest, int kept) noexcept {
  const int drop = largest - exponent_of(bits) - (kept - 24);
  if (drop <= 0) return bits;
  return drop >= 24 ? bits & 0x80000000U : bits & ~0U << drop;
}

// Rounds to `bits` significant bits and to multiples of `least`, halves away from zero.
double rounded_to(double value, int bits, double least) noexcept {
  const double size = std::fabs(value);
  if (size < least * static_cast<double>(1 << (bits - 1)))
    return std::copysign(std::floor(size / least + 0.5) * least, value);
  const int drop = 53 - bits;
  const std::uint64_t half = std::uint64_t{1} << (drop - 1);
  const std::uint64_t mask = (std::uint64_t{1} << drop) - 1;
  return std::bit_cast<double>((std::bit_cast<std::uint64_t>(value) + half) & ~mask);
}

std::uint32_t filtered_float(const Samples& samples, unsigned channel, const Precision& precision,
                             bool flushes) noexcept {
  double quads[4];
  int largest_of[4];
  int largest_of_all = 0;
  bool is_positive_infinite = false;
  bool is_negative_infinite = false;
  for (int q = 0; q < samples.quads; ++q) {
    const Sample* const begin = samples.sample + samples.quad_begin[q];
    const Sample* const end = samples.sample + samples.quad_begin[q + 1];
    int largest = 0;
    for (const Sample* s = begin; s != end; ++s) {
      const std::uint32_t bits = s->texel[channel];
      if (exponent_of(bits) == 255) {
        if ((bits & 0x7fffff) != 0) return precision.nan;
        ((bits >> 31) != 0 ? is_negative_infinite : is_positive_infinite) = true;
      }
      if (s->weight > 0) largest = std::max(largest, exponent_of(bits));
    }
    double sum = -0.0;  // the sum of texels that are all -0
    for (const Sample* s = begin; s != end; ++s) {
      std::uint32_t bits = s->texel[channel];
      if (flushes && exponent_of(bits) == 0) bits &= 0x80000000U;
      if (s->weight > 0)
        sum += static_cast<double>(float_of(aligned(bits, largest, precision.kept))) * s->weight;
    }
    quads[q] = sum;
    largest_of[q] = largest;
    largest_of_all = std::max(largest_of_all, largest);
  }
  if (is_positive_infinite && is_negative_infinite) return precision.nan;
  if (is_positive_infinite || is_negative_infinite) return is_positive_infinite ? 0x7f800000U : 0xff800000U;
  // The sums of quads are cut to the precision of the quad with the largest texel.
  double sum = -0.0;
  for (int q = 0; q < samples.quads; ++q) {
    if (largest_of[q] == largest_of_all) {
      sum += quads[q];
    } else {
      const double quantum = std::ldexp(1.0, largest_of_all - 127 - (precision.kept_of_sums - 9));
      sum += std::floor(quads[q] / quantum) * quantum;
    }
  }
  const auto result = static_cast<float>(rounded_to(sum * 0x1p-8, precision.rounded, precision.least));
  return bits_of(std::copysign(finite(result), result));
}

std::uint32_t filtered_integer(const TextureState& state, const Samples& samples, unsigned channel) noexcept {
  std::int64_t sum = 0;
  const bool is_unsigned =
      state.type == kTexelU8 || state.type == kTexelU10 || state.type == kTexelU16 || state.type == kTexelU32;
  for (int i = 0; i < samples.count; ++i) {
    const std::uint32_t bits = samples.sample[i].texel[channel];
    std::int64_t value = is_unsigned ? std::int64_t{bits} : std::int64_t{static_cast<std::int32_t>(bits)};
    // v / 127 in units of 1 / (32767 * 16), to within the last bit
    if (state.type == kTexelS8 && state.read != kReadBits) value = value * 4128 + (value >> 3);
    // Expands the value to 16 bits by repeating its bits.
    if (state.type == kTexelU10 && state.read != kReadBits)
      value = channel == 3 ? value * 0x5555 : value << 6 | value >> 4;
    sum += samples.sample[i].weight * value;
  }
  if (state.read == kReadBits) {
    const bool is_wide = state.type == kTexelU32 || state.type == kTexelS32;
    return static_cast<std::uint32_t>(is_wide ? sum >> 8 : (sum + 128) >> 8);
  }
  switch (state.type) {
    case kTexelU8:
      return bits_of(static_cast<float>((sum * 257 + 128) >> 8) / 65535.0F);
    case kTexelU10:
    case kTexelU16:
      return bits_of(static_cast<float>((sum + 128) >> 8) / 65535.0F);
    case kTexelS8:
      return bits_of(std::max(static_cast<float>((sum + 2048) >> 12) / 32767.0F, -1.0F));
    default:
      return bits_of(std::max(static_cast<float>((sum + 128) >> 8) / 32767.0F, -1.0F));
  }
}

Channels filtered(const TextureState& state, Samples& samples) noexcept {
  Channels result{};
  for (unsigned c = 0; c < state.channels; ++c) {
    if (state.read == kReadSrgb && !is_alpha(state, c)) {
      Samples of_floats = samples;
      for (int i = 0; i < samples.count; ++i)
        of_floats.sample[i].texel[c] = bits_of(linear_of_srgb(samples.sample[i].texel[c]));
      result[c] = filtered_float(of_floats, c, kSrgb, false);
    } else if (state.type == kTexelF32) {
      result[c] = filtered_float(samples, c, kF32, true);
    } else if (state.type == kTexelF16) {
      result[c] = filtered_float(samples, c, kF16, false);
    } else {
      result[c] = filtered_integer(state, samples, c);
    }
  }
  return result;
}

// --- whole reads

void add_level(const TextureState& state, const TextureLevel& level, const Position& at, unsigned dimensions,
               int weight, Samples& samples) noexcept {
  const bool linear = state.is_linear != 0;
  const bool normalized = state.is_normalized != 0;
  const Axis x = axis(at.x, level.width, state.address[0], normalized, linear);
  // A row without layers is filtered as a row of a two-dimensional texture.
  const Axis y = dimensions == 1 && state.is_layered != 0
                     ? Axis{}
                     : axis(at.y, level.height, state.address[1], normalized, linear);
  if (dimensions < 3) return add_quad(state, level, x, y, at.slice, weight, samples);
  const Axis z = axis(at.z, level.depth, state.address[2], normalized, linear);
  const int first = share(weight, 256 - z.fraction);
  add_quad(state, level, x, y, z.texel[0], first, samples);
  if (z.fraction != 0) add_quad(state, level, x, y, z.texel[1], weight - first, samples);
}

// Rounds to 256ths, towards zero.
int level_256ths(float level) noexcept {
  return static_cast<int>(std::clamp(finite(level), -1024.0F, 1024.0F) * 256);
}

Texel sample(const TextureState& state, const Position& at, unsigned dimensions, int lod) noexcept {
  Samples samples;
  if (state.is_mip_linear != 0) {
    const int first = lod >> 8;
    const int fraction = lod & 255;
    add_level(state, state.level[first], at, dimensions, 256 - fraction, samples);
    if (fraction != 0) add_level(state, state.level[first + 1], at, dimensions, fraction, samples);
  } else {
    add_level(state, state.level[nearest_level(lod)], at, dimensions, 256, samples);
  }
  if (state.is_linear != 0 || state.is_mip_linear != 0) return packed(filtered(state, samples));
  Channels only = samples.sample[0].texel;
  for (unsigned c = 0; c < state.channels; ++c) only[c] = converted(state, c, only[c]);
  return packed(only);
}

// Returns a direction's face, and the coordinates in it, from -1 to 1.
int face_of(float x, float y, float z, float& s, float& t) noexcept {
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  float major = 0;
  int face = 0;
  if (az >= ax && az >= ay) {
    major = az;
    face = std::signbit(z) ? 5 : 4;
    s = std::signbit(z) ? -x : x;
    t = -y;
  } else if (ay >= ax) {
    major = ay;
    face = std::signbit(y) ? 3 : 2;
    s = x;
    t = std::signbit(y) ? -z : z;
  } else {
    major = ax;
    face = std::signbit(x) ? 1 : 0;
    s = std::signbit(x) ? z : -z;
    t = -y;
  }
  s = (s / major + 1) * 0.5F;
  t = (t / major + 1) * 0.5F;
  return face;
}

const TextureState& state_of(unsigned long long object) noexcept {
  return *reinterpret_cast<const TextureState*>(static_cast<std::uintptr_t>(object));
}

}  // namespace

int lod_of(const TextureState& state, bool has_level, float level) noexcept {
  int lod = has_level ? level_256ths(level) + state.bias : 0;
  lod = std::clamp(lod, state.min_level, std::max(state.min_level, state.max_level));
  return std::clamp(lod, 0, static_cast<int>(state.levels - 1) * 256);
}

unsigned nearest_level(int lod) noexcept {
  return static_cast<unsigned>(lod + 128) >> 8;
}

Position position(const TextureState& state, unsigned op, unsigned& dimensions, float x, float y, float z,
                  int layer) noexcept {
  const TextureLevel& top = state.level[0];
  Position at{x, y, z, 0};
  int face = 0;
  if ((op & kOpCube) != 0) {
    face = face_of(x, y, z, at.x, at.y);
    dimensions = 2;
  } else if (dimensions == 1) {
    at.y = 0;
  }
  // A layer is an unsigned number, so -1 selects the last one.
  if ((op & kOpLayered) != 0) {
    const int faces = (op & kOpCube) != 0 ? 6 : 1;
    const unsigned layers = static_cast<unsigned>(top.depth / faces);
    at.slice = static_cast<int>(std::min(static_cast<unsigned>(layer), layers - 1)) * faces;
  }
  at.slice = std::min(at.slice + face, top.depth - 1);
  return at;
}

Texel read_texel(const TextureState& state, const Position& at, unsigned dimensions, bool has_level,
                 float level) noexcept {
  return sample(state, at, dimensions, lod_of(state, has_level, level));
}

float float_of_half(std::uint16_t bits) noexcept {
  const std::uint32_t sign = std::uint32_t{bits & 0x8000U} << 16;
  const std::uint32_t exponent = bits >> 10 & 31;
  const std::uint32_t significand = bits & 0x3ffU;
  if (exponent == 31) return float_of(sign | 0x7f800000U | significand << 13);
  if (exponent != 0) return float_of(sign | (exponent + 112) << 23 | significand << 13);
  const float denormal = static_cast<float>(significand) * 0x1p-24F;
  return float_of(sign | bits_of(denormal));
}

namespace {
// Rounds to the nearest integer.
double halves_to_zero(double value) noexcept {
  return value > 0 ? std::ceil(value - 0.5) : std::floor(value + 0.5);
}
}  // namespace

void set_border(TextureState& state, const float (&color)[4]) noexcept {
  for (unsigned c = 0; c < 4; ++c) {
    if (c >= state.channels) {
      state.border[c] = 0;
      continue;
    }
    const float value = color[c];
    const bool is_color = state.read == kReadSrgb && !is_alpha(state, c);
    if (state.type == kTexelF16) {
      // The value is clamped to the largest f16 and truncated.
      const float limited = std::clamp(value, -65504.0F, 65504.0F);
      const float least = 0x1p-14F;
      if (std::fabs(limited) >= least)
        state.border[c] = bits_of(limited) & ~0x1fffU;
      else
        state.border[c] = bits_of(std::trunc(limited * 0x1p24F) * 0x1p-24F);
    } else if (is_color) {
      const double linear = std::clamp(static_cast<double>(value), 0.0, 1.0);
      const double encoded = linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
      state.border[c] = static_cast<std::uint32_t>(std::floor(encoded * 255 + 0.5));
    } else if (state.read == kReadNormalized || state.read == kReadSrgb) {
      const bool is_signed = state.type == kTexelS8 || state.type == kTexelS16;
      const double largest = largest_of(state.type, c);
      const double limited =
          std::trunc(std::clamp(static_cast<double>(value), is_signed ? -1.0 : 0.0, 1.0) * 0x1p19) * 0x1p-19;
      state.border[c] =
          static_cast<std::uint32_t>(static_cast<std::int32_t>(halves_to_zero(limited * largest)));
    } else {
      // Floats are stored unchanged, and of integers the lowest bits that the format has.
      const std::uint32_t bits = bits_of(value);
      switch (state.type) {
        case kTexelU8:
          state.border[c] = bits & 0xffU;
          break;
        case kTexelU16:
          state.border[c] = bits & 0xffffU;
          break;
        case kTexelS8:
          state.border[c] = static_cast<std::uint32_t>(std::int32_t{static_cast<std::int8_t>(bits)});
          break;
        case kTexelS16:
          state.border[c] = static_cast<std::uint32_t>(std::int32_t{static_cast<std::int16_t>(bits)});
          break;
        default:
          state.border[c] = bits;
          break;
      }
    }
  }
}

}  // namespace gridcall::cpu

extern "C" {

using namespace gridcall::cpu;  // NOLINT(google-build-using-namespace)

Texel gridcall_texture_fetch(unsigned long long object, int x) {
  const TextureState& state = state_of(object);
  const unsigned long long count =
      state.count != 0 ? state.count : static_cast<unsigned long long>(state.level[0].width);
  if (x < 0 || static_cast<unsigned long long>(x) >= count) return {0, 0};
  Channels texel = texel_at(state, state.level[0].base + static_cast<std::uint64_t>(x) * state.texel_bytes);
  for (unsigned c = 0; c < state.channels; ++c) texel[c] = converted(state, c, texel[c]);
  return packed(texel);
}

Texel gridcall_texture_gather(unsigned long long object, float x, float y, int channel) {
  const TextureState& state = state_of(object);
  const TextureLevel& level = state.level[0];
  const unsigned c = static_cast<unsigned>(channel) & 3;
  const Place at_x = linear_place(scaled(x, level.width, state.address[0], state.is_normalized != 0));
  const Place at_y = linear_place(scaled(y, level.height, state.address[1], state.is_normalized != 0));
  constexpr int kOrder[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  Channels result{};
  if (c < state.channels)
    for (std::size_t i = 0; i < 4; ++i) {
      const int column = addressed(at_x.first + kOrder[i][0], level.width, state.address[0]);
      const int row = addressed(at_y.first + kOrder[i][1], level.height, state.address[1]);
      // The result equals that of a linear filter with all weight on this texel.
      Samples samples;
      samples.sample[0] = {texel_of(state, level, column, row, 0), 256};
      samples.count = samples.quad_begin[1] = samples.quads = 1;
      result[i] = filtered(state, samples)[c];
    }
  return packed(result);
}

float gridcall_texture_level(unsigned long long object, unsigned dimensions, float ax, float ay, float az,
                             float bx, float by, float bz) {
  const TextureState& state = state_of(object);
  const bool is_normalized = state.is_normalized != 0;
  const double width = is_normalized ? state.level[0].width : 1;
  const double height = is_normalized && dimensions > 1 ? state.level[0].height : 1;
  const double depth = is_normalized && dimensions > 2 ? state.level[0].depth : 1;
  const auto length = [&](double x, double y, double z) {
    x *= width;
    y *= height;
    z *= depth;
    return std::sqrt(x * x + y * y + z * z);
  };
  const double texels = std::max(length(ax, ay, az), length(bx, by, bz));
  return texels > 0 ? static_cast<float>(std::log2(texels)) : -1000.0F;
}

}  // extern "C"
