// SPDX-License-Identifier: Apache-2.0
//
// float16, bfloat16 and the two float8 types as bits: widened to float, rounded to the nearest, ties to even.
// float8 saturates, as CUDA's conversions do.

#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace gridcall::comm::mpi {

// kFinite: the type has no infinity, and only the last mantissa of the largest exponent is NaN.
template <class Bits_, int kExponent, int kMantissa, bool kFinite, bool kSaturates>
struct SmallFloat {
  using Bits = Bits_;
  static constexpr int kBias = (1 << (kExponent - 1)) - 1;
  static constexpr unsigned kSign = 1u << (kExponent + kMantissa);
  static constexpr unsigned kTop = ((1u << kExponent) - 1) << kMantissa;  // infinity, if the type has one
  static constexpr unsigned kNan = kFinite ? kSign - 1 : kTop | (1u << (kMantissa - 1));
  static constexpr unsigned kLargest = kFinite ? kSign - 2 : kTop - 1;

  static float widen(Bits bits) noexcept {
    const float sign = (bits & kSign) != 0 ? -1.0f : 1.0f;
    const unsigned magnitude = bits & (kSign - 1);
    if (kFinite ? magnitude == kNan : magnitude > kTop) return std::nanf("");
    if (!kFinite && magnitude == kTop) return sign * INFINITY;
    const int exponent = static_cast<int>(magnitude >> kMantissa);
    const unsigned mantissa = magnitude & ((1u << kMantissa) - 1);
    const unsigned whole = exponent == 0 ? mantissa : mantissa | (1u << kMantissa);
    return sign * std::ldexp(static_cast<float>(whole), (exponent == 0 ? 1 : exponent) - kBias - kMantissa);
  }

  static Bits narrow(float value) noexcept {
    const unsigned sign = std::signbit(value) ? kSign : 0;
    if (std::isnan(value)) return static_cast<Bits>(sign | kNan);
    const float magnitude = std::fabs(value);
    unsigned bits = 0;
    if (std::isinf(magnitude)) {
      bits = kLargest + 1;
    } else if (magnitude != 0) {
      int exponent = std::ilogb(magnitude);
      if (exponent < 1 - kBias) exponent = 1 - kBias;
      // A step at this exponent becomes 1, so only the rounded bits are lost.
      const double steps = std::ldexp(static_cast<double>(magnitude), kMantissa - exponent);
      const auto rounded = static_cast<unsigned long>(std::nearbyint(steps));
      const unsigned long base = static_cast<unsigned long>(exponent - 1 + kBias) << kMantissa;
      const unsigned long sum = base + rounded;  // a carry increments the exponent
      bits = sum > kLargest ? kLargest + 1 : static_cast<unsigned>(sum);
    }
    if (bits > kLargest) bits = kSaturates ? kLargest : kFinite ? kNan : kTop;
    return static_cast<Bits>(sign | bits);
  }
};

using Float16 = SmallFloat<std::uint16_t, 5, 10, false, false>;
using Float8E4M3 = SmallFloat<std::uint8_t, 4, 3, true, true>;
using Float8E5M2 = SmallFloat<std::uint8_t, 5, 2, false, true>;

// A bfloat16 is the upper half of a float; the general code would be slower.
struct BFloat16 {
  using Bits = std::uint16_t;
  static float widen(Bits bits) noexcept { return std::bit_cast<float>(std::uint32_t{bits} << 16); }
  static Bits narrow(float value) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (std::isnan(value)) return static_cast<Bits>((bits >> 16) | 0x40);
    return static_cast<Bits>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
  }
};

}  // namespace gridcall::comm::mpi
