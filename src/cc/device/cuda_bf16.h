// SPDX-License-Identifier: Apache-2.0
//
// bfloat16: the upper half of a float.

#pragma once
#pragma clang system_header

// The instructions for bfloat16 have no .ftz, so that -ftz has no effect on them.
#pragma clang attribute push(__attribute__((annotate("gridcall-not-flushed"))), apply_to = function)

struct __nv_bfloat16_raw { unsigned short x; };
struct __align__(4) __nv_bfloat162_raw { unsigned short x, y; };

struct __nv_bfloat16;
__GC_INLINE float __gc_bfloat16_to_float(__nv_bfloat16 __h);
__GC_INLINE __nv_bfloat16 __gc_bfloat16_from_float(float __f);

// A 16-bit number. Numbers convert to it rounded to nearest, and from it towards zero.
struct __align__(2) __nv_bfloat16 {
  __nv_bfloat16() = default;
  __host__ __device__ constexpr __nv_bfloat16(const __nv_bfloat16_raw& __raw) : __x(__raw.x) {}
  __host__ __device__ __nv_bfloat16& operator=(const __nv_bfloat16_raw& __raw) {
    __x = __raw.x;
    return *this;
  }
  __host__ __device__ void operator=(const __nv_bfloat16_raw& __raw) volatile { __x = __raw.x; }
  __host__ __device__ void operator=(const volatile __nv_bfloat16_raw& __raw) volatile { __x = __raw.x; }
  __host__ __device__ operator __nv_bfloat16_raw() const { return {__x}; }
  __host__ __device__ operator __nv_bfloat16_raw() const volatile { return {__x}; }
#define __GC_HALF_FROM(__T) \
  __host__ __device__ __nv_bfloat16(__T __v) { *this = __gc_bfloat16_from_float(__gc_odd(__v)); }
  __GC_HALF_FROM(float)
  __GC_HALF_FROM(double)
  __GC_HALF_FROM(short)
  __GC_HALF_FROM(unsigned short)
  __GC_HALF_FROM(int)
  __GC_HALF_FROM(unsigned int)
  __GC_HALF_FROM(long)
  __GC_HALF_FROM(unsigned long)
  __GC_HALF_FROM(long long)
  __GC_HALF_FROM(unsigned long long)
#undef __GC_HALF_FROM
  __host__ __device__ operator float() const { return __gc_bfloat16_to_float(*this); }
#define __GC_HALF_TO(__T) \
  __host__ __device__ explicit operator __T() const { return static_cast<__T>(__gc_bfloat16_to_float(*this)); }
  __GC_HALF_TO(bool)
  __GC_HALF_TO(signed char)
  __GC_HALF_TO(unsigned char)
  __GC_HALF_TO(char)
  __GC_HALF_TO(short)
  __GC_HALF_TO(unsigned short)
  __GC_HALF_TO(int)
  __GC_HALF_TO(unsigned int)
  __GC_HALF_TO(long)
  __GC_HALF_TO(unsigned long)
  __GC_HALF_TO(long long)
  __GC_HALF_TO(unsigned long long)
#undef __GC_HALF_TO

 protected:
  unsigned short __x;
};
struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __host__ __device__ constexpr __nv_bfloat162(const __nv_bfloat16& __a, const __nv_bfloat16& __b) : x(__a), y(__b) {}
  __host__ __device__ constexpr __nv_bfloat162(const __nv_bfloat162_raw& __raw) : x(__nv_bfloat16_raw{__raw.x}), y(__nv_bfloat16_raw{__raw.y}) {}
  __host__ __device__ operator __nv_bfloat162_raw() const {
    return {static_cast<__nv_bfloat16_raw>(x).x, static_cast<__nv_bfloat16_raw>(y).x};
  }
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

__GC_INLINE float __gc_bfloat16_to_float(__nv_bfloat16 __h) {
  return __uint_as_float(static_cast<unsigned int>(__builtin_bit_cast(unsigned short, __h)) << 16);
}
// Rounds to nearest, ties to even; every NaN becomes the canonical one.
__GC_INLINE __nv_bfloat16 __gc_bfloat16_from_float(float __f) {
  unsigned int __bits = __float_as_uint(__f);
  unsigned short __result = static_cast<unsigned short>((__bits + 0x7fffu + ((__bits >> 16) & 1)) >> 16);
  if (isnan(__f)) __result = 0x7fff;
  return __builtin_bit_cast(__nv_bfloat16, __result);
}

