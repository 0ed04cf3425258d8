// SPDX-License-Identifier: Apache-2.0
//
// Copies by a group, complete when the call returns in every thread; wait() makes other threads' copies visible.

#pragma once
#pragma clang system_header

#include <cooperative_groups.h>
#include <gridcall/copy.h>

namespace cooperative_groups {

template <typename __Group> __GC_DEVICE void memcpy_async(const __Group& __group, void* __to, const void* __from, size_t __bytes) {
  __gc_copy(__to, __from, __bytes, __group.thread_rank(), __group.size());
}
template <typename __Group, typename __T> __GC_DEVICE void memcpy_async(const __Group& __group, __T* __to, const __T* __from, size_t __bytes) {
  memcpy_async(__group, static_cast<void*>(__to), static_cast<const void*>(__from), __bytes);
}
// Copies the smaller of two numbers of elements.
template <typename __Group, typename __T>
__GC_DEVICE void memcpy_async(const __Group& __group, __T* __to, size_t __to_count, const __T* __from, size_t __from_count) {
  memcpy_async(__group, static_cast<void*>(__to), static_cast<const void*>(__from),
               (__to_count < __from_count ? __to_count : __from_count) * sizeof(__T));
}
template <typename __Group> __GC_DEVICE void wait(const __Group& __group) { __group.sync(); }
template <unsigned int __Stages, typename __Group> __GC_DEVICE void wait_prior(const __Group& __group) { __group.sync(); }

}  // namespace cooperative_groups
