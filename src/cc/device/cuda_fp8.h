// SPDX-License-Identifier: Apache-2.0
//
// Numbers of 8 bits: e4m3 (no infinity, one NaN, 448 at most) and e5m2 (57344 at most), as the Open Compute Project's "8-bit Floating Point
// Specification" and the CUDA Math API define them; also the unsigned formats e8m0 (powers of two, of the "Microscaling Formats") and ue5m3. CUDA
// stores and converts them, and computes in other formats.

#pragma once
#pragma clang system_header

#include <gridcall/small_floats.h>

// The instructions for these have no .ftz, so that -ftz has no effect on them.
#pragma clang attribute push(__attribute__((annotate("gridcall-not-flushed"))), apply_to = function)

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
// With __NV_SATFINITE, infinity and numbers above the largest become the largest; with __NV_NOSAT infinity, or NaN in e4m3.
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

// Rounds to nearest, ties to even; every NaN becomes 0x7f.
__GC_INLINE __nv_fp8_storage_t __nv_cvt_float_to_fp8(float __v, __nv_saturation_t __saturate, __nv_fp8_interpretation_t __kind) {
  const bool __e4m3 = __kind == __NV_E4M3;
  const unsigned int __bits = __float_as_uint(__v), __abs = __bits & 0x7fffffffu, __drop = __e4m3 ? 20 : 21;
  const unsigned int __min = (__e4m3 ? 127u - 6 : 127u - 14) << 23, __max = __e4m3 ? 0x7e : 0x7b;
  unsigned int __code = ((__abs + (1u << (__drop - 1)) - 1 + ((__abs >> __drop) & 1)) >> __drop) - ((__e4m3 ? 127u - 7 : 127u - 15) << (23 - __drop));
  // A subnormal result is rounded by a sum whose last digit is that of the smallest subnormal number.
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
#define __GC_SMALL_OPTIONS __saturate, __kind
#define __GC_FP8_PAIR(from, one, T)                                                                                            \
  __GC_SMALL_PAIR(__nv_cvt_##from##_to_fp8x2, __nv_fp8x2_storage_t, 8, one, T, __nv_saturation_t __saturate, __nv_fp8_interpretation_t __kind)
__GC_FP8_PAIR(float2, __nv_cvt_float_to_fp8, float2)
__GC_FP8_PAIR(double2, __nv_cvt_double_to_fp8, double2)
__GC_FP8_PAIR(halfraw2, __nv_cvt_halfraw_to_fp8, __half2_raw)
__GC_FP8_PAIR(bfloat16raw2, __nv_cvt_bfloat16raw_to_fp8, __nv_bfloat162_raw)
#undef __GC_FP8_PAIR
#undef __GC_SMALL_OPTIONS

// The conversion is exact; NaN becomes the canonical one.
__GC_INLINE __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t __x, __nv_fp8_interpretation_t __kind) {
  const unsigned int __sign = (__x & 0x80u) << 8, __code = __x & 0x7fu;
  unsigned int __bits = __code << 8;
  if (__kind == __NV_E4M3) {
    __bits = (__code << 7) + 0x2000;
    // 2^-9 times an integer is a normal number in half.
    if (__code < 8) __bits = __half_raw(__float2half(static_cast<float>(__code) * 0x1p-9f)).x;
    if (__code == 0x7f) __bits = 0x7fff;
  }
  return {static_cast<unsigned short>(__bits > 0x7c00 ? 0x7fff : __bits | __sign)};
}
__GC_INLINE __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t __x, __nv_fp8_interpretation_t __kind) {
  return {__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(__x), __kind).x,
          __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(__x >> 8), __kind).x};
}

__GC_SMALL_TO_BFLOAT16(fp8, __nv_fp8_interpretation_t)
__GC_SMALL_TYPES(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, fp8, 16, 0x7f, __NV_E4M3, __NV_SATFINITE, __NV_E4M3)
__GC_SMALL_TYPES(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, fp8, 16, 0x7f, __NV_E5M2, __NV_SATFINITE, __NV_E5M2)

// ---- e8m0: code c is 2^(c - 127); 255 is NaN ----

