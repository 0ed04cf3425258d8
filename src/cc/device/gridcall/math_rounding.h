// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic and conversions whose names specify their rounding. The processor rounds to nearest; the sign of the rounding
// error decides whether a directed result is the rounded one or its neighbour. Each function is straight-line arithmetic and
// selects. The error is computed exactly, or scaled so that its sign is right; see each function. No option for faster
// arithmetic applies to these functions.

#pragma once
#pragma clang system_header

#define __GC_AS_WRITTEN _Pragma("clang fp contract(off) reassociate(off) reciprocal(off)")

#define __GC_ROUND_NEAREST 0
#define __GC_ROUND_ZERO 1
#define __GC_ROUND_UP 2
#define __GC_ROUND_DOWN 3

template <typename T> struct __gc_bits_type { typedef int type; };
template <> struct __gc_bits_type<double> { typedef long long type; };

// Returns the step of the bits from the nearest number of a format to the directed one. A step of 1 leads away from zero, also
// from the largest number to infinity. `lost` has the sign of the exact result minus the nearest.
template <typename T> __GC_INLINE int __gc_step(bool negative, T lost, int mode) {
  int outwards = (negative ? lost < 0 : lost > 0) ? 1 : 0, inwards = (negative ? lost > 0 : lost < 0) ? 1 : 0;
  if (mode == __GC_ROUND_UP) return negative ? -inwards : outwards;
  if (mode == __GC_ROUND_DOWN) return negative ? outwards : -inwards;
  return -inwards;
}
// `rounded` is the number nearest to an exact result; `lost` has the sign of the exact result minus `rounded`. `finite`
// means that the operands are finite, so that an infinite result is an overflow.
template <typename T> __GC_INLINE T __gc_directed(T rounded, T lost, int mode, bool finite) {
  typedef typename __gc_bits_type<T>::type bits;
  const T infinity = static_cast<T>(__builtin_inf());
  bool infinite = rounded == infinity || rounded == -infinity;
  lost = infinite ? (finite ? -rounded : 0) : lost;
  bits word = __builtin_bit_cast(bits, rounded);
  bits step = __gc_step(word < 0, lost, mode);
  return __builtin_bit_cast(T, static_cast<bits>(word + (rounded == rounded ? step : 0)));
}
// An exact sum of zero is -0 when rounding down, except for two positive zeros.
template <typename T> __GC_INLINE T __gc_directed_sum(T rounded, T lost, bool any_negative, int mode, bool finite) {
  T result = __gc_directed(rounded, lost, mode, finite);
  bool vanishes = rounded == 0 && lost == 0;
  return mode == __GC_ROUND_DOWN && vanishes && any_negative ? -static_cast<T>(0) : result;
}
template <typename T> __GC_INLINE bool __gc_negative(T x) {
  return __builtin_bit_cast(typename __gc_bits_type<T>::type, x) < 0;
}

__GC_INLINE float __gc_size(float x) { return __builtin_fabsf(x); }
__GC_INLINE double __gc_size(double x) { return __builtin_fabs(x); }
// Returns a + b minus r, its nearest number, exactly (Dekker). Infinite or NaN if r is.
template <typename T> __GC_INLINE T __gc_lost_in_sum(T a, T b, T r) {
  __GC_AS_WRITTEN
  bool ordered = __gc_size(a) >= __gc_size(b);
  T larger = ordered ? a : b, smaller = ordered ? b : a;
  return smaller - (r - larger);
}

template <typename T> __GC_INLINE T __gc_add(T a, T b, int mode) {
  __GC_AS_WRITTEN
  T r = a + b;
  if (mode == __GC_ROUND_NEAREST) return r;
  return __gc_directed_sum(r, __gc_lost_in_sum(a, b, r), __gc_negative(a) || __gc_negative(b), mode,
                           __builtin_isfinite(a) && __builtin_isfinite(b));
}

// Returns a float of the double's sign, because some of these differences would vanish as a float.
__GC_INLINE float __gc_sign_of(double x) { return x > 0 ? 1.0f : (x < 0 ? -1.0f : 0.0f); }

