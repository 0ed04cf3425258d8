// SPDX-License-Identifier: Apache-2.0
//
// expm1, log1p, hyperbolic functions and their inverses, double. tanh is in math_double.h.

#pragma once
#pragma clang system_header

// e^x - 1 = 2^k (most + tail) + (2^k - 1), where only the tail needs a polynomial; its error is 2^-55.6 of the result.
__GC_INLINE double expm1(double x) {
  __GC_EXACT
  double rounded = __builtin_fma(x, __GC_LOG2E, __GC_ROUND_D), k = rounded - __GC_ROUND_D;
  double most = __builtin_fma(k, -__GC_LN2, x), r = __builtin_fma(k, -__GC_LN2_LOW, most);
  double q = __GC_POLY10(__builtin_fma, r, 0x1.ae971a469591dp-26, 0x1.28a1700b8071bp-22, 0x1.71de677d87ffcp-19,
                         0x1.a019a7d4312ccp-16, 0x1.a01a0186c18c3p-13, 0x1.6c16c17ec632cp-10, 0x1.1111111114e2fp-7,
                         0x1.5555555552277p-5, 0x1.555555555554fp-3, 0x1.0000000000005p-1);
  double scale = __gc_power(rounded), tail = __builtin_fma(r * r, q, k * -__GC_LN2_LOW);
  double result = __builtin_fma(scale, tail, __builtin_fma(scale, most, scale - 1.0));
  if (__builtin_expect(!(__builtin_fabs(x) < 700.0), 0)) {
    double power = __gc_exp_rare(x);
    result = x < 0.0 ? -1.0 : power;
  }
  return x == 0.0 ? x : result;
}
// The parts of sinh and cosh: x = k log(2) + r, *up = 2^(k-1), *down = 2^(-k-1), and cosh(r) = 1 + *c, sinh(r) = result,
// with errors of 2^-58 and 2^-61.7.
__GC_INLINE double __gc_sinh_parts(double x, double* c, double* up, double* down) {
  __GC_EXACT
  double rounded = __builtin_fma(x, __GC_LOG2E, __GC_ROUND_D), k = rounded - __GC_ROUND_D;
  double r = __builtin_fma(k, -__GC_LN2_LOW, __builtin_fma(k, -__GC_LN2, x)), z = r * r;
  unsigned long long shifted = static_cast<unsigned long long>(__gc_bits_of(rounded)) << 52;
  *up = __gc_of_bits(static_cast<long long>(0x3fe0000000000000ull + shifted));
  *down = __gc_of_bits(static_cast<long long>(0x3fe0000000000000ull - shifted));
  *c = z * __GC_POLY5(__builtin_fma, z, 0x1.28b1bd7007404p-22, 0x1.a01994ffe40d2p-16, 0x1.6c16c1863e1aep-10,
                      0x1.555555554fd67p-5, 0x1.000000000000cp-1);
  double s = __GC_POLY5(__builtin_fma, z, 0x1.af601d56af4cfp-26, 0x1.71ddf79dd2483p-19, 0x1.a01a01b02514ep-13,
                        0x1.111111110f624p-7, 0x1.5555555555559p-3);
  return __builtin_fma(r * z, s, r);
}
// e^size / 2 for size >= 700.
__GC_INLINE double __gc_half_exp(double size) {
  __GC_EXACT
  double a = size > 711.0 ? 711.0 : size, k = __builtin_fma(a, __GC_LOG2E, __GC_ROUND_D) - __GC_ROUND_D;
  return __gc_exp_of(__builtin_fma(k, -__GC_LN2, a), k * -__GC_LN2_LOW, k - 1.0);
}
__GC_INLINE double sinh(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), c, up, down, s = __gc_sinh_parts(x, &c, &up, &down), less = up - down;
  double result = less + __builtin_fma(up + down, s, less * c);
  if (__builtin_expect(!(size < 700.0), 0)) result = __gc_half_exp(size);
  return __builtin_copysign(result, x);
}
__GC_INLINE double cosh(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), c, up, down, s = __gc_sinh_parts(x, &c, &up, &down), sum = up + down;
  double result = sum + __builtin_fma(up - down, s, sum * c);
  if (__builtin_expect(!(size < 700.0), 0)) result = __gc_half_exp(size);
  return result;
}

// log(1 + x) + more log(2) for -1 < x < 2^1000.
__GC_INLINE double __gc_log1p_of(double x, double more) {
  __GC_EXACT
  double u = 1.0 + x, taken = u - 1.0, lost = (1.0 - (u - taken)) + (x - taken), m, k = __gc_split(u, &m);
  double down = __gc_of_bits(__gc_bits_of(m) - __gc_bits_of(u) + 0x3ff0000000000000ll);  // 2^-k
  double f = m - 1.0;
  k = k + more;
  double low = __builtin_fma(lost * down, __builtin_fma(f, f - 1.0, 1.0), k * __GC_LN2_LOW);
  return __builtin_fma(k, __GC_LN2, f - (__gc_log_rest(f) - low));
}
__GC_INLINE double log1p(double x) {
  __GC_EXACT
  double result = __gc_log1p_of(x, 0.0);
  if (__builtin_expect(!((x > -1.0) & (x < 0x1p1000)), 0)) {
    double large = __gc_log_usual(x, 0.0), outside = x == -1.0 ? -__builtin_inf() : __builtin_nan("");
    large = x < __builtin_inf() ? large : x;
    result = x <= -1.0 ? outside : large;
  }
  return x == 0.0 ? x : result;
}
__GC_INLINE double asinh(double x) {
  __GC_EXACT
  double a = __builtin_fabs(x), square = a * a;
  bool large = a > 0x1p100;
  double t = a + square / (1.0 + __builtin_sqrt(1.0 + square));
  double result = __gc_log1p_of(large ? a * 0x1p-40 : t, large ? 41.0 : 0.0);
  return __builtin_copysign(a < __builtin_inf() ? result : a, x);
}
__GC_INLINE double acosh(double x) {
  __GC_EXACT
  bool large = x > 0x1p100;
  double t = x - 1.0, result = __gc_log1p_of(large ? x * 0x1p-40 : t + __builtin_sqrt(t * (t + 2.0)), large ? 41.0 : 0.0);
  result = x < __builtin_inf() ? result : x;
  return x < 1.0 ? __builtin_nan("") : result;
}
__GC_INLINE double atanh(double x) {
  __GC_EXACT
  double a = __builtin_fabs(x), result = 0.5 * __gc_log1p_of((a + a) / (1.0 - a), 0.0);
  result = a < 1.0 ? result : __builtin_nan("");
  result = a == 1.0 ? __builtin_inf() : result;
  return __builtin_copysign(a == 0.0 ? 0.0 : result, x);
}
