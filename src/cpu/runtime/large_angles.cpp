// SPDX-License-Identifier: Apache-2.0
//
// Sines, cosines and tangents of large arguments. The C library's functions for double lose up to 14 ulp next
// to a multiple of pi/2 (glibc 2.36, of 0x1.6ac5b262ca1ffp+849); those for long double do not.

#include <cmath>

#define GRIDCALL_LARGE(name)                                            \
  extern "C" double gridcall_##name(double x);                          \
  double gridcall_##name(double x) {                                    \
    return static_cast<double>(std::name(static_cast<long double>(x))); \
  }
GRIDCALL_LARGE(sin)
GRIDCALL_LARGE(cos)
GRIDCALL_LARGE(tan)
