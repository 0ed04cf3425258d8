// SPDX-License-Identifier: Apache-2.0
//
// The parts that mathematical functions share. They are straight-line arithmetic and selects, so that the code for a
// warp is vector code: no loops, no tables but those that registers hold (passes/host/lower_tables.cpp); rare arguments
// and calls of the C library are in branches. Float functions compute in double where float is not enough: "float
// grade" below means a relative error under 2^-33, which leaves little but the last rounding. Polynomials are
// interpolations at Chebyshev nodes or minimax, highest coefficient first. Only explicit fused operations are fused, so
// that every mode gives the same bits.

#pragma once
#pragma clang system_header

#define __GC_EXACT _Pragma("clang fp contract(off)")

#define __GC_POLY3(F, x, a, b, c) F(F(a, x, b), x, c)
#define __GC_POLY4(F, x, a, b, ...) __GC_POLY3(F, x, F(a, x, b), __VA_ARGS__)
#define __GC_POLY5(F, x, a, b, ...) __GC_POLY4(F, x, F(a, x, b), __VA_ARGS__)
#define __GC_POLY6(F, x, a, b, ...) __GC_POLY5(F, x, F(a, x, b), __VA_ARGS__)
#define __GC_POLY7(F, x, a, b, ...) __GC_POLY6(F, x, F(a, x, b), __VA_ARGS__)
#define __GC_POLY8(F, x, a, b, ...) __GC_POLY7(F, x, F(a, x, b), __VA_ARGS__)
#define __GC_POLY9(F, x, a, b, ...) __GC_POLY8(F, x, F(a, x, b), __VA_ARGS__)
#define __GC_POLY10(F, x, a, b, ...) __GC_POLY9(F, x, F(a, x, b), __VA_ARGS__)
#define __GC_POLY11(F, x, a, b, ...) __GC_POLY10(F, x, F(a, x, b), __VA_ARGS__)
#define __GC_POLY12(F, x, a, b, ...) __GC_POLY11(F, x, F(a, x, b), __VA_ARGS__)
#define __GC_POLY13(F, x, a, b, ...) __GC_POLY12(F, x, F(a, x, b), __VA_ARGS__)
#define __GC_POLY14(F, x, a, b, ...) __GC_POLY13(F, x, F(a, x, b), __VA_ARGS__)

__GC_INLINE int __gc_bits_of(float x) { return __builtin_bit_cast(int, x); }
__GC_INLINE long long __gc_bits_of(double x) { return __builtin_bit_cast(long long, x); }
__GC_INLINE float __gc_of_bits(int x) { return __builtin_bit_cast(float, x); }
__GC_INLINE double __gc_of_bits(long long x) { return __builtin_bit_cast(double, x); }
// v with the sign of x; v has none, or the same.
__GC_INLINE float __gc_signed(float v, float x) {
  return __gc_of_bits(__gc_bits_of(v) | (__gc_bits_of(x) & static_cast<int>(0x80000000)));
}
__GC_INLINE double __gc_signed(double v, double x) {
  return __gc_of_bits(__gc_bits_of(v) | (__gc_bits_of(x) & static_cast<long long>(0x8000000000000000ull)));
}

// Adding one of these to a number leaves its nearest integer in the low bits.
#define __GC_ROUND_F 0x1.8p23f
#define __GC_ROUND_D 0x1.8p52

#define __GC_PI 3.14159265358979323846
#define __GC_PI_2 0x1.921fb54442d18p+0
#define __GC_PI_2_LOW 0x1.1a62633145c07p-54
#define __GC_LN2 0x1.62e42fefa39efp-1
#define __GC_LN2_LOW 0x1.abc9e3b39803fp-56
#define __GC_LOG2E 0x1.71547652b82fep+0
#define __GC_LOG10_2 0x1.34413509f79ffp-2
#define __GC_LOG10_2_LOW 0x1.9dc1da994fd21p-59  // to be subtracted

// 2^k for the k in the low bits of `rounded`.
__GC_INLINE double __gc_power(double rounded) {
  return __gc_of_bits(static_cast<long long>((static_cast<unsigned long long>(__gc_bits_of(rounded)) << 52) +
                                             0x3ff0000000000000ull));
}
// e^x - 1 = scale (1 + part) - 1 for |x| < 700, float grade. Returns `part`, that of the remainder of x.
__GC_INLINE double __gc_exp_parts(double x, double* scale) {
  __GC_EXACT
  double rounded = __builtin_fma(x, __GC_LOG2E, __GC_ROUND_D);
  double r = __builtin_fma(rounded - __GC_ROUND_D, -__GC_LN2, x);
  double q = __GC_POLY7(__builtin_fma, r, 0x1.a113930ccbffbp-16, 0x1.a152099da25bap-13, 0x1.6c1685542fcb2p-10,
                        0x1.1110c5ed7d6c9p-7, 0x1.5555555c910d6p-5, 0x1.555555676c1bbp-3, 0.5);
  *scale = __gc_power(rounded);
  return __builtin_fma(r * r, q, r);
}
__GC_INLINE double __gc_exp_grade(double x) {
  __GC_EXACT
  double scale, part = __gc_exp_parts(x, &scale);
  return __builtin_fma(scale, part, scale);
}
__GC_INLINE double __gc_expm1_grade(double x) {
  __GC_EXACT
  double scale, part = __gc_exp_parts(x, &scale);
  return __builtin_fma(scale, part, scale - 1.0);
}

// x = 2^k m with m in [sqrt(1/2), sqrt(2)), for normal positive x.
__GC_INLINE double __gc_split(double x, double* m) {
  __GC_EXACT
  long long biased = __gc_bits_of(x) - 0x3fe6a09e667f3bcdll + 0x3ff0000000000000ll;
  *m = __gc_of_bits(__gc_bits_of(x) - ((biased & 0x7ff0000000000000ll) - 0x3ff0000000000000ll));
  unsigned long long k = static_cast<unsigned long long>(biased) >> 52;
  return __gc_of_bits(static_cast<long long>(k | 0x4330000000000000ull)) - (0x1p52 + 1023.0);
}
// log(1 + f) + k log(2), float grade, for 1 + f in [sqrt(1/2), sqrt(2)).
__GC_INLINE double __gc_log_parts(double k, double f) {
  __GC_EXACT
  double s = f / (f + 2.0), z = s * s;
  double p = __GC_POLY6(__builtin_fma, z, 0x1.54710175efc81p-4, 0x1.7382687ba1df0p-4, 0x1.c71fcf7dff295p-4,
                        0x1.24924627dc0a4p-3, 0x1.9999999b88f9ep-3, 0x1.55555555553b6p-2);
  s = s + s;
  return __builtin_fma(k, __GC_LN2, __builtin_fma(s * z, p, s));
}
__GC_INLINE double __gc_log_grade(double x) {
  __GC_EXACT
  double m, k = __gc_split(x, &m);
  return __gc_log_parts(k, m - 1.0);
}
// Returns a logarithm's value outside (0, inf), and `result` inside.
template <typename T> __GC_INLINE T __gc_log_specials(T x, T result) {
  __GC_EXACT
  result = x < static_cast<T>(__builtin_inf()) ? result : x;
  T outside = x == 0 ? -static_cast<T>(__builtin_inf()) : static_cast<T>(__builtin_nan(""));
  return x <= 0 ? outside : result;
}
