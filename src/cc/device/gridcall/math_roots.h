// SPDX-License-Identifier: Apache-2.0
//
// Float roots and lengths. No float's square overflows or vanishes as a double.

#pragma once
#pragma clang system_header

// x^(-1/3) of a normal positive x, float grade: a guess from the exponent, then two steps of fourth order.
__GC_INLINE double __gc_rcbrt_step(double x, double y) {
  __GC_EXACT
  double h = __builtin_fma(-(x * y), y * y, 1.0);
  double p = __GC_POLY3(__builtin_fma, h, 14.0 / 81.0, 2.0 / 9.0, 1.0 / 3.0);
  return __builtin_fma(y * h, p, y);
}
__GC_INLINE double __gc_rcbrt_guess(double x) {
  unsigned high = static_cast<unsigned>(static_cast<unsigned long long>(__gc_bits_of(x)) >> 32);
  return __gc_of_bits(static_cast<long long>(static_cast<unsigned long long>(0x553ef0ffu - high / 3u) << 32));
}
__GC_INLINE double __gc_rcbrt_grade(double x) { return __gc_rcbrt_step(x, __gc_rcbrt_step(x, __gc_rcbrt_guess(x))); }
// The root of a normal positive number in float: a step of fourth order from the guess for x^(-1/3), whose upper bits
// come of the sum with 2^23, then one of second order for the root.
__GC_INLINE float __gc_cbrt_float(float x) {
  __GC_EXACT
  float guess = __builtin_fmaf(static_cast<float>(__gc_bits_of(x)), -0x1.555556p-11f, 0x1.54a200p+23f);
  float y = __gc_of_bits(static_cast<int>(static_cast<unsigned>(__gc_bits_of(guess)) << 9));
  float h = __builtin_fmaf(-(x * y), y * y, 1.0f);
  y = __builtin_fmaf(y * h, __GC_POLY3(__builtin_fmaf, h, 14.0f / 81.0f, 2.0f / 9.0f, 1.0f / 3.0f), y);
  float square = y * y, root = x * square;
  return __builtin_fmaf(__builtin_fmaf(-(root * root), root, x) * square, 1.0f / 3.0f, root);
}
__GC_INLINE float cbrtf(float x) {
  __GC_EXACT
  float a = __builtin_fabsf(x), result = __gc_cbrt_float(a);
  if (__builtin_expect(__gc_special(a), 0)) {
    result = __gc_cbrt_float(a * 0x1p24f) * 0x1p-8f;
    result = (a > 0.0f) & (a < __builtin_inff()) ? result : x;
  }
  return __builtin_copysignf(result, x);
}
__GC_INLINE float rcbrtf(float x) {
  __GC_EXACT
  double a = static_cast<double>(__builtin_fabsf(x));
  float result = static_cast<float>(__gc_rcbrt_grade(a));
  result = a == 0.0 ? __builtin_inff() : result;
  result = a == __builtin_inf() ? 0.0f : result;
  return a <= __builtin_inf() ? __builtin_copysignf(result, x) : x;
}
__GC_INLINE float __gc_hypot_rare(float x, float y) {
  __GC_EXACT
  double a = static_cast<double>(x), b = static_cast<double>(y);
  float result = static_cast<float>(__builtin_sqrt(__builtin_fma(a, a, b * b)));
  bool infinite = (__builtin_fabsf(x) == __builtin_inff()) | (__builtin_fabsf(y) == __builtin_inff());
  return infinite ? __builtin_inff() : result;
}
__GC_INLINE float hypotf(float x, float y) {
  __GC_EXACT
  float square = __builtin_fmaf(x, x, y * y), result = __builtin_sqrtf(square);
  if (__builtin_expect(!((square > 0x1p-80f) & (square < __builtin_inff())), 0)) result = __gc_hypot_rare(x, y);
  return result;
}
__GC_INLINE float rhypotf(float x, float y) {
  __GC_EXACT
  double a = static_cast<double>(x), b = static_cast<double>(y);
  float result = static_cast<float>(1.0 / __builtin_sqrt(__builtin_fma(a, a, b * b)));
  bool infinite = (__builtin_fabsf(x) == __builtin_inff()) | (__builtin_fabsf(y) == __builtin_inff());
  return infinite ? 0.0f : result;
}
// Steps of third order and of second from a guess by the exponent, twice as fast as a root and a division.
__GC_INLINE float rsqrtf(float x) {
  __GC_EXACT
  float y = __gc_of_bits(static_cast<int>(0x5f375a86u - (static_cast<unsigned>(__gc_bits_of(x)) >> 1)));
  float h = __builtin_fmaf(-(x * y), y, 1.0f);
  y = __builtin_fmaf(y * h, __builtin_fmaf(h, 0.375f, 0.5f), y);
  y = __builtin_fmaf(y * 0.5f, __builtin_fmaf(-(x * y), y, 1.0f), y);
  if (__builtin_expect(__gc_special(x), 0)) y = 1.0f / __builtin_sqrtf(x);
  return y;
}
