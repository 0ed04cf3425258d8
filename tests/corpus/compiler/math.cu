// SPDX-License-Identifier: Apache-2.0
// One kernel per function: value by value against the host's C library (test_kernels.cpp).

#define ONE(name) \
  __global__ void d_##name(const double* x, double* y, int n) { \
    for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = name(x[i]); } \
  __global__ void f_##name(const float* x, float* y, int n) { \
    for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = name(x[i]); }
ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(exp) ONE(exp2) ONE(exp10)
ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(cbrt) ONE(sqrt) ONE(erf) ONE(erfc) ONE(tgamma) ONE(lgamma)
ONE(ceil) ONE(floor) ONE(trunc) ONE(round) ONE(rint) ONE(fabs) ONE(rsqrt) ONE(sinpi) ONE(cospi)
ONE(erfinv) ONE(erfcinv) ONE(erfcx) ONE(normcdf) ONE(normcdfinv) ONE(rcbrt)
ONE(cyl_bessel_i0) ONE(cyl_bessel_i1)
