// SPDX-License-Identifier: Apache-2.0
//
// A product that is added to a sum, of floats with one rounding.

__device__ inline float add_product(float a, float b, float sum) { return __fmaf_rn(a, b, sum); }
__device__ inline double add_product(double a, double b, double sum) { return __fma_rn(a, b, sum); }
template <class P>
__device__ inline complex_number<P> add_product(complex_number<P> a, complex_number<P> b, complex_number<P> sum) {
  complex_number<P> r = {add_product(-a.im, b.im, add_product(a.re, b.re, sum.re)),
                         add_product(a.im, b.re, add_product(a.re, b.im, sum.im))};
  return r;
}
