// SPDX-License-Identifier: Apache-2.0
//
// bfloat16: the upper half of a float.

#pragma once
#pragma clang system_header

struct __nv_bfloat16_raw { unsigned short x; };
struct __align__(4) __nv_bfloat162_raw { unsigned short x, y; };

struct __nv_bfloat16;
__GC_INLINE float __gc_bfloat_to_float(__nv_bfloat16 h);
__GC_INLINE __nv_bfloat16 __gc_bfloat_from_float(float f);
__GC_INLINE __nv_bfloat16 __gc_bfloat_from_double(double d);

struct __align__(2) __nv_bfloat16 {
  __nv_bfloat16() = default;
  __host__ __device__ constexpr __nv_bfloat16(__nv_bfloat16_raw raw) : bits_(raw.x) {}
  __host__ __device__ __nv_bfloat16(float v) { *this = __gc_bfloat_from_float(v); }
  __host__ __device__ __nv_bfloat16(double v) { *this = __gc_bfloat_from_double(v); }
#define __GC_BFLOAT_FROM(T) \
  __host__ __device__ __nv_bfloat16(T v) { *this = __gc_bfloat_from_double(static_cast<double>(v)); }
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
#define __GC_BFLOAT_TO(T) \
  __host__ __device__ explicit operator T() const { return static_cast<T>(__gc_bfloat_to_float(*this)); }
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

__GC_INLINE float __gc_bfloat_to_float(__nv_bfloat16 h) {
  return __uint_as_float(static_cast<unsigned int>(__builtin_bit_cast(unsigned short, h)) << 16);
}
// To the nearest, ties to even; every NaN becomes the canonical one.
__GC_INLINE __nv_bfloat16 __gc_bfloat_from_float(float f) {
  unsigned int bits = __float_as_uint(f);
  unsigned short result = static_cast<unsigned short>((bits + 0x7fffu + ((bits >> 16) & 1)) >> 16);
  if (isnan(f)) result = 0x7fff;
  return __builtin_bit_cast(__nv_bfloat16, result);
}

struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __host__ __device__ __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
  __host__ __device__ __nv_bfloat162(__nv_bfloat162_raw raw)
      : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y}) {}
};
typedef __nv_bfloat162 nv_bfloat162;

#define __GC_H __nv_bfloat16
#define __GC_H2 __nv_bfloat162
#define __GC_N(name) name
#define __GC_TO_FLOAT(h) __gc_bfloat_to_float(h)
#define __GC_FROM_FLOAT(f) __gc_bfloat_from_float(f)
#define __gc_odd __gc_odd_bfloat
#include "gridcall_half_operators.h"
__GC_INLINE __nv_bfloat16 __gc_bfloat_from_double(double d) { return __gc_bfloat_from_float(__gc_odd(d)); }
#undef __gc_odd
#undef __GC_H
#undef __GC_H2
#undef __GC_N
#undef __GC_TO_FLOAT
#undef __GC_FROM_FLOAT

__GC_INLINE unsigned short __bfloat16_as_ushort(__nv_bfloat16 h) { return __builtin_bit_cast(unsigned short, h); }
__GC_INLINE short __bfloat16_as_short(__nv_bfloat16 h) { return __builtin_bit_cast(short, h); }
__GC_INLINE __nv_bfloat16 __ushort_as_bfloat16(unsigned short v) { return __builtin_bit_cast(__nv_bfloat16, v); }
__GC_INLINE __nv_bfloat16 __short_as_bfloat16(short v) { return __builtin_bit_cast(__nv_bfloat16, v); }

__GC_INLINE float __bfloat162float(__nv_bfloat16 h) { return __gc_bfloat_to_float(h); }
__GC_INLINE __nv_bfloat16 __float2bfloat16(float f) { return __gc_bfloat_from_float(f); }
__GC_INLINE __nv_bfloat16 __float2bfloat16_rn(float f) { return __gc_bfloat_from_float(f); }
__GC_INLINE __nv_bfloat16 __float2bfloat16_rz(float f) {
  if (isnan(f)) return __ushort_as_bfloat16(0x7fff);
  return __ushort_as_bfloat16(static_cast<unsigned short>(__float_as_uint(f) >> 16));
}
__GC_INLINE __nv_bfloat16 __double2bfloat16(double d) { return __gc_bfloat_from_double(d); }
#define __GC_BFLOAT_INTEGER(name, T)                                                                              \
  __GC_INLINE __nv_bfloat16 __##name##2bfloat16_rn(T v) { return __gc_bfloat_from_double(static_cast<double>(v)); } \
  __GC_INLINE T __bfloat162##name##_rn(__nv_bfloat16 h) { return static_cast<T>(rintf(__bfloat162float(h))); }    \
  __GC_INLINE T __bfloat162##name##_rz(__nv_bfloat16 h) { return static_cast<T>(__bfloat162float(h)); }           \
  __GC_INLINE T __bfloat162##name##_ru(__nv_bfloat16 h) { return static_cast<T>(ceilf(__bfloat162float(h))); }    \
  __GC_INLINE T __bfloat162##name##_rd(__nv_bfloat16 h) { return static_cast<T>(floorf(__bfloat162float(h))); }
__GC_BFLOAT_INTEGER(short, short)
__GC_BFLOAT_INTEGER(ushort, unsigned short)
__GC_BFLOAT_INTEGER(int, int)
__GC_BFLOAT_INTEGER(uint, unsigned int)
__GC_BFLOAT_INTEGER(ll, long long)
__GC_BFLOAT_INTEGER(ull, unsigned long long)
#undef __GC_BFLOAT_INTEGER

__GC_INLINE __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
__GC_INLINE __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
__GC_INLINE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return {a, a}; }
__GC_INLINE __nv_bfloat162 __float2bfloat162_rn(float f) { return __bfloat162bfloat162(__float2bfloat16(f)); }
__GC_INLINE __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return {__float2bfloat16(a), __float2bfloat16(b)}; }
__GC_INLINE __nv_bfloat162 __float22bfloat162_rn(float2 v) { return {__float2bfloat16(v.x), __float2bfloat16(v.y)}; }
__GC_INLINE float2 __bfloat1622float2(__nv_bfloat162 h) { return {__bfloat162float(h.x), __bfloat162float(h.y)}; }
__GC_INLINE __nv_bfloat16 __low2bfloat16(__nv_bfloat162 h) { return h.x; }
__GC_INLINE __nv_bfloat16 __high2bfloat16(__nv_bfloat162 h) { return h.y; }
__GC_INLINE float __low2float(__nv_bfloat162 h) { return __bfloat162float(h.x); }
__GC_INLINE float __high2float(__nv_bfloat162 h) { return __bfloat162float(h.y); }
