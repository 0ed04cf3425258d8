// SPDX-License-Identifier: Apache-2.0
//
// IEEE half precision.

#pragma once
#pragma clang system_header

// The instructions for half have no .ftz, so that -ftz has no effect on them.
#pragma clang attribute push(__attribute__((annotate("gridcall-not-flushed"))), apply_to = function)

#define __GC_H __half
#define __GC_H2 __half2
#define __GC_RAW __half_raw
#define __GC_RAW2 __half2_raw
#define __GC_TO_FLOAT __gc_half_to_float
#define __GC_FROM_FLOAT __gc_half_from_float
#include "gridcall/half_type.h"
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

#define __GC_NAME(before, after) before##half##after
#define __GC_BOTH __half2half2
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
#undef __GC_RAW
#undef __GC_RAW2
#undef __GC_NAME
#undef __GC_BOTH
#undef __GC_TO_FLOAT
#undef __GC_FROM_FLOAT
#undef __GC_DIRECTED
#undef __GC_PRODUCT
#undef __GC_FUSED

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)

#pragma clang attribute pop
