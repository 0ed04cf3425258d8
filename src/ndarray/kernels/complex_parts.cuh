// SPDX-License-Identifier: Apache-2.0
//
// Parts of numbers for factorisations, real and complex ones.

__device__ inline float magnitude(float a) { return fabsf(a); }
__device__ inline double magnitude(double a) { return fabs(a); }
// As LAPACK chooses pivots: the sum of the parts.
template <class P> __device__ inline P magnitude(complex_number<P> a) { return magnitude(a.re) + magnitude(a.im); }
__device__ inline float real_of(float a) { return a; }
__device__ inline double real_of(double a) { return a; }
template <class P> __device__ inline P real_of(complex_number<P> a) { return a.re; }
__device__ inline float conjugate(float a) { return a; }
__device__ inline double conjugate(double a) { return a; }
template <class P> __device__ inline complex_number<P> conjugate(complex_number<P> a) { return conj(a); }
__device__ inline float root(float a) { return sqrtf(a); }
__device__ inline double root(double a) { return sqrt(a); }
