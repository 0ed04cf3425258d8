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
  unsigned long long bits = static_cast<unsigned long long>(__gc_bits_of(k + __GC_ROUND_D)) << 52;
  double power = __gc_of_bits(static_cast<long long>(bits + 0x3ff0000000000000ull));
  return k < -60.0 ? 0.0 : power;
}
__GC_INLINE double expm1(double x) {
  __GC_EXACT
  double a = x > 710.0 ? 710.0 : x;
  a = a < -40.0 ? -40.0 : a;
  double k, tail, r = __gc_expm1_of(a, &k, &tail), w = 1.0 - __gc_power_beside_1(-k), sum = w + r;
  double result = __gc_times_power(sum + (((w - sum) + r) + tail), k);
  return x == 0.0 ? x : result;
}
__GC_INLINE double sinh(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), a = size > 711.0 ? 711.0 : size;
  double k, tail, r = __gc_expm1_of(a, &k, &tail), part = r + tail, w = __gc_power_beside_1(-2.0 * k);
  double more = r + __builtin_fma(w, part / (1.0 + part), tail);
  return __builtin_copysign(__gc_times_power((1.0 - w) + more, k - 1.0), x);
}
__GC_INLINE double cosh(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), a = size > 711.0 ? 711.0 : size;
  double k, tail, r = __gc_expm1_of(a, &k, &tail), part = r + tail, w = __gc_power_beside_1(-2.0 * k);
  double p = 1.0 + part, low = (1.0 - p) + part;
  return __gc_times_power(p + (low + w / p), k - 1.0);
}

// log(1 + x) + more log(2) for finite x > -1.
__GC_INLINE double __gc_log1p_of(double x, double more) {
  __GC_EXACT
  double u = 1.0 + x, taken = u - 1.0, lost = (1.0 - (u - taken)) + (x - taken), m, k = __gc_split(u, &m);
  double down = __gc_of_bits(__gc_bits_of(m) - __gc_bits_of(u) + 0x3ff0000000000000ll);  // 2^-k
  bool near = k == 0.0, none = near | (k > 60.0);
  double f = m - 1.0, f_low = lost * down;
  f = near ? x : f;
  f_low = none ? 0.0 : f_low;
  double high, low = __gc_log_near(f, &high);
  low = __builtin_fma(f_low, __builtin_fma(f, f - 1.0, 1.0), low);
  k = k + more;
  double whole = k * 0x1.62e42fefp-1, sum = whole + high;  // the product is exact
  return sum + (__builtin_fma(k, 0x1.473de6af278edp-34, low) + ((whole - sum) + high));
}
__GC_INLINE double log1p(double x) {
  __GC_EXACT
  double result = __gc_log1p_of(x, 0.0), outside = x == -1.0 ? -__builtin_inf() : __builtin_nan("");
  result = x < __builtin_inf() ? result : x;
  result = x <= -1.0 ? outside : result;
  return x == 0.0 ? x : result;
}
__GC_INLINE double asinh(double x) {
  __GC_EXACT
  double a = __builtin_fabs(x), square = a * a;
  bool large = a > 0x1p100;
  double t = a + square / (1.0 + __builtin_sqrt(1.0 + square));
  double result = __gc_log1p_of(large ? a : t, large ? 1.0 : 0.0);
  return __builtin_copysign(a < __builtin_inf() ? result : a, x);
}
__GC_INLINE double acosh(double x) {
  __GC_EXACT
  bool large = x > 0x1p100;
  double t = x - 1.0, result = __gc_log1p_of(large ? x : t + __builtin_sqrt(t * (t + 2.0)), large ? 1.0 : 0.0);
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
