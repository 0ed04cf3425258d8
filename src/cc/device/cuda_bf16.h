// SPDX-License-Identifier: Apache-2.0
//
// bfloat16: the upper half of a float.

#pragma once
#pragma clang system_header

struct __nv_bfloat16_raw { unsigned short x; };
struct __align__(4) __nv_bfloat162_raw { unsigned short x, y; };

struct __nv_bfloat16;
__GC_INLINE float __gc_bfloat_to_float(__nv_bfloat16 __h);
__GC_INLINE __nv_bfloat16 __gc_bfloat_from_float(float __f);
__GC_INLINE __nv_bfloat16 __gc_bfloat_from_double(double __d);

struct __align__(2) __nv_bfloat16 {
  __nv_bfloat16() = default;
  __host__ __device__ constexpr __nv_bfloat16(__nv_bfloat16_raw raw) : bits_(raw.x) {}
  __host__ __device__ __nv_bfloat16(float __v) { *this = __gc_bfloat_from_float(__v); }
  __host__ __device__ __nv_bfloat16(double __v) { *this = __gc_bfloat_from_double(__v); }
#define __GC_BFLOAT_FROM(__T) \
  __host__ __device__ __nv_bfloat16(__T __v) { *this = __gc_bfloat_from_double(static_cast<double>(__v)); }
  __GC_BFLOAT_FROM(short)
  __GC_BFLOAT_FROM(unsigned short)
  __GC_BFLOAT_FROM(int)
  __GC_BFLOAT_FROM(unsigned int)
  __GC_BFLOAT_FROM(long)
  __GC_BFLOAT_FROM(unsigned long)
  __GC_BFLOAT_FROM(long long)
  __GC_BFLOAT_FROM(unsigned long long)
#undef __GC_BFLOAT_FROM
  __host__ __device__ operator __nv_bfloat16_raw() const { return {bits_}; }
  __host__ __device__ operator float() const { return __gc_bfloat_to_float(*this); }
#define __GC_BFLOAT_TO(__T) \
  __host__ __device__ explicit operator __T() const { return static_cast<__T>(__gc_bfloat_to_float(*this)); }
  __GC_BFLOAT_TO(bool)
  __GC_BFLOAT_TO(signed char)
  __GC_BFLOAT_TO(unsigned char)
  __GC_BFLOAT_TO(char)
  __GC_BFLOAT_TO(short)
  __GC_BFLOAT_TO(unsigned short)
  __GC_BFLOAT_TO(int)
  __GC_BFLOAT_TO(unsigned int)
  __GC_BFLOAT_TO(long)
  __GC_BFLOAT_TO(unsigned long)
  __GC_BFLOAT_TO(long long)
  __GC_BFLOAT_TO(unsigned long long)
#undef __GC_BFLOAT_TO

 protected:
  unsigned short bits_;
};
typedef __nv_bfloat16 nv_bfloat16;

__GC_INLINE float __gc_bfloat_to_float(__nv_bfloat16 __h) {
  return __uint_as_float(static_cast<unsigned int>(__builtin_bit_cast(unsigned short, __h)) << 16);
}
// To the nearest, ties to even; every NaN becomes the canonical one.
__GC_INLINE __nv_bfloat16 __gc_bfloat_from_float(float __f) {
  unsigned int bits = __float_as_uint(__f);
  unsigned short result = static_cast<unsigned short>((bits + 0x7fffu + ((bits >> 16) & 1)) >> 16);
  if (isnan(__f)) result = 0x7fff;
  return __builtin_bit_cast(__nv_bfloat16, result);
}

struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __host__ __device__ __nv_bfloat162(__nv_bfloat16 __a, __nv_bfloat16 __b) : x(__a), y(__b) {}
  __host__ __device__ __nv_bfloat162(__nv_bfloat162_raw raw)
      : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y}) {}
};
typedef __nv_bfloat162 nv_bfloat162;

#define __GC_H __nv_bfloat16
#define __GC_H2 __nv_bfloat162
#define __GC_N(name) name
#define __GC_TO_FLOAT(__h) __gc_bfloat_to_float(__h)
#define __GC_FROM_FLOAT(__f) __gc_bfloat_from_float(__f)
#define __gc_odd __gc_odd_bfloat
#include "gridcall_half_operators.h"
__GC_INLINE __nv_bfloat16 __gc_bfloat_from_double(double __d) { return __gc_bfloat_from_float(__gc_odd(__d)); }
#undef __gc_odd
#undef __GC_H
#undef __GC_H2
#undef __GC_N
#undef __GC_TO_FLOAT
#undef __GC_FROM_FLOAT

__GC_INLINE unsigned short __bfloat16_as_ushort(__nv_bfloat16 __h) { return __builtin_bit_cast(unsigned short, __h); }
__GC_INLINE short __bfloat16_as_short(__nv_bfloat16 __h) { return __builtin_bit_cast(short, __h); }
__GC_INLINE __nv_bfloat16 __ushort_as_bfloat16(unsigned short __v) { return __builtin_bit_cast(__nv_bfloat16, __v); }
__GC_INLINE __nv_bfloat16 __short_as_bfloat16(short __v) { return __builtin_bit_cast(__nv_bfloat16, __v); }

__GC_INLINE float __bfloat162float(__nv_bfloat16 __h) { return __gc_bfloat_to_float(__h); }
__GC_INLINE __nv_bfloat16 __float2bfloat16(float __f) { return __gc_bfloat_from_float(__f); }
__GC_INLINE __nv_bfloat16 __float2bfloat16_rn(float __f) { return __gc_bfloat_from_float(__f); }
__GC_INLINE __nv_bfloat16 __float2bfloat16_rz(float __f) {
  if (isnan(__f)) return __ushort_as_bfloat16(0x7fff);
  return __ushort_as_bfloat16(static_cast<unsigned short>(__float_as_uint(__f) >> 16));
}
__GC_INLINE __nv_bfloat16 __double2bfloat16(double __d) { return __gc_bfloat_from_double(__d); }
#define __GC_BFLOAT_INTEGER(name, __T)                                                                              \
  __GC_INLINE __nv_bfloat16 __##name##2bfloat16_rn(__T __v) { return __gc_bfloat_from_double(static_cast<double>(__v)); } \
  __GC_INLINE __T __bfloat162##name##_rn(__nv_bfloat16 __h) { return static_cast<__T>(rintf(__bfloat162float(__h))); }    \
  __GC_INLINE __T __bfloat162##name##_rz(__nv_bfloat16 __h) { return static_cast<__T>(__bfloat162float(__h)); }           \
  __GC_INLINE __T __bfloat162##name##_ru(__nv_bfloat16 __h) { return static_cast<__T>(ceilf(__bfloat162float(__h))); }    \
  __GC_INLINE __T __bfloat162##name##_rd(__nv_bfloat16 __h) { return static_cast<__T>(floorf(__bfloat162float(__h))); }
__GC_BFLOAT_INTEGER(short, short)
__GC_BFLOAT_INTEGER(ushort, unsigned short)
__GC_BFLOAT_INTEGER(int, int)
__GC_BFLOAT_INTEGER(uint, unsigned int)
__GC_BFLOAT_INTEGER(ll, long long)
__GC_BFLOAT_INTEGER(ull, unsigned long long)
#undef __GC_BFLOAT_INTEGER

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
