// SPDX-License-Identifier: Apache-2.0
//
// IEEE half precision.

#pragma once
#pragma clang system_header

// The instructions for half have no .ftz, so that -ftz has no effect on them.
#pragma clang attribute push(__attribute__((annotate("gridcall-not-flushed"))), apply_to = function)

struct __half_raw { unsigned short x; };
struct __align__(4) __half2_raw { unsigned short x, y; };

struct __half;
__GC_INLINE float __gc_half_to_float(__half __h);
__GC_INLINE __half __gc_half_from_float(float __f);

// A 16-bit number. Numbers convert to it rounded to nearest, and from it towards zero.
struct __align__(2) __half {
  __half() = default;
  __host__ __device__ constexpr __half(const __half_raw& __raw) : __x(__raw.x) {}
  __host__ __device__ __half& operator=(const __half_raw& __raw) {
    __x = __raw.x;
    return *this;
  }
  __host__ __device__ void operator=(const __half_raw& __raw) volatile { __x = __raw.x; }
  __host__ __device__ void operator=(const volatile __half_raw& __raw) volatile { __x = __raw.x; }
  __host__ __device__ operator __half_raw() const { return {__x}; }
  __host__ __device__ operator __half_raw() const volatile { return {__x}; }
#define __GC_HALF_FROM(__T) \
  __host__ __device__ __half(__T __v) { *this = __gc_half_from_float(__gc_odd(__v)); }
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
  __host__ __device__ operator float() const { return __gc_half_to_float(*this); }
#define __GC_HALF_TO(__T) \
  __host__ __device__ explicit operator __T() const { return static_cast<__T>(__gc_half_to_float(*this)); }
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
struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  __host__ __device__ constexpr __half2(const __half& __a, const __half& __b) : x(__a), y(__b) {}
  __host__ __device__ constexpr __half2(const __half2_raw& __raw) : x(__half_raw{__raw.x}), y(__half_raw{__raw.y}) {}
  __host__ __device__ operator __half2_raw() const {
    return {static_cast<__half_raw>(x).x, static_cast<__half_raw>(y).x};
  }
};
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

__GC_INLINE float __gc_half_to_float(__half __h) { return static_cast<float>(__builtin_bit_cast(_Float16, __h)); }
__GC_INLINE __half __gc_half_from_float(float __f) { return __builtin_bit_cast(__half, static_cast<_Float16>(__f)); }

#define __GC_H __half
#define __GC_H2 __half2
#define __GC_NAME(before, after) before##half##after
#define __GC_TO_FLOAT(__h) __gc_half_to_float(__h)
#define __GC_FROM_FLOAT(__f) __gc_half_from_float(__f)
#define __GC_DIRECTED __gc_half_directed
#define __GC_PRODUCT(__x, __y) __fmul_rn(__x, __y)
#define __GC_FUSED(__x, __y, __z) __gc_odd_sum(__fmul_rn(__x, __y), __z)
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

__GC_INLINE unsigned short __half_as_ushort(__half __h) { return __builtin_bit_cast(unsigned short, __h); }
__GC_INLINE short __half_as_short(__half __h) { return __builtin_bit_cast(short, __h); }
__GC_INLINE __half __ushort_as_half(unsigned short __v) { return __builtin_bit_cast(__half, __v); }
__GC_INLINE __half __short_as_half(short __v) { return __builtin_bit_cast(__half, __v); }

__GC_INLINE float __half2float(__half __h) { return __gc_half_to_float(__h); }
__GC_INLINE __half __float2half(float __f) { return __gc_half_from_float(__f); }
__GC_INLINE __half __double2half(double __d) { return __gc_half_from_float(__gc_odd(__d)); }

__GC_INLINE __half2 make_half2(__half __a, __half __b) { return {__a, __b}; }
__GC_INLINE __half2 __halves2half2(__half __a, __half __b) { return {__a, __b}; }
__GC_INLINE __half2 __half2half2(__half __a) { return {__a, __a}; }
__GC_INLINE __half2 __float2half2_rn(float __f) { return __half2half2(__float2half(__f)); }
__GC_INLINE __half2 __floats2half2_rn(float __a, float __b) { return {__float2half(__a), __float2half(__b)}; }
__GC_INLINE __half2 __float22half2_rn(float2 __v) { return {__float2half(__v.x), __float2half(__v.y)}; }
__GC_INLINE float2 __half22float2(__half2 __h) { return {__half2float(__h.x), __half2float(__h.y)}; }
__GC_INLINE __half __low2half(__half2 __h) { return __h.x; }
__GC_INLINE __half __high2half(__half2 __h) { return __h.y; }
__GC_INLINE float __low2float(__half2 __h) { return __half2float(__h.x); }
__GC_INLINE float __high2float(__half2 __h) { return __half2float(__h.y); }
__GC_INLINE __half2 __low2half2(__half2 __h) { return {__h.x, __h.x}; }
__GC_INLINE __half2 __high2half2(__half2 __h) { return {__h.y, __h.y}; }
__GC_INLINE __half2 __lowhigh2highlow(__half2 __h) { return {__h.y, __h.x}; }
__GC_INLINE __half2 __lows2half2(__half2 __a, __half2 __b) { return {__a.x, __b.x}; }
__GC_INLINE __half2 __highs2half2(__half2 __a, __half2 __b) { return {__a.y, __b.y}; }

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)

#pragma clang attribute pop
