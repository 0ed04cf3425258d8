// SPDX-License-Identifier: Apache-2.0
//
// The functions that __GC_CUDA_REFUSED lists.

#include "cudart/runtime.h"

using namespace gridcall::cudart;

#undef __GC_OR
#define __GC_OR(value)
#define GRIDCALL_REFUSE(name, ...)        \
  cudaError_t name(__VA_ARGS__) {         \
    return result(cudaErrorNotSupported); \
  }
__GC_CUDA_REFUSED(GRIDCALL_REFUSE)
