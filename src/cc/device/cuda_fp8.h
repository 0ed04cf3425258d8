// SPDX-License-Identifier: Apache-2.0
//
// Numbers of 8 bits: e4m3 (no infinity, one NaN, 448 at most) and e5m2 (57344 at most), as the Open Compute Project's "8-bit
// Floating Point Specification" and the CUDA Math API define them. They are stored and converted; CUDA computes with others.

#pragma once
#pragma clang system_header

#include <cuda_bf16.h>
#include <cuda_fp16.h>

// The instructions for these have no .ftz, whatever -ftz says.
#pragma clang attribute push(__attribute__((annotate("gridcall-not-flushed"))), apply_to = function)

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
// __NV_SATFINITE: a number above the largest, or infinity, becomes the largest. __NV_NOSAT: it becomes infinity, in e4m3 NaN.
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

// To nearest, ties to even; every NaN becomes 0x7f.
__GC_INLINE __nv_fp8_storage_t __nv_cvt_float_to_fp8(float __v, __nv_saturation_t __saturate, __nv_fp8_interpretation_t __kind) {
  const bool __e4m3 = __kind == __NV_E4M3;
  const unsigned int __bits = __float_as_uint(__v), __abs = __bits & 0x7fffffffu, __drop = __e4m3 ? 20 : 21;
  const unsigned int __min = (__e4m3 ? 127u - 6 : 127u - 14) << 23, __max = __e4m3 ? 0x7e : 0x7b;
  unsigned int __code = ((__abs + (1u << (__drop - 1)) - 1 + ((__abs >> __drop) & 1)) >> __drop) - ((__e4m3 ? 127u - 7 : 127u - 15) << (23 - __drop));
  // Below the smallest normal number: a sum whose last digit is that of the smallest of all.
  const float __large = __e4m3 ? 16384.0f : 128.0f;
  if (__abs < __min) __code = __float_as_uint(__fadd_rn(__uint_as_float(__abs), __large)) - __float_as_uint(__large);
  if (__abs >= __min && __code > __max) __code = __saturate == __NV_SATFINITE ? __max : __max + 1;
  return static_cast<__nv_fp8_storage_t>(__abs > 0x7f800000u ? 0x7f : __code | (__bits >> 24 & 0x80));
}
__GC_INLINE __nv_fp8_storage_t __nv_cvt_double_to_fp8(double __v, __nv_saturation_t __saturate, __nv_fp8_interpretation_t __kind) {
  return __nv_cvt_float_to_fp8(__gc_odd(__v), __saturate, __kind);
}
__GC_INLINE __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw __v, __nv_saturation_t __saturate, __nv_fp8_interpretation_t __kind) {
  return __nv_cvt_float_to_fp8(__half2float(__v), __saturate, __kind);
}
__GC_INLINE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw __v, __nv_saturation_t __saturate, __nv_fp8_interpretation_t __kind) {
  return __nv_cvt_float_to_fp8(__bfloat162float(__v), __saturate, __kind);
}
#define __GC_FP8_PAIR(name, one, T)                                                                                          \
  __GC_INLINE __nv_fp8x2_storage_t name(T __v, __nv_saturation_t __saturate, __nv_fp8_interpretation_t __kind) {             \
    return static_cast<__nv_fp8x2_storage_t>(one({__v.x}, __saturate, __kind) | one({__v.y}, __saturate, __kind) << 8);      \
  }
__GC_FP8_PAIR(__nv_cvt_float2_to_fp8x2, __nv_cvt_float_to_fp8, float2)
__GC_FP8_PAIR(__nv_cvt_double2_to_fp8x2, __nv_cvt_double_to_fp8, double2)
__GC_FP8_PAIR(__nv_cvt_halfraw2_to_fp8x2, __nv_cvt_halfraw_to_fp8, __half2_raw)
__GC_FP8_PAIR(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_cvt_bfloat16raw_to_fp8, __nv_bfloat162_raw)
#undef __GC_FP8_PAIR

// Exact; NaN becomes the canonical one.
__GC_INLINE __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t __x, __nv_fp8_interpretation_t __kind) {
  const unsigned int __sign = (__x & 0x80u) << 8, __code = __x & 0x7fu;
  unsigned int __bits = __code << 8;
  if (__kind == __NV_E4M3) {
    __bits = (__code << 7) + 0x2000;
    // 2^-9 times an integer is normal in half.
    if (__code < 8) __bits = __half_raw(__float2half(static_cast<float>(__code) * 0x1p-9f)).x;
    if (__code == 0x7f) __bits = 0x7fff;
  }
  return {static_cast<unsigned short>(__bits > 0x7c00 ? 0x7fff : __bits | __sign)};
}
__GC_INLINE __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t __x, __nv_fp8_interpretation_t __kind) {
  return {__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(__x), __kind).x,
          __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(__x >> 8), __kind).x};
}

// The classes convert to nearest with saturation, and to integers towards zero.
#define __GC_FP8_FROM(name, kind, T, function) \
  explicit __host__ __device__ name(T __v) : __x(function(__v, __NV_SATFINITE, kind)) {}
#define __GC_FP8_TO(T) \
  explicit __host__ __device__ operator T() const { return static_cast<T>(static_cast<float>(*this)); }
