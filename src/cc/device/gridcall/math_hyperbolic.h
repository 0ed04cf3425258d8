// SPDX-License-Identifier: Apache-2.0
//
// expm1, log1p, hyperbolic functions and their inverses, double. tanh is in math_double.h.

#pragma once
#pragma clang system_header

// e^a = 2^k (1 + result + *tail) for |a| < 1000.
__GC_INLINE double __gc_expm1_of(double a, double* k, double* tail) {
  __GC_EXACT
  *k = __builtin_fma(a, __GC_LOG2E, __GC_ROUND_D) - __GC_ROUND_D;
  return __gc_expm1_parts(__builtin_fma(*k, -__GC_LN2, a), *k * -0x1.abc9e3b39803fp-56, tail);
}
// 2^k for integer k; 0 where 2^k is below 2^-60, so that it does not count beside 1.
__GC_INLINE double __gc_power_beside_1(double k) {
  __GC_EXACT
  double power = __gc_power(k + __GC_ROUND_D);
  return k < -60.0 ? 0.0 : power;
}
// The functions of bounded arguments, apart from factors 2^k, which are rarely so large that they need two steps.
__GC_INLINE double __gc_expm1_scaled(double a, double* k) {
  __GC_EXACT
  double tail, r = __gc_expm1_of(a, k, &tail), w = 1.0 - __gc_power(__GC_ROUND_D - *k), sum = w + r;
  return sum + (((w - sum) + r) + tail);
}
__GC_INLINE double expm1(double x) {
  __GC_EXACT
  double k, part = __gc_expm1_scaled(x, &k), result = part * __gc_power(k + __GC_ROUND_D);
  if (__builtin_expect(!(__builtin_fabs(x) < 700.0), 0)) {
    double power = __gc_exp_rare(x);
    result = x < 0.0 ? -1.0 : power;
  }
  return x == 0.0 ? x : result;
}
__GC_INLINE double __gc_sinh_scaled(double a, double* k) {
  __GC_EXACT
  double tail, r = __gc_expm1_of(a, k, &tail), part = r + tail, w = __gc_power_beside_1(-2.0 * *k);
  return (1.0 - w) + (r + __builtin_fma(w, part / (1.0 + part), tail));
}
__GC_INLINE double sinh(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), k, p = __gc_sinh_scaled(size, &k), result = p * __gc_power(k + (__GC_ROUND_D - 1.0));
  if (__builtin_expect(!(size < 700.0), 0)) {
    p = __gc_sinh_scaled(size > 711.0 ? 711.0 : size, &k);
    result = __gc_times_power(p, k - 1.0);
  }
  return __builtin_copysign(result, x);
}
__GC_INLINE double __gc_cosh_scaled(double a, double* k) {
  __GC_EXACT
  double tail, r = __gc_expm1_of(a, k, &tail), part = r + tail, w = __gc_power_beside_1(-2.0 * *k);
  double p = 1.0 + part, low = (1.0 - p) + part;
  return p + (low + w / p);
}
__GC_INLINE double cosh(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), k, p = __gc_cosh_scaled(size, &k), result = p * __gc_power(k + (__GC_ROUND_D - 1.0));
  if (__builtin_expect(!(size < 700.0), 0)) {
    p = __gc_cosh_scaled(size > 711.0 ? 711.0 : size, &k);
    result = __gc_times_power(p, k - 1.0);
  }
  return result;
}

// log(1 + x) + more log(2) for -1 < x < 2^1000.
__GC_INLINE double __gc_log1p_of(double x, double more) {
  __GC_EXACT
  double u = 1.0 + x, taken = u - 1.0, lost = (1.0 - (u - taken)) + (x - taken), m, k = __gc_split(u, &m);
  double down = __gc_of_bits(__gc_bits_of(m) - __gc_bits_of(u) + 0x3ff0000000000000ll);  // 2^-k
  bool near = k == 0.0;
  double f = m - 1.0, f_low = lost * down;
  f = near ? x : f;
  f_low = near ? 0.0 : f_low;
  double high, low = __gc_log_near(f, &high);
  low = __builtin_fma(f_low, __builtin_fma(f, f - 1.0, 1.0), low);
  k = k + more;
  double whole = k * 0x1.62e42fefp-1, sum = whole + high;  // the product is exact
  return sum + (__builtin_fma(k, 0x1.473de6af278edp-34, low) + ((whole - sum) + high));
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
