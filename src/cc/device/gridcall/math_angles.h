// SPDX-License-Identifier: Apache-2.0
//
// Inverse trigonometric functions, double.

#pragma once
#pragma clang system_header

#define __GC_PI_LOW 0x1.1a62633145c07p-53

// The angle of (x, y) in the first quadrant.
__GC_INLINE double __gc_angle_of(double y, double x) {
  __GC_EXACT
  bool low = y <= x * 0.5, high = y > x + x;
  double over = y - x, under = y + x, minus = -x;  // the difference is exact in between
  over = high ? minus : over;
  under = high ? y : under;
  double base = high ? __GC_PI_2 : 0.5 * __GC_PI_2, base_low = high ? __GC_PI_2_LOW : 0.5 * __GC_PI_2_LOW;
  over = low ? y : over;
  under = low ? x : under;
  base = low ? 0.0 : base;
  base_low = low ? 0.0 : base_low;
  double t = over / (under == 0.0 ? 1.0 : under), z = t * t;
  double p = __GC_POLY12(__builtin_fma, z, 0x1.4bfdefb058d0bp-7, -0x1.c1dc4e20d8637p-6, 0x1.5714727eb275bp-5,
                         -0x1.a3a4129e9f790p-5, 0x1.dfec4801e2e8ap-5, -0x1.10f3584c591e8p-4, 0x1.3b1143cb5c579p-4,
                         -0x1.745cf5363987cp-4, 0x1.c71c709591939p-4, -0x1.249249216cfd0p-3, 0x1.9999999991451p-3,
                         -0x1.5555555555518p-2);
  return base + (t + __builtin_fma(t * z, p, base_low));
}
// Steps like these for x = 1 with narrower bounds, tan(pi/8) and tan(3 pi/8), so that the polynomial is shorter; its error
// is 2^-54.6.
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
  double t = over / under, z = t * t;
  double p = __GC_POLY10(__builtin_fma, z, 0x1.5c43bb68036f3p-6, -0x1.6512f10e46fcbp-5, 0x1.d253290309941p-5,
                         -0x1.100502a9fd34ap-4, 0x1.3afc305402338p-4, -0x1.745bc2d644281p-4, 0x1.c71c65cbd8155p-4,
                         -0x1.2492490571ec0p-3, 0x1.9999999949548p-3, -0x1.5555555555317p-2);
  return __builtin_copysign(base + (t + __builtin_fma(t * z, p, base * (__GC_PI_2_LOW / __GC_PI_2))), x);
}
__GC_INLINE double atan2(double y, double x) {
  __GC_EXACT
  double a = __builtin_fabs(y), b = __builtin_fabs(x), scale = a > 0x1p1000 ? 0x1p-100 : 1.0;  // a + b is finite
  bool both = (a == __builtin_inf()) & (b == __builtin_inf());
  double angle = __gc_angle_of(both ? 1.0 : a * scale, both ? 1.0 : b * scale);
  double flipped = __GC_PI - (angle - __GC_PI_LOW);
  return __builtin_copysign(__gc_bits_of(x) < 0 ? flipped : angle, y);
}

// asin(a) = w + *more for a <= 1/2; beyond, pi/2 - 2 (w + *more). Returns w.
__GC_INLINE double __gc_asin_parts(double a, bool far, double* more) {
  __GC_EXACT
  double z_far = 0.5 - 0.5 * a, z_near = a * a, z = far ? z_far : z_near, root = __builtin_sqrt(z), w = far ? root : a;
  double p = __GC_POLY12(__builtin_fma, z, 0x1.05d0d9d94659cp-5, -0x1.0afc5378a8abfp-6, 0x1.40b6cc387ca9bp-6,
                         0x1.aaac3f9c2c7ddp-8, 0x1.8ee58a89a39ffp-7, 0x1.c6f85979a1091p-7, 0x1.1c6c29adba199p-6,
                         0x1.6e89ef56bdcffp-6, 0x1.f1c72c6ee7d9ap-6, 0x1.6db6db41ce45ep-5, 0x1.333333336f92bp-4,
                         0x1.5555555555387p-3);
  *more = w * z * p;
  return w;
}
__GC_INLINE double asin(double x) {
  __GC_EXACT
  double a = __builtin_fabs(x), more;
  bool far = a > 0.5;
  double w = __gc_asin_parts(a, far, &more), near_value = w + more;
  double far_value = (__GC_PI_2 - (w + w)) - ((more + more) - __GC_PI_2_LOW);
  return __builtin_copysign(far ? far_value : near_value, x);
}
// pi/2 - v near 0, else 2 v or pi - 2 v, for v with the sign of x.
__GC_INLINE double acos(double x) {
  __GC_EXACT
  double a = __builtin_fabs(x), more;
  bool far = a > 0.5;
  double w = __gc_asin_parts(a, far, &more), v = __builtin_copysign(w + more, x), end = x < 0.0 ? __GC_PI : 0.0;
  return __builtin_fma(far ? 2.0 : -1.0, v, far ? end : __GC_PI_2);
}
