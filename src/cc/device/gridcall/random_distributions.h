// SPDX-License-Identifier: Apache-2.0
//
// The second half of curand_kernel.h: uniform, normal and Poisson numbers from a generator's bits.

#pragma once
#pragma clang system_header

// ---- Uniform numbers, from above 0 to 1 ----

__GC_INLINE float __gc_curand_float(unsigned int __x) { return __fmaf_rn(static_cast<float>(__x), 0x1p-32f, 0x1p-33f); }
__GC_INLINE float __gc_curand_float(unsigned long long __x) { return __gc_curand_float(static_cast<unsigned int>(__x >> 32)); }
__GC_INLINE double __gc_curand_double(unsigned int __x) { return static_cast<double>(__x) * 0x1p-32 + 0x1p-32; }
__GC_INLINE double __gc_curand_double(unsigned long long __x) { return static_cast<double>(__x >> 11) * 0x1p-53 + 0x1p-54; }
__GC_INLINE double __gc_curand_double(unsigned int __x, unsigned int __y) {
  return static_cast<double>(__x ^ static_cast<unsigned long long>(__y) << 21) * 0x1p-53 + 0x1p-54;
}
#define __GC_CURAND_UNIFORM(state, bits)                                                                              \
  __GC_INLINE float curand_uniform(state* __s) { return __gc_curand_float(curand(__s)); }                              \
  __GC_INLINE double curand_uniform_double(state* __s) { bits }
#define __GC_TWO_WORDS                       \
  const unsigned int __x = curand(__s), __y = curand(__s); \
  return __gc_curand_double(__x, __y);
__GC_CURAND_UNIFORM(curandStateXORWOW, __GC_TWO_WORDS)
#undef __GC_TWO_WORDS
#define __GC_ONE_WORD return __gc_curand_double(curand(__s));
// Functions for two and four doubles use two words for each number.
__GC_CURAND_UNIFORM(curandStatePhilox4_32_10, __GC_ONE_WORD)
__GC_CURAND_UNIFORM(curandStateSobol32, __GC_ONE_WORD)
__GC_CURAND_UNIFORM(curandStateSobol64, __GC_ONE_WORD)
__GC_CURAND_UNIFORM(curandStateScrambledSobol32, __GC_ONE_WORD)
__GC_CURAND_UNIFORM(curandStateScrambledSobol64, __GC_ONE_WORD)
#undef __GC_ONE_WORD
#undef __GC_CURAND_UNIFORM
__GC_INLINE float curand_uniform(curandStateMRG32k3a* __s) { return static_cast<float>(__gc_mrg_uniform(__s)); }
__GC_INLINE double curand_uniform_double(curandStateMRG32k3a* __s) { return __gc_mrg_uniform(__s); }
__GC_INLINE float4 curand_uniform4(curandStatePhilox4_32_10* __s) {
  const uint4 __x = curand4(__s);
  return {__gc_curand_float(__x.x), __gc_curand_float(__x.y), __gc_curand_float(__x.z), __gc_curand_float(__x.w)};
}
__GC_INLINE double2 curand_uniform2_double(curandStatePhilox4_32_10* __s) {
  const uint4 __x = curand4(__s);
  return {__gc_curand_double(__x.x, __x.y), __gc_curand_double(__x.z, __x.w)};
}
__GC_INLINE double4 curand_uniform4_double(curandStatePhilox4_32_10* __s) {
  const double2 __a = curand_uniform2_double(__s), __b = curand_uniform2_double(__s);
  return {__a.x, __a.y, __b.x, __b.y};
}

// ---- Normal numbers: pairs by Box and Muller; for Sobol generators by the inverse distribution function ----

