// SPDX-License-Identifier: Apache-2.0
//
// Error functions and the float normal distribution.

#pragma once
#pragma clang system_header

// erf of |x| <= 1, float grade.
__GC_INLINE double __gc_erf_near(double x) {
  __GC_EXACT
  double z = x * x;
  return x * __GC_POLY9(__builtin_fma, z, 0x1.1c3e80f0a4f3cp-20, -0x1.d2b6d5aaf9ea1p-17, 0x1.f57e54a9eb811p-14,
                        -0x1.bfe1518b0dcd4p-11, 0x1.56588acf71d28p-8, -0x1.b82cbae19146fp-6, 0x1.ce2f20a717397p-4,
                        -0x1.812746ade34c7p-2, 0x1.20dd750428cb6p+0);
}
// erfc of x in [1, 11], float grade: exp(x^2) erfc(x) (1 + 2x) is a smooth function of (x - 2) / (x + 2).
__GC_INLINE double __gc_erfc_far(double x) {
  __GC_EXACT
  double under = x + 2.0, beside = __builtin_fma(x, 2.0, 1.0), inverse = 1.0 / (under * beside);
  double t = (x - 2.0) * (inverse * beside);
  double p = __GC_POLY14(__builtin_fma, t, -0x1.f4be55fb7427bp-16, -0x1.07f226e80e004p-16, 0x1.34effb393e666p-13,
                         0x1.c065c483dd778p-13, -0x1.db6e8c2bcdba1p-12, -0x1.7e712c58cf59fp-10, 0x1.4d3fde649df34p-10,
                         0x1.1dd588b9c7fe7p-7, -0x1.07423497e4c86p-7, -0x1.bc2ba17d6e8b8p-5, 0x1.4ffa1e2545e01p-3,
                         -0x1.5407bea9cfde4p-3, -0x1.7bf5ec17e2a12p-4, 0x1.46e80e2274754p+0);
  return __gc_exp_grade(-(x * x)) * p * (inverse * under);
}
__GC_INLINE double __gc_erfc_grade(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), near = 1.0 - __gc_erf_near(x);
  double bounded = size > 11.0 ? 11.0 : size, far = __gc_erfc_far(bounded), flipped = 2.0 - far;
  far = x < 0.0 ? flipped : far;
  return size < 1.0 ? near : far;
}
// e^(most + low) = 2^k (1 + result).
__GC_INLINE float __gc_expm1_near_float(float most, float low, float k) {
  __GC_EXACT
  most = __builtin_fmaf(k, -0x1.62e400p-1f, most);
  low = __builtin_fmaf(k, -0x1.7f7d1cp-20f, low);
  float r = most + low;
  low = (most - r) + low;
  float q = __GC_POLY5(__builtin_fmaf, r, 0x1.6d117cp-10f, 0x1.120be2p-7f, 0x1.555518p-5f, 0x1.5554dcp-3f, 0x1.0p-1f);
  return r + __builtin_fmaf(r * r, q, low);
}
// -log(erfc(a)) is a times a smooth function; its relative error counts less and less in e^-u - 1.
__GC_INLINE float erff(float x) {
  __GC_EXACT
  float size = __builtin_fabsf(x), a = size > 4.0f ? 4.0f : size;
  float ratio = __GC_POLY10(__builtin_fmaf, a, 0x1.405508p-20f, -0x1.664636p-16f, 0x1.5f3becp-13f, -0x1.84553ap-11f,
                            0x1.d7b094p-10f, -0x1.095a66p-12f, -0x1.39396cp-6f, 0x1.a4f37ep-4f, 0x1.45f308p-1f,
                            0x1.20dd76p+0f);
  float u = a * ratio, rounded = __builtin_fmaf(u, -0x1.715476p+0f, __GC_ROUND_F), k = rounded - __GC_ROUND_F;
  float rest = __builtin_fmaf(a, -0x1.f7ac92p-25f, __builtin_fmaf(a, ratio, -u));
  float part = __gc_expm1_near_float(-u, -rest, k);
  float scale = __gc_of_bits((__gc_bits_of(rounded) << 23) + 0x3f800000);
  return __builtin_copysignf(__builtin_fmaf(-scale, part, 1.0f - scale), x);
}
// The float twin of the double function below.
__GC_INLINE float erfcf(float x) {
  __GC_EXACT
  float size = __builtin_fabsf(x), a = size > 10.2f ? 10.2f : size;
  float t = (a - 2.5f) / (a + 2.5f);
  float p = __GC_POLY10(__builtin_fmaf, t, 0x1.f7a18ap-13f, 0x1.2fde7cp-12f, -0x1.0e3202p-9f, -0x1.354c60p-11f,
                        0x1.11435cp-6f, -0x1.4b7538p-5f, 0x1.163d7ep-5f, 0x1.bdd6fcp-5f, -0x1.da07f6p-3f,
                        0x1.9b7e78p-1f);
  float scaled = p / __builtin_fmaf(a, 1.125f, 1.0f);
  float square = a * a, rest = __builtin_fmaf(a, a, -square);
  float rounded = __builtin_fmaf(square, -0x1.715476p+0f, __GC_ROUND_F), k = rounded - __GC_ROUND_F;
  float part = __gc_expm1_near_float(-square, -rest, k);
  scaled = __builtin_fmaf(scaled, part, scaled);
  float tail = scaled * __gc_of_bits((__gc_bits_of(rounded) << 23) + 0x3f800000);
  if (__builtin_expect(a > 9.0f, 0)) tail = __gc_scale(scaled, rounded);  // denormal
  float flipped = 2.0f - tail;
  return x < 0.0f ? flipped : tail;
}
__GC_INLINE float normcdff(float x) {
  __GC_EXACT
  return static_cast<float>(0.5 * __gc_erfc_grade(static_cast<double>(x) * -0.70710678118654752440));
}

