// SPDX-License-Identifier: Apache-2.0
//
// Remainders of a division, exact. A quotient below 2^53 that is rounded and made whole is wrong by one at most, its
// remainder is a double then, and one addition mends it. Larger quotients, zeros, infinities and NaN are left to the
// C library.

#pragma once
#pragma clang system_header

extern "C" __host__ __device__ double __gc_libm_fmod(double, double) __asm__("fmod");
extern "C" __host__ __device__ double __gc_libm_remainder(double, double) __asm__("remainder");

__GC_INLINE double __gc_with_sign(double value, double x) {
  return __gc_of_bits(__gc_bits_of(value) ^ (__gc_bits_of(x) & static_cast<long long>(0x8000000000000000ull)));
}
__GC_INLINE double fmod(double x, double y) {
  __GC_EXACT
  double a = __builtin_fabs(x), b = __builtin_fabs(y), quotient = __builtin_trunc(a / b);
  double r = __builtin_fma(-quotient, b, a), raised = r + b;
  double result = __gc_with_sign(r < 0.0 ? raised : r, x);
  if (__builtin_expect(!((quotient < 0x1p53) & (b < __builtin_inf())), 0)) result = __gc_libm_fmod(x, y);
  return result;
}
__GC_INLINE double remainder(double x, double y) {
  __GC_EXACT
  double a = __builtin_fabs(x), b = __builtin_fabs(y), quotient = __builtin_rint(a / b);
  double r = __builtin_fma(-quotient, b, a), size = __builtin_fabs(r), other = r - __builtin_copysign(b, r);
  double result = __gc_with_sign(size + size > b ? other : r, x);
  if (__builtin_expect(!((quotient < 0x1p52) & (b < __builtin_inf())), 0)) result = __gc_libm_remainder(x, y);
  return result;
}
// Quotients below 2^23 likewise in float.
__GC_INLINE float __gc_with_sign(float value, float x) {
  return __gc_of_bits(__gc_bits_of(value) ^ (__gc_bits_of(x) & static_cast<int>(0x80000000)));
}
__GC_INLINE float fmodf(float x, float y) {
  __GC_EXACT
  float a = __builtin_fabsf(x), b = __builtin_fabsf(y), quotient = __builtin_truncf(a / b);
  float r = __builtin_fmaf(-quotient, b, a), raised = r + b;
  float result = __gc_with_sign(r < 0.0f ? raised : r, x);
  if (__builtin_expect(!((quotient < 0x1p23f) & (b < __builtin_inff())), 0)) {
    result = static_cast<float>(fmod(static_cast<double>(x), static_cast<double>(y)));
  }
  return result;
}
__GC_INLINE float remainderf(float x, float y) {
  __GC_EXACT
  float a = __builtin_fabsf(x), b = __builtin_fabsf(y), quotient = __builtin_rintf(a / b);
  float r = __builtin_fmaf(-quotient, b, a), size = __builtin_fabsf(r), other = r - __builtin_copysignf(b, r);
  float result = __gc_with_sign(size + size > b ? other : r, x);
  if (__builtin_expect(!((quotient < 0x1p22f) & (b < __builtin_inff())), 0)) {
    result = static_cast<float>(remainder(static_cast<double>(x), static_cast<double>(y)));
  }
  return result;
}