#define __GC_FP8_TYPES(one, two, four, kind)                                                                                 \
  struct __align__(1) one {                                                                                                  \
    __nv_fp8_storage_t __x;                                                                                                  \
    one() = default;                                                                                                         \
    __GC_FP8_FROM(one, kind, __half, __nv_cvt_halfraw_to_fp8)                                                                \
    __GC_FP8_FROM(one, kind, __nv_bfloat16, __nv_cvt_bfloat16raw_to_fp8)                                                     \
    __GC_FP8_FROM(one, kind, float, __nv_cvt_float_to_fp8)                                                                   \
    __GC_FP8_FROM(one, kind, double, __nv_cvt_double_to_fp8)                                                                 \
    __GC_FP8_FROM(one, kind, short, __nv_cvt_float_to_fp8)                                                                   \
    __GC_FP8_FROM(one, kind, unsigned short, __nv_cvt_float_to_fp8)                                                          \
    __GC_FP8_FROM(one, kind, int, __nv_cvt_double_to_fp8)                                                                    \
    __GC_FP8_FROM(one, kind, unsigned int, __nv_cvt_double_to_fp8)                                                           \
    __GC_FP8_FROM(one, kind, long, __nv_cvt_double_to_fp8)                                                                   \
    __GC_FP8_FROM(one, kind, unsigned long, __nv_cvt_double_to_fp8)                                                          \
    __GC_FP8_FROM(one, kind, long long, __nv_cvt_double_to_fp8)                                                              \
    __GC_FP8_FROM(one, kind, unsigned long long, __nv_cvt_double_to_fp8)                                                     \
    explicit __host__ __device__ operator __half() const { return __nv_cvt_fp8_to_halfraw(__x, kind); }                      \
    explicit __host__ __device__ operator __nv_bfloat16() const { return __float2bfloat16(static_cast<float>(*this)); }      \
    explicit __host__ __device__ operator float() const { return __half2float(__nv_cvt_fp8_to_halfraw(__x, kind)); }         \
    explicit __host__ __device__ operator bool() const { return (__x & 0x7f) != 0; }                                         \
    __GC_FP8_TO(double)                                                                                                      \
    __GC_FP8_TO(char)                                                                                                        \
    __GC_FP8_TO(signed char)                                                                                                 \
    __GC_FP8_TO(unsigned char)                                                                                               \
    __GC_FP8_TO(short)                                                                                                       \
    __GC_FP8_TO(unsigned short)                                                                                              \
    __GC_FP8_TO(int)                                                                                                         \
    __GC_FP8_TO(unsigned int)                                                                                                \
    __GC_FP8_TO(long)                                                                                                        \
    __GC_FP8_TO(unsigned long)                                                                                               \
    __GC_FP8_TO(long long)                                                                                                   \
    __GC_FP8_TO(unsigned long long)                                                                                          \
  };                                                                                                                         \
  struct __align__(2) two {                                                                                                  \
    __nv_fp8x2_storage_t __x;                                                                                                \
    two() = default;                                                                                                         \
    __GC_FP8_FROM(two, kind, __half2, __nv_cvt_halfraw2_to_fp8x2)                                                            \
    __GC_FP8_FROM(two, kind, __nv_bfloat162, __nv_cvt_bfloat16raw2_to_fp8x2)                                                 \
    __GC_FP8_FROM(two, kind, float2, __nv_cvt_float2_to_fp8x2)                                                               \
    __GC_FP8_FROM(two, kind, double2, __nv_cvt_double2_to_fp8x2)                                                             \
    explicit __host__ __device__ operator __half2() const { return __nv_cvt_fp8x2_to_halfraw2(__x, kind); }                  \
    explicit __host__ __device__ operator float2() const { return __half22float2(__nv_cvt_fp8x2_to_halfraw2(__x, kind)); }   \
  };                                                                                                                         \
  struct __align__(4) four {                                                                                                 \
    __nv_fp8x4_storage_t __x;                                                                                                \
    four() = default;                                                                                                        \
    explicit __host__ __device__ four(__half2 __low, __half2 __high) : __x(two(__low).__x | unsigned(two(__high).__x) << 16) {}                 \
    explicit __host__ __device__ four(__nv_bfloat162 __low, __nv_bfloat162 __high) : __x(two(__low).__x | unsigned(two(__high).__x) << 16) {}   \
    explicit __host__ __device__ four(float4 __v)                                                                            \
        : __x(two(float2{__v.x, __v.y}).__x | unsigned(two(float2{__v.z, __v.w}).__x) << 16) {}                              \
    explicit __host__ __device__ four(double4 __v)                                                                           \
        : __x(two(double2{__v.x, __v.y}).__x | unsigned(two(double2{__v.z, __v.w}).__x) << 16) {}                            \
    explicit __host__ __device__ operator float4() const {                                                                   \
      const float2 __low = __half22float2(__nv_cvt_fp8x2_to_halfraw2(static_cast<__nv_fp8x2_storage_t>(__x), kind));         \
      const float2 __high = __half22float2(__nv_cvt_fp8x2_to_halfraw2(static_cast<__nv_fp8x2_storage_t>(__x >> 16), kind));  \
      return {__low.x, __low.y, __high.x, __high.y};                                                                         \
    }                                                                                                                        \
  };
__GC_FP8_TYPES(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, __NV_E4M3)
__GC_FP8_TYPES(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, __NV_E5M2)
#undef __GC_FP8_TYPES
#undef __GC_FP8_FROM
#undef __GC_FP8_TO

#pragma clang attribute pop