__GC_INLINE double erf(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), a = size > 6.0 ? 6.0 : size;
  double a2 = a * a, a4 = a2 * a2;
  double p0 = __GC_POLY6(__builtin_fma, a4, -0x1.0334f61bd03d8p-48, -0x1.9e12bee1b8d04p-32, -0x1.1b03e97d685bbp-24,
      0x1.a45e7ca9fe534p-19, 0x1.b29a8519fc529p-16, -0x1.39668590937bfp-6);
  double p1 = __GC_POLY5(__builtin_fma, a4, 0x1.7aec57076b1d3p-35, 0x1.2991cc6f2f210p-25, -0x1.114eed1d9bcb3p-19,
      0x1.0e334179fad68p-14, -0x1.b6b6a1ab9f163p-13);
  double p2 = __GC_POLY5(__builtin_fma, a4, -0x1.da29c200a6e15p-39, -0x1.72b4dc7fca2a9p-27, 0x1.320404e104516p-21,
      -0x1.f034e4f54e833p-16, 0x1.bca691c54c7b2p-10);
  double p3 = __GC_POLY5(__builtin_fma, a4, 0x1.6c271224a4d68p-43, 0x1.44e1993175216p-29, -0x1.85f075160966fp-27,
      0x1.a989a2416633bp-19, -0x1.35663add41653p-11);
  double ratio = __builtin_fma(a2, __builtin_fma(a, p3, p2), __builtin_fma(a, p1, p0));
  ratio = __GC_POLY4(__builtin_fma, a, ratio, 0x1.a4f4e2a1a9cd4p-4, 0x1.45f306dc9c8d8p-1, 0x1.20dd750429b6dp+0);
  double u = a * ratio, rest = __builtin_fma(a, ratio, -u);
  double rounded = __builtin_fma(u, -__GC_LOG2E, __GC_ROUND_D), k = rounded - __GC_ROUND_D;
  double part = __gc_expm1_near(__builtin_fma(k, -__GC_LN2, -u), __builtin_fma(k, -0x1.abc9e3b39803fp-56, -rest));
  double scale = __gc_power(rounded);
  return __builtin_copysign(__builtin_fma(-scale, part, 1.0 - scale), x);
}
// exp(a^2) erfc(a) for a in [0, 28]. Times 1 + 9a/8, nearly 1 for small a, it is a smooth function of (a - 4)/(a + 4).
__GC_INLINE double __gc_erfcx_of(double a) {
  __GC_EXACT
  double under = a + 4.0, beside = __builtin_fma(a, 1.125, 1.0), inverse = 1.0 / (under * beside);
  double by_beside = inverse * under, t = (a - 4.0) * (inverse * beside);
  double t2 = t * t, t4 = t2 * t2;
  double p0 = __GC_POLY5(__builtin_fma, t4, 0x1.bfcd10186c555p-25, 0x1.971bc5b6aed9cp-19, -0x1.452b598022b97p-14,
      0x1.f4f0daa8befd4p-7, -0x1.12e8a665fa31ap-5);
  double p1 = __GC_POLY5(__builtin_fma, t4, -0x1.a699920bdfa0cp-28, 0x1.aa51f0a630e54p-25, 0x1.39fa9215c9c52p-14,
      -0x1.e0b287d24a71ap-8, -0x1.2c418633388dap-7);
  double p2 = __GC_POLY5(__builtin_fma, t4, -0x1.42bd1dd07c181p-28, -0x1.c3c2263052691p-22, -0x1.e87b4a0c69a7ap-17,
      0x1.452c04792013bp-9, 0x1.9b7c27f72a3b3p-6);
  double p3 = __GC_POLY4(__builtin_fma, t4, 0x1.7bcc35de00a29p-25, -0x1.5182bf0ae3605p-18, -0x1.c8efc521823c8p-12,
      -0x1.82f2f299f978fp-6);
  double p = __builtin_fma(t2, __builtin_fma(t, p3, p2), __builtin_fma(t, p1, p0));
  p = __GC_POLY4(__builtin_fma, t, p, 0x1.ab6160c8dc2efp-4, -0x1.88f7ef80ff630p-3, 0x1.81ca5c6ac35d4p-1);
  double scaled = p * by_beside;
  return __builtin_fma(__builtin_fma(-scaled, beside, p), by_beside, scaled);
}
__GC_INLINE double erfc(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), a = size > 28.0 ? 28.0 : size, scaled = __gc_erfcx_of(a);
  double square = a * a, rest = __builtin_fma(a, a, -square);
  double rounded = __builtin_fma(square, -__GC_LOG2E, __GC_ROUND_D), k = rounded - __GC_ROUND_D;
  double part = __gc_expm1_near(__builtin_fma(k, -__GC_LN2, -square), __builtin_fma(k, -0x1.abc9e3b39803fp-56, -rest));
  scaled = __builtin_fma(scaled, part, scaled);
  double tail = scaled * __gc_power(rounded);
  if (__builtin_expect(a > 26.0, 0)) tail = __gc_times_power(scaled, k);  // denormal
  double flipped = 2.0 - tail;
  return x < 0.0 ? flipped : tail;
}
