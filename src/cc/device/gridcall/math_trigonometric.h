// SPDX-License-Identifier: Apache-2.0
//
// Float trigonometric functions and their inverses.

#pragma once
#pragma clang system_header

extern "C" __host__ __device__ __attribute__((const)) double __gc_libm_sin(double) __asm__("gridcall_sin");
extern "C" __host__ __device__ __attribute__((const)) double __gc_libm_cos(double) __asm__("gridcall_cos");
extern "C" __host__ __device__ __attribute__((const)) double __gc_libm_tan(double) __asm__("gridcall_tan");

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
// Sine, cosine and tangent of floats from 2^12, in double.
__GC_INLINE float __gc_sin_far(float x) {
  __GC_EXACT
  long long quadrant;
  double r = __gc_reduce(static_cast<double>(x), &quadrant), z = r * r;
  float result = static_cast<float>(__gc_quadrant(quadrant, quadrant, __gc_sin_grade(r, z), __gc_cos_grade(z)));
  if (__builtin_expect(!(__builtin_fabsf(x) < __GC_REDUCIBLE), 0)) {
    result = static_cast<float>(__gc_libm_sin(static_cast<double>(x)));
  }
  return result;
}
__GC_INLINE float __gc_cos_far(float x) {
  __GC_EXACT
  long long quadrant;
  double r = __gc_reduce(static_cast<double>(x), &quadrant), z = r * r;
  float result = static_cast<float>(__gc_quadrant(quadrant, quadrant + 1, __gc_cos_grade(z), __gc_sin_grade(r, z)));
  if (__builtin_expect(!(__builtin_fabsf(x) < __GC_REDUCIBLE), 0)) {
    result = static_cast<float>(__gc_libm_cos(static_cast<double>(x)));
  }
  return result;
}
// Smaller ones, in float: the sine of |x| - n pi, with the sign of an odd n and of `sign`. The first difference is exact;
// the polynomial's error is 2^-27.2.
#define __GC_NEAR 0x1p12f
__GC_INLINE float __gc_sin_of_rest(float a, float n, float rounded, int sign) {
  __GC_EXACT
  float r = __builtin_fmaf(n, 0x1.777a5cp-24f, __builtin_fmaf(n, -0x1.921fb6p+1f, a));
  r = __builtin_fmaf(n, 0x1.ee59dap-49f, r);
  float z = r * r;
  float p = __GC_POLY4(__builtin_fmaf, z, 0x1.5dc712p-19f, -0x1.9f70e0p-13f, 0x1.110edap-7f, -0x1.55554cp-3f);
  int odd = static_cast<int>(static_cast<unsigned>(__gc_bits_of(rounded)) << 31);
  return __gc_of_bits(__gc_bits_of(__builtin_fmaf(r * z, p, r)) ^ odd ^ sign);
}
__GC_INLINE float sinf(float x) {
  __GC_EXACT
  float a = __builtin_fabsf(x), rounded = __builtin_fmaf(a, 0x1.45f306p-2f, __GC_ROUND_F);
  float result = __gc_sin_of_rest(a, rounded - __GC_ROUND_F, rounded, __gc_bits_of(x) ^ __gc_bits_of(a));
  if (__builtin_expect(!(a < __GC_NEAR), 0)) result = __gc_sin_far(x);
  return result;
}
__GC_INLINE float cosf(float x) {
  __GC_EXACT
  float a = __builtin_fabsf(x), rounded = __builtin_fmaf(a, 0x1.45f306p-2f, 0.5f) + __GC_ROUND_F;
  float result = __gc_sin_of_rest(a, (rounded - __GC_ROUND_F) - 0.5f, rounded, 0);
  if (__builtin_expect(!(a < __GC_NEAR), 0)) result = __gc_cos_far(x);
  return result;
}
__GC_INLINE void sincosf(float x, float* s, float* c) {
  *s = sinf(x);
  *c = cosf(x);
}
__GC_INLINE float __gc_tan_far(float x) {
  __GC_EXACT
  long long quadrant;
  double r = __gc_reduce(static_cast<double>(x), &quadrant), z = r * r;
  double s = __gc_sin_grade(r, z), c = __gc_cos_grade(z);
  bool odd = (quadrant & 1) != 0;
  float result = static_cast<float>((odd ? -c : s) / (odd ? s : c));
  if (__builtin_expect(!(__builtin_fabsf(x) < __GC_REDUCIBLE), 0)) {
    result = static_cast<float>(__gc_libm_tan(static_cast<double>(x)));
  }
  return result;
}
// tan(r) = num / den for |r| <= pi/4, a rational minimax approximation with an error of 2^-25.7. No part of pi/2 is
// negative, so that a zero keeps its sign.
__GC_INLINE float tanf(float x) {
  __GC_EXACT
  float rounded = __builtin_fmaf(x, 0x1.45f306p-1f, __GC_ROUND_F), n = rounded - __GC_ROUND_F;
  float r = __builtin_fmaf(n, -0x1.4442d0p-24f, __builtin_fmaf(n, -0x1.921fb4p+0f, x));
  r = __builtin_fmaf(n, -0x1.84698ap-48f, r);
  float z = r * r, num = r * __builtin_fmaf(z, -0x1.8850dap-4f, 1.0f);
  float den = __GC_POLY3(__builtin_fmaf, z, 0x1.3e2624p-7f, -0x1.b769aep-2f, 1.0f);
  int odd = static_cast<int>(static_cast<unsigned>(__gc_bits_of(rounded)) << 31);  // its tangent is -1 / tan(r)
  float result = (odd < 0 ? den : num) / (odd < 0 ? num : den);
  result = __gc_of_bits(__gc_bits_of(result) ^ odd);
  if (__builtin_expect(!(__builtin_fabsf(x) < __GC_NEAR), 0)) result = __gc_tan_far(x);
  return result;
}

