// SPDX-License-Identifier: Apache-2.0

#pragma once
#pragma clang system_header

#include <cuda/barrier>

typedef cuda::barrier<cuda::thread_scope_block> __mbarrier_t;
typedef __mbarrier_t::arrival_token __mbarrier_token_t;
__GC_INLINE constexpr unsigned int __mbarrier_maximum_count() { return (1u << 14) - 1; }
__GC_DEVICE void __mbarrier_init(__mbarrier_t* __b, unsigned int __expected) { init(__b, __expected); }
__GC_DEVICE void __mbarrier_inval(__mbarrier_t*) {}
__GC_DEVICE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* __b) { return __b->arrive(); }
__GC_DEVICE __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* __b) { return __b->__gc_add(0ull - (1 << 20 | 1)); }
__GC_DEVICE unsigned int __mbarrier_token_pending_count(__mbarrier_token_t __token) { return __token.pending; }
__GC_DEVICE bool __mbarrier_test_wait(__mbarrier_t* __b, __mbarrier_token_t __token) { return __b->try_wait(__token); }
__GC_DEVICE bool __mbarrier_try_wait(__mbarrier_t* __b, __mbarrier_token_t __token, unsigned int = 0) {
  __nanosleep(0);
  return __b->try_wait(__token);
}
__GC_DEVICE bool __mbarrier_test_wait_parity(__mbarrier_t* __b, bool __parity) { return __b->try_wait_parity(__parity); }
__GC_DEVICE bool __mbarrier_try_wait_parity(__mbarrier_t* __b, bool __parity, unsigned int = 0) {
  __nanosleep(0);
  return __b->try_wait_parity(__parity);
}
