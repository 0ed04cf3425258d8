// SPDX-License-Identifier: Apache-2.0

#pragma once
#pragma clang system_header

#ifndef __GC_WHOLE_PROGRAM
#include <cuda_awbarrier.h>
#endif
#include <cuda_pipeline_primitives.h>

namespace nvcuda {
namespace experimental {
class pipeline {
  size_t batches_ = 0;

 public:
  __device__ pipeline() {}
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;
  __device__ size_t commit() { return batches_++; }
  __device__ void commit_and_wait() { commit(); }
  __device__ void wait(size_t) {}
  template <unsigned int __Prior> __device__ void wait_prior() {}
  template <typename __B> __device__ void arrive_on(__B&) {}
};
template <size_t __Count, typename __T> __GC_DEVICE auto segment(__T* __p) -> __T (*)[__Count] {
  return reinterpret_cast<__T (*)[__Count]>(__p);
}
template <typename __T> __GC_DEVICE void memcpy_async(__T& __to, const __T& __from, pipeline&) { __to = __from; }
// Elements that the source lacks become 0.
template <typename __T, size_t __To, size_t __From>
__GC_DEVICE void memcpy_async(__T (*__to)[__To], const __T (*__from)[__From], pipeline&) {
  static_assert(sizeof *__to == 4 || sizeof *__to == 8 || sizeof *__to == 16, "Unsupported copy size.");
  static_assert(__From <= __To, "Source size must be less than or equal to destination size.");
  for (size_t __i = 0; __i < __To; ++__i) (*__to)[__i] = __i < __From ? (*__from)[__i] : __T();
}
}  // namespace experimental
}  // namespace nvcuda
