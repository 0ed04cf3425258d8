// SPDX-License-Identifier: Apache-2.0
//
// The words of CUDA C++ for a compiler that does not know them; the prelude of gridcall-nvcc has defined them
// otherwise.

#pragma once

#ifndef __host__
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define CUDARTAPI
#endif
#define __cudart_builtin__
#define __device_builtin__
#define CUDART_CB
