// SPDX-License-Identifier: Apache-2.0
//
// Float exponentials, logarithms, powers, hyperbolic functions and their inverses.

#pragma once
#pragma clang system_header

// Multiplies p by 2^k in two steps, so that a denormal result is rounded once. `rounded` has k in its low
// bits.
__GC_INLINE float __gc_scale(float p, float rounded) {
  __GC_EXACT
  int k = __gc_bits_of(rounded) - __gc_bits_of(__GC_ROUND_F), half = k >> 1;
  return p * __gc_of_bits((half + 127) << 23) * __gc_of_bits((k - half + 127) << 23);
}
// p 2^k, for results that are normal numbers.
__GC_INLINE float __gc_times_power_float(float part, float rounded) {
  __GC_EXACT
  float scale = __gc_of_bits(static_cast<int>(static_cast<unsigned>(__gc_bits_of(rounded)) << 23) + 0x3f800000);
  return __builtin_fmaf(scale, part, scale);
}
__GC_INLINE float __gc_clamped(float x, float least, float most) {
  x = x > most ? most : x;
  return x < least ? least : x;
}
// e^x = 2^k (1 + result), with k in the low bits of *rounded.
__GC_INLINE float __gc_exp_part(float x, float* rounded) {
  __GC_EXACT
  *rounded = __builtin_fmaf(x, 0x1.715476p+0f, __GC_ROUND_F);
  float k = *rounded - __GC_ROUND_F;
  float r = __builtin_fmaf(k, -0x1.7f7d1cp-20f, __builtin_fmaf(k, -0x1.62e400p-1f, x));
  float q = __GC_POLY5(__builtin_fmaf, r, 0x1.6d117cp-10f, 0x1.120be2p-7f, 0x1.555518p-5f, 0x1.5554dcp-3f,
                       0x1.0p-1f);
  return __builtin_fmaf(r * r, q, r);
}
__GC_INLINE float expf(float x) {
  __GC_EXACT
  float rounded, part = __gc_exp_part(x, &rounded), result = __gc_times_power_float(part, rounded);
  if (__builtin_expect(!(__builtin_fabsf(x) < 87.0f), 0)) {
    part = __gc_exp_part(__gc_clamped(x, -104.0f, 89.0f), &rounded);
    result = __gc_scale(1.0f + part, rounded);
  }
  return result;
}
__GC_INLINE float __gc_exp2_part(float x, float* rounded) {
  __GC_EXACT
  *rounded = x + __GC_ROUND_F;
  float r = x - (*rounded - __GC_ROUND_F);
  return r * __GC_POLY6(__builtin_fmaf, r, 0x1.441412p-13f, 0x1.5f0956p-10f, 0x1.3b2a52p-7f, 0x1.c6af6cp-5f,
                        0x1.ebfbe0p-3f, 0x1.62e430p-1f);
}
__GC_INLINE float exp2f(float x) {
  __GC_EXACT
  float rounded, part = __gc_exp2_part(x, &rounded), result = __gc_times_power_float(part, rounded);
  if (__builtin_expect(!(__builtin_fabsf(x) < 126.0f), 0)) {
    part = __gc_exp2_part(__gc_clamped(x, -151.0f, 129.0f), &rounded);
    result = __gc_scale(1.0f + part, rounded);
  }
  return result;
}
// 10^r = 1 + r q for |r| <= log10(2)/2, with an error of 2^-28.9; log10(2) has a short part, whose products are exact.
__GC_INLINE float __gc_exp10_part(float x, float* rounded) {
  __GC_EXACT
  *rounded = __builtin_fmaf(x, 0x1.a934f0p+1f, __GC_ROUND_F);
  float k = *rounded - __GC_ROUND_F, r = __builtin_fmaf(k, -0x1.3509f8p-18f, __builtin_fmaf(k, -0x1.344p-2f, x));
  return r * __GC_POLY6(__builtin_fmaf, r, 0x1.a68c08p-3f, 0x1.158506p-1f, 0x1.2bd9d8p+0f, 0x1.046f68p+1f, 0x1.53524ap+1f,
                        0x1.26bb1cp+1f);
}
__GC_INLINE float exp10f(float x) {
  __GC_EXACT
  float rounded, part = __gc_exp10_part(x, &rounded), result = __gc_times_power_float(part, rounded);
  if (__builtin_expect(!(__builtin_fabsf(x) < 37.5f), 0)) {
    part = __gc_exp10_part(__gc_clamped(x, -46.0f, 39.0f), &rounded);
    result = __gc_scale(1.0f + part, rounded);
  }
  return result;
}
// The remainder is added in two parts, the large one together with 2^k - 1. The sign is that of x, -0 too.
__GC_INLINE float expm1f(float x) {
  __GC_EXACT
  float rounded = __builtin_fmaf(x, 0x1.715476p+0f, __GC_ROUND_F), k = rounded - __GC_ROUND_F;
  float most = __builtin_fmaf(k, -0x1.62e400p-1f, x), low = k * -0x1.7f7d1cp-20f, r = most + low;
  float q = __GC_POLY5(__builtin_fmaf, r, 0x1.6d117cp-10f, 0x1.120be2p-7f, 0x1.555518p-5f, 0x1.5554dcp-3f,
                       0x1.0p-1f);
  float scale = __gc_of_bits(static_cast<int>(static_cast<unsigned>(__gc_bits_of(rounded)) << 23) + 0x3f800000);
  float result = __builtin_fmaf(scale, __builtin_fmaf(r * r, q, low), __builtin_fmaf(scale, most, scale - 1.0f));
  if (__builtin_expect(!(__builtin_fabsf(x) < 87.0f), 0)) {
    result = static_cast<float>(__gc_expm1_grade(static_cast<double>(__gc_clamped(x, -50.0f, 89.0f))));
  }
  return __gc_signed(result, x);
}