// Drops the sign and rounds towards zero or up.
__GC_INLINE __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float __v, __nv_saturation_t __saturate, cudaRoundMode __rounding) {
  const unsigned int __abs = __float_as_uint(__v) & 0x7fffffffu;
  if (__abs > 0x7f800000u) return 0xff;
  unsigned int __code = __abs >> 23;
  // The only power below 2^-126 is 2^-127, whose bits are 0x400000.
  if (__rounding == cudaRoundPosInf) __code += __code == 0 ? __abs > 0x400000u : (__abs & 0x7fffffu) != 0;
  return static_cast<__nv_fp8_storage_t>(__code > 0xfe && __saturate == __NV_SATFINITE ? 0xfe : __code > 0xff ? 0xff : __code);
}
__GC_INLINE __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double __v, __nv_saturation_t __saturate, cudaRoundMode __rounding) {
  return __nv_cvt_float_to_e8m0(__rounding == cudaRoundPosInf ? __double2float_ru(fabs(__v)) : __double2float_rz(__v), __saturate, __rounding);
}
__GC_INLINE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw __v, __nv_saturation_t __saturate, cudaRoundMode __rounding) {
  return __nv_cvt_float_to_e8m0(__bfloat162float(__v), __saturate, __rounding);
}
// The conversion is exact: 2^-127 is a denormal number.
__GC_INLINE __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t __x) {
  return {static_cast<unsigned short>(__x == 0xff ? 0x7fff : __x == 0 ? 0x40 : __x << 7)};
}

// ---- ue5m3: the exponent of e5m2 and the digits of e4m3, without a sign; 0xff is NaN ----

// Drops the sign. A number that is too large becomes NaN, unless it saturates or is truncated.
__GC_INLINE __nv_fp8_storage_t __nv_cvt_double_to_ue5m3(double __v, __nv_saturation_t __saturate, cudaRoundMode __rounding) {
  if (isnan(__v)) return 0xff;
  const bool __cuts = !isinf(__v) && (__rounding == cudaRoundZero || __rounding == cudaRoundMinInf);
  return static_cast<__nv_fp8_storage_t>(__gc_small_code(fabs(__v), 3, 15, __saturate == __NV_SATFINITE || __cuts ? 0xfe : 0xff, __rounding));
}
__GC_INLINE __nv_fp8_storage_t __nv_cvt_float_to_ue5m3(float __v, __nv_saturation_t __saturate, cudaRoundMode __rounding) {
  return __nv_cvt_double_to_ue5m3(static_cast<double>(__v), __saturate, __rounding);
}
__GC_INLINE __nv_fp8_storage_t __nv_cvt_halfraw_to_ue5m3(__half_raw __v, __nv_saturation_t __saturate, cudaRoundMode __rounding) {
  return __nv_cvt_float_to_ue5m3(__half2float(__v), __saturate, __rounding);
}
__GC_INLINE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_ue5m3(__nv_bfloat16_raw __v, __nv_saturation_t __saturate, cudaRoundMode __rounding) {
  return __nv_cvt_float_to_ue5m3(__bfloat162float(__v), __saturate, __rounding);
}
__GC_INLINE __nv_bfloat16_raw __nv_cvt_ue5m3_to_bf16raw(__nv_fp8_storage_t __x) {
  if (__x == 0xff) return {0x7fff};
  return __float2bfloat16(__gc_small_value(__x, 3, 15));
}
// Numbers from 65536 on become infinity.
__GC_INLINE __half_raw __nv_cvt_ue5m3_to_halfraw(__nv_fp8_storage_t __x) {
  return {static_cast<unsigned short>(__x == 0xff ? 0x7fff : __x > 0xf7 ? 0x7c00 : __x << 7)};
}

