// SPDX-License-Identifier: Apache-2.0
//
// Scans over the lanes of a tile or of a coalesced group. The operator's first argument is the higher rank's value, as
// on an H100.

#pragma once
#pragma clang system_header

#include <cooperative_groups.h>
#include <limits>

namespace cooperative_groups {

namespace details {
// The value that the first thread of an exclusive scan receives.
template <typename __T, typename __F> struct identity {
  static __device__ __T value() { return __T(); }
};
template <typename __T, typename __U> struct identity<__T, less<__U>> {
  static __device__ __T value() { return std::numeric_limits<__T>::max(); }
};
template <typename __T, typename __U> struct identity<__T, greater<__U>> {
  static __device__ __T value() { return std::numeric_limits<__T>::lowest(); }
};
template <typename __T, typename __U> struct identity<__T, bit_and<__U>> {
  static __device__ __T value() { return static_cast<__T>(~static_cast<__T>(0)); }
};
// Returns the value of the thread that many ranks below, or the thread's own. A tile of several warps has no shfl_up.
template <typename __Group, typename __T> __GC_DEVICE __T from_below(const __Group& __group, __T __v, unsigned int __ranks) {
  return __group.shfl_up(__v, __ranks);
}
template <unsigned int __Size, typename __Parent, typename __T>
__GC_DEVICE std::enable_if_t<(__Size > 32), __T> from_below(const thread_block_tile<__Size, __Parent>& __tile, __T __v, unsigned int __ranks) {
  const unsigned int __rank = __tile.thread_rank();
  return __tile.shfl(__v, __rank >= __ranks ? __rank - __ranks : __rank);
}
}  // namespace details

template <typename __Group, typename __T, typename __F> __GC_DEVICE __T inclusive_scan(const __Group& __group, __T __v, __F __f) {
  unsigned int __rank = __group.thread_rank();
  for (unsigned int __step = 1; __step < __group.size(); __step *= 2) {
    __T __other = details::from_below(__group, __v, __step);
    if (__rank >= __step) __v = __f(__v, __other);
  }
  return __v;
}
template <typename __Group, typename __T> __GC_DEVICE __T inclusive_scan(const __Group& __group, __T __v) {
  return inclusive_scan(__group, __v, plus<__T>());
}
template <typename __Group, typename __T, typename __F> __GC_DEVICE __T exclusive_scan(const __Group& __group, __T __v, __F __f) {
  __T __before = details::from_below(__group, inclusive_scan(__group, __v, __f), 1);
  return __group.thread_rank() == 0 ? details::identity<__T, __F>::value() : __before;
}
template <typename __Group, typename __T> __GC_DEVICE __T exclusive_scan(const __Group& __group, __T __v) {
  return exclusive_scan(__group, __v, plus<__T>());
}
// The group adds its total to `to`, and its scan begins with the previous value of `to`.
template <typename __Group, typename __Atomic, typename __T, typename __F>
__GC_DEVICE __T inclusive_scan_update(const __Group& __group, __Atomic& __to, __T __v, __F __f) {
  __T __result = inclusive_scan(__group, __v, __f), __before = __T();
  unsigned int __last = __group.size() - 1;
  if (__group.thread_rank() == __last) {
    __before = __to.load();
    while (!__to.compare_exchange_weak(__before, __f(__before, __result))) {}
  }
  return __f(__group.shfl(__before, __last), __result);
}
template <typename __Group, typename __Atomic, typename __T> __GC_DEVICE __T inclusive_scan_update(const __Group& __group, __Atomic& __to, __T __v) {
  return inclusive_scan_update(__group, __to, __v, plus<__T>());
}
template <typename __Group, typename __Atomic, typename __T, typename __F>
__GC_DEVICE __T exclusive_scan_update(const __Group& __group, __Atomic& __to, __T __v, __F __f) {
  __T __sum = inclusive_scan(__group, __v, __f), __result = details::from_below(__group, __sum, 1), __before = __T();
  unsigned int __last = __group.size() - 1;
  if (__group.thread_rank() == __last) {
    __before = __to.load();
    while (!__to.compare_exchange_weak(__before, __f(__before, __sum))) {}
  }
  __before = __group.shfl(__before, __last);
  return __group.thread_rank() == 0 ? __before : __f(__before, __result);
}
template <typename __Group, typename __Atomic, typename __T> __GC_DEVICE __T exclusive_scan_update(const __Group& __group, __Atomic& __to, __T __v) {
  return exclusive_scan_update(__group, __to, __v, plus<__T>());
}

}  // namespace cooperative_groups
