// SPDX-License-Identifier: Apache-2.0
//
// A wait of libcu++ that ends at a time.

#pragma once
#pragma clang system_header

#include <cuda/std/chrono>

namespace cuda {
template <typename __R, typename __P, typename __F>
__GC_DEVICE bool __gc_wait_for(const ::cuda::std::chrono::duration<__R, __P>& __time, __F __is_done) {
  const long long __most = ::cuda::std::chrono::duration_cast<::cuda::std::chrono::nanoseconds>(__time).count();
  const unsigned long long __begin = __gridcall_rt_globaltimer();
  while (!__is_done()) {
    if (static_cast<long long>(__gridcall_rt_globaltimer() - __begin) >= __most) return false;
    __nanosleep(0);
  }
  return true;
}
template <typename __C, typename __D, typename __F>
__GC_DEVICE bool __gc_wait_until(const ::cuda::std::chrono::time_point<__C, __D>& __time, __F __is_done) {
  return __gc_wait_for(__time - __C::now(), __is_done);
}
}  // namespace cuda