#define __GC_SMALL_OPTIONS __saturate, __rounding
#define __GC_UNSIGNED_PAIR(from, one, f, T) \
  __GC_SMALL_PAIR(__nv_cvt_##from##_to_##f##x2, __nv_fp8x2_storage_t, 8, one##f, T, __nv_saturation_t __saturate, cudaRoundMode __rounding)
#define __GC_UNSIGNED_FROM_PAIR(to, raw, name, f)                                              \
  __GC_INLINE raw __nv_cvt_##f##x2_to_##to(__nv_fp8x2_storage_t __x) {                         \
    return {__nv_cvt_##f##_to_##name(static_cast<__nv_fp8_storage_t>(__x)).x,                  \
            __nv_cvt_##f##_to_##name(static_cast<__nv_fp8_storage_t>(__x >> 8)).x};            \
  }
// Defines the functions of pairs, and the classes.
#define __GC_UNSIGNED_FORMAT(f, is_true, rounding)                                                                               \
  __GC_UNSIGNED_PAIR(float2, __nv_cvt_float_to_, f, float2)                                                                      \
  __GC_UNSIGNED_PAIR(double2, __nv_cvt_double_to_, f, double2)                                                                   \
  __GC_UNSIGNED_PAIR(bfloat162raw, __nv_cvt_bfloat16raw_to_, f, __nv_bfloat162_raw)                                              \
  __GC_UNSIGNED_FROM_PAIR(bf162raw, __nv_bfloat162_raw, bf16raw, f)                                                              \
  struct __align__(1) __nv_fp8_##f {                                                                                             \
    __nv_fp8_storage_t __x;                                                                                                      \
    __nv_fp8_##f() = default;                                                                                                    \
    explicit __host__ __device__ __nv_fp8_##f(__half __v) : __nv_fp8_##f(__half2float(__v)) {}                                   \
    __GC_SMALL_FROM_NUMBERS(__nv_fp8_##f, f, __NV_SATFINITE, rounding)                                                           \
    explicit __host__ __device__ operator __nv_bfloat16() const { return __nv_cvt_##f##_to_bf16raw(__x); }                       \
    explicit __host__ __device__ operator float() const { return __bfloat162float(__nv_cvt_##f##_to_bf16raw(__x)); }             \
    explicit __host__ __device__ operator __half() const { return __float2half(static_cast<float>(*this)); }                     \
    explicit __host__ __device__ operator bool() const { return is_true; }                                                       \
    __GC_SMALL_TO(double)                                                                                                        \
    __GC_SMALL_INTEGERS                                                                                                          \
  };                                                                                                                             \
  struct __align__(2) __nv_fp8x2_##f {                                                                                           \
    __nv_fp8x2_storage_t __x;                                                                                                    \
    __nv_fp8x2_##f() = default;                                                                                                  \
    __GC_SMALL_FROM(__nv_fp8x2_##f, __nv_bfloat162, __nv_cvt_bfloat162raw_to_##f##x2, __NV_SATFINITE, rounding)                  \
    __GC_SMALL_FROM(__nv_fp8x2_##f, float2, __nv_cvt_float2_to_##f##x2, __NV_SATFINITE, rounding)                                \
    __GC_SMALL_FROM(__nv_fp8x2_##f, double2, __nv_cvt_double2_to_##f##x2, __NV_SATFINITE, rounding)                              \
    explicit __host__ __device__ __nv_fp8x2_##f(__half2 __v) : __nv_fp8x2_##f(__half22float2(__v)) {}                            \
    explicit __host__ __device__ operator __nv_bfloat162() const { return __nv_cvt_##f##x2_to_bf162raw(__x); }                   \
    explicit __host__ __device__ operator float2() const { return __bfloat1622float2(__nv_cvt_##f##x2_to_bf162raw(__x)); }       \
    explicit __host__ __device__ operator __half2() const { return __float22half2_rn(static_cast<float2>(*this)); }              \
  };                                                                                                                             \
  struct __align__(4) __nv_fp8x4_##f {                                                                                           \
    __nv_fp8x4_storage_t __x;                                                                                                    \
    __nv_fp8x4_##f() = default;                                                                                                  \
    explicit __host__ __device__ __nv_fp8x4_##f(__nv_fp8x2_##f __low, __nv_fp8x2_##f __high)                                     \
        : __x(__low.__x | unsigned(__high.__x) << 16) {}                                                                         \
    explicit __host__ __device__ __nv_fp8x4_##f(__half2 __low, __half2 __high)                                                   \
        : __nv_fp8x4_##f(__nv_fp8x2_##f(__low), __nv_fp8x2_##f(__high)) {}                                                       \
    explicit __host__ __device__ __nv_fp8x4_##f(__nv_bfloat162 __low, __nv_bfloat162 __high)                                     \
        : __nv_fp8x4_##f(__nv_fp8x2_##f(__low), __nv_fp8x2_##f(__high)) {}                                                       \
    explicit __host__ __device__ __nv_fp8x4_##f(float4 __v)                                                                      \
        : __nv_fp8x4_##f(__nv_fp8x2_##f(float2{__v.x, __v.y}), __nv_fp8x2_##f(float2{__v.z, __v.w})) {}                          \
    explicit __host__ __device__ __nv_fp8x4_##f(double4 __v)                                                                     \
        : __nv_fp8x4_##f(__nv_fp8x2_##f(double2{__v.x, __v.y}), __nv_fp8x2_##f(double2{__v.z, __v.w})) {}                        \
    explicit __host__ __device__ operator float4() const {                                                                       \
      const float2 __low = __bfloat1622float2(__nv_cvt_##f##x2_to_bf162raw(static_cast<__nv_fp8x2_storage_t>(__x)));             \
      const float2 __high = __bfloat1622float2(__nv_cvt_##f##x2_to_bf162raw(static_cast<__nv_fp8x2_storage_t>(__x >> 16)));      \
      return {__low.x, __low.y, __high.x, __high.y};                                                                             \
    }                                                                                                                            \
  };
__GC_UNSIGNED_FORMAT(e8m0, true, cudaRoundPosInf)
__GC_UNSIGNED_FORMAT(ue5m3, __x != 0, cudaRoundNearest)
__GC_UNSIGNED_PAIR(half2raw, __nv_cvt_halfraw_to_, ue5m3, __half2_raw)
__GC_UNSIGNED_FROM_PAIR(halfraw2, __half2_raw, halfraw, ue5m3)
#undef __GC_UNSIGNED_FORMAT
#undef __GC_UNSIGNED_FROM_PAIR
#undef __GC_UNSIGNED_PAIR
#undef __GC_SMALL_OPTIONS

#pragma clang attribute pop