__GC_INLINE float __gc_mul(float a, float b, int mode) {
  __GC_AS_WRITTEN
  float r = a * b;
  if (mode == __GC_ROUND_NEAREST) return r;
  double lost = static_cast<double>(a) * static_cast<double>(b) - static_cast<double>(r);  // exact
  return __gc_directed(r, __gc_sign_of(lost), mode, __builtin_isfinite(a) && __builtin_isfinite(b));
}
__GC_INLINE double __gc_mul(double a, double b, int mode) {
  __GC_AS_WRITTEN
  double r = a * b;
  if (mode == __GC_ROUND_NEAREST) return r;
  // The rounding error of a small product may be below the smallest number.
  double scale = __builtin_fabs(r) < 0x1p-960 ? 0x1p540 : 1.0;
  double lost = __builtin_fma(a * scale, b * scale, -(r * scale * scale));
  return __gc_directed(r, lost, mode, __builtin_isfinite(a) && __builtin_isfinite(b));
}

__GC_INLINE float __gc_div(float a, float b, int mode) {
  __GC_AS_WRITTEN
  float r = a / b;
  if (mode == __GC_ROUND_NEAREST) return r;
  double rest = __builtin_fma(-static_cast<double>(r), static_cast<double>(b), static_cast<double>(a));
  return __gc_directed(r, __gc_sign_of(__gc_negative(b) ? -rest : rest), mode,
                       __builtin_isfinite(a) && __builtin_isfinite(b) && b != 0);
}
__GC_INLINE double __gc_div(double a, double b, int mode) {
  __GC_AS_WRITTEN
  double r = a / b;
  if (mode == __GC_ROUND_NEAREST) return r;
  // The remainder of a small dividend may be below the smallest number. The quotient is scaled: divisors may be large.
  double scale = __builtin_fabs(a) < 0x1p-900 ? 0x1p200 : 1.0;
  double rest = __builtin_fma(-(r * scale), b, a * scale);
  return __gc_directed(r, __gc_negative(b) ? -rest : rest, mode,
                       __builtin_isfinite(a) && __builtin_isfinite(b) && b != 0);
}

__GC_INLINE float __gc_sqrt(float a, int mode) {
  __GC_AS_WRITTEN
  float r = __builtin_sqrtf(a);
  if (mode == __GC_ROUND_NEAREST) return r;
  double rest = __builtin_fma(-static_cast<double>(r), static_cast<double>(r), static_cast<double>(a));
  return __gc_directed(r, __gc_sign_of(rest), mode, false);
}
__GC_INLINE double __gc_sqrt(double a, int mode) {
  __GC_AS_WRITTEN
  double r = __builtin_sqrt(a);
  if (mode == __GC_ROUND_NEAREST) return r;
  bool small = a < 0x1p-900;
  double root = small ? r * 0x1p100 : r;
  return __gc_directed(r, __builtin_fma(-root, root, small ? a * 0x1p200 : a), mode, false);
}

__GC_INLINE float __gc_fma(float a, float b, float c, int mode) {
  __GC_AS_WRITTEN
  float r = __builtin_fmaf(a, b, c);
  if (mode == __GC_ROUND_NEAREST) return r;
  double product = static_cast<double>(a) * static_cast<double>(b), term = static_cast<double>(c);  // exact
  double sum = product + term, rest = __gc_lost_in_sum(product, term, sum);
  double lost = (sum - static_cast<double>(r)) + rest;
  return __gc_directed_sum(r, __gc_sign_of(lost), __gc_negative(a) != __gc_negative(b) || __gc_negative(c), mode,
                           __builtin_isfinite(a) && __builtin_isfinite(b) && __builtin_isfinite(c));
}

// x = fraction 2^exponent with the fraction in [1, 2); zero has an exponent below that of any other number.
__GC_INLINE double __gc_fraction(double x, long long* exponent) {
  __GC_AS_WRITTEN
  bool denormal = __builtin_fabs(x) < 0x1p-1022;
  long long word = __builtin_bit_cast(long long, denormal ? x * 0x1p54 : x);
  long long biased = (word >> 52) & 0x7ff;
  *exponent = x == 0 ? -10000 : biased - 1023 - (denormal ? 54 : 0);
  word = (word & ~0x7ff0000000000000ll) | 0x3ff0000000000000ll;
  return x == 0 ? x : __builtin_bit_cast(double, word);
}
// x 2^exponent, for numbers about 1 and exponents from -1000 to 1000.
__GC_INLINE double __gc_scaled(double x, long long exponent) {
  __GC_AS_WRITTEN
  return x * __builtin_bit_cast(double, static_cast<unsigned long long>(exponent + 1023) << 52);
}

