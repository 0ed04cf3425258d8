// SPDX-License-Identifier: Apache-2.0

#pragma once
#pragma clang system_header

#include <cuda_awbarrier_primitives.h>

namespace nvcuda {
namespace experimental {
class awbarrier : public __mbarrier_t {
 public:
  typedef __mbarrier_token_t arrival_token;
  static __device__ unsigned int max() { return __mbarrier_maximum_count(); }
};
__GC_DEVICE void init(awbarrier* __b, unsigned int __expected) { __mbarrier_init(__b, __expected); }
}  // namespace experimental
}  // namespace nvcuda
