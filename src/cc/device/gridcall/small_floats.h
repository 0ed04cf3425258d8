// SPDX-License-Identifier: Apache-2.0
//
// Numbers of 4, 6 and 8 bits: their rounding, their values, and the classes of one, two and four of them.

#pragma once
#pragma clang system_header

#include <cuda_bf16.h>
#include <cuda_fp16.h>

// Only conversions to these formats have a rounding mode.

// Returns the code of |v|, at most `max`, with `digits` digits after the point and the exponent `bias` for 1. The dropped
// fraction is exact.
__GC_INLINE unsigned int __gc_small_code(double __v, int __digits, int __bias, unsigned int __max, cudaRoundMode __rounding) {
  const unsigned long long __bits = static_cast<unsigned long long>(__double_as_longlong(__v)), __abs = __bits & 0x7fffffffffffffffull;
  // This includes numbers from 2^64 on, infinities and NaN.
  if (__abs >= 0x43f0000000000000ull) return __max;
  int __exponent = static_cast<int>(__abs >> 52) - 1023;
  if (__exponent < 1 - __bias) __exponent = 1 - __bias;
  const double __scale = __longlong_as_double(static_cast<long long>(1023 + __digits - __exponent) << 52);
  const double __steps = __dmul_rn(__longlong_as_double(static_cast<long long>(__abs)), __scale);
  const bool __up = __rounding == (__bits >> 63 ? cudaRoundMinInf : cudaRoundPosInf);
  const double __rounded = __rounding == cudaRoundNearest ? rint(__steps) : __up ? ceil(__steps) : floor(__steps);
  const unsigned long long __code = static_cast<unsigned long long>(__rounded) + (static_cast<unsigned long long>(__exponent + __bias - 1) << __digits);
  return __code < __max ? static_cast<unsigned int>(__code) : __max;
}
// Returns the number of a code without its sign.
__GC_INLINE float __gc_small_value(unsigned int __code, int __digits, int __bias) {
  const unsigned int __field = __code >> __digits, __fraction = __code & ((1u << __digits) - 1);
  const unsigned int __whole = __field == 0 ? __fraction : __fraction | 1u << __digits;
  return __fmul_rn(static_cast<float>(__whole), __uint_as_float((127u + (__field == 0 ? 1 : __field) - __bias - __digits) << 23));
}

#define __GC_SMALL_PAIR(name, result, width, one, T, ...)                                                   \
  __GC_INLINE result name(T __v, __VA_ARGS__) {                                                             \
    return static_cast<result>(one({__v.x}, __GC_SMALL_OPTIONS) | one({__v.y}, __GC_SMALL_OPTIONS) << width); \
  }

// The classes convert to nearest with saturation, and to integers towards zero. `...` are arguments of the functions.
#define __GC_SMALL_FROM(name, T, function, ...) \
  explicit __host__ __device__ name(T __v) : __x(function(__v, __VA_ARGS__)) {}
#define __GC_SMALL_TO(T) \
  explicit __host__ __device__ operator T() const { return __gc_saturated<T>(static_cast<float>(*this)); }
#define __GC_SMALL_INTEGERS \
  __GC_SMALL_TO(char)       \
  __GC_SMALL_TO(signed char) \
  __GC_SMALL_TO(unsigned char) \
  __GC_SMALL_TO(short)      \
  __GC_SMALL_TO(unsigned short) \
  __GC_SMALL_TO(int)        \
  __GC_SMALL_TO(unsigned int) \
  __GC_SMALL_TO(long)       \
  __GC_SMALL_TO(unsigned long) \
  __GC_SMALL_TO(long long)  \
  __GC_SMALL_TO(unsigned long long)
