// SPDX-License-Identifier: Apache-2.0
//
// Under CUB's names its iterators, what a thread alone computes, and the decoding of runs, for a machine without CUB.

#pragma once
#pragma clang system_header

#include <gridcall/cub_sort.h>
#include <gridcall/iterators.h>
namespace cub {
template <CacheLoadModifier __M, typename __V, typename __O = ptrdiff_t>
struct CacheModifiedInputIterator : __gc_iterators::__facade<CacheModifiedInputIterator<__M, __V, __O>, __V, const __V*> {
  using __gc_iterators::__facade<CacheModifiedInputIterator, __V, const __V*>::__facade;
  __device__ __V __at(ptrdiff_t __n) const { return ThreadLoad<__M>(this->__base + __n); }
};
template <CacheStoreModifier __M, typename __V> struct __gc_stored {
  __V* at;
  __device__ const __gc_stored& operator=(const __V& __v) const { return ThreadStore<__M>(at, __v), *this; }
};
template <CacheStoreModifier __M, typename __V, typename __O = ptrdiff_t>
struct CacheModifiedOutputIterator : __gc_iterators::__facade<CacheModifiedOutputIterator<__M, __V, __O>, __gc_stored<__M, __V>, __V*> {
  using __gc_iterators::__facade<CacheModifiedOutputIterator, __gc_stored<__M, __V>, __V*>::__facade;
  __device__ __gc_stored<__M, __V> __at(ptrdiff_t __n) const { return {this->__base + __n}; }
};
template <typename __I, typename __O = ptrdiff_t, typename __V = ::std::remove_cvref_t<decltype(*::std::declval<__I>())>>
struct ArgIndexInputIterator : __gc_iterators::__facade<ArgIndexInputIterator<__I, __O, __V>, KeyValuePair<__O, __V>, __O> {
  __I __values;
  __host__ __device__ ArgIndexInputIterator(__I __i, __O __n = 0)
      : __gc_iterators::__facade<ArgIndexInputIterator, KeyValuePair<__O, __V>, __O>(__n), __values(__i) {}
  __device__ KeyValuePair<__O, __V> __at(ptrdiff_t __n) const { return {__O(this->__base + __n), __V(__values[this->__base + __n])}; }
};
template <typename __A, typename __F> __device__ auto ThreadReduce(const __A& __a, __F __op) {
  ::std::remove_cvref_t<decltype(__a[0])> __sum = __a[0];
  for (unsigned __i = 1; __i < sizeof(__a) / sizeof(__a[0]); ++__i) __sum = __op(__sum, __a[__i]);
  return __sum;
}
template <typename __A, typename __F, typename __P> __device__ auto ThreadReduce(const __A& __a, __F __op, __P __prefix) { return __op(__prefix, ThreadReduce(__a, __op)); }
template <typename __K, typename __V, typename __F, int __N> __device__ void StableOddEvenSort(__K (&__keys)[__N], __V (&__values)[__N], __F __less) {
  for (int __round = 0; __round < __N; ++__round) {
    for (int __i = __round % 2; __i + 1 < __N; __i += 2) {
      if (!__less(__keys[__i + 1], __keys[__i])) continue;
      ::cuda::std::swap(__keys[__i], __keys[__i + 1]);
      if constexpr (!::std::is_same<__V, NullType>::value) ::cuda::std::swap(__values[__i], __values[__i + 1]);
    }
  }
}
template <typename __I, typename __N, typename __T> __device__ __N LowerBound(__I __i, __N __n, const __T& __v) {
  __N __first = 0;
  while (__n > 0) {
    const __N __half = __n / 2;
    if (__i[__first + __half] < __v) __first += __half + 1, __n -= __half + 1;
    else __n = __half;
  }
  return __first;
}
template <typename __I, typename __N, typename __T> __device__ __N UpperBound(__I __i, __N __n, const __T& __v) {
  __N __first = 0;
  while (__n > 0) {
    const __N __half = __n / 2;
    if (__v < __i[__first + __half]) __n = __half;
    else __first += __half + 1, __n -= __half + 1;
  }
  return __first;
}
// The place of the `diagonal`-th step where sorted __a and __b are merged, elements of __a first.
template <typename __A, typename __B, typename __N, typename __C>
__host__ __device__ void MergePathSearch(__N __diagonal, __A __a, __B __b, __N __la, __N __lb, __C& __at) {
  __N __low = __diagonal > __lb ? __diagonal - __lb : 0, __high = __diagonal < __la ? __diagonal : __la;
  while (__low < __high) {
    const __N __middle = (__low + __high) / 2;
    if (__b[__diagonal - __middle - 1] < __a[__middle]) __high = __middle;
    else __low = __middle + 1;
  }
  __at.x = __low, __at.y = __diagonal - __low;
}
// A block's items of runs, from __N runs of each thread.
template <typename __T, int __X, int __N, int __D, typename __O = unsigned, int __Y = 1, int __Z = 1> class BlockRunLengthDecode {
 public:
  struct TempStorage {
    __T values[__X * __Y * __Z * __N];
    __O begins[__X * __Y * __Z * __N];
    typename BlockScan<__O, __X, BLOCK_SCAN_WARP_SCANS, __Y, __Z>::TempStorage scan;
  };
  template <typename __L, typename __S>
  __device__ BlockRunLengthDecode(TempStorage& __s, __T (&__v)[__N], __L (&__l)[__N], __S& __total) : _s(__s) {
    __O __b[__N], __sum;
    for (int __i = 0; __i < __N; ++__i) __b[__i] = __O(__l[__i]);
    BlockScan<__O, __X, BLOCK_SCAN_WARP_SCANS, __Y, __Z>(__s.scan).ExclusiveSum(__b, __b, __sum);
    __total = __sum;
    for (int __i = 0; __i < __N; ++__i) __s.values[_me * __N + __i] = __v[__i], __s.begins[_me * __N + __i] = __b[__i];
    __syncthreads();
  }
  template <typename __R> __device__ void RunLengthDecode(__T (&__out)[__D], __R (&__offset)[__D], __O __from = 0) {
    for (int __i = 0; __i < __D; ++__i) {
      const __O __at = __from + __O(_me * __D + __i);
      const int __run = UpperBound(&_s.begins[0], __X * __Y * __Z * __N, __at) - 1;
      __out[__i] = _s.values[__run], __offset[__i] = __R(__at - _s.begins[__run]);
    }
  }
  __device__ void RunLengthDecode(__T (&__out)[__D], __O __from = 0) {
    __O __offset[__D];
    RunLengthDecode(__out, __offset, __from);
  }
 private:
  TempStorage& _s;
  int _me = RowMajorTid(__X, __Y, __Z);
};
}  // namespace cub