// x is not a positive normal number.
__GC_INLINE bool __gc_special(float x) {
  return static_cast<int>(static_cast<unsigned>(__gc_bits_of(x)) + 0x7f800000u) >= static_cast<int>(0xff000000u);
}
// x = 2^(k + less) (1 + result) with the result in [-1/3, 1/3), for normal positive x. *k is 2^23 k, which takes no
// shift.
#define __GC_UNIT_F 0x1p-23f
__GC_INLINE float __gc_split_float(float x, float less, float* k) {
  __GC_EXACT
  int bits = __gc_bits_of(x), exponent = (bits - 0x3f2aaaab) & static_cast<int>(0xff800000);
  *k = static_cast<float>(exponent) - less * 0x1p23f;
  return __gc_of_bits(bits - exponent) - 1.0f;
}
// The polynomial's error is 2^-25.2 of the result; log(2) is a float to 2^-29.
__GC_INLINE float __gc_log_float(float x, float less) {
  __GC_EXACT
  float k, r = __gc_split_float(x, less, &k);
  float q = __GC_POLY8(__builtin_fmaf, r, 0x1.1e5f44p-3f, -0x1.3b47f4p-3f, 0x1.1ed47ep-3f, -0x1.502bfcp-3f,
                       0x1.99d0b4p-3f, -0x1.0014bap-2f, 0x1.555504p-2f, -0x1.ffffd4p-2f);
  return __builtin_fmaf(k, 0x1.62e430p-1f * __GC_UNIT_F, __builtin_fmaf(r * r, q, r));
}
__GC_INLINE float logf(float x) {
  __GC_EXACT
  float result = __gc_log_float(x, 0.0f);
  if (__builtin_expect(__gc_special(x), 0)) result = __gc_log_specials(x, __gc_log_float(x * 0x1p23f, 23.0f));
  return result;
}
// Here 1 + r is in [sqrt(1/2), sqrt(2)), so that k does not cancel the rest. The polynomial's error is 2^-25.
__GC_INLINE float __gc_log2_float(float x, float less) {
  __GC_EXACT
  int bits = __gc_bits_of(x), exponent = (bits - 0x3f3504f3) & static_cast<int>(0xff800000);
  float k = static_cast<float>(exponent) - less * 0x1p23f, r = __gc_of_bits(bits - exponent) - 1.0f;
  float q = __GC_POLY8(__builtin_fmaf, r, 0x1.023df2p-3f, -0x1.a6ca10p-3f, 0x1.b8bbdap-3f, -0x1.e99676p-3f,
                       0x1.26e7c0p-2f, -0x1.715b32p-2f, 0x1.ec72f0p-2f, -0x1.715472p-1f);
  float rest = __builtin_fmaf(r, 0x1.715476p+0f, r * __builtin_fmaf(r, q, 0x1.4ae0c0p-26f));
  return __builtin_fmaf(k, __GC_UNIT_F, rest);
}
__GC_INLINE float log2f(float x) {
  __GC_EXACT
  float result = __gc_log2_float(x, 0.0f);
  if (__builtin_expect(__gc_special(x), 0)) result = __gc_log_specials(x, __gc_log2_float(x * 0x1p23f, 23.0f));
  return result;
}
// The polynomial's share of the error is 2^-25.2 of the result.
__GC_INLINE float __gc_log10_float(float x, float less) {
  __GC_EXACT
  float k, r = __gc_split_float(x, less, &k);
  float q = __GC_POLY8(__builtin_fmaf, r, 0x1.f3148ap-5f, -0x1.11bf8cp-4f, 0x1.f1ec34p-5f, -0x1.240482p-4f,
                       0x1.63f91ap-4f, -0x1.bcdb4ep-4f, 0x1.287a28p-3f, -0x1.bcb78cp-3f);
  float low = __builtin_fmaf(k, -0x1.ec10c0p-27f * __GC_UNIT_F, r * __builtin_fmaf(r, q, -0x1.5b235ep-27f));
  return __builtin_fmaf(k, 0x1.344136p-2f * __GC_UNIT_F, __builtin_fmaf(r, 0x1.bcb7b2p-2f, low));
}
__GC_INLINE float log10f(float x) {
  __GC_EXACT
  float result = __gc_log10_float(x, 0.0f);
  if (__builtin_expect(__gc_special(x), 0)) result = __gc_log_specials(x, __gc_log10_float(x * 0x1p23f, 23.0f));
  return result;
}
// log(1 + x) for -1 < x < 2^100: 1 + x is 2^k (1 + r) with r in [-1/4, 1/2), where r is exact for the k that cancel the
// rest. The polynomial's error is 2^-27.6.
__GC_INLINE float __gc_log1p_float(float x) {
  __GC_EXACT
  float u = 1.0f + x, lost = x - (u - 1.0f);
  int exponent = (__gc_bits_of(u) - 0x3f400000) & static_cast<int>(0xff800000);
  float k = static_cast<float>(exponent), down = __gc_of_bits(0x3f800000 - exponent);
  float r = __builtin_fmaf(lost, down, __gc_of_bits(__gc_bits_of(u) - exponent) - 1.0f);
  float q = __GC_POLY8(__builtin_fmaf, r, -0x1.71e33ap-5f, 0x1.acf4b4p-4f, -0x1.0d98f6p-3f, 0x1.28807cp-3f,
                       -0x1.54ed96p-3f, 0x1.99699ep-3f, -0x1.00004ap-2f, 0x1.5555a4p-2f);
  float low = __builtin_fmaf(r * r, __builtin_fmaf(q, r, -0.5f), k * (0x1.7f7d1cp-20f * __GC_UNIT_F));
  return __builtin_fmaf(k, 0x1.62e400p-1f * __GC_UNIT_F, r + low);
}
__GC_INLINE float log1pf(float x) {
  __GC_EXACT
  float result = __gc_log1p_float(x);
  if (__builtin_expect(!((x > -1.0f) & (x < 0x1p100f)), 0)) {
    float large = __gc_log_float(x, 0.0f), outside = x == -1.0f ? -__builtin_inff() : __builtin_nanf("");
    large = x < __builtin_inff() ? large : x;
    result = x <= -1.0f ? outside : large;
  }
  return x == 0.0f ? x : result;
}

