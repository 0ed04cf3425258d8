// SPDX-License-Identifier: Apache-2.0
//
// The gamma function and its logarithm, by Stirling's formula: log(Gamma(z)) = (z - 1/2) log(z) - z + log(2 pi)/2 + w q
// for w = 1/z, where q is a polynomial of w^2. Arguments below 5/2 are raised by steps of Gamma(x + 1) = x Gamma(x).
// Negative arguments are rare, and branches.

#pragma once
#pragma clang system_header

extern "C" __host__ __device__ double __gc_libm_lgamma(double) __asm__("lgamma");
extern "C" __host__ __device__ float __gc_libm_lgammaf(float) __asm__("lgammaf");

#define __GC_HALF_LOG_2PI 0x1.d67f1c864beb5p-1

// Minimax for z >= 5/2, with an error of 2^-32.8.
__GC_INLINE double __gc_stirling_grade(double w) {
  __GC_EXACT
  double u = w * w;
  return __GC_POLY5(__builtin_fma, u, 0x1.bf213b43a48f6p-12, -0x1.1fd1add91bad0p-11, 0x1.9edef8902536dp-11,
                    -0x1.6c154d8e6f3fap-9, 0x1.5555554c7d2a3p-4) * w;
}
// Gamma(a), float grade, for a in (0, 60].
__GC_INLINE double __gc_gamma_grade(double a) {
  __GC_EXACT
  bool raised = a < 2.5;
  double product = a * (a + 1.0) * (a + 2.0), z = a + 3.0;
  product = raised ? product : 1.0;
  z = raised ? z : a;
  double inverse = 1.0 / (z * product), w = inverse * product;
  double exponent = __builtin_fma(z - 0.5, __gc_log_grade(z) - 1.0, __GC_HALF_LOG_2PI - 0.5) + __gc_stirling_grade(w);
  return __gc_exp_grade(exponent) * (inverse * z);
}
// sin(pi a) for a >= 0.
__GC_INLINE double __gc_sinpi_parts(double a) {
  __GC_EXACT
  double whole = __builtin_rint(a), f = a - whole, size = __builtin_fabs(f), half = whole * 0.5;
  bool far = size > 0.25;
  double rest = 0.5 - size, t = far ? rest : size, r = t * __GC_PI;
  double low = __builtin_fma(t, __GC_PI_LOW, __builtin_fma(t, __GC_PI, -r));
  double value = far ? __gc_cos_of(r, low) : __gc_sin_of(r, low), negated = -value;
  return (f < 0.0) != (__builtin_rint(half) != half) ? negated : value;
}
// Gamma(-a) = -pi / (a sin(pi a) Gamma(a)); a NaN for whole a.
__GC_INLINE float __gc_gamma_rare(float x) {
  __GC_EXACT
  double a = __builtin_fabs(static_cast<double>(x)), sine = __gc_sinpi_parts(a);
  float result = static_cast<float>(-__GC_PI / (a * sine * __gc_gamma_grade(a > 60.0 ? 60.0 : a)));
  result = (sine == 0.0) | !(a < __builtin_inf()) ? __builtin_nanf("") : result;
  return x == 0.0f ? 1.0f / x : result;
}
__GC_INLINE float tgammaf(float x) {
  __GC_EXACT
  float result = static_cast<float>(__gc_gamma_grade(static_cast<double>(x > 60.0f ? 60.0f : x)));
  if (__builtin_expect(!(x > 0.0f), 0)) result = __gc_gamma_rare(x);
  return result;
}

// log(Gamma(x)) = v b(v) - log(p) for x < 5/2, where 2 + v is x raised to [3/2, 5/2) and p the factors that this takes.
// The polynomial's relative error is 2^-34.9.
__GC_INLINE float lgammaf(float x) {
  __GC_EXACT
  double a = static_cast<double>(x), below = a - 1.0, beside = a - 2.0, both = a * (a + 1.0);
  bool near = a < 2.5, first = a < 0.5, second = a < 1.5;
  double v = second ? below : beside, p = second ? a : 1.0;
  v = first ? a : v;
  p = first ? both : p;
  p = near ? p : a;
  double logarithm = __gc_log_grade(p);
  double b = __GC_POLY11(__builtin_fma, v, -0x1.d79503eefe682p-15, 0x1.e1e3cd7c451c0p-14, -0x1.cab356851b30ap-13,
                         0x1.0924a9e43b763p-11, -0x1.38e00a76f5be3p-10, 0x1.7aebfeb7885d7p-9, -0x1.e403fbb9cc8c9p-8,
                         0x1.51321616b3e02p-6, -0x1.13e00219bdd95p-4, 0x1.4a34cc4e74fe1p-2, 0x1.b0ee60722bfd2p-2);
  double near_value = __builtin_fma(v, b, -logarithm);
  double far_value = __builtin_fma(a - 0.5, logarithm - 1.0, __GC_HALF_LOG_2PI - 0.5) + __gc_stirling_grade(1.0 / a);
  float result = static_cast<float>(near ? near_value : far_value);
  if (__builtin_expect(!(x > 0.0f), 0)) result = __gc_libm_lgammaf(x);
  return result;
}

