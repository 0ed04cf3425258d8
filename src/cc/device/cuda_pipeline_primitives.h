// SPDX-License-Identifier: Apache-2.0
//
// Copies to shared memory by one thread for itself, which are complete when the call returns.

#pragma once
#pragma clang system_header

#ifndef __GC_WHOLE_PROGRAM  // there <cuda/barrier> may be an installed libcu++'s
#include <cuda_awbarrier_primitives.h>
#endif

__GC_DEVICE void __pipeline_memcpy_async(void* __to, const void* __from, size_t __bytes, size_t __zeros = 0) {
  memcpy(__to, __from, __bytes - __zeros);
  if (__zeros != 0) memset(static_cast<char*>(__to) + (__bytes - __zeros), 0, __zeros);
}
__GC_DEVICE void __pipeline_commit() {}
__GC_DEVICE void __pipeline_wait_prior(size_t) {}
// The barrier waits for one arrival more, which comes with the last copy: at once.
template <typename __B> __GC_DEVICE void __pipeline_arrive_on(__B*) {}