// Every case of powf, in double.
__GC_INLINE float __gc_pow_rare(float x, float y) {
  __GC_EXACT
  const float inf = __builtin_inff();
  float size = __builtin_fabsf(x), y_size = __builtin_fabsf(y);
  double logarithm = __gc_log_grade(static_cast<double>(size));
  logarithm = size < inf ? logarithm : static_cast<double>(size);
  logarithm = size == 0.0f ? -__builtin_inf() : logarithm;
  double exponent = static_cast<double>(y) * logarithm;
  exponent = exponent > 200.0 ? 200.0 : exponent;
  exponent = exponent < -200.0 ? -200.0 : exponent;
  float result = static_cast<float>(__gc_exp_grade(exponent));
  float half = y * 0.5f;
  bool whole = __builtin_rintf(y) == y;
  bool odd = whole & (__builtin_rintf(half) != half);
  int sign = odd ? __gc_bits_of(x) & static_cast<int>(0x80000000) : 0;
  result = __gc_of_bits(__gc_bits_of(result) | sign);
  result = (x < 0.0f) & (x > -inf) & !whole ? __builtin_nanf("") : result;
  bool one = (x == 1.0f) | (y == 0.0f) | ((size == 1.0f) & (y_size == inf));
  return one ? 1.0f : result;
}
// log2(x) = t + low, for positive normal x: 2 (s + s^3/3 + ...) / log(2) for m = (1 + s) / (1 - s), where
// s has two parts. Its error of 2^-30 is too much for results beyond 2^63.
__GC_INLINE float __gc_powf(float x, float y) {
  __GC_EXACT
  int bits = __gc_bits_of(x), exponent = (bits - 0x3f3504f3) & static_cast<int>(0xff800000);
  float k = static_cast<float>(exponent >> 23), m = __gc_of_bits(bits - exponent);
  float f = m - 1.0f, d = m + 1.0f, inverse = 1.0f / d, s = f * inverse, z = s * s;
  float s_low = __builtin_fmaf(-s, m - (d - 1.0f), __builtin_fmaf(-s, d, f)) * inverse;
  float p = __GC_POLY4(__builtin_fmaf, z, 0x1.58ae78p-2f, 0x1.a5cee0p-2f, 0x1.2776e2p-1f, 0x1.ec709ep-1f);
  float high = s * 0x1.715476p+1f, low = __builtin_fmaf(s, 0x1.715476p+1f, -high);
  low = __builtin_fmaf(s * z, p, __builtin_fmaf(s_low, 0x1.715476p+1f, __builtin_fmaf(s, 0x1.4ae0c0p-25f, low)));
  float t = k + high;
  low = low + ((k - t) + high);
  float most = y * t, rest = __builtin_fmaf(y, low, __builtin_fmaf(y, t, -most));
  float sum = most + rest, rounded = sum + __GC_ROUND_F, r = (most - (rounded - __GC_ROUND_F)) + rest;
  float q = __GC_POLY6(__builtin_fmaf, r, 0x1.441412p-13f, 0x1.5f0956p-10f, 0x1.3b2a52p-7f, 0x1.c6af6cp-5f,
                       0x1.ebfbe0p-3f, 0x1.62e430p-1f);
  float result = __gc_times_power_float(r * q, rounded);
  if (__builtin_expect(__gc_special(x) | !(__builtin_fabsf(sum) < 63.0f), 0)) result = __gc_pow_rare(x, y);
  return result;
}
// Common exponents that are compile-time constants are here.
__GC_INLINE float powf(float x, float y) {
  __GC_EXACT
  if (__builtin_constant_p(y)) {
    if (y == 2.0f) return x * x;
    if (y == 1.0f) return x;
    if (y == -1.0f) return 1.0f / x;
    if (y == 3.0f)
      return static_cast<float>(static_cast<double>(x) * static_cast<double>(x) * static_cast<double>(x));
    if (y == 0.5f) {
      float root = __builtin_fabsf(__builtin_sqrtf(x));
      return x == -__builtin_inff() ? __builtin_inff() : root;
    }
  }
  return __gc_powf(x, y);
}

