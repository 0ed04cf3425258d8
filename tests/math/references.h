/* SPDX-License-Identifier: Apache-2.0
 *
 * References of functions.def that the C library lacks, made of those that it has. C and C++.
 */

#pragma once

#include <math.h>

/* x - n/2 is exact, and so is the quadrant. */
static inline double sinpi_reference(double x) {
  const double n = rint(x + x), r = (x - n / 2) * M_PI, quadrant = n - 4 * floor(n / 4);
  const double value = quadrant == 0 ? sin(r) : quadrant == 1 ? cos(r) : quadrant == 2 ? -sin(r) : -cos(r);
  return value == 0 ? copysign(0.0, x) : value;
}
static inline double cospi_reference(double x) {
  const double n = rint(x + x), r = (x - n / 2) * M_PI, quadrant = n - 4 * floor(n / 4);
  return (quadrant == 0 ? cos(r) : quadrant == 1 ? -sin(r) : quadrant == 2 ? -cos(r) : sin(r)) + 0.0;
}

static const long double two_over_sqrt_pi = 1.12837916709551257389615890312154517169L;

static inline long double erfcx_reference(long double x) {
  if (!(x < 90)) { /* the asymptotic series; its first term left out is below 1e-30 */
    long double sum = 1, term = 1;
    for (int k = 1; k < 10; ++k) {
      term *= (1 - 2 * k) / (2 * x * x);
      sum += term;
    }
    return two_over_sqrt_pi / 2 / x * sum;
  }
  const long double square = x * x, power = expl(square);
  return isinf(power) ? power : power * erfcl(x) * (1 + fmal(x, x, -square));
}
/* Newton's method; of erfc on its logarithm, which is nearly a parabola: it converges from everywhere. */
static inline long double erfcinv_reference(long double z);
static inline long double erfinv_reference(long double x) {
  const long double size = fabsl(x);
  if (size > 0.5L) return copysignl(erfcinv_reference(1 - size), x);
  long double y = x / two_over_sqrt_pi;
  for (int i = 0; i < 6 && size > 1e-30L; ++i) y -= (erfl(y) - x) / (two_over_sqrt_pi * expl(-y * y));
  return y;
}
static inline long double erfcinv_reference(long double z) {
  if (!(z >= 0 && z <= 2)) return NAN;
  if (z > 1) return -erfcinv_reference(2 - z);
  if (z == 0) return INFINITY;
  if (z > 0.5L) return erfinv_reference(1 - z);
  long double y = sqrtl(-logl(z));
  for (int i = 0; i < 12; ++i) {
    const long double tail = erfcl(y), step = logl(tail / z) * tail / (two_over_sqrt_pi * expl(-y * y));
    y += step;
    if (fabsl(step) < 1e-13L) break;
  }
  return y;
}
