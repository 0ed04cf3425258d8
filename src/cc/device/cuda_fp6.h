// SPDX-License-Identifier: Apache-2.0
//
// Numbers of 6 bits: e2m3 (7.5 at most) and e3m2 (28 at most), as the Open Compute Project's "Microscaling Formats" and the CUDA
// Math API define them; each is stored in a byte. Larger numbers become the largest, and NaN the largest positive one.

#pragma once
#pragma clang system_header

#include <gridcall/small_floats.h>

// The instructions for these have no .ftz, so that -ftz has no effect on them.
#pragma clang attribute push(__attribute__((annotate("gridcall-not-flushed"))), apply_to = function)

typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned int __nv_fp6x4_storage_t;
enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };

#define __GC_SMALL_OPTIONS __kind, __rounding
__GC_SMALL_FORMAT(fp6, 8, 5, __nv_fp6_interpretation_t, __kind == __NV_E2M3 ? 3 : 2, __kind == __NV_E2M3 ? 1 : 3, 31)
__GC_SMALL_TYPES(__nv_fp6_e2m3, __nv_fp6x2_e2m3, __nv_fp6x4_e2m3, fp6, 16, 31, __NV_E2M3, __NV_E2M3, cudaRoundNearest)
__GC_SMALL_TYPES(__nv_fp6_e3m2, __nv_fp6x2_e3m2, __nv_fp6x4_e3m2, fp6, 16, 31, __NV_E3M2, __NV_E3M2, cudaRoundNearest)
#undef __GC_SMALL_OPTIONS

#pragma clang attribute pop