// Minimax for z >= 5/2, with an error of 2^-58.6.
__GC_INLINE double __gc_stirling(double w) {
  __GC_EXACT
  double u = w * w;
  double u2 = u * u;
  double p0 = __GC_POLY7(__builtin_fma, u2, 0x1.52e284a20caa5p+3, 0x1.1d8a4ec1719cep+1, 0x1.0a1081329476fp-3,
                          0x1.9e08fd1cabba9p-8, 0x1.b94c02d035709p-11, 0x1.a01a018837b64p-11, 0x1.5555555555555p-4);
  double p1 = __GC_POLY7(__builtin_fma, u2, -0x1.10cdd050b6af9p+3, -0x1.8816fa5781f33p+2, -0x1.2f68dfd908015p-1,
                         -0x1.bb9f4385277d4p-6, -0x1.f605ac303f80ep-10, -0x1.381370eaa0580p-11, -0x1.6c16c16c1349cp-9);
  return w * __builtin_fma(u, p1, p0);
}
// Gamma(a) = e^(result + *low) *over sqrt(2 pi) for a in [2^-1000, 185].
__GC_INLINE double __gc_gamma_of(double a, double* low, double* product, double* over) {
  __GC_EXACT
  bool raised = a < 2.5;
  double three = a + 3.0, factors = __builtin_fma(a, a, a + a) * (a + 1.0), lost = a - (three - 3.0);
  *product = raised ? factors : 1.0;
  double z = raised ? three : a, inverse = 1.0 / (z * *product), w = inverse * *product;
  *over = inverse * z;
  lost = raised ? lost : 0.0;
  double log_low, logarithm = __gc_log_long(z, 0.0, &log_low), by = z - 0.5;
  double most = by * logarithm, rest = __builtin_fma(by, log_low, __builtin_fma(by, logarithm, -most));
  double sum = most - z, taken = sum - most;
  rest = rest + ((most - (sum - taken)) - (z + taken));
  *low = rest + __builtin_fma(lost, __builtin_fma(w, -0.5, logarithm), __gc_stirling(w));
  return sum;
}
#define __GC_ROOT_2PI 0x1.40d931ff62706p+1
__GC_INLINE double __gc_gamma_rare(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), a = size > 185.0 ? 185.0 : size, sine = __gc_sinpi_parts(size);
  double low, product, over, most = -__gc_gamma_of(a, &low, &product, &over);
  double k = __builtin_fma(most, __GC_LOG2E, __GC_ROUND_D) - __GC_ROUND_D;
  double part = __gc_expm1_near(__builtin_fma(k, -__GC_LN2, most), __builtin_fma(k, -0x1.abc9e3b39803fp-56, -low));
  double scale = -0x1.40d931ff62706p+0 * (product / a) / sine;  // sqrt(pi / 2) is that
  double result = __gc_times_power(__builtin_fma(scale, part, scale), k);
  result = (sine == 0.0) | !(size < __builtin_inf()) ? __builtin_nan("") : result;
  result = x > 1.0 ? __builtin_inf() : result;
  return size < 0x1p-1000 ? 1.0 / x : result;
}
__GC_INLINE double tgamma(double x) {
  __GC_EXACT
  double low, product, over, most = __gc_gamma_of(x, &low, &product, &over);
  double result = __gc_exp_usual(most, low) * (__GC_ROOT_2PI * over);
  if (__builtin_expect(!((x > 0x1p-1000) & (x < 171.625)), 0)) result = __gc_gamma_rare(x);
  return result;
}

__GC_INLINE double lgamma(double x) {
  __GC_EXACT
  double below = x - 1.0, beside = x - 2.0, both = x * (x + 1.0);
  bool near = x < 2.5, first = x < 0.5, second = x < 1.5;
  double v = second ? below : beside, p = second ? x : 1.0;
  v = first ? x : v;
  p = first ? both : p;
  p = near ? p : x;
  double k, low, high = __gc_log_of(p, 0.0, &k, &low), whole = k * 0x1.62e42fefp-1, logarithm = whole + high;
  low = __builtin_fma(k, 0x1.473de6af278edp-34, low) + ((whole - logarithm) + high);
  double v2 = v * v;  // b's relative error is 2^-56.4
  double odd = __GC_POLY9(__builtin_fma, v2, 0x1.3fb1dd84a7aa8p-22, 0x1.e31bfcb0f44d0p-21, 0x1.26d877aad3376p-18,
                          0x1.57fe06d121245p-16, 0x1.a12827c5769d4p-14, 0x1.0b36ae80e0734p-11, 0x1.7add6eb02461bp-9,
                          0x1.51322ac7d6f7bp-6, 0x1.4a34cc4a60fa8p-2);
  double even = __GC_POLY8(__builtin_fma, v2, -0x1.37b89bd02bad0p-21, -0x1.090e0bb60709ep-19, -0x1.3d4b2608b21e9p-17,
                           -0x1.78d9101b0109fp-15, -0x1.d3fd69defffdfp-13, -0x1.38ac5bfe4d193p-10, -0x1.e404fc21d62e5p-8,
                           -0x1.13e001a55755ep-4);
  double more = __builtin_fma(v, odd, v2 * even), near_value = __builtin_fma(v, 0x1.b0ee6072093cep-2, -logarithm);
  near_value = __builtin_fma(v, more, near_value) - low;
  double by = x - 0.5, most = by * logarithm, rest = __builtin_fma(by, low, __builtin_fma(by, logarithm, -most));
  double sum = most - x, taken = sum - most;
  rest = rest + ((most - (sum - taken)) - (x + taken));
  double all = sum + __GC_HALF_LOG_2PI, added = all - sum;
  rest = rest + ((sum - (all - added)) + (__GC_HALF_LOG_2PI - added)) + (__gc_stirling(1.0 / x) - 0x1.65b5a1b7ff5dfp-55);
  double far_value = all + rest, result = near ? near_value : far_value;
  if (__builtin_expect(!((x > 0x1p-1000) & (x < 0x1p1000)), 0)) result = __gc_libm_lgamma(x);
  return result;
}