// The angle is in multiples of pi.
__GC_INLINE float2 __gc_box_muller(float __radius, float __angle) {
  const float __r = sqrtf(-2.0f * logf(__radius));
  float __sin, __cos;
  sincospif(__angle, &__sin, &__cos);
  return {__r * __sin, __r * __cos};
}
__GC_INLINE double2 __gc_box_muller(double __radius, double __angle) {
  const double __r = sqrt(-2.0 * log(__radius));
  double __sin, __cos;
  sincospi(__angle, &__sin, &__cos);
  return {__r * __sin, __r * __cos};
}
__GC_INLINE float2 __gc_normal2(unsigned int __x, unsigned int __y) {
  return __gc_box_muller(__gc_curand_float(__x), 2.0f * __gc_curand_float(__y));
}
__GC_INLINE double2 __gc_normal2_double(uint4 __x) {
  return __gc_box_muller(__gc_curand_double(__x.x, __x.y), 2.0 * __gc_curand_double(__x.z, __x.w));
}
__GC_INLINE uint4 __gc_four(curandStateXORWOW* __s) {
  const unsigned int __a = curand(__s), __b = curand(__s), __c = curand(__s), __d = curand(__s);
  return {__a, __b, __c, __d};
}
template <typename __State> __GC_INLINE float2 curand_normal2(__State* __s) {
  const unsigned int __x = curand(__s), __y = curand(__s);
  return __gc_normal2(__x, __y);
}
__GC_INLINE float2 curand_normal2(curandStateMRG32k3a* __s) {
  const float __x = curand_uniform(__s), __y = curand_uniform(__s);
  return __gc_box_muller(__x, 2.0f * __y);
}
__GC_INLINE double2 curand_normal2_double(curandStateXORWOW* __s) { return __gc_normal2_double(__gc_four(__s)); }
__GC_INLINE double2 curand_normal2_double(curandStatePhilox4_32_10* __s) { return __gc_normal2_double(curand4(__s)); }
__GC_INLINE double2 curand_normal2_double(curandStateMRG32k3a* __s) {
  const double __x = __gc_mrg_uniform(__s), __y = __gc_mrg_uniform(__s);
  return __gc_box_muller(__x, 2.0 * __y);
}
__GC_INLINE float4 curand_normal4(curandStatePhilox4_32_10* __s) {
  const uint4 __x = curand4(__s);
  const float2 __a = __gc_normal2(__x.x, __x.y), __b = __gc_normal2(__x.z, __x.w);
  return {__a.x, __a.y, __b.x, __b.y};
}
__GC_INLINE double4 curand_normal4_double(curandStatePhilox4_32_10* __s) {
  const double2 __a = curand_normal2_double(__s), __b = curand_normal2_double(__s);
  return {__a.x, __a.y, __b.x, __b.y};
}

// The second number of a pair is stored for the next call of the same function.
#define __GC_CURAND_KEPT(name, __T, kind, suffix, pair)                    \
  template <typename __State> __GC_INLINE __T name {                      \
    if (__s->boxmuller_flag##suffix == kind) {                            \
      __s->boxmuller_flag##suffix = 0;                                    \
      return __s->boxmuller_extra##suffix;                                \
    }                                                                     \
    const auto __pair = pair;                                             \
    __s->boxmuller_extra##suffix = __pair.y;                              \
    __s->boxmuller_flag##suffix = kind;                                   \
    return __pair.x;                                                      \
  }
__GC_INLINE float2 __gc_log(float2 __v, float __mean, float __deviation) {
  return {expf(__mean + __deviation * __v.x), expf(__mean + __deviation * __v.y)};
}
__GC_INLINE double2 __gc_log(double2 __v, double __mean, double __deviation) {
  return {exp(__mean + __deviation * __v.x), exp(__mean + __deviation * __v.y)};
}
__GC_CURAND_KEPT(curand_normal(__State* __s), float, 1, , curand_normal2(__s))
__GC_CURAND_KEPT(curand_normal_double(__State* __s), double, 1, _double, curand_normal2_double(__s))
__GC_CURAND_KEPT(curand_log_normal(__State* __s, float __mean, float __deviation), float, 2, , __gc_log(curand_normal2(__s), __mean, __deviation))
__GC_CURAND_KEPT(curand_log_normal_double(__State* __s, double __mean, double __deviation), double, 2, _double,
                 __gc_log(curand_normal2_double(__s), __mean, __deviation))
#undef __GC_CURAND_KEPT
template <typename __State> __GC_INLINE float2 curand_log_normal2(__State* __s, float __mean, float __deviation) {
  return __gc_log(curand_normal2(__s), __mean, __deviation);
}
template <typename __State> __GC_INLINE double2 curand_log_normal2_double(__State* __s, double __mean, double __deviation) {
  return __gc_log(curand_normal2_double(__s), __mean, __deviation);
}
__GC_INLINE float4 curand_log_normal4(curandStatePhilox4_32_10* __s, float __mean, float __deviation) {
  const float2 __a = curand_log_normal2(__s, __mean, __deviation), __b = curand_log_normal2(__s, __mean, __deviation);
  return {__a.x, __a.y, __b.x, __b.y};
}
__GC_INLINE double4 curand_log_normal4_double(curandStatePhilox4_32_10* __s, double __mean, double __deviation) {
  const double2 __a = curand_log_normal2_double(__s, __mean, __deviation), __b = curand_log_normal2_double(__s, __mean, __deviation);
  return {__a.x, __a.y, __b.x, __b.y};
}

// The quantile is symmetric about the middle.
__GC_INLINE float __gc_curand_quantile(unsigned int __x) {
  return __x >> 31 ? -normcdfinvf(__gc_curand_float(~__x)) : normcdfinvf(__gc_curand_float(__x));
}
__GC_INLINE float __gc_curand_quantile(unsigned long long __x) { return __gc_curand_quantile(static_cast<unsigned int>(__x >> 32)); }
__GC_INLINE double __gc_curand_quantile_double(unsigned int __x) {
  const double __p = (__x >> 31 ? ~__x : __x) * 0x1p-32 + 0x1p-33;
  return __x >> 31 ? -normcdfinv(__p) : normcdfinv(__p);
}
__GC_INLINE double __gc_curand_quantile_double(unsigned long long __x) {
  const double __p = __gc_curand_double(__x >> 63 ? ~__x : __x);
  return __x >> 63 ? -normcdfinv(__p) : normcdfinv(__p);
}
#define __GC_SOBOL_NORMAL(state)                                                                                             \
  __GC_INLINE float curand_normal(state* __s) { return __gc_curand_quantile(curand(__s)); }                                   \
  __GC_INLINE double curand_normal_double(state* __s) { return __gc_curand_quantile_double(curand(__s)); }                    \
  __GC_INLINE float curand_log_normal(state* __s, float __mean, float __deviation) {                                          \
    return expf(__mean + __deviation * curand_normal(__s));                                                                   \
  }                                                                                                                          \
  __GC_INLINE double curand_log_normal_double(state* __s, double __mean, double __deviation) {                                \
    return exp(__mean + __deviation * curand_normal_double(__s));                                                             \
  }