__GC_INLINE double __gc_fma(double a, double b, double c, int mode) {
  __GC_AS_WRITTEN
  double r = __builtin_fma(a, b, c);
  if (mode == __GC_ROUND_NEAREST) return r;
  // All terms are scaled to about 1. If the product or c is below every digit of the other, only its sign matters, which a
  // scale of 2^-250 keeps.
  long long of_a, of_b, of_c, of_r;
  double x = __gc_fraction(a, &of_a), y = __gc_fraction(b, &of_b), z = __gc_fraction(c, &of_c), near = __gc_fraction(r, &of_r);
  long long of_product = of_a + of_b, top = of_product > of_c ? of_product : of_c;
  long long lower = of_product - top, lower_c = of_c - top, lower_r = of_r - top;
  y = __gc_scaled(y, lower < -250 ? -250 : lower);
  z = __gc_scaled(z, lower_c < -250 ? -250 : lower_c);
  near = __gc_scaled(near, lower_r < -900 ? -900 : (lower_r > 900 ? 900 : lower_r));
  // The error of a fused operation (Boldo and Muller) is a sum of exact terms, added from the largest.
  double product = x * y, product_rest = __builtin_fma(x, y, -product);
  double low = z + product_rest, low_rest = __gc_lost_in_sum(z, product_rest, low);
  double high = product + low, high_rest = __gc_lost_in_sum(product, low, high);
  double lost = ((high - near) + high_rest) + low_rest;
  return __gc_directed_sum(r, lost, __gc_negative(a) != __gc_negative(b) || __gc_negative(c), mode,
                           __builtin_isfinite(a) && __builtin_isfinite(b) && __builtin_isfinite(c));
}

#define __GC_ROUNDED(suffix, mode)                                                                             \
  __GC_INLINE float __fadd_##suffix(float a, float b) { return __gc_add(a, b, mode); }                         \
  __GC_INLINE float __fsub_##suffix(float a, float b) { return __gc_add(a, -b, mode); }                        \
  __GC_INLINE float __fmul_##suffix(float a, float b) { return __gc_mul(a, b, mode); }                         \
  __GC_INLINE float __fdiv_##suffix(float a, float b) { return __gc_div(a, b, mode); }                         \
  __GC_INLINE float __frcp_##suffix(float a) { return __gc_div(1.0f, a, mode); }                               \
  __GC_INLINE float __fsqrt_##suffix(float a) { return __gc_sqrt(a, mode); }                                   \
  __GC_INLINE float __fmaf_##suffix(float a, float b, float c) { return __gc_fma(a, b, c, mode); }             \
  __GC_INLINE double __dadd_##suffix(double a, double b) { return __gc_add(a, b, mode); }                      \
  __GC_INLINE double __dsub_##suffix(double a, double b) { return __gc_add(a, -b, mode); }                     \
  __GC_INLINE double __dmul_##suffix(double a, double b) { return __gc_mul(a, b, mode); }                      \
  __GC_INLINE double __ddiv_##suffix(double a, double b) { return __gc_div(a, b, mode); }                      \
  __GC_INLINE double __drcp_##suffix(double a) { return __gc_div(1.0, a, mode); }                              \
  __GC_INLINE double __dsqrt_##suffix(double a) { return __gc_sqrt(a, mode); }                                 \
  __GC_INLINE double __fma_##suffix(double a, double b, double c) { return __gc_fma(a, b, c, mode); }
__GC_ROUNDED(rn, __GC_ROUND_NEAREST)
__GC_ROUNDED(rz, __GC_ROUND_ZERO)
__GC_ROUNDED(ru, __GC_ROUND_UP)
__GC_ROUNDED(rd, __GC_ROUND_DOWN)
#undef __GC_ROUNDED
// -ftz=true does not apply to these functions.
#pragma clang attribute push(__attribute__((annotate("gridcall-not-flushed"))), apply_to = function)
__GC_INLINE float __fmaf_ieee_rn(float a, float b, float c) { return __gc_fma(a, b, c, __GC_ROUND_NEAREST); }
__GC_INLINE float __fmaf_ieee_rz(float a, float b, float c) { return __gc_fma(a, b, c, __GC_ROUND_ZERO); }
__GC_INLINE float __fmaf_ieee_ru(float a, float b, float c) { return __gc_fma(a, b, c, __GC_ROUND_UP); }
__GC_INLINE float __fmaf_ieee_rd(float a, float b, float c) { return __gc_fma(a, b, c, __GC_ROUND_DOWN); }
#pragma clang attribute pop
// No root of a float is so near the middle of two floats that the rounding errors of the double operations matter.
__GC_INLINE float __frsqrt_rn(float a) {
  __GC_AS_WRITTEN
  return static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(a)));
}

// ---- Conversions to integers: an out-of-range number becomes the nearest integer of the type ----
//
// prepare-module sets the results for NaN (PTX ISA, "cvt"), here and in a C++ conversion.