// sin(pi t) for t in [-1/2, 1/2]: t times a polynomial of t^2 around 1/8, where it is a float to 2^-34 (and terms cancel
// least); its error is 2^-27.3.
__GC_INLINE float __gc_sinpi_of(float t) {
  __GC_EXACT
  float s = __builtin_fmaf(t, t, -0x1.fffb78p-4f);
  float p = __GC_POLY4(__builtin_fmaf, s, 0x1.3db868p-4f, -0x1.1e7164p-1f, 0x1.2a9ffap+1f, -0x1.23b086p+2f);
  return __builtin_fmaf(t, 0x1.446562p+1f, t * (s * p));
}
// The difference to an even number is exact, in [-1, 1]; zeros keep the sign of x.
__GC_INLINE float sinpif(float x) {
  __GC_EXACT
  const int sign = static_cast<int>(0x80000000);
  float a = __builtin_fabsf(x), y = __builtin_fmaf(-2.0f, __builtin_rintf(a * 0.5f), a);
  float near = __builtin_fabsf(y), far = 1.0f - near, value = __gc_sinpi_of(near < far ? near : far);
  value = __gc_of_bits(__gc_bits_of(value) | (__gc_bits_of(y) & sign)) + 0.0f;  // no -0 yet
  return __gc_of_bits(__gc_bits_of(value) ^ (__gc_bits_of(x) & sign));
}
__GC_INLINE float cospif(float x) {
  __GC_EXACT
  return __gc_sinpi_of(0.5f - __builtin_fabsf(__builtin_fmaf(-2.0f, __builtin_rintf(x * 0.5f), x)));
}
__GC_INLINE void sincospif(float x, float* s, float* c) {
  *s = sinpif(x);
  *c = cospif(x);
}

// asin(a) for a <= 1/2; beyond, (pi/2 - asin(a)) / 2.
#define __GC_PI_2_LOW_F -0x1.777a5cp-25f
__GC_INLINE float __gc_asin_float(float a, bool far) {
  __GC_EXACT
  float z_far = __builtin_fmaf(a, -0.5f, 0.5f), z_near = a * a, z = far ? z_far : z_near;
  float root = __builtin_sqrtf(z), w = far ? root : a;
  float p = __GC_POLY5(__builtin_fmaf, z, 0x1.59dd5ap-5f, 0x1.8b9f44p-6f, 0x1.748cb4p-5f, 0x1.33014cp-4f,
                       0x1.5555cap-3f);
  return __builtin_fmaf(w * z, p, w);
}
__GC_INLINE float asinf(float x) {
  __GC_EXACT
  float a = __builtin_fabsf(x);
  bool far = a > 0.5f;
  float v = __gc_asin_float(a, far), far_value = __builtin_fmaf(-2.0f, v, 0x1.921fb6p+0f);
  return __gc_signed(far ? far_value : v, x);
}
// pi/2 - v near 0, else 2 v or pi + 2 v, for v with the sign of x.
__GC_INLINE float acosf(float x) {
  __GC_EXACT
  float a = __builtin_fabsf(x);
  bool far = a > 0.5f;
  float v = __gc_signed(__gc_asin_float(a, far), x), end = __gc_bits_of(x) < 0 ? 0x1.921fb6p+1f : 0.0f;
  return __builtin_fmaf(far ? 2.0f : -1.0f, v, far ? end : 0x1.921fb6p+0f);
}
// The arc tangent of t in [0, 1]; the polynomial's error is 2^-25.8.
__GC_INLINE float __gc_atan_unit(float t) {
  __GC_EXACT
  float z = t * t;
  float p = __GC_POLY8(__builtin_fmaf, z, 0x1.80d782p-9f, -0x1.0d3a7ap-6f, 0x1.62e56ep-5f, -0x1.35bf16p-4f, 0x1.b51602p-4f,
                       -0x1.231240p-3f, 0x1.9979fcp-3f, -0x1.5554e2p-2f);
  return __builtin_fmaf(t * z, p, t);
}
__GC_INLINE float atanf(float x) {
  __GC_EXACT
  float a = __builtin_fabsf(x), inverse = -1.0f / a;
  bool far = a > 1.0f;
  return __gc_signed((far ? 0x1.921fb6p+0f : 0.0f) + __gc_atan_unit(far ? inverse : a), x);
}
__GC_INLINE float atan2f(float y, float x) {
  __GC_EXACT
  float a = __builtin_fabsf(y), b = __builtin_fabsf(x);
  bool far = a > b;
  float over = far ? b : a, under = far ? a : b, t = over / under;
  if (__builtin_expect(!(t <= 1.0f), 0)) {  // both zero, both infinite, or a NaN
    float equal = under == 0.0f ? 0.0f : 1.0f, sum = a + b;
    t = over == under ? equal : sum;
  }
  float near_value = __gc_atan_unit(t), far_value = 0x1.921fb6p+0f - (near_value - __GC_PI_2_LOW_F);
  float angle = far ? far_value : near_value, flipped = 0x1.921fb6p+1f - (angle - 2.0f * __GC_PI_2_LOW_F);
  return __gc_signed(__gc_bits_of(x) < 0 ? flipped : angle, y);
}
