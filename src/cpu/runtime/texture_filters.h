// SPDX-License-Identifier: Apache-2.0
//
// The second part of texture_lanes_impl.h: texels of all lanes, from where they lie to what a read returns.

namespace gridcall::cpu::GRIDCALL_LANES {
namespace {

// --- texels: 32-bit words, the first words of all lanes, then the second ones

// The loads are scalar, because a gather is slower, most of all on processors with a microcode mitigation.
template <int Bytes>
__attribute__((noinline)) void load(const unsigned char* base, const Axis& x, const Axis& y, const int* slice,
                                    int texels, Words* to) {
  constexpr int kWords = Bytes < 4 ? 1 : Bytes / 4;
  struct Texel {
    unsigned word[kWords];
  };
  alignas(64) Texel read[4][kLanes];
  const auto get = [&](int t, int lane, const unsigned char* from) {
    if constexpr (Bytes == 1) {
      read[t][lane].word[0] = *from;
    } else if constexpr (Bytes == 2) {
      unsigned short half;
      __builtin_memcpy(&half, from, 2);
      read[t][lane].word[0] = half;
    } else {
      __builtin_memcpy(&read[t][lane], from, Bytes);
    }
  };
  for (int lane = 0; lane < kLanes; ++lane) {
    const unsigned char* upper = base + (slice[lane] + y.offset[0][lane]);
    __asm__("" : "+r"(upper));  // prevents vectorization
    get(0, lane, upper + x.offset[0][lane]);
    if (texels == 1) continue;
    const unsigned char* lower = base + (slice[lane] + y.offset[1][lane]);
    get(1, lane, lower + x.offset[0][lane]);
    get(2, lane, upper + x.offset[1][lane]);
    get(3, lane, lower + x.offset[1][lane]);
  }
  for (int t = 0; t < texels; ++t)
    for (int lane = 0; lane < kLanes; ++lane)
      for (int w = 0; w < kWords; ++w) to[t * kWords + w][lane] = read[t][lane].word[w];
}

// Extracts a channel from a texel's word.
template <class Number>
inline int number_in(unsigned word, int shift) {
  constexpr int kOther = 32 - static_cast<int>(sizeof(Number)) * 8;
  if constexpr (static_cast<Number>(-1) > 0) return static_cast<int>(word >> shift & (~0U >> kOther));
  return static_cast<int>(word << (kOther - shift)) >> kOther;
}

// Converts f16 to f32; infinities and NaN get the exponent of f32.
inline unsigned widened(unsigned half) {
  const unsigned magnitude = (half & 0x7fff) << 13;
  const unsigned normal = magnitude + (magnitude >= (0x1fU << 23) ? 224U << 23 : 112U << 23);
  // A denormal number gets a leading 1, which the subtraction removes.
  const unsigned small = bits_of(float_of(magnitude + (113U << 23)) - 0x1p-14F);
  return (magnitude < (1U << 23) ? small : normal) | (half & 0x8000) << 16;
}
// Converts f32 to f16; the value must be exact in f16, and no NaN.
inline unsigned narrowed(unsigned bits) {
  const unsigned magnitude = bits & 0x7fffffff;
  const unsigned half = magnitude < (113U << 23) ? static_cast<unsigned>(float_of(magnitude) * 0x1p24F)
                                                 : (magnitude - (112U << 23)) >> 13;
  return half | (bits >> 16 & 0x8000);
}

void put_border(const TextureState& state, Axis* const (&axes)[3], int texels, int words, Words* to) {
  unsigned border[4] = {};
  const int bits = static_cast<int>(state.texel_bytes / state.channels) * 8;
  for (int c = 0; c < static_cast<int>(state.channels); ++c) {
    const unsigned value = state.type == kTexelF16 ? narrowed(state.border[c]) : state.border[c];
    border[c * bits / 32] |= (value & (~0U >> (32 - bits))) << (c * bits % 32);
  }
  for (int t = 0; t < texels; ++t) {
    const int of_axis[3] = {t >> 1 & 1, t & 1, t >> 2};
    for (int lane = 0; lane < kLanes; ++lane) {
      int outside = 0;
      for (int a = 0; a < 3; ++a)
        if (axes[a]->has_outside) outside |= axes[a]->outside[of_axis[a]][lane];
      if (outside == 0) continue;
      for (int w = 0; w < words; ++w) to[t * words + w][lane] = border[w];
    }
  }
}

// The texels of a filter: the word of a lane's texel t is texels[t * words][lane].
struct Source {
  const Words* texels;
  int words;
  int shift;
};

// --- filters

// Rounds to `bits` significant bits, halves away from zero.
template <int Bits>
inline double rounded(double value) {
  constexpr int kDrop = 53 - Bits;
  const auto raw = __builtin_bit_cast(unsigned long long, value) + (1ULL << (kDrop - 1));
  return __builtin_bit_cast(double, raw & ~((1ULL << kDrop) - 1));
}

// Return the power of 2 with this exponent, from a float's bits, and the factor that makes the largest texel
// a number of `kept` bits.
inline float power_of(int exponent) {
  return float_of(static_cast<unsigned>(exponent));
}
template <int Kept>
inline float scale_for(int exponent) {
  return float_of((static_cast<unsigned>(Kept - 1 + 254) << 23) - static_cast<unsigned>(exponent));
}

// The smallest exponent is that of 2^-63, so that no intermediate result is denormal.
constexpr int kLeastF32 = 64 << 23;

// `largest_of`: the largest exponent of the texels with a weight.
inline double sum_f32(const Source& from, const Weights& weights, int quad, int lane, int& special,
                      int& largest_of) {
  unsigned bits[4];
  int big = 0;
  for (int t = 0; t < 4; ++t) {
    bits[t] = from.texels[(quad * 4 + t) * from.words][lane];
    const int exponent = static_cast<int>(bits[t]) & kExponent;
    special = largest(special, exponent);
    bits[t] = weights.of[quad * 4 + t][lane] > 0 ? bits[t] : 0;
    big = largest(big, static_cast<int>(bits[t]) & kExponent);
  }
  const float scale = scale_for<28>(largest(big, kLeastF32));
  double sum = 0;
  for (int t = 0; t < 4; ++t)
    sum +=
        static_cast<double>(static_cast<int>(float_of(bits[t]) * scale)) * weights.exact[quad * 4 + t][lane];
  largest_of = big;
  return sum;
}

inline int is_small(int exponent) {
  return exponent > 0 && exponent < kLeastF32 ? 1 : 0;
}

template <int Quads>
void filter_f32(const Source& from, const Weights& weights, unsigned* result, int* doubtful) {
  int zero = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    int special = 0;
    int big = 0;
    double sum = sum_f32(from, weights, 0, lane, special, big);
    int doubt = is_small(big);
    if constexpr (Quads == 2) {
      int far_big = 0;
      const double far = sum_f32(from, weights, 1, lane, special, far_big);
      doubt |= is_small(far_big);
      const int all = largest(big, far_big);
      const auto part = [&](double each, int exponent) {
        return whole_part(each *
                          static_cast<double>(power_of(largest(exponent - all, -(100 << 23)) + (127 << 23))));
      };
      sum = part(sum, big) + part(far, far_big);
      big = all;
    }
    const float value = static_cast<float>(rounded<24>(sum)) * power_of(largest(big, kLeastF32) - (35 << 23));
    result[lane] = bits_of(value);
    zero |= value == 0 ? 1 : 0;
    doubtful[lane] |= doubt | (special == kExponent ? 1 : 0);
  }
  if (zero == 0) return;
  // A zero is negative if each texel with a weight is.
  for (int lane = 0; lane < kLanes; ++lane) {
    unsigned signs = kSign;
    for (int t = 0; t < Quads * 4; ++t)
      signs &= weights.of[t][lane] > 0 ? from.texels[t * from.words][lane] : kSign;
    result[lane] = (result[lane] << 1) == 0 ? signs & kSign : result[lane];
  }
}

// f16's least denormal is 2^-24.
constexpr int kLeastF16 = 103 << 23;
constexpr int kSpecialF16 = 31 << 23;

inline int sum_f16(const Source& from, const Weights& weights, int quad, int lane, int& special,
                   unsigned& signs, int& largest_of) {
  unsigned bits[4];
  int big = 0;
  for (int t = 0; t < 4; ++t) {
    // The exponent and the significand of f16 are shifted to those of f32, which scales every number by
    // 2^-112.
    const int half = static_cast<int>(from.texels[(quad * 4 + t) * from.words][lane] << (16 - from.shift));
    const auto small = static_cast<unsigned>(half >> 3) & 0x8fffe000;
    special = largest(special, static_cast<int>(small) & kSpecialF16);
    bits[t] = bits_of(float_of(small) * 0x1p112F);
    const bool counts = weights.of[quad * 4 + t][lane] > 0;
    signs &= counts ? bits[t] : kSign;
    bits[t] = counts ? bits[t] : 0;
    big = largest(big, static_cast<int>(bits[t]) & kExponent);
  }
  const float scale = scale_for<15>(largest(big, kLeastF16));
  int sum = 0;
  for (int t = 0; t < 4; ++t)
    sum += static_cast<int>(float_of(bits[t]) * scale) * weights.of[quad * 4 + t][lane];
  largest_of = big;
  return sum;
}

// Rounds to 11 bits and multiples of 2^-24, halves away from zero; `size` has 24 bits.
inline unsigned half_of(float size) {
  const unsigned normal = (bits_of(size) + 0x1000) & ~0x1fffU;
  const float count = size * 0x1p24F + 0.5F;
  const float near = (count + 0x1p23F) - 0x1p23F;
  const float whole = near - (near > count ? 1.0F : 0.0F);
  return size < 0x1p-14F ? bits_of(whole * 0x1p-24F) : normal;
}

void filter_f16(const Source& from, const Weights& weights, unsigned* result, int* doubtful) {
  for (int lane = 0; lane < kLanes; ++lane) {
    int special = 0;
    int big = 0;
    unsigned signs = kSign;
    const int sum = sum_f16(from, weights, 0, lane, special, signs, big);
    const float value = static_cast<float>(sum) * power_of(largest(big, kLeastF16) - (22 << 23));
    signs = sum == 0 ? signs : static_cast<unsigned>(sum);
    result[lane] = half_of(__builtin_fabsf(value)) | (signs & kSign);
    doubtful[lane] |= special == kSpecialF16 ? 1 : 0;
  }
}

void filter_f16_slices(const Source& from, const Weights& weights, unsigned* result, int* doubtful) {
  for (int lane = 0; lane < kLanes; ++lane) {
    int special = 0;
    int near_big = 0;
    int far_big = 0;
    unsigned signs = kSign;
    const int near = sum_f16(from, weights, 0, lane, special, signs, near_big);
    const int far = sum_f16(from, weights, 1, lane, special, signs, far_big);
    const int big = largest(near_big, far_big);
    const int sum =
        (near * 32 >> least((big - near_big) >> 23, 31)) + (far * 32 >> least((big - far_big) >> 23, 31));
    const double value =
        static_cast<double>(sum) * static_cast<double>(power_of(largest(big, kLeastF16) - (27 << 23)));
    const double size = __builtin_fabs(value);
    const double small = whole_part(size * 0x1p24 + 0.5) * 0x1p-24;
    const double normal = rounded<11>(size);
    signs = sum == 0 ? signs : static_cast<unsigned>(sum);
    result[lane] = bits_of(static_cast<float>(size < 0x1p-14 ? small : normal)) | (signs & kSign);
    doubtful[lane] |= special == kSpecialF16 ? 1 : 0;
  }
}

template <class Number, bool IsBits>
inline int term_of(int value) {
  if constexpr (IsBits || sizeof(Number) > 1) return value;
  if constexpr (static_cast<Number>(-1) > 0) return value * 257;
  // v / 127 in units of 1 / (32767 * 16), to within the last bit
  return value * 4128 + (value >> 3);
}

template <class Number, bool IsBits, int Quads>
void filter_integers(const Source& from, const Weights& weights, unsigned* result) {
  constexpr bool kIsUnsigned = static_cast<Number>(-1) > 0;
  constexpr int kShift = !IsBits && !kIsUnsigned && sizeof(Number) == 1 ? 12 : 8;
  for (int lane = 0; lane < kLanes; ++lane) {
    int sum = 1 << (kShift - 1);
    for (int t = 0; t < Quads * 4; ++t) {
      const int number = number_in<Number>(from.texels[t * from.words][lane], from.shift);
      sum += term_of<Number, IsBits>(number) * weights.of[t][lane];
    }
    sum >>= kShift;
    if constexpr (IsBits) {
      result[lane] = static_cast<unsigned>(sum);
    } else {
      const float value = static_cast<float>(sum) / (kIsUnsigned ? 65535.0F : 32767.0F);
      result[lane] = bits_of(!kIsUnsigned && value < -1.0F ? -1.0F : value);
    }
  }
}

template <class Number>
void convert(const Source& from, bool is_bits, unsigned* result) {
  constexpr bool kIsUnsigned = static_cast<Number>(-1) > 0;
  constexpr int kBits = static_cast<int>(sizeof(Number)) * 8 - (kIsUnsigned ? 0 : 1);
  constexpr auto kLargest = static_cast<float>((1U << kBits) - 1);
  if (is_bits) {
    for (int lane = 0; lane < kLanes; ++lane)
      result[lane] = static_cast<unsigned>(number_in<Number>(from.texels[0][lane], from.shift));
    return;
  }
  for (int lane = 0; lane < kLanes; ++lane) {
    const float value = static_cast<float>(number_in<Number>(from.texels[0][lane], from.shift)) / kLargest;
    result[lane] = bits_of(!kIsUnsigned && value < -1.0F ? -1.0F : value);
  }
}

// A template with `quads` 0 reads points.
template <class Number>
void combine_integers(const Source& from, const Weights& weights, int quads, bool is_bits, unsigned* result) {
  if (quads == 0) return convert<Number>(from, is_bits, result);
  if (is_bits)
    return quads == 1 ? filter_integers<Number, true, 1>(from, weights, result)
                      : filter_integers<Number, true, 2>(from, weights, result);
  return quads == 1 ? filter_integers<Number, false, 1>(from, weights, result)
                    : filter_integers<Number, false, 2>(from, weights, result);
}

void combine(const TextureState& state, const Source& from, const Weights& weights, int quads,
             unsigned* result, int* doubtful) {
  const bool is_bits = state.read == kReadBits;
  switch (state.type) {
    case kTexelU8:
      return combine_integers<unsigned char>(from, weights, quads, is_bits, result);
    case kTexelS8:
      return combine_integers<signed char>(from, weights, quads, is_bits, result);
    case kTexelU16:
      return combine_integers<unsigned short>(from, weights, quads, is_bits, result);
    case kTexelS16:
      return combine_integers<short>(from, weights, quads, is_bits, result);
    case kTexelF16:
      if (quads == 1) return filter_f16(from, weights, result, doubtful);
      if (quads == 2) return filter_f16_slices(from, weights, result, doubtful);
      for (int lane = 0; lane < kLanes; ++lane) result[lane] = widened(from.texels[0][lane] >> from.shift);
      return;
    default:
      if (quads == 1) return filter_f32<1>(from, weights, result, doubtful);
      if (quads == 2) return filter_f32<2>(from, weights, result, doubtful);
      for (int lane = 0; lane < kLanes; ++lane) result[lane] = from.texels[0][lane];
      return;
  }
}

}  // namespace
}  // namespace gridcall::cpu::GRIDCALL_LANES
