// SPDX-License-Identifier: Apache-2.0
//
// The number formats of kernels as this machine sees them, and arguments that try them.

#pragma once

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace gridcall::math {

// ---- Types ----

using i8 = std::int8_t;
using u8 = std::uint8_t;
using i16 = std::int16_t;
using u16 = std::uint16_t;
using i32 = std::int32_t;
using u32 = std::uint32_t;
using i64 = std::int64_t;
using u64 = std::uint64_t;
using f32 = float;
using f64 = double;
// A format of 16 bits: as a number it is a long double.
template <int kDigits, int kMaxExponent>
struct Narrow {
  static constexpr int digits = kDigits, max_exponent = kMaxExponent;
  u16 bits = 0;
  operator long double() const {
    const int exponent = (bits & 0x7fff) >> (digits - 1), fraction = bits & ((1 << (digits - 1)) - 1);
    long double value = std::ldexp(static_cast<long double>(fraction), 2 - max_exponent - digits + 1);
    if (exponent == 2 * max_exponent - 1) value = fraction != 0 ? NAN : HUGE_VALL;
    if (exponent > 0 && exponent < 2 * max_exponent - 1)
      value = std::ldexp(static_cast<long double>(fraction + (1 << (digits - 1))),
                         exponent - max_exponent + 1 - digits + 1);
    return (bits & 0x8000) != 0 ? -value : value;
  }
};
using f16 = Narrow<11, 16>;
using bf16 = Narrow<8, 128>;

template <typename T>
constexpr bool kIsNarrow = std::is_same_v<T, f16> || std::is_same_v<T, bf16>;
template <typename T>
constexpr bool kIsFloat = std::is_floating_point_v<T> || kIsNarrow<T>;

// The text of a type in a kernel, and of a constant of it.
struct Spelling {
  const char *name, *constant;
};
template <typename T>
Spelling spelling() {
  if constexpr (std::is_same_v<T, f32>) return {"float", "__int_as_float(0x%llx)"};
  if constexpr (std::is_same_v<T, f64>) return {"double", "__longlong_as_double(0x%llxLL)"};
  if constexpr (std::is_same_v<T, f16>) return {"__half", "__ushort_as_half(0x%llx)"};
  if constexpr (std::is_same_v<T, bf16>) return {"__nv_bfloat16", "__ushort_as_bfloat16(0x%llx)"};
  if constexpr (std::is_same_v<T, i8>) return {"signed char", "(signed char)0x%llx"};
  if constexpr (std::is_same_v<T, u8>) return {"unsigned char", "(unsigned char)0x%llx"};
  if constexpr (std::is_same_v<T, i16>) return {"short", "(short)0x%llx"};
  if constexpr (std::is_same_v<T, u16>) return {"unsigned short", "(unsigned short)0x%llx"};
  if constexpr (std::is_same_v<T, i32>) return {"int", "(int)0x%llx"};
  if constexpr (std::is_same_v<T, u32>) return {"unsigned int", "0x%llxu"};
  if constexpr (std::is_same_v<T, i64>) return {"long long", "(long long)0x%llxull"};
  if constexpr (std::is_same_v<T, u64>) return {"unsigned long long", "0x%llxull"};
}

template <typename T>
u64 bits_of(T value) {
  u64 bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}
template <typename T>
T of_bits(u64 bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
template <typename T>
bool is_nan(T value) {
  if constexpr (kIsNarrow<T>) return std::isnan(static_cast<long double>(value));
  if constexpr (std::is_floating_point_v<T>) return std::isnan(value);
  return false;
}
template <typename T>
bool is_denormal(T value) {
  if constexpr (std::is_same_v<T, f32>) return std::fpclassify(value) == FP_SUBNORMAL;
  return false;
}
template <typename T>
std::string text_of(T value) {
  char text[64];
  if constexpr (kIsFloat<T>) {
    std::snprintf(text, sizeof text, "%La (%#llx)", static_cast<long double>(value),
                  static_cast<unsigned long long>(bits_of(value)));
  } else {
    std::snprintf(text, sizeof text, "%#llx", static_cast<unsigned long long>(bits_of(value)));
  }
  return text;
}

// ---- Rounding, in the mode that is set ----

template <typename To>
To narrow(long double exact) {
  const u16 sign = std::signbit(exact) ? 0x8000 : 0, infinity = (2 * To::max_exponent - 1)
                                                                << (To::digits - 1);
  if (std::isnan(exact)) return {0x7fff};
  if (std::isinf(exact)) return {static_cast<u16>(sign | infinity)};
  if (exact == 0) return {sign};
  constexpr int least = 2 - To::max_exponent - To::digits + 1;  // the exponent of the least denormal number
  const int quantum = std::max(std::ilogb(exact) - To::digits + 1, least);
  const long double rounded = std::fabs(std::nearbyint(std::ldexp(exact, -quantum)));
  // The fraction's carry goes into the exponent, also from the largest number to infinity.
  const auto steps = static_cast<u64>(rounded) + (static_cast<u64>(quantum - least) << (To::digits - 1));
  if (steps < infinity) return {static_cast<u16>(sign | steps)};
  const bool up =
      std::fegetround() == FE_TONEAREST || std::fegetround() == (sign != 0 ? FE_DOWNWARD : FE_UPWARD);
  return {static_cast<u16>(sign | (up ? infinity : infinity - 1))};
}

// x y + z. The sum is made odd where it is not exact, so that the second rounding is the right one.
template <typename To>
To fused(long double x, long double y, long double z) {
  std::fesetround(FE_TOWARDZERO);
  std::feclearexcept(FE_INEXACT);
  volatile double a = static_cast<double>(x), b = static_cast<double>(y), c = static_cast<double>(z);
  volatile double product = a * b;  // exact
  volatile double sum = product + c;
  if (std::fetestexcept(FE_INEXACT) != 0) sum = of_bits<double>(bits_of<double>(sum) | 1);
  std::fesetround(FE_TONEAREST);
  // An exact zero is negative only if both terms are.
  if (sum == 0)
    sum = std::signbit(static_cast<double>(product)) && std::signbit(static_cast<double>(c)) ? -0.0 : 0.0;
  return narrow<To>(sum);
}
// ---- Arguments ----

inline u64 next_random(u64* state) {
  u64 z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

// Numbers at the edges of the type itself and of those it may be converted to.
template <typename T>
std::vector<u64> specials() {
  std::vector<u64> list;
  if constexpr (kIsFloat<T>) {
    constexpr int size = 8 * sizeof(T);
    constexpr int digits = std::is_same_v<T, f32>   ? 24
                           : std::is_same_v<T, f64> ? 53
                           : kIsNarrow<T>           ? [] {
                               if constexpr (kIsNarrow<T>) return T::digits;
                               return 0;
                             }()
                                          : 0;
    const u64 one = u64{1} << (digits - 1), infinity = ((u64{1} << (size - digits)) - 1) << (digits - 1);
    const u64 bias = (u64{1} << (size - digits - 1)) - 1;
    std::vector<u64> positive = {0, 1, 2, 3, one - 1, one, one + 1, infinity - 1, infinity - 2, infinity};
    const auto add = [&](int exponent,
                         u64 fraction) {  // 2^exponent (1 + fraction / one), and what is beside it
      const i64 biased = exponent + static_cast<i64>(bias);
      if (biased <= 0 || biased >= static_cast<i64>(infinity / one)) return;
      const u64 bits = static_cast<u64>(biased) * one + fraction;
      for (const u64 near : {bits, bits - 1, bits + 1}) positive.push_back(near);
    };
    for (int exponent : {-1, 0, 1, 2, 7, 8, 11, 15, 16, 23, 24, 25, 31, 32, 52, 53, 54, 63, 64})
      add(exponent, 0);
    // Halves: 0.5, 1.5, 2.5 and those next to the integers' bounds.
    for (int exponent : {0, 1, 6, 7, 14, 15, 22, 30, 31, 51}) {
      if (exponent < digits - 1) {
        add(exponent, one >> (exponent + 1));
        add(exponent, one - (one >> (exponent + 1)));
      }
    }
    // The bounds of narrower formats: the largest, the least normal, the least denormal number and half of
    // it.
    for (int exponent : {15, 127, -14, -15, -24, -25, -26, -126, -127, -133, -134, -135, -149, -150, -151})
      add(exponent, 0);
    for (int narrower : {8, 11, 24}) {
      if (narrower >= digits) continue;
      for (int exponent : {0, 3, 15, 16, 127, -14, -15, -126, -127}) {
        const u64 half = one >> narrower;  // half a step of the narrower format
        add(exponent, half);
        add(exponent, half * 3);
        add(exponent, one - half);
        add(exponent, one - 2 * half);
      }
    }
    for (u64 bits : positive) {
      list.push_back(bits);
      list.push_back(bits | u64{1} << (size - 1));
    }
    // NaNs: quiet, with a payload, signalling, negative.
    for (u64 bits : {infinity + one / 2, infinity + one / 2 + 5, infinity + 1, infinity + one - 1}) {
      list.push_back(bits);
      list.push_back(bits | u64{1} << (size - 1));
    }
  } else {
    const u64 all = sizeof(T) == 8 ? ~u64{0} : (u64{1} << (8 * sizeof(T))) - 1;
    for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit) {
      for (u64 step : {u64{0}, u64{1}, ~u64{0}}) {
        list.push_back(((u64{1} << bit) + step) & all);
        list.push_back((~((u64{1} << bit) + step) + 1) & all);
        // Half a step of a format of 8, 11, 24 and 53 digits, and what is beside it.
        for (unsigned digits : {8u, 11u, 24u, 53u}) {
          if (bit < digits) continue;
          const u64 half = u64{1} << (bit - digits);
          list.push_back(((u64{1} << bit) + half + step) & all);
          list.push_back(((u64{1} << bit) + 3 * half + step) & all);
          list.push_back((~((u64{1} << bit) + half + step) + 1) & all);
        }
      }
    }
    list.push_back(all);
    list.push_back(0);
  }
  return list;
}

template <typename T>
u64 any_bits(u64* seed, const std::vector<u64>& special) {
  const u64 random = next_random(seed), all = sizeof(T) == 8 ? ~u64{0} : (u64{1} << (8 * sizeof(T))) - 1;
  const u64 kind = next_random(seed) % 8;
  if (kind == 0) return special[random % special.size()];
  if constexpr (std::is_floating_point_v<T>) {
    // All sizes come first; then middle ones, where the results are normal; then few digits, where many are
    // exact.
    if (kind <= 3) return random & all;
    const T fraction = static_cast<T>(1 + static_cast<double>(random >> 40) * 0x1p-24 * (kind < 6 ? 1 : 0) +
                                      static_cast<double>(random & 15) / 16 * (kind < 6 ? 0 : 1));
    const T value = std::ldexp(fraction, static_cast<int>(random >> 8 & 63) - 32);
    return bits_of((random & 128) != 0 ? -value : value);
  } else if constexpr (kIsFloat<T>) {
    return random & all;
  } else {
    return (random & all) >> (kind < 4 ? 0 : (random >> 58) % (8 * sizeof(T)));
  }
}

// Makes two numbers whose sum, or three whose x y + z, nearly vanishes.
template <typename T>
void cancel(u64* seed, u64* arguments, int count) {
  if constexpr (std::is_floating_point_v<T>) {
    const u64 random = next_random(seed);
    T x = of_bits<T>(arguments[0]), y = of_bits<T>(arguments[1]);
    T last = count == 2 ? -x : -x * y;
    for (u64 i = 0; i < random % 4; ++i)
      last = std::nextafter(last, (random & 16) != 0 ? HUGE_VALF : -HUGE_VALF);
    arguments[count - 1] = bits_of(last);
  }
}

template <typename T>
std::vector<u64> arguments(u64* seed, int count, u64 random) {
  const std::vector<u64> special = specials<T>();
  std::vector<u64> result;
  if (count == 1) {
    result = special;
  } else {
    // Each number meets each; of three a selection does.
    const std::size_t most = std::min<std::size_t>(special.size(), count == 2 ? 320 : 45);
    const auto at = [&](std::size_t i) { return special[i * special.size() / most]; };
    for (std::size_t i = 0; i < most; ++i) {
      for (std::size_t j = 0; j < most; ++j) {
        for (std::size_t k = 0; k < (count == 3 ? most : 1); ++k) {
          result.push_back(at(i));
          result.push_back(at(j));
          if (count == 3) result.push_back(at(k));
        }
      }
    }
  }
  for (u64 i = 0; i < random; ++i) {
    u64 call[3] = {};
    for (int k = 0; k < count; ++k) call[k] = any_bits<T>(seed, special);
    if (count > 1 && i % 4 == 0) cancel<T>(seed, call, count);
    result.insert(result.end(), call, call + count);
  }
  return result;
}

}  // namespace gridcall::math
