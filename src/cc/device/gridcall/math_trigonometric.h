// SPDX-License-Identifier: Apache-2.0
//
// Float trigonometric functions and their inverses.

#pragma once
#pragma clang system_header

extern "C" __host__ __device__ double __gc_libm_sin(double) __asm__("sin");
extern "C" __host__ __device__ double __gc_libm_cos(double) __asm__("cos");
extern "C" __host__ __device__ double __gc_libm_tan(double) __asm__("tan");

// Sine and cosine of |r| <= pi/4, float grade.
__GC_INLINE double __gc_sin_grade(double r, double z) {
  __GC_EXACT
  double p = __GC_POLY4(__builtin_fma, z, 0x1.6dbbee1f07c40p-19, -0x1.a013a1161955dp-13, 0x1.11110dea5e8b6p-7,
                        -0x1.555555545c0f8p-3);
  return __builtin_fma(r * z, p, r);
}
__GC_INLINE double __gc_cos_grade(double z) {
  __GC_EXACT
  double p = __GC_POLY4(__builtin_fma, z, -0x1.2522e6d91dc9dp-22, 0x1.a015c0282035ap-16, -0x1.6c16bf51b0df3p-10,
                        0x1.555555550225fp-5);
  return __builtin_fma(z * z, p, __builtin_fma(z, -0.5, 1.0));
}
// Returns x minus the nearest multiple of pi/2, whose number, modulo 4, is in the low bits of *quadrant. A float has 24
// bits, so that two parts of pi/2 are enough up to 2^50.
#define __GC_REDUCIBLE 0x1p50f
__GC_INLINE double __gc_reduce(double x, long long* quadrant) {
  __GC_EXACT
  double rounded = __builtin_fma(x, 0x1.45f306dc9c883p-1, __GC_ROUND_D), n = rounded - __GC_ROUND_D;
  *quadrant = __gc_bits_of(rounded);
  return __builtin_fma(n, -__GC_PI_2_LOW, __builtin_fma(n, -__GC_PI_2, x));
}
// Returns `odd` in odd quadrants, otherwise `even`, negated if bit 1 of `sign_bits` is set.
__GC_INLINE double __gc_quadrant(long long quadrant, long long sign_bits, double even, double odd) {
  double value = (quadrant & 1) != 0 ? odd : even;
  long long sign = static_cast<long long>(static_cast<unsigned long long>(sign_bits & 2) << 62);
  return __gc_of_bits(__gc_bits_of(value) ^ sign);
}
__GC_INLINE float sinf(float x) {
  __GC_EXACT
  long long quadrant;
  double r = __gc_reduce(static_cast<double>(x), &quadrant), z = r * r;
  float result = static_cast<float>(__gc_quadrant(quadrant, quadrant, __gc_sin_grade(r, z), __gc_cos_grade(z)));
  result = x == 0.0f ? x : result;
  if (__builtin_expect(!(__builtin_fabsf(x) < __GC_REDUCIBLE), 0)) {
    result = static_cast<float>(__gc_libm_sin(static_cast<double>(x)));
  }
  return result;
}
__GC_INLINE float cosf(float x) {
  __GC_EXACT
  long long quadrant;
  double r = __gc_reduce(static_cast<double>(x), &quadrant), z = r * r;
  float result = static_cast<float>(__gc_quadrant(quadrant, quadrant + 1, __gc_cos_grade(z), __gc_sin_grade(r, z)));
  if (__builtin_expect(!(__builtin_fabsf(x) < __GC_REDUCIBLE), 0)) {
    result = static_cast<float>(__gc_libm_cos(static_cast<double>(x)));
  }
  return result;
}
__GC_INLINE void sincosf(float x, float* s, float* c) {
  *s = sinf(x);  // the optimizer computes their common part once
  *c = cosf(x);
}
__GC_INLINE float tanf(float x) {
  __GC_EXACT
  long long quadrant;
  double r = __gc_reduce(static_cast<double>(x), &quadrant), z = r * r;
  double s = __gc_sin_grade(r, z), c = __gc_cos_grade(z);
  bool odd = (quadrant & 1) != 0;
  float result = static_cast<float>((odd ? -c : s) / (odd ? s : c));
  result = x == 0.0f ? x : result;
  if (__builtin_expect(!(__builtin_fabsf(x) < __GC_REDUCIBLE), 0)) {
    result = static_cast<float>(__gc_libm_tan(static_cast<double>(x)));
  }
  return result;
}

