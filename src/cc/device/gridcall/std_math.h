// SPDX-License-Identifier: Apache-2.0
//
// The mathematical functions in std, for <cmath> and for whole programs. These declare them before the C++ library does, so that
// clang leaves the library's constexpr functions to the host.

#pragma once
#pragma clang system_header

namespace std {
#define __GC_USE(name) using ::name;
#define __GC_USE_F(name) using ::name; using ::name##f;
__GC_USE_F(sin) __GC_USE_F(cos) __GC_USE_F(tan) __GC_USE_F(asin) __GC_USE_F(acos) __GC_USE_F(atan) __GC_USE_F(sinh)
__GC_USE_F(cosh) __GC_USE_F(tanh) __GC_USE_F(asinh) __GC_USE_F(acosh) __GC_USE_F(atanh) __GC_USE_F(exp)
__GC_USE_F(exp2) __GC_USE_F(expm1) __GC_USE_F(log) __GC_USE_F(log2) __GC_USE_F(log10) __GC_USE_F(log1p)
__GC_USE_F(logb) __GC_USE_F(cbrt) __GC_USE_F(sqrt) __GC_USE_F(erf) __GC_USE_F(erfc) __GC_USE_F(tgamma)
__GC_USE_F(lgamma) __GC_USE_F(ceil) __GC_USE_F(floor) __GC_USE_F(trunc) __GC_USE_F(round) __GC_USE_F(rint)
__GC_USE_F(nearbyint) __GC_USE_F(fabs) __GC_USE_F(lrint) __GC_USE_F(llrint) __GC_USE_F(lround) __GC_USE_F(llround)
__GC_USE_F(ilogb) __GC_USE_F(pow) __GC_USE_F(atan2) __GC_USE_F(fmod) __GC_USE_F(remainder) __GC_USE_F(hypot)
__GC_USE_F(fmin) __GC_USE_F(fmax) __GC_USE_F(fdim) __GC_USE_F(copysign) __GC_USE_F(nextafter) __GC_USE_F(ldexp)
__GC_USE_F(scalbn) __GC_USE_F(scalbln) __GC_USE_F(frexp) __GC_USE_F(modf) __GC_USE_F(remquo) __GC_USE_F(fma)
__GC_USE_F(nan)
__GC_USE(abs) __GC_USE(isnan) __GC_USE(isinf) __GC_USE(isfinite) __GC_USE(isnormal) __GC_USE(signbit)
#undef __GC_USE
#undef __GC_USE_F
__GC_INLINE float hypot(float x, float y, float z) { return norm3df(x, y, z); }
__GC_INLINE double hypot(double x, double y, double z) { return norm3d(x, y, z); }
template <typename __T> __GC_INLINE __T lerp(__T __a, __T __b, __T __t) { return fma(__t, __b, fma(-__t, __a, __a)); }
}  // namespace std
