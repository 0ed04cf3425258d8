// SPDX-License-Identifier: Apache-2.0
//
// Complex numbers as pairs of real and imaginary parts, from the CUDA documentation's list of cuComplex.h. Absolute values and
// quotients are scaled, so that they overflow only if the result does.

#pragma once
#pragma clang system_header

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define __GC_COMPLEX(__C, __T, __suffix, __abs, __sqrt)                                                                 \
  __GC_INLINE __T cuCreal##__suffix(__C __z) { return __z.x; }                                                          \
  __GC_INLINE __T cuCimag##__suffix(__C __z) { return __z.y; }                                                          \
  __GC_INLINE __C cuConj##__suffix(__C __z) { return {__z.x, -__z.y}; }                                                 \
  __GC_INLINE __C cuCadd##__suffix(__C __a, __C __b) { return {__a.x + __b.x, __a.y + __b.y}; }                         \
  __GC_INLINE __C cuCsub##__suffix(__C __a, __C __b) { return {__a.x - __b.x, __a.y - __b.y}; }                         \
  __GC_INLINE __C cuCmul##__suffix(__C __a, __C __b) {                                                                  \
    return {__a.x * __b.x - __a.y * __b.y, __a.x * __b.y + __a.y * __b.x};                                              \
  }                                                                                                                    \
  __GC_INLINE __C cuCdiv##__suffix(__C __a, __C __b) {                                                                  \
    __T __scale = 1 / (__abs(__b.x) + __abs(__b.y));                                                                    \
    __T __ax = __a.x * __scale, __ay = __a.y * __scale, __bx = __b.x * __scale, __by = __b.y * __scale;                  \
    __T __inverse = 1 / (__bx * __bx + __by * __by);                                                                    \
    return {(__ax * __bx + __ay * __by) * __inverse, (__ay * __bx - __ax * __by) * __inverse};                           \
  }                                                                                                                    \
  __GC_INLINE __T cuCabs##__suffix(__C __z) {                                                                           \
    __T __a = __abs(__z.x), __b = __abs(__z.y), __larger = __a > __b ? __a : __b, __smaller = __a > __b ? __b : __a;     \
    __T __ratio = __smaller / __larger, __result = __larger * __sqrt(1 + __ratio * __ratio);                             \
    bool __plain = __larger == 0 || isinf(__larger) || isinf(__smaller) || __a != __a || __b != __b;                     \
    return __plain ? __a + __b : __result;                                                                              \
  }                                                                                                                    \
  __GC_INLINE __C cuCfma##__suffix(__C __a, __C __b, __C __c) {                                                         \
    __T __x = __a.x * __b.x + __c.x, __y = __a.y * __b.x + __c.y;                                                       \
    return {__x - __a.y * __b.y, __a.x * __b.y + __y};                                                                  \
  }
__GC_COMPLEX(cuFloatComplex, float, f, fabsf, sqrtf)
__GC_COMPLEX(cuDoubleComplex, double, , fabs, sqrt)
#undef __GC_COMPLEX

__GC_INLINE cuFloatComplex make_cuFloatComplex(float __x, float __y) { return {__x, __y}; }
__GC_INLINE cuDoubleComplex make_cuDoubleComplex(double __x, double __y) { return {__x, __y}; }
__GC_INLINE cuComplex make_cuComplex(float __x, float __y) { return {__x, __y}; }
__GC_INLINE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex __z) {
  return {static_cast<float>(__z.x), static_cast<float>(__z.y)};
}
__GC_INLINE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex __z) {
  return {static_cast<double>(__z.x), static_cast<double>(__z.y)};
}
