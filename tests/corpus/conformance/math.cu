// SPDX-License-Identifier: Apache-2.0
// Math functions. Which one is a number: its place in math_list.def, a header that the test hands over from memory.

enum {
#define M1(name, ...) k_##name,
#define M2(name, ...) k_##name,
#include "math_list.def"
#undef M1
#undef M2
};

__global__ void floats(int op, float *out, const float *x, const float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  switch (op) {
#define M1(name, ...) case k_##name: out[i] = name##f(x[i]); break;
#define M2(name, ...) case k_##name: out[i] = name##f(x[i], y[i]); break;
#include "math_list.def"
#undef M1
#undef M2
  }
}

__global__ void doubles(int op, double *out, const double *x, const double *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  switch (op) {
#define M1(name, ...) case k_##name: out[i] = name(x[i]); break;
#define M2(name, ...) case k_##name: out[i] = name(x[i], y[i]); break;
#include "math_list.def"
#undef M1
#undef M2
  }
}

// The overloads without suffix.
__global__ void overloads(float *out, float x, float y) {
  out[0] = sin(x); out[1] = pow(x, y); out[2] = fabs(-x); out[3] = max(x, y); out[4] = min(x, y); out[5] = abs(-x);
  out[6] = (float)abs(-3); out[7] = (float)max(3, 7); out[8] = (float)min(3ll, 7ll); out[9] = (float)max(3u, 7u);
  out[10] = sqrt(x); out[11] = isnan(x - x) ? 1 : 0; out[12] = isinf(x) ? 1 : 0; out[13] = isfinite(x) ? 1 : 0;
  out[14] = signbit(-x) ? 1 : 0;
}

// More than one result, and whole numbers.
__global__ void several(double *out, double x, float f) {
  double s, c, whole;
  int e, q;
  sincos(x, &s, &c);
  out[0] = s; out[1] = c;
  sincospi(x, &s, &c);
  out[2] = s; out[3] = c;
  out[4] = modf(x, &whole); out[5] = whole;
  out[6] = frexp(x, &e); out[7] = e;
  out[8] = remquo(x, 0.75, &q); out[9] = q & 7;
  out[10] = ldexp(x, 5); out[11] = scalbn(x, -3); out[12] = ilogb(x); out[13] = (double)llrint(x); out[14] = (double)lround(x);
  out[15] = fma(x, x, -x * x); out[16] = nextafter(x, 1e9); out[17] = norm3d(x, 2.0, 3.0); out[18] = norm4d(x, 2.0, 3.0, 4.0);
  float fs, fc;
  sincosf(f, &fs, &fc);
  out[19] = fs; out[20] = fc; out[21] = fmaf(f, f, -1.0f); out[22] = ldexpf(f, -2); out[23] = lrintf(f); out[24] = nextafterf(f, 0.0f);
  out[25] = rnorm3d(x, 2.0, 3.0); out[26] = norm3df(f, 2.0f, 3.0f);
}

__global__ void bessel(double *out, double x) {
  out[0] = j0(x); out[1] = j1(x); out[2] = jn(3, x); out[3] = y0(x); out[4] = y1(x); out[5] = yn(3, x);
  out[6] = j0f((float)x); out[7] = j1f((float)x); out[8] = y0f((float)x); out[9] = y1f((float)x);
  out[10] = cyl_bessel_i0(x); out[11] = cyl_bessel_i1(x);
}

__global__ void specials(double *out, double zero) {
  double inf = 1 / zero, nan = zero / zero;
  float finf = (float)inf;
  out[0] = inf; out[1] = -1 / zero; out[2] = nan; out[3] = log(zero); out[4] = exp(-inf); out[5] = sqrt(-1.0 + zero);
  out[6] = pow(zero, 0.0); out[7] = atan(inf); out[8] = fmin(nan, 3.0); out[9] = fmax(nan, 3.0); out[10] = tanh(inf);
  out[11] = expf(finf); out[12] = logf(-finf); out[13] = 1.0 / (-zero); out[14] = sqrt(-zero); out[15] = round(-2.5);
  out[16] = rint(2.5); out[17] = fmod(5.0, inf); out[18] = 4.9406564584124654e-324 / (1 + zero); out[19] = 1.4e-45f * (1 + (float)zero);
}

// Approximations: their promise is weaker.
__global__ void fast(float *out, float x) {
  out[0] = __sinf(x); out[1] = __cosf(x); out[2] = __expf(x); out[3] = __logf(x); out[4] = __log2f(x); out[5] = __log10f(x);
  out[6] = __powf(x, 1.5f); out[7] = __fdividef(x, 3.0f); out[8] = __exp10f(x); out[9] = __tanf(x); out[10] = __frsqrt_rn(x);
  out[11] = __saturatef(x - 1.5f); out[12] = __saturatef(x * 100);
}