#define __GC_SMALL_FROM_NUMBERS(one, f, ...)                                   \
  __GC_SMALL_FROM(one, __nv_bfloat16, __nv_cvt_bfloat16raw_to_##f, __VA_ARGS__) \
  __GC_SMALL_FROM(one, float, __nv_cvt_float_to_##f, __VA_ARGS__)               \
  __GC_SMALL_FROM(one, double, __nv_cvt_double_to_##f, __VA_ARGS__)             \
  __GC_SMALL_FROM(one, short, __nv_cvt_float_to_##f, __VA_ARGS__)               \
  __GC_SMALL_FROM(one, unsigned short, __nv_cvt_float_to_##f, __VA_ARGS__)      \
  __GC_SMALL_FROM(one, int, __nv_cvt_double_to_##f, __VA_ARGS__)                \
  __GC_SMALL_FROM(one, unsigned int, __nv_cvt_double_to_##f, __VA_ARGS__)       \
  __GC_SMALL_FROM(one, long, __nv_cvt_double_to_##f, __VA_ARGS__)               \
  __GC_SMALL_FROM(one, unsigned long, __nv_cvt_double_to_##f, __VA_ARGS__)      \
  __GC_SMALL_FROM(one, long long, __nv_cvt_double_to_##f, __VA_ARGS__)          \
  __GC_SMALL_FROM(one, unsigned long long, __nv_cvt_double_to_##f, __VA_ARGS__)
#define __GC_SMALL_TYPES(one, two, four, f, bits, mask, kind, ...)                                                           \
  struct __align__(alignof(__nv_##f##_storage_t)) one {                                                                      \
    __nv_##f##_storage_t __x;                                                                                                \
    one() = default;                                                                                                         \
    __GC_SMALL_FROM(one, __half, __nv_cvt_halfraw_to_##f, __VA_ARGS__)                                                       \
    __GC_SMALL_FROM_NUMBERS(one, f, __VA_ARGS__)                                                                             \
    explicit __host__ __device__ operator __half() const { return __nv_cvt_##f##_to_halfraw(__x, kind); }                    \
    explicit __host__ __device__ operator __nv_bfloat16() const { return __float2bfloat16(static_cast<float>(*this)); }      \
    explicit __host__ __device__ operator float() const { return __half2float(__nv_cvt_##f##_to_halfraw(__x, kind)); }       \
    explicit __host__ __device__ operator bool() const { return (__x & mask) != 0; }                                         \
    __GC_SMALL_TO(double)                                                                                                    \
    __GC_SMALL_INTEGERS                                                                                                      \
  };                                                                                                                         \
  struct __align__(alignof(__nv_##f##x2_storage_t)) two {                                                                    \
    __nv_##f##x2_storage_t __x;                                                                                              \
    two() = default;                                                                                                         \
    __GC_SMALL_FROM(two, __half2, __nv_cvt_halfraw2_to_##f##x2, __VA_ARGS__)                                                 \
    __GC_SMALL_FROM(two, __nv_bfloat162, __nv_cvt_bfloat16raw2_to_##f##x2, __VA_ARGS__)                                      \
    __GC_SMALL_FROM(two, float2, __nv_cvt_float2_to_##f##x2, __VA_ARGS__)                                                    \
    __GC_SMALL_FROM(two, double2, __nv_cvt_double2_to_##f##x2, __VA_ARGS__)                                                  \
    explicit __host__ __device__ operator __half2() const { return __nv_cvt_##f##x2_to_halfraw2(__x, kind); }                \
    explicit __host__ __device__ operator __nv_bfloat162() const { return __float22bfloat162_rn(static_cast<float2>(*this)); } \
    explicit __host__ __device__ operator float2() const { return __half22float2(__nv_cvt_##f##x2_to_halfraw2(__x, kind)); } \
  };                                                                                                                         \
  struct __align__(alignof(__nv_##f##x4_storage_t)) four {                                                                   \
    __nv_##f##x4_storage_t __x;                                                                                              \
    four() = default;                                                                                                        \
    explicit __host__ __device__ four(two __low, two __high)                                                                 \
        : __x(static_cast<__nv_##f##x4_storage_t>(__low.__x | unsigned(__high.__x) << bits)) {}                              \
    explicit __host__ __device__ four(__half2 __low, __half2 __high) : four(two(__low), two(__high)) {}                      \
    explicit __host__ __device__ four(__nv_bfloat162 __low, __nv_bfloat162 __high) : four(two(__low), two(__high)) {}        \
    explicit __host__ __device__ four(float4 __v) : four(two(float2{__v.x, __v.y}), two(float2{__v.z, __v.w})) {}            \
    explicit __host__ __device__ four(double4 __v) : four(two(double2{__v.x, __v.y}), two(double2{__v.z, __v.w})) {}         \
    explicit __host__ __device__ operator float4() const {                                                                   \
      const float2 __low = __half22float2(__nv_cvt_##f##x2_to_halfraw2(static_cast<__nv_##f##x2_storage_t>(__x), kind));     \
      const float2 __high = __half22float2(__nv_cvt_##f##x2_to_halfraw2(static_cast<__nv_##f##x2_storage_t>(__x >> bits), kind)); \
      return {__low.x, __low.y, __high.x, __high.y};                                                                         \
    }                                                                                                                        \
  };

// Defines the functions of a format whose sign is bit `sign` of a code; a pair has `width` bits for each code.
#define __GC_SMALL_FORMAT(f, width, sign, interpretation, digits, bias, max)                                                \
  __GC_INLINE __nv_##f##_storage_t __nv_cvt_double_to_##f(double __v, interpretation __kind, cudaRoundMode __rounding) {     \
    const unsigned int __negative = isnan(__v) ? 0u : static_cast<unsigned int>(__double_as_longlong(__v) >> 63) & 1u;       \
    return static_cast<__nv_##f##_storage_t>(__gc_small_code(__v, digits, bias, max, __rounding) | __negative << sign);      \
  }                                                                                                                          \
  __GC_INLINE __nv_##f##_storage_t __nv_cvt_float_to_##f(float __v, interpretation __kind, cudaRoundMode __rounding) {       \
    return __nv_cvt_double_to_##f(static_cast<double>(__v), __kind, __rounding);                                             \
  }                                                                                                                          \
  __GC_INLINE __nv_##f##_storage_t __nv_cvt_halfraw_to_##f(__half_raw __v, interpretation __kind, cudaRoundMode __rounding) { \
    return __nv_cvt_float_to_##f(__half2float(__v), __kind, __rounding);                                                     \
  }                                                                                                                          \
  __GC_INLINE __nv_##f##_storage_t __nv_cvt_bfloat16raw_to_##f(__nv_bfloat16_raw __v, interpretation __kind, cudaRoundMode __rounding) { \
    return __nv_cvt_float_to_##f(__bfloat162float(__v), __kind, __rounding);                                                 \
  }                                                                                                                          \
  __GC_SMALL_PAIR(__nv_cvt_double2_to_##f##x2, __nv_##f##x2_storage_t, width, __nv_cvt_double_to_##f, double2, interpretation __kind, cudaRoundMode __rounding)   \
  __GC_SMALL_PAIR(__nv_cvt_float2_to_##f##x2, __nv_##f##x2_storage_t, width, __nv_cvt_float_to_##f, float2, interpretation __kind, cudaRoundMode __rounding)      \
  __GC_SMALL_PAIR(__nv_cvt_halfraw2_to_##f##x2, __nv_##f##x2_storage_t, width, __nv_cvt_halfraw_to_##f, __half2_raw, interpretation __kind, cudaRoundMode __rounding) \
  __GC_SMALL_PAIR(__nv_cvt_bfloat16raw2_to_##f##x2, __nv_##f##x2_storage_t, width, __nv_cvt_bfloat16raw_to_##f, __nv_bfloat162_raw, interpretation __kind, cudaRoundMode __rounding) \
  __GC_INLINE __half_raw __nv_cvt_##f##_to_halfraw(__nv_##f##_storage_t __x, interpretation __kind) {                        \
    const float __size = __gc_small_value(__x & ((1u << sign) - 1), digits, bias);                                           \
    return __float2half(__x >> sign & 1 ? -__size : __size);                                                                 \
  }                                                                                                                          \
  __GC_INLINE __half2_raw __nv_cvt_##f##x2_to_halfraw2(__nv_##f##x2_storage_t __x, interpretation __kind) {                  \
    return {__nv_cvt_##f##_to_halfraw(static_cast<__nv_##f##_storage_t>(__x), __kind).x,                                     \
            __nv_cvt_##f##_to_halfraw(static_cast<__nv_##f##_storage_t>(__x >> width), __kind).x};                           \
  }                                                                                                                          \
  __GC_SMALL_TO_BFLOAT16(f, interpretation)
// The conversion by way of half is exact.
#define __GC_SMALL_TO_BFLOAT16(f, interpretation)                                                                            \
  __GC_INLINE __nv_bfloat16_raw __nv_cvt_##f##_to_bf16raw(__nv_##f##_storage_t __x, interpretation __kind) {                 \
    return __float2bfloat16(__half2float(__nv_cvt_##f##_to_halfraw(__x, __kind)));                                           \
  }                                                                                                                          \
  __GC_INLINE __nv_bfloat162_raw __nv_cvt_##f##x2_to_bf162raw(__nv_##f##x2_storage_t __x, interpretation __kind) {           \
    return __float22bfloat162_rn(__half22float2(__nv_cvt_##f##x2_to_halfraw2(__x, __kind)));                                 \
  }