#define __GC_TO_INTEGER(from, T, suffix, result_name, result)                                               \
  __GC_INLINE result __##from##2##result_name##_rn(T x) { return static_cast<result>(__builtin_rint##suffix(x)); }  \
  __GC_INLINE result __##from##2##result_name##_rz(T x) { return static_cast<result>(x); }                          \
  __GC_INLINE result __##from##2##result_name##_ru(T x) { return static_cast<result>(__builtin_ceil##suffix(x)); }  \
  __GC_INLINE result __##from##2##result_name##_rd(T x) { return static_cast<result>(__builtin_floor##suffix(x)); }
__GC_TO_INTEGER(float, float, f, int, int)
__GC_TO_INTEGER(float, float, f, uint, unsigned int)
__GC_TO_INTEGER(float, float, f, ll, long long)
__GC_TO_INTEGER(float, float, f, ull, unsigned long long)
__GC_TO_INTEGER(double, double, , int, int)
__GC_TO_INTEGER(double, double, , uint, unsigned int)
__GC_TO_INTEGER(double, double, , ll, long long)
__GC_TO_INTEGER(double, double, , ull, unsigned long long)
#undef __GC_TO_INTEGER

extern "C" {
__GC_NAMED long long llrint(double x) { return __double2ll_rn(x); }
__GC_NAMED long long llrintf(float x) { return __float2ll_rn(x); }
__GC_NAMED long lrint(double x) { return static_cast<long>(__double2ll_rn(x)); }
__GC_NAMED long lrintf(float x) { return static_cast<long>(__float2ll_rn(x)); }
__GC_NAMED long long llround(double x) { return static_cast<long long>(__builtin_round(x)); }
__GC_NAMED long long llroundf(float x) { return static_cast<long long>(__builtin_roundf(x)); }
__GC_NAMED long lround(double x) { return static_cast<long>(__builtin_round(x)); }
__GC_NAMED long lroundf(float x) { return static_cast<long>(__builtin_roundf(x)); }
}
__GC_NAMED long long llrint(float x) { return llrintf(x); }
__GC_NAMED long lrint(float x) { return lrintf(x); }
__GC_NAMED long long llround(float x) { return llroundf(x); }
__GC_NAMED long lround(float x) { return lroundf(x); }

// ---- Conversions to floating-point numbers ----

__GC_INLINE double __int2double_rn(int x) { return static_cast<double>(x); }
__GC_INLINE double __uint2double_rn(unsigned int x) { return static_cast<double>(x); }

__GC_INLINE float __gc_narrow(double x, int mode) {
  __GC_AS_WRITTEN
  float r = static_cast<float>(x);
  if (mode == __GC_ROUND_NEAREST) return r;
  return __gc_directed(r, __gc_sign_of(x - static_cast<double>(r)), mode, __builtin_isfinite(x));
}

// A 64-bit integer is the exact sum of two doubles.
struct __gc_parts {
  double high, low;
};
__GC_INLINE __gc_parts __gc_parts_of(long long x) {
  __GC_AS_WRITTEN
  return {static_cast<double>(static_cast<int>(x >> 32)) * 0x1p32, static_cast<double>(static_cast<unsigned int>(x))};
}
__GC_INLINE __gc_parts __gc_parts_of(unsigned long long x) {
  __GC_AS_WRITTEN
  return {static_cast<double>(static_cast<unsigned int>(x >> 32)) * 0x1p32, static_cast<double>(static_cast<unsigned int>(x))};
}
template <typename Whole> __GC_INLINE double __gc_double_from(Whole x, int mode) {
  __GC_AS_WRITTEN
  if (mode == __GC_ROUND_NEAREST) return static_cast<double>(x);
  __gc_parts parts = __gc_parts_of(x);
  double r = parts.high + parts.low;
  return __gc_directed(r, __gc_lost_in_sum(parts.high, parts.low, r), mode, true);
}
template <typename Whole> __GC_INLINE float __gc_float_from(Whole x, int mode) {
  __GC_AS_WRITTEN
  float r = static_cast<float>(x);
  if (mode == __GC_ROUND_NEAREST) return r;
  __gc_parts parts = __gc_parts_of(x);
  double sum = parts.high + parts.low, lost = (sum - static_cast<double>(r)) + __gc_lost_in_sum(parts.high, parts.low, sum);
  return __gc_directed(r, __gc_sign_of(lost), mode, true);
}

