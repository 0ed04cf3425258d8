// SPDX-License-Identifier: Apache-2.0
//
// bfloat16: the upper half of a float.

#pragma once
#pragma clang system_header

// The instructions for bfloat16 have no .ftz, so that -ftz has no effect on them.
#pragma clang attribute push(__attribute__((annotate("gridcall-not-flushed"))), apply_to = function)

#define __GC_H __nv_bfloat16
#define __GC_H2 __nv_bfloat162
#define __GC_RAW __nv_bfloat16_raw
#define __GC_RAW2 __nv_bfloat162_raw
#define __GC_TO_FLOAT __gc_bfloat16_to_float
#define __GC_FROM_FLOAT __gc_bfloat16_from_float
#include "gridcall/half_type.h"
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

#define __GC_NAME(before, after) before##bfloat16##after
#define __GC_BOTH __bfloat162bfloat162
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
#undef __GC_RAW
#undef __GC_RAW2
#undef __GC_NAME
#undef __GC_BOTH
#undef __GC_TO_FLOAT
#undef __GC_FROM_FLOAT
#undef __GC_DIRECTED
#undef __GC_PRODUCT
#undef __GC_FUSED

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)

#pragma clang attribute pop
