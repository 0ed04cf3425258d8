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
// Below 1.1 a polynomial, beyond 1 - p^8 for a polynomial p; their errors are 2^-27.6 of the result and 2^-26.9.
__GC_INLINE float erff(float x) {
  __GC_EXACT
  float size = __builtin_fabsf(x), a = size > 4.0f ? 4.0f : size, z = a * a, s = a - 2.5f;
  float q = __GC_POLY7(__builtin_fmaf, z, 0x1.2f80b2p-14f, -0x1.9a3de0p-11f, 0x1.52ac24p-8f, -0x1.b7cde0p-6f,
                       0x1.ce2aa6p-4f, -0x1.812734p-2f, 0x1.06eba8p-3f);
  float p = __GC_POLY7(__builtin_fmaf, s, 0x1.507830p-13f, -0x1.7307e4p-13f, -0x1.f5d4a8p-9f, 0x1.54aa74p-7f,
                       0x1.46e0e4p-5f, -0x1.02341ap-2f, 0x1.81eab4p-2f);
  float p2 = p * p, p4 = p2 * p2, near = __builtin_fmaf(a, q, a), far = __builtin_fmaf(-p4, p4, 1.0f);
  return __builtin_copysignf(size < 1.1f ? near : far, x);
}
// The float twin of the double function below.
__GC_INLINE float erfcf(float x) {
  __GC_EXACT
  float size = __builtin_fabsf(x), a = size > 10.2f ? 10.2f : size;
  float t = (a - 2.5f) / (a + 2.5f);
  float p = __GC_POLY10(__builtin_fmaf, t, 0x1.f7a18ap-13f, 0x1.2fde7cp-12f, -0x1.0e3202p-9f, -0x1.354c60p-11f,
                        0x1.11435cp-6f, -0x1.4b7538p-5f, 0x1.163d7ep-5f, 0x1.bdd6fcp-5f, -0x1.da07f6p-3f,
                        0x1.9b7e78p-1f);
  float scaled = p / __builtin_fmaf(a, 1.125f, 1.0f), square = a * a, rest = __builtin_fmaf(a, a, -square);
  float rounded = __builtin_fmaf(square, -0x1.715476p+0f, __GC_ROUND_F), k = rounded - __GC_ROUND_F;
  float r = __builtin_fmaf(k, -0x1.62e400p-1f, -square) + __builtin_fmaf(k, -0x1.7f7d1cp-20f, -rest);
  float q = __GC_POLY5(__builtin_fmaf, r, 0x1.6d117cp-10f, 0x1.120be2p-7f, 0x1.555518p-5f, 0x1.5554dcp-3f, 0x1.0p-1f);
  scaled = __builtin_fmaf(scaled, __builtin_fmaf(r * r, q, r), scaled);
  float tail = scaled * __gc_of_bits((__gc_bits_of(rounded) << 23) + 0x3f800000);
  if (__builtin_expect(a > 9.0f, 0)) tail = __gc_scale(scaled, rounded);  // denormal
  float flipped = 2.0f - tail;
  return __gc_bits_of(x) < 0 ? flipped : tail;
}
__GC_INLINE float normcdff(float x) {
  __GC_EXACT
  return static_cast<float>(0.5 * __gc_erfc_grade(static_cast<double>(x) * -0.70710678118654752440));
}

// The double twin of the float function, with errors of 2^-55.5 and 2^-56. Even and odd coefficients apart are faster.
__GC_INLINE double erf(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), a = size > 5.96875 ? 5.96875 : size, z = a * a, s = a - 3.6875;
  double z2 = z * z, s2 = s * s;
  double even = __GC_POLY6(__builtin_fma, z2, 0x1.42e1482d2449ap-34, 0x1.f76170810fdf4p-27, 0x1.b9d3b5564c40ep-20,
                           0x1.f9a3053df58afp-14, 0x1.565bcd01d79f9p-8, 0x1.ce2f21a04078ap-4);
  double odd = __GC_POLY6(__builtin_fma, z2, -0x1.7f3e40c342eafp-39, -0x1.3ec0c948ea094p-30, -0x1.5eebed799b8ecp-23,
                          -0x1.f4d077204cc6dp-17, -0x1.c02db2674c605p-11, -0x1.b82ce312121c0p-6);
  double q = __GC_POLY3(__builtin_fma, z, __builtin_fma(z, odd, even), -0x1.812746b0379a2p-2, 0x1.06eba8214db68p-3);
  even = __GC_POLY7(__builtin_fma, s2, -0x1.6c9c168ad8a51p-34, 0x1.b261a06ffc128p-31, -0x1.57e5b360f301bp-24,
                    0x1.31f473ece6f38p-19, -0x1.cf344d591ded1p-19, -0x1.dd82d8fd86829p-10, 0x1.892fb9cfb20bfp-5);
  odd = __GC_POLY7(__builtin_fma, s2, -0x1.ed851d0451509p-39, -0x1.c2a01b5718a9fp-32, -0x1.4106ffbaff319p-31,
                   0x1.190ee5e9199ecp-22, -0x1.33a34bdb00f77p-16, 0x1.12fb6f5871015p-11, -0x1.16b4e987d76fcp-8);
  double p = __GC_POLY3(__builtin_fma, s, __builtin_fma(s, odd, even), -0x1.190df7fd718d6p-3, 0x1.26b751f2ab405p-3);
  double p2 = p * p, p4 = p2 * p2, near = __builtin_fma(a, q, a), far = __builtin_fma(-p4, p4, 1.0);
  return __builtin_copysign(size < 1.4 ? near : far, x);
}
// exp(a^2) erfc(a) for a in [0, 28] is result * *by_beside: times 1 + 9a/8, nearly 1 for small a, it is a smooth function
// of (a - 4)/(a + 4).
__GC_INLINE double __gc_erfcx_parts(double a, double* by_beside) {
  __GC_EXACT
  double under = a + 4.0, beside = __builtin_fma(a, 1.125, 1.0), inverse = 1.0 / (under * beside);
  double t = (a - 4.0) * (inverse * beside);
  *by_beside = inverse * under;
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
  return __GC_POLY4(__builtin_fma, t, p, 0x1.ab6160c8dc2efp-4, -0x1.88f7ef80ff630p-3, 0x1.81ca5c6ac35d4p-1);
}
__GC_INLINE double __gc_erfcx_of(double a) {
  __GC_EXACT
  double by_beside, p = __gc_erfcx_parts(a, &by_beside), scaled = p * by_beside;
  double beside = __builtin_fma(a, 1.125, 1.0);
  return __builtin_fma(__builtin_fma(-scaled, beside, p), by_beside, scaled);
}
__GC_INLINE double erfc(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), a = size > 28.0 ? 28.0 : size, square = a * a;
  double by_beside, scaled = __gc_erfcx_parts(a, &by_beside) * by_beside;
  double rounded = __builtin_fma(square, -__GC_LOG2E, __GC_ROUND_D), k = rounded - __GC_ROUND_D;
  double low = __builtin_fma(k, -__GC_LN2_LOW, -__builtin_fma(a, a, -square));
  double r = __builtin_fma(k, -__GC_LN2, -square) + low;
  scaled = __builtin_fma(scaled, __builtin_fma(r * r, __gc_exp_rest(r), r), scaled);
  double tail = scaled * __gc_power(rounded);
  if (__builtin_expect(a > 26.0, 0)) tail = __gc_times_power(scaled, k);  // denormal
  double flipped = 2.0 - tail;
  return x < 0.0 ? flipped : tail;
}
