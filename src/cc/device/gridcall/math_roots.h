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
__GC_INLINE double __gc_rcbrt_grade(double x) {
  unsigned high = static_cast<unsigned>(static_cast<unsigned long long>(__gc_bits_of(x)) >> 32);
  double y = __gc_of_bits(static_cast<long long>(static_cast<unsigned long long>(0x553ef0ffu - high / 3u) << 32));
  return __gc_rcbrt_step(x, __gc_rcbrt_step(x, y));
}
__GC_INLINE float cbrtf(float x) {
  __GC_EXACT
  double a = static_cast<double>(__builtin_fabsf(x)), y = __gc_rcbrt_grade(a);
  float result = __builtin_copysignf(static_cast<float>(a * y * y), x);
  return (a > 0.0) & (a < __builtin_inf()) ? result : x;
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
__GC_INLINE float rsqrtf(float x) { return 1.0f / __builtin_sqrtf(x); }