#define __GC_H __nv_bfloat16
#define __GC_H2 __nv_bfloat162
#define __GC_NAME(before, after) before##bfloat16##after
#define __GC_TO_FLOAT(__h) __gc_bfloat16_to_float(__h)
#define __GC_FROM_FLOAT(__f) __gc_bfloat16_from_float(__f)
#define __GC_DIRECTED __gc_bfloat16_directed
#define __GC_PRODUCT(__x, __y) __gc_odd_product(__x, __y)
#define __GC_FUSED(__x, __y, __z) __gc_odd_sum(__dmul_rn(static_cast<double>(__x), static_cast<double>(__y)), static_cast<double>(__z))
#include "gridcall/half_arithmetic.h"
#include "gridcall/half_functions.h"
#undef __GC_PAIR1
#undef __GC_PAIR2
#undef __GC_PAIR3
#undef __GC_H
#undef __GC_H2
#undef __GC_NAME
#undef __GC_TO_FLOAT
#undef __GC_FROM_FLOAT
#undef __GC_DIRECTED
#undef __GC_PRODUCT
#undef __GC_FUSED

__GC_INLINE unsigned short __bfloat16_as_ushort(__nv_bfloat16 __h) { return __builtin_bit_cast(unsigned short, __h); }
__GC_INLINE short __bfloat16_as_short(__nv_bfloat16 __h) { return __builtin_bit_cast(short, __h); }
__GC_INLINE __nv_bfloat16 __ushort_as_bfloat16(unsigned short __v) { return __builtin_bit_cast(__nv_bfloat16, __v); }
__GC_INLINE __nv_bfloat16 __short_as_bfloat16(short __v) { return __builtin_bit_cast(__nv_bfloat16, __v); }

__GC_INLINE float __bfloat162float(__nv_bfloat16 __h) { return __gc_bfloat16_to_float(__h); }
__GC_INLINE __nv_bfloat16 __float2bfloat16(float __f) { return __gc_bfloat16_from_float(__f); }
__GC_INLINE __nv_bfloat16 __double2bfloat16(double __d) { return __gc_bfloat16_from_float(__gc_odd(__d)); }

__GC_INLINE __nv_bfloat162 make_bfloat162(__nv_bfloat16 __a, __nv_bfloat16 __b) { return {__a, __b}; }
__GC_INLINE __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 __a, __nv_bfloat16 __b) { return {__a, __b}; }
__GC_INLINE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 __a) { return {__a, __a}; }
__GC_INLINE __nv_bfloat162 __float2bfloat162_rn(float __f) { return __bfloat162bfloat162(__float2bfloat16(__f)); }
__GC_INLINE __nv_bfloat162 __floats2bfloat162_rn(float __a, float __b) { return {__float2bfloat16(__a), __float2bfloat16(__b)}; }
__GC_INLINE __nv_bfloat162 __float22bfloat162_rn(float2 __v) { return {__float2bfloat16(__v.x), __float2bfloat16(__v.y)}; }
__GC_INLINE float2 __bfloat1622float2(__nv_bfloat162 __h) { return {__bfloat162float(__h.x), __bfloat162float(__h.y)}; }
__GC_INLINE __nv_bfloat16 __low2bfloat16(__nv_bfloat162 __h) { return __h.x; }
__GC_INLINE __nv_bfloat16 __high2bfloat16(__nv_bfloat162 __h) { return __h.y; }
__GC_INLINE float __low2float(__nv_bfloat162 __h) { return __bfloat162float(__h.x); }
__GC_INLINE float __high2float(__nv_bfloat162 __h) { return __bfloat162float(__h.y); }
__GC_INLINE __nv_bfloat162 __low2bfloat162(__nv_bfloat162 __h) { return {__h.x, __h.x}; }
__GC_INLINE __nv_bfloat162 __high2bfloat162(__nv_bfloat162 __h) { return {__h.y, __h.y}; }
__GC_INLINE __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 __h) { return {__h.y, __h.x}; }
__GC_INLINE __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 __a, __nv_bfloat162 __b) { return {__a.x, __b.x}; }
__GC_INLINE __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 __a, __nv_bfloat162 __b) { return {__a.y, __b.y}; }

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)

#pragma clang attribute pop
