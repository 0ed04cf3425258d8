// SPDX-License-Identifier: Apache-2.0
//
// Inverse trigonometric functions, double.

#pragma once
#pragma clang system_header

#define __GC_PI_LOW 0x1.1a62633145c07p-53

// base + the arc tangent of t, for |t| <= tan(pi/8). The polynomial's error is 2^-54.6.
__GC_INLINE double __gc_atan_rest(double t, double base) {
  __GC_EXACT
  double z = t * t;
  double p = __GC_POLY10(__builtin_fma, z, 0x1.5c43bb68036f3p-6, -0x1.6512f10e46fcbp-5, 0x1.d253290309941p-5,
                         -0x1.100502a9fd34ap-4, 0x1.3afc305402338p-4, -0x1.745bc2d644281p-4, 0x1.c71c65cbd8155p-4,
                         -0x1.2492490571ec0p-3, 0x1.9999999949548p-3, -0x1.5555555555317p-2);
  return base + (t + __builtin_fma(t * z, p, base * (__GC_PI_2_LOW / __GC_PI_2)));
}
__GC_INLINE double atan(double x) {
  __GC_EXACT
  double a = __builtin_fabs(x), over = a - 1.0, under = a + 1.0;
  bool low = a <= 0x1.a827999fcef32p-2, high = a > 0x1.3504f333f9de6p+1;
  over = high ? -1.0 : over;
  under = high ? a : under;
  double base = high ? __GC_PI_2 : 0.5 * __GC_PI_2;
  over = low ? a : over;
  under = low ? 1.0 : under;
  base = low ? 0.0 : base;
  return __gc_signed(__gc_atan_rest(over / under, base), x);
}
// The angle of (x, y) in the first quadrant, by steps like these for x = 1. *part is the denominator.
__GC_INLINE double __gc_angle_of(double y, double x, double* part) {
  __GC_EXACT
  bool low = y <= x * 0x1.a827999fcef32p-2, high = y > x * 0x1.3504f333f9de6p+1;
  double over = y - x, under = y + x, minus = -x;
  over = high ? minus : over;
  under = high ? y : under;
  double base = high ? __GC_PI_2 : 0.5 * __GC_PI_2;
  over = low ? y : over;
  under = low ? x : under;
  base = low ? 0.0 : base;
  *part = under;
  return __gc_atan_rest(over / under, base);
}
// Both zero, both infinite, sums that are not finite, and denormal numbers, whose products with tan(pi/8) are not exact
// enough to choose by.
__GC_INLINE double __gc_angle_rare(double a, double b) {
  __GC_EXACT
  double small = a < 0x1p-900 ? 0x1p100 : 1.0, scale = a > 0x1p1000 ? 0x1p-100 : small, part;
  bool both = (a == __builtin_inf()) & (b == __builtin_inf()), none = (a == 0.0) & (b == 0.0);
  return __gc_angle_of(both ? 1.0 : a * scale, both | none ? 1.0 : b * scale, &part);
}
__GC_INLINE double atan2(double y, double x) {
  __GC_EXACT
  double a = __builtin_fabs(y), b = __builtin_fabs(x), part, angle = __gc_angle_of(a, b, &part);
  if (__builtin_expect(__gc_special(part), 0)) angle = __gc_angle_rare(a, b);
  double flipped = __GC_PI - (angle - __GC_PI_LOW);
  return __gc_signed(__gc_bits_of(x) < 0 ? flipped : angle, y);
}

// asin(a) for a <= 1/2; beyond, (pi/2 - asin(a)) / 2.
__GC_INLINE double __gc_asin_part(double a, bool far) {
  __GC_EXACT
  double z_far = 0.5 - 0.5 * a, z_near = a * a, z = far ? z_far : z_near, root = __builtin_sqrt(z), w = far ? root : a;
  double p = __GC_POLY12(__builtin_fma, z, 0x1.05d0d9d94659cp-5, -0x1.0afc5378a8abfp-6, 0x1.40b6cc387ca9bp-6,
                         0x1.aaac3f9c2c7ddp-8, 0x1.8ee58a89a39ffp-7, 0x1.c6f85979a1091p-7, 0x1.1c6c29adba199p-6,
                         0x1.6e89ef56bdcffp-6, 0x1.f1c72c6ee7d9ap-6, 0x1.6db6db41ce45ep-5, 0x1.333333336f92bp-4,
                         0x1.5555555555387p-3);
  return __builtin_fma(w * z, p, w);
}
__GC_INLINE double asin(double x) {
  __GC_EXACT
  double a = __builtin_fabs(x);
  bool far = a > 0.5;
  double v = __gc_asin_part(a, far), far_value = __builtin_fma(-2.0, v, __GC_PI_2);
  return __gc_signed(far ? far_value : v, x);
}
// pi/2 - v near 0, else 2 v or pi + 2 v, for v with the sign of x.
__GC_INLINE double acos(double x) {
  __GC_EXACT
  double a = __builtin_fabs(x);
  bool far = a > 0.5;
  double v = __gc_signed(__gc_asin_part(a, far), x), end = x < 0.0 ? __GC_PI : 0.0;
  return __builtin_fma(far ? 2.0 : -1.0, v, far ? end : __GC_PI_2);
}