// x - n/2 for the nearest n is exact, so that the reduced argument is rounded only once.
__GC_INLINE double __gc_reduce_half(double x, double* quadrant) {
  __GC_EXACT
  double n = __builtin_rint(x + x);
  *quadrant = n - 4.0 * __builtin_floor(n * 0.25);
  return __GC_PI * __builtin_fma(n, -0.5, x);
}
__GC_INLINE float sinpif(float x) {
  __GC_EXACT
  double quadrant, r = __gc_reduce_half(static_cast<double>(x), &quadrant), z = r * r;
  double value = (quadrant == 1.0) | (quadrant == 3.0) ? __gc_cos_grade(z) : __gc_sin_grade(r, z);
  double negated = -value;
  float result = static_cast<float>(quadrant >= 2.0 ? negated : value);
  return result == 0.0f ? __builtin_copysignf(0.0f, x) : result;  // like the double function
}
__GC_INLINE float cospif(float x) {
  __GC_EXACT
  double quadrant, r = __gc_reduce_half(static_cast<double>(x), &quadrant), z = r * r;
  double value = (quadrant == 1.0) | (quadrant == 3.0) ? __gc_sin_grade(r, z) : __gc_cos_grade(z);
  double negated = -value;
  return static_cast<float>((quadrant == 1.0) | (quadrant == 2.0) ? negated : value) + 0.0f;
}
__GC_INLINE void sincospif(float x, float* s, float* c) {
  *s = sinpif(x);
  *c = cospif(x);
}

// asin of w in [0, 1/2], whose square is z, float grade.
__GC_INLINE double __gc_asin_grade(double w, double z) {
  __GC_EXACT
  double p = __GC_POLY8(__builtin_fma, z, 0x1.e055c6c8d1fa8p-6, 0x1.64157d57bbd5ep-8, 0x1.3c5d44a35894dp-6,
                        0x1.6a9c2ffb9832fp-6, 0x1.f20913babfd9cp-6, 0x1.6db5cef5827d5p-5, 0x1.333334d009e4ep-4,
                        0x1.55555554ede80p-3);
  return __builtin_fma(w * z, p, w);
}
__GC_INLINE float asinf(float x) {
  __GC_EXACT
  double a = static_cast<double>(__builtin_fabsf(x));
  bool far = a > 0.5;
  double z_far = 0.5 - 0.5 * a, z_near = a * a, z = far ? z_far : z_near;
  double root = __builtin_sqrt(z), p = __gc_asin_grade(far ? root : a, z);
  double other = __builtin_fma(p, -2.0, __GC_PI_2);
  return __builtin_copysignf(static_cast<float>(far ? other : p), x);
}
__GC_INLINE float acosf(float x) {
  __GC_EXACT
  double a = static_cast<double>(__builtin_fabsf(x));
  bool far = a > 0.5;
  double z_far = 0.5 - 0.5 * a, z_near = a * a, z = far ? z_far : z_near;
  double root = __builtin_sqrt(z), p = __gc_asin_grade(far ? root : a, z);
  bool negative = x < 0.0f;
  double minus = -p, far_value = p + p, near_value = __GC_PI_2 - (negative ? minus : p);
  double flipped = __GC_PI - far_value;
  far_value = negative ? flipped : far_value;
  return static_cast<float>(far ? far_value : near_value);
}
// The angle of (x, y) in the first quadrant, float grade.
__GC_INLINE double __gc_angle(double y, double x) {
  __GC_EXACT
  bool low = y <= x * 0.41421356237309503, high = y > x * 2.4142135623730951;
  double over = y - x, under = y + x, minus = -x;
  over = high ? minus : over;
  under = high ? y : under;
  double base = high ? __GC_PI_2 : 0.5 * __GC_PI_2;
  over = low ? y : over;
  under = low ? x : under;
  base = low ? 0.0 : base;
  double t = over / (under == 0.0 ? 1.0 : under), z = t * t;
  double p = __GC_POLY7(__builtin_fma, z, -0x1.4b107f6812120p-5, 0x1.2439d161d3d08p-4, -0x1.71d214e9ed974p-4,
                        0x1.c6f664c237beap-4, -0x1.2491bfec7e01ap-3, 0x1.9999982386349p-3, -0x1.55555555018d3p-2);
  return base + __builtin_fma(t * z, p, t);
}
__GC_INLINE float atanf(float x) {
  return __builtin_copysignf(static_cast<float>(__gc_angle(static_cast<double>(__builtin_fabsf(x)), 1.0)), x);
}
__GC_INLINE float atan2f(float y, float x) {
  __GC_EXACT
  double a = static_cast<double>(__builtin_fabsf(y)), b = static_cast<double>(__builtin_fabsf(x));
  bool both = (a == __builtin_inf()) & (b == __builtin_inf());
  double angle = __gc_angle(both ? 1.0 : a, both ? 1.0 : b), flipped = __GC_PI - angle;
  return __builtin_copysignf(static_cast<float>(__gc_bits_of(x) < 0 ? flipped : angle), y);
}