// e^a / 2 for a in [0, 88).
__GC_INLINE float __gc_half_exp(float a) {
  __GC_EXACT
  float rounded = __builtin_fmaf(a, 0x1.715476p+0f, __GC_ROUND_F), k = rounded - __GC_ROUND_F;
  float r = __builtin_fmaf(k, -0x1.7f7d1cp-20f, __builtin_fmaf(k, -0x1.62e400p-1f, a));
  float q = __GC_POLY5(__builtin_fmaf, r, 0x1.6d117cp-10f, 0x1.120be2p-7f, 0x1.555518p-5f, 0x1.5554dcp-3f, 0x1.0p-1f);
  float half = __gc_of_bits((__gc_bits_of(rounded) << 23) + 0x3f000000);
  return __builtin_fmaf(half, __builtin_fmaf(r * r, q, r), half);
}
// sinh(k log(2) + r) = (2^(k-1) + 2^(-k-1)) sinh(r) + (2^(k-1) - 2^(-k-1)) cosh(r); the errors of the polynomials are
// 2^-26.2 and 2^-33.2.
__GC_INLINE float sinhf(float x) {
  __GC_EXACT
  float rounded = __builtin_fmaf(x, 0x1.715476p+0f, __GC_ROUND_F), k = rounded - __GC_ROUND_F;
  float r = __builtin_fmaf(k, -0x1.7f7d1cp-20f, __builtin_fmaf(k, -0x1.62e400p-1f, x)), z = r * r;
  int shifted = __gc_bits_of(rounded) << 23;
  float up = __gc_of_bits(0x3f000000 + shifted), down = __gc_of_bits(0x3f000000 - shifted);
  float s = __builtin_fmaf(r * z, __builtin_fmaf(z, 0x1.1227a6p-7f, 0x1.5554b0p-3f), r);
  float c = z * __GC_POLY3(__builtin_fmaf, z, 0x1.6d4f16p-10f, 0x1.5554e6p-5f, 0.5f), less = up - down;
  float size = __builtin_fabsf(x), result = __builtin_fmaf(up + down, s, __builtin_fmaf(less, c, less));
  if (__builtin_expect(!(size < 86.0f), 0)) {
    result = static_cast<float>(0.5 * __gc_exp_grade(static_cast<double>(size > 100.0f ? 100.0f : size)));
  }
  return __builtin_copysignf(result, x);
}
__GC_INLINE float coshf(float x) {
  __GC_EXACT
  float size = __builtin_fabsf(x), half = __gc_half_exp(size), result = half + 0.25f / half;
  if (__builtin_expect(!(size < 88.0f), 0)) {
    result = static_cast<float>(0.5 * __gc_exp_grade(static_cast<double>(size > 100.0f ? 100.0f : size)));
  }
  return result;
}
// The polynomial is for sizes below 0.55; its error is 2^-29.6. Beyond, e^a - 1 has all its digits.
__GC_INLINE float tanhf(float x) {
  __GC_EXACT
  float size = __builtin_fabsf(x), z = size * size, a = size > 10.0f ? 20.0f : size + size;
  float rounded = __builtin_fmaf(a, 0x1.715476p+0f, __GC_ROUND_F), k = rounded - __GC_ROUND_F;
  float r = __builtin_fmaf(k, -0x1.7f7d1cp-20f, __builtin_fmaf(k, -0x1.62e400p-1f, a));
  float q = __GC_POLY5(__builtin_fmaf, r, 0x1.6d117cp-10f, 0x1.120be2p-7f, 0x1.555518p-5f, 0x1.5554dcp-3f, 0x1.0p-1f);
  float scale = __gc_of_bits((__gc_bits_of(rounded) << 23) + 0x3f800000);
  float e = __builtin_fmaf(scale, __builtin_fmaf(r * r, q, r), scale - 1.0f);  // e^a - 1
  float p = __GC_POLY5(__builtin_fmaf, z, -0x1.9dd012p-8f, 0x1.59c250p-6f, -0x1.b93b2ep-5f, 0x1.110db0p-3f, -0x1.55554ep-2f);
  float near = __builtin_fmaf(size * z, p, size), far = e / (e + 2.0f);
  return __builtin_copysignf(size < 0.55f ? near : far, x);
}
__GC_INLINE float asinhf(float x) {
  __GC_EXACT
  float a = __builtin_fabsf(x), square = a * a;
  float result = __gc_log1p_float(a + square / (1.0f + __builtin_sqrtf(1.0f + square)));
  if (__builtin_expect(!(a < 0x1p60f), 0)) result = a < __builtin_inff() ? __gc_log_float(a, -1.0f) : a;
  return __builtin_copysignf(result, x);
}
__GC_INLINE float acoshf(float x) {
  __GC_EXACT
  float t = x - 1.0f, result = __gc_log1p_float(t + __builtin_sqrtf(__builtin_fmaf(t, t, t + t)));
  if (__builtin_expect(!((x >= 1.0f) & (x < 0x1p60f)), 0)) {
    float large = x < __builtin_inff() ? __gc_log_float(x, -1.0f) : x;
    result = x < 1.0f ? __builtin_nanf("") : large;
  }
  return result;
}
__GC_INLINE float atanhf(float x) {
  __GC_EXACT
  float a = __builtin_fabsf(x), result = 0.5f * __gc_log1p_float((a + a) / (1.0f - a));
  result = a < 1.0f ? result : __builtin_nanf("");
  return __builtin_copysignf(a == 1.0f ? __builtin_inff() : result, x);
}
