// SPDX-License-Identifier: Apache-2.0
//
// Numbers of 4 bits: e2m1 (0, 0.5, 1, 1.5, 2, 3, 4, 6 and the negative ones), as the Open Compute Project's "Microscaling Formats"
// and the CUDA Math API define them. Larger numbers and NaN become 6.

#pragma once
#pragma clang system_header

#include <gridcall/small_floats.h>

// The instructions for these have no .ftz, so that -ftz has no effect on them.
#pragma clang attribute push(__attribute__((annotate("gridcall-not-flushed"))), apply_to = function)

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
enum __nv_fp4_interpretation_t { __NV_E2M1 };

#define __GC_SMALL_OPTIONS __kind, __rounding
__GC_SMALL_FORMAT(fp4, 4, 3, __nv_fp4_interpretation_t, 1, 1, 7)
__GC_SMALL_TYPES(__nv_fp4_e2m1, __nv_fp4x2_e2m1, __nv_fp4x4_e2m1, fp4, 8, 7, __NV_E2M1, __NV_E2M1, cudaRoundNearest)
#undef __GC_SMALL_OPTIONS

#pragma clang attribute pop
