// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic in the processor's rounding modes, for inline PTX (add.rz.f32, cvt.rp.f32.s64).

#include "cpu/abi/image.h"

#include <xmmintrin.h>

#include <bit>
#include <cmath>
#include <cstdint>

using gridcall::cpu::RoundedOperation;

namespace {

// The bits of MXCSR for rounding to nearest, to zero, up and down, with masked exceptions.
constexpr unsigned kModes[] = {0x1f80, 0x7f80, 0x5f80, 0x3f80};

float to_float(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}
double to_double(std::uint64_t bits) {
  return std::bit_cast<double>(bits);
}

// volatile, so that the compiler neither moves nor computes the operation.
template <typename T>
T compute(unsigned operation, T x, T y, T z) {
  const volatile T a = x, b = y, c = z;
  volatile T result = 0;
  switch (operation) {
    case 0:
      result = a + b;
      break;
    case 1:
      result = a * b;
      break;
    case 2:
      result = std::fma(a, b, c);
      break;
    case 3:
      result = a / b;
      break;
    default:
      result = std::sqrt(a);
      break;
  }
  return result;
}

template <typename To, typename From>
To convert(From x) {
  const volatile From from = x;
  const volatile To result = static_cast<To>(from);
  return result;
}
// The processor converts only signed integers, so the value is halved; the lowest bit stands for the lost
// ones.
template <typename To>
To convert_unsigned(std::uint64_t x) {
  if ((x >> 63) == 0) return convert<To>(static_cast<std::int64_t>(x));
  return 2 * convert<To>(static_cast<std::int64_t>(x >> 1 | (x & 1)));
}

std::uint64_t compute(RoundedOperation operation, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const auto number = static_cast<unsigned>(operation);
  const auto of_float = [](float x) { return std::uint64_t{std::bit_cast<std::uint32_t>(x)}; };
  const auto of_double = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  switch (operation) {
    case RoundedOperation::kDoubleToFloat:
      return of_float(convert<float>(to_double(a)));
    case RoundedOperation::kSignedToFloat:
      return of_float(convert<float>(static_cast<std::int64_t>(a)));
    case RoundedOperation::kUnsignedToFloat:
      return of_float(convert_unsigned<float>(a));
    case RoundedOperation::kSignedToDouble:
      return of_double(convert<double>(static_cast<std::int64_t>(a)));
    case RoundedOperation::kUnsignedToDouble:
      return of_double(convert_unsigned<double>(a));
    default:
      break;
  }
  constexpr auto kFirst64 = static_cast<unsigned>(RoundedOperation::kAdd64);
  if (number < kFirst64) return of_float(compute(number, to_float(a), to_float(b), to_float(c)));
  return of_double(compute(number - kFirst64, to_double(a), to_double(b), to_double(c)));
}

}  // namespace

extern "C" std::uint64_t gridcall_rounded(std::uint32_t what, std::uint64_t a, std::uint64_t b,
                                          std::uint64_t c);
std::uint64_t gridcall_rounded(std::uint32_t what, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const unsigned before = _mm_getcsr();
  _mm_setcsr(kModes[what >> 8 & 3]);
  const std::uint64_t result = compute(static_cast<RoundedOperation>(what & 255), a, b, c);
  _mm_setcsr(before);
  return result;
}
