// SPDX-License-Identifier: Apache-2.0
//
// Float error functions and the normal distribution.

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
__GC_INLINE float erff(float x) {
  __GC_EXACT
  double a = static_cast<double>(__builtin_fabsf(x)), bounded = a > 11.0 ? 11.0 : a;
  double near = __gc_erf_near(a), far = 1.0 - __gc_erfc_far(bounded);
  return __builtin_copysignf(static_cast<float>(a < 1.0 ? near : far), x);
}
__GC_INLINE float erfcf(float x) { return static_cast<float>(__gc_erfc_grade(static_cast<double>(x))); }
__GC_INLINE float normcdff(float x) {
  __GC_EXACT
  return static_cast<float>(0.5 * __gc_erfc_grade(static_cast<double>(x) * -0.70710678118654752440));
}
