// SPDX-License-Identifier: Apache-2.0

#pragma once
#pragma clang system_header

#include <cuda_awbarrier_primitives.h>

namespace nvcuda {
namespace experimental {
class awbarrier : public __mbarrier_t {
  template <typename __F> static __device__ bool within(unsigned int __cycles, __F __is_done) {
    const long long __begin = clock64();
    do {
      if (__is_done()) return true;
      __nanosleep(0);
    } while (clock64() - __begin < __cycles);
    return false;
  }

 public:
  struct arrival_token : __mbarrier_token_t {
    arrival_token() = default;
    __device__ arrival_token(__mbarrier_token_t __t) : __mbarrier_token_t(__t) {}
    __device__ unsigned int pending_count() const { return __mbarrier_token_pending_count(*this); }
  };
  static __host__ __device__ constexpr unsigned int max() { return __mbarrier_maximum_count(); }
  __device__ arrival_token arrive() { return __mbarrier_t::arrive(); }
  __device__ arrival_token arrive_and_drop() { return __mbarrier_arrive_and_drop(this); }
  __device__ bool timed_wait(arrival_token __token, unsigned int __cycles) {
    return within(__cycles, [&] { return __mbarrier_t::try_wait(__token); });
  }
  __device__ bool timed_wait_parity(bool __parity, unsigned int __cycles) {
    return within(__cycles, [&] { return __mbarrier_t::try_wait_parity(__parity); });
  }
  __device__ bool try_wait(arrival_token __token, unsigned int __ns) { return __mbarrier_try_wait(this, __token, __ns); }
  __device__ bool try_wait_parity(bool __parity, unsigned int __ns) { return __mbarrier_try_wait_parity(this, __parity, __ns); }
};
__GC_DEVICE void init(awbarrier* __b, unsigned int __expected) { __mbarrier_init(__b, __expected); }
__GC_DEVICE void inval(awbarrier* __b) { __mbarrier_inval(__b); }
}  // namespace experimental
}  // namespace nvcuda
