// SPDX-License-Identifier: Apache-2.0
//
// Float exponentials, logarithms, powers and hyperbolic functions. The inverse hyperbolic ones are the C
// library's.

#pragma once
#pragma clang system_header

// Multiplies p by 2^k in two steps, so that a denormal result is rounded once. `rounded` has k in its low
// bits.
__GC_INLINE float __gc_scale(float p, float rounded) {
  __GC_EXACT
  int k = __gc_bits_of(rounded) - __gc_bits_of(__GC_ROUND_F), half = k >> 1;
  return p * __gc_of_bits((half + 127) << 23) * __gc_of_bits((k - half + 127) << 23);
}
__GC_INLINE float expf(float x) {
  __GC_EXACT
  float a = x > 89.0f ? 89.0f : x;
  a = a < -104.0f ? -104.0f : a;
  float rounded = __builtin_fmaf(a, 0x1.715476p+0f, __GC_ROUND_F), k = rounded - __GC_ROUND_F;
  float r = __builtin_fmaf(k, -0x1.62e400p-1f, a);
  r = __builtin_fmaf(k, -0x1.7f7d1cp-20f, r);
  float q = __GC_POLY5(__builtin_fmaf, r, 0x1.6d117cp-10f, 0x1.120be2p-7f, 0x1.555518p-5f, 0x1.5554dcp-3f,
                       0x1.0p-1f);
  return __gc_scale(__builtin_fmaf(r * r, q, r) + 1.0f, rounded);
}
__GC_INLINE float exp2f(float x) {
  __GC_EXACT
  float a = x > 129.0f ? 129.0f : x;
  a = a < -151.0f ? -151.0f : a;
  float rounded = a + __GC_ROUND_F, r = a - (rounded - __GC_ROUND_F);
  float q = __GC_POLY6(__builtin_fmaf, r, 0x1.441412p-13f, 0x1.5f0956p-10f, 0x1.3b2a52p-7f, 0x1.c6af6cp-5f,
                       0x1.ebfbe0p-3f, 0x1.62e430p-1f);
  return __gc_scale(__builtin_fmaf(r, q, 1.0f), rounded);
}
__GC_INLINE float exp10f(float x) {
  __GC_EXACT
  float a = x > 39.0f ? 39.0f : x;
  a = a < -46.0f ? -46.0f : a;
  return static_cast<float>(__gc_exp_grade(static_cast<double>(a) * 2.30258509299404568402));
}
__GC_INLINE float expm1f(float x) {
  __GC_EXACT
  float a = x > 89.0f ? 89.0f : x;
  a = a < -50.0f ? -50.0f : a;
  float result = static_cast<float>(__gc_expm1_grade(static_cast<double>(a)));
  return x == 0.0f ? x : result;
}

__GC_INLINE float logf(float x) {
  __GC_EXACT
  bool tiny = x < 0x1p-126f;
  float scaled = x * 0x1p23f;
  int bits = __gc_bits_of(tiny ? scaled : x);
  int exponent = (bits - 0x3f2aaaab) & static_cast<int>(0xff800000);
  float k = static_cast<float>((exponent >> 23) - (tiny ? 23 : 0));
  float r = __gc_of_bits(bits - exponent) - 1.0f;  // in [-1/3, 1/3)
  float q = __GC_POLY8(__builtin_fmaf, r, -0x1.f0a9eep-4f, 0x1.12f598p-3f, -0x1.f9b330p-4f, 0x1.21249ap-3f,
                       -0x1.55678cp-3f, 0x1.99ad6cp-3f, -0x1.fffff0p-3f, 0x1.55554cp-2f);
  float result = __builtin_fmaf(r * r, __builtin_fmaf(q, r, -0.5f), r);
  result = __builtin_fmaf(k, 0x1.62e400p-1f, __builtin_fmaf(k, 0x1.7f7d1cp-20f, result));
  return __gc_log_specials(x, result);
}
__GC_INLINE float log2f(float x) {
  __GC_EXACT
  return __gc_log_specials(x, static_cast<float>(__gc_log_grade(static_cast<double>(x)) * __GC_LOG2E));
}
__GC_INLINE float log10f(float x) {
  __GC_EXACT
  return __gc_log_specials(
      x, static_cast<float>(__gc_log_grade(static_cast<double>(x)) * 0.43429448190325182765));
}
__GC_INLINE float log1pf(float x) {
  __GC_EXACT
  float result = static_cast<float>(__gc_log1p_grade(static_cast<double>(x)));
  result = x < __builtin_inff() ? result : x;
  float outside = x == -1.0f ? -__builtin_inff() : __builtin_nanf("");
  result = x <= -1.0f ? outside : result;
  return x == 0.0f ? x : result;
}

// The general case. Common exponents that are compile-time constants are below.
__GC_INLINE float __gc_powf(float x, float y) {
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

__GC_INLINE float sinhf(float x) {
  __GC_EXACT
  float size = __builtin_fabsf(x);
  double e = __gc_expm1_grade(static_cast<double>(size > 100.0f ? 100.0f : size));
  return __builtin_copysignf(static_cast<float>(0.5 * (e + e / (e + 1.0))), x);
}
__GC_INLINE float coshf(float x) {
  __GC_EXACT
  float size = __builtin_fabsf(x);
  double e = __gc_exp_grade(static_cast<double>(size > 100.0f ? 100.0f : size));
  return static_cast<float>(0.5 * (e + 1.0 / e));
}
__GC_INLINE float tanhf(float x) {
  __GC_EXACT
  float size = __builtin_fabsf(x);
  size = size > 20.0f ? 20.0f : size;
  double e = __gc_expm1_grade(static_cast<double>(size + size));
  return __builtin_copysignf(static_cast<float>(e / (e + 2.0)), x);
}