__GC_SOBOL_NORMAL(curandStateSobol32)
__GC_SOBOL_NORMAL(curandStateSobol64)
__GC_SOBOL_NORMAL(curandStateScrambledSobol32)
__GC_SOBOL_NORMAL(curandStateScrambledSobol64)
#undef __GC_SOBOL_NORMAL

// ---- Poisson numbers: below 64 by a product of uniform numbers (Knuth), to 4000 by rejection (Hoermann: "The transformed rejection
// method for generating Poisson random variables", PTRS), above by a normal number; for Sobol generators, which use one number each, by
// the inverse distribution function ----

__GC_INLINE unsigned int __gc_poisson_normal(double __lambda, double __z) {
  return static_cast<unsigned int>(fmax(0.0, sqrt(__lambda) * __z + __lambda + 0.5));
}
template <typename __State> __GC_INLINE unsigned int curand_poisson(__State* __s, double __lambda) {
  if (__lambda < 64.0) {
    const double __end = exp(-__lambda);
    unsigned int __k = 0;
    for (double __product = curand_uniform(__s); __product > __end; __product *= curand_uniform(__s)) ++__k;
    return __k;
  }
  if (__lambda > 4000.0) return __gc_poisson_normal(__lambda, curand_normal_double(__s));
  const double __b = 0.931 + 2.53 * sqrt(__lambda), __a = -0.059 + 0.02483 * __b;
  for (;;) {
    const double __u = curand_uniform(__s) - 0.5, __v = curand_uniform(__s), __us = 0.5 - fabs(__u);
    const double __k = floor((2.0 * __a / __us + __b) * __u + __lambda + 0.43);
    if (__us >= 0.07 && __v <= 0.9277 - 3.6224 / (__b - 2.0)) return static_cast<unsigned int>(__k);
    if (__k < 0.0 || (__us < 0.013 && __v > __us)) continue;
    if (log(__v * (1.1239 + 1.1328 / (__b - 3.4)) / (__a / (__us * __us) + __b)) <= __k * log(__lambda) - __lambda - lgamma(__k + 1.0)) {
      return static_cast<unsigned int>(__k);
    }
  }
}
__GC_INLINE uint4 curand_poisson4(curandStatePhilox4_32_10* __s, double __lambda) {
  if (__lambda > 4000.0) {
    const double4 __z = curand_normal4_double(__s);
    return {__gc_poisson_normal(__lambda, __z.x), __gc_poisson_normal(__lambda, __z.y), __gc_poisson_normal(__lambda, __z.z),
            __gc_poisson_normal(__lambda, __z.w)};
  }
  const unsigned int __a = curand_poisson(__s, __lambda), __b = curand_poisson(__s, __lambda), __c = curand_poisson(__s, __lambda);
  return {__a, __b, __c, curand_poisson(__s, __lambda)};
}
// Returns the least k up to which the probability is at least u.
static __inline__ __host__ __device__ unsigned int __gc_poisson_quantile(double __lambda, double __u) {
  // The probability of smaller k is less than a double's last place.
  const double __spread = sqrt(__lambda), __end = __lambda + 40.0 + 12.0 * __spread;
  double __k = fmax(0.0, floor(__lambda - 9.0 * __spread));
  double __p = exp(__k * log(__lambda) - __lambda - lgamma(__k + 1.0));
  for (double __sum = __p; __sum < __u && __k < __end; __sum += __p) {
    __k += 1.0;
    __p *= __lambda / __k;
  }
  return static_cast<unsigned int>(__k);
}
#define __GC_SOBOL_POISSON(state)                                                                           \
  __GC_INLINE unsigned int curand_poisson(state* __s, double __lambda) {                                    \
    if (__lambda > 4000.0) return __gc_poisson_normal(__lambda, curand_normal(__s));                         \
    return __gc_poisson_quantile(__lambda, curand_uniform(__s));                                            \
  }
__GC_SOBOL_POISSON(curandStateSobol32)
__GC_SOBOL_POISSON(curandStateSobol64)
__GC_SOBOL_POISSON(curandStateScrambledSobol32)
__GC_SOBOL_POISSON(curandStateScrambledSobol64)
#undef __GC_SOBOL_POISSON
