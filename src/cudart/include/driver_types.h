// SPDX-License-Identifier: Apache-2.0
//
// Types and numbers of the CUDA runtime API, for C and C++.

#pragma once
#ifdef __clang__
#pragma clang system_header
#endif
#define __DRIVER_TYPES_H__  // which sources ask for, as helper_cuda.h of cuda-samples does

#include <limits.h>
#include <stddef.h>

#include "host_defines.h"
#include "vector_types.h"

#include "gridcall/runtime_types.h"

#ifdef __cplusplus
#define __GC_MAKE __GC_INLINE
#else
#define __GC_MAKE static inline
#endif
__GC_MAKE struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  struct cudaExtent v = {width, height, depth};
  return v;
}
__GC_MAKE struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  struct cudaPos v = {x, y, z};
  return v;
}
__GC_MAKE struct cudaPitchedPtr make_cudaPitchedPtr(void* address, size_t pitch, size_t width,
                                                    size_t height) {
  struct cudaPitchedPtr v = {address, pitch, width, height};
  return v;
}
#ifdef __CUDA__
// A launch begins when those before it in the stream have ended.
__GC_DEVICE void cudaGridDependencySynchronize() {}
__GC_DEVICE void cudaTriggerProgrammaticLaunchCompletion() {}
#endif