#define __GC_FROM(suffix, mode)                                                                                        \
  __GC_INLINE float __double2float_##suffix(double x) { return __gc_narrow(x, mode); }                                 \
  __GC_INLINE float __int2float_##suffix(int x) { return __gc_narrow(static_cast<double>(x), mode); }                  \
  __GC_INLINE float __uint2float_##suffix(unsigned int x) { return __gc_narrow(static_cast<double>(x), mode); }        \
  __GC_INLINE float __ll2float_##suffix(long long x) { return __gc_float_from(x, mode); }                              \
  __GC_INLINE float __ull2float_##suffix(unsigned long long x) { return __gc_float_from(x, mode); }                    \
  __GC_INLINE double __ll2double_##suffix(long long x) { return __gc_double_from(x, mode); }                           \
  __GC_INLINE double __ull2double_##suffix(unsigned long long x) { return __gc_double_from(x, mode); }
__GC_FROM(rn, __GC_ROUND_NEAREST)
__GC_FROM(rz, __GC_ROUND_ZERO)
__GC_FROM(ru, __GC_ROUND_UP)
__GC_FROM(rd, __GC_ROUND_DOWN)
#undef __GC_FROM

// Converts to an integer or bool. Those of 8 and 16 bits saturate, which a cast on the device does not.
template <typename T> __GC_INLINE T __gc_saturated(float x) {
  if (sizeof(T) >= 4 || static_cast<T>(2) == static_cast<T>(1)) return static_cast<T>(x);
  const bool is_signed = static_cast<T>(-1) < static_cast<T>(0);
  const float most = static_cast<float>((1u << ((8 * sizeof(T) - is_signed) & 31)) - 1), least = is_signed ? -most - 1 : 0;
  return static_cast<T>(x > most ? most : x < least ? least : x == x ? x : 0.0f);
}

// ---- Rounding to odd: a second rounding to fewer digits, in any direction, is then correct ----

__GC_INLINE float __gc_float_odd(float towards_zero, bool exact) {
  return __builtin_bit_cast(float, __builtin_bit_cast(int, towards_zero) | (exact ? 0 : 1));
}
__GC_INLINE float __gc_odd(double x) {
  float r = __gc_narrow(x, __GC_ROUND_ZERO);
  return __gc_float_odd(r, static_cast<double>(r) == x || x != x);
}
__GC_INLINE float __gc_odd(float x) { return x; }
__GC_INLINE float __gc_odd(short x) { return static_cast<float>(x); }
__GC_INLINE float __gc_odd(unsigned short x) { return static_cast<float>(x); }
__GC_INLINE float __gc_odd(int x) { return __gc_odd(static_cast<double>(x)); }
__GC_INLINE float __gc_odd(unsigned int x) { return __gc_odd(static_cast<double>(x)); }
// Returns the sum of two floats or doubles, which must be finite.
__GC_INLINE float __gc_odd_sum(float a, float b) {
  __GC_AS_WRITTEN
  float r = a + b, lost = __gc_lost_in_sum(a, b, r);
  bool infinite = __builtin_isinf(r);
  return __gc_float_odd(__gc_directed(r, lost, __GC_ROUND_ZERO, false), infinite || lost == 0 || r != r);
}
__GC_INLINE float __gc_odd_sum(double a, double b) {
  __GC_AS_WRITTEN
  double r = a + b, lost = __gc_lost_in_sum(a, b, r);
  double odd = __gc_directed(r, lost, __GC_ROUND_ZERO, false);
  bool exact = __builtin_isinf(r) || lost == 0 || r != r;
  return __gc_odd(__builtin_bit_cast(double, __builtin_bit_cast(long long, odd) | (exact ? 0 : 1)));
}
__GC_INLINE float __gc_odd(long long x) {
  __gc_parts parts = __gc_parts_of(x);
  return __gc_odd_sum(parts.high, parts.low);
}
__GC_INLINE float __gc_odd(unsigned long long x) {
  __gc_parts parts = __gc_parts_of(x);
  return __gc_odd_sum(parts.high, parts.low);
}
__GC_INLINE float __gc_odd(long x) { return __gc_odd(static_cast<long long>(x)); }
__GC_INLINE float __gc_odd(unsigned long x) { return __gc_odd(static_cast<unsigned long long>(x)); }
// Returns the product of two floats of 8 digits, which is exact unless it is tiny.
__GC_INLINE float __gc_odd_product(float a, float b) {
  __GC_AS_WRITTEN
  float r = a * b, scale = __gc_size(r) < 0x1p-100f ? 0x1p64f : 1.0f;
  float lost = a * scale * b - r * scale;
  return __gc_float_odd(__gc_directed(r, lost, __GC_ROUND_ZERO, false), !(lost < 0 || lost > 0));
}
