// SPDX-License-Identifier: Apache-2.0
//
// Exchanges, sorts, differences and histograms of warps and blocks under CUB's names, from its documentation. Items move through
// shared memory; a rank of radix sort comes from a table of counts, one of merge sort from a search in the run beside its own.

#pragma once
#pragma clang system_header

#include <gridcall/cub.h>

namespace cub {
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };
enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };

template <int __X, int __Y, int __Z> struct __gc_block : __gc_place<__X, __Y, __Z> {
  __device__ void sync() const { __syncthreads(); }
};
template <int __W> struct __gc_warp {
  static constexpr int threads = __W;
  int thread = __gc_lane() % __W;
  unsigned mask = __gc_mask(__W) << (__gc_lane() / __W * __W);
  __device__ void sync() const { __syncwarp(mask); }
};

// ---- Exchanges ----

template <typename __T, int __N, typename __G> class __gc_exchange {
 protected:
  static constexpr int all = __G::threads * __N;
  const __G group_;
  __gc_store<__T, all>& storage_;
  __device__ int blocked(int __i) const { return group_.thread * __N + __i; }
  __device__ int striped(int __i) const { return __i * __G::threads + group_.thread; }
  // Puts item i at to(i), where it is one of the group's, and takes the one at from(i).
  template <typename __U, typename __To, typename __From> __device__ void move(const __T (&__in)[__N], __U (&__out)[__N], __To __to, __From __from) {
    for (int __i = 0; __i < __N; ++__i)
      if (const int __at = __to(__i); __at >= 0) new (&storage_[__at]) __T(__in[__i]);
    group_.sync();
    for (int __i = 0; __i < __N; ++__i) __out[__i] = storage_[__from(__i)];
  }

 public:
  typedef __gc_store<__T, all> TempStorage;
  __device__ __gc_exchange(TempStorage& __storage) : storage_(__storage) {}
#define __GC_EXCHANGE(name, to, from)                                                                                      \
  template <typename __U> __device__ void name(const __T (&__in)[__N], __U (&__out)[__N]) {                                \
    move(__in, __out, [&](int __i) { return to; }, [&](int __i) { return from; });                                         \
  }                                                                                                                        \
  __device__ void name(__T (&__v)[__N]) { name(__v, __v); }
#define __GC_SCATTER(name, to, from)                                                                                       \
  template <typename __U, typename __R> __device__ void name(const __T (&__in)[__N], __U (&__out)[__N], __R (&__ranks)[__N]) { \
    move(__in, __out, [&](int __i) { return to; }, [&](int __i) { return from; });                                         \
  }                                                                                                                        \
  template <typename __R> __device__ void name(__T (&__v)[__N], __R (&__ranks)[__N]) { name(__v, __v, __ranks); }
  __GC_EXCHANGE(BlockedToStriped, blocked(__i), striped(__i))
  __GC_EXCHANGE(StripedToBlocked, striped(__i), blocked(__i))
  __GC_SCATTER(ScatterToBlocked, static_cast<int>(__ranks[__i]), blocked(__i))
  __GC_SCATTER(ScatterToStriped, static_cast<int>(__ranks[__i]), striped(__i))
  __GC_SCATTER(ScatterToStripedGuarded, static_cast<int>(__ranks[__i]), striped(__i))
  template <typename __U, typename __R, typename __F>
  __device__ void ScatterToStripedFlagged(const __T (&__in)[__N], __U (&__out)[__N], __R (&__ranks)[__N], __F (&__valid)[__N]) {
    move(__in, __out, [&](int __i) { return __valid[__i] ? static_cast<int>(__ranks[__i]) : -1; }, [&](int __i) { return striped(__i); });
  }
};
template <typename __T, int __X, int __N, bool = false, int __Y = 1, int __Z = 1>
class BlockExchange : public __gc_exchange<__T, __N, __gc_block<__X, __Y, __Z>> {
  typedef __gc_exchange<__T, __N, __gc_block<__X, __Y, __Z>> base;
  __device__ int warp_striped(int __i) const { return this->group_.warp * 32 * __N + __i * this->group_.lanes + this->group_.lane; }
  static __device__ typename base::TempStorage& own() {
    __shared__ typename base::TempStorage __storage;
    return __storage;
  }

 public:
  using base::base;
  using base::blocked;
  using base::move;
  __device__ BlockExchange() : base(own()) {}
  __GC_EXCHANGE(BlockedToWarpStriped, blocked(__i), warp_striped(__i))
  __GC_EXCHANGE(WarpStripedToBlocked, warp_striped(__i), blocked(__i))
};
template <typename __T, int __N, int __W = 32, WarpExchangeAlgorithm = WARP_EXCHANGE_SMEM> class WarpExchange : public __gc_exchange<__T, __N, __gc_warp<__W>> {
  using __gc_exchange<__T, __N, __gc_warp<__W>>::__gc_exchange;
};
#undef __GC_EXCHANGE
#undef __GC_SCATTER

// ---- Neighbours ----

template <typename __T, int __X, int __Y = 1, int __Z = 1> class __gc_neighbours {
 protected:
  const __gc_place<__X, __Y, __Z> place_;
  __gc_store<__T, __X * __Y * __Z>& storage_;
  static __device__ __gc_store<__T, __X * __Y * __Z>& own() {
    __shared__ __gc_store<__T, __X * __Y * __Z> __storage;
    return __storage;
  }
  // Calls do(item, index in the block, the one before or null, the one behind or null) for all.
  template <int __N, typename __F> __device__ void each(const __T (&__v)[__N], const __T* __first, const __T* __last, __F __do) {
    const int __t = place_.thread;
    // Both ends of the thread's items, one after the other. None stays unset: the optimizer reads more than the one that is wanted.
    new (&storage_[__t]) __T(__v[__N - 1]);
    __syncthreads();
    __gc_store<__T, 2> __ends;
    new (&__ends[0]) __T(__t != 0 ? storage_[__t - 1] : __v[0]);
    __syncthreads();
    new (&storage_[__t]) __T(__v[0]);
    __syncthreads();
    const bool __is_last = __t == place_.threads - 1;
    new (&__ends[1]) __T(__is_last ? __v[0] : storage_[__t + 1]);
    for (int __i = 0; __i < __N; ++__i)
      __do(__i, __t * __N + __i, __i != 0 ? &__v[__i - 1] : __t != 0 ? &__ends[0] : __first,
           __i != __N - 1 ? &__v[__i + 1] : !__is_last ? &__ends[1] : __last);
  }

 public:
  typedef __gc_store<__T, __X * __Y * __Z> TempStorage;
  __device__ __gc_neighbours(TempStorage& __storage) : storage_(__storage) {}
  __device__ __gc_neighbours() : storage_(own()) {}
};
template <typename __T, int __X, int __Y = 1, int __Z = 1> class BlockShuffle : public __gc_neighbours<__T, __X, __Y, __Z> {
  using __gc_neighbours<__T, __X, __Y, __Z>::place_;
  using __gc_neighbours<__T, __X, __Y, __Z>::storage_;
  static constexpr int threads = __X * __Y * __Z;

 public:
  using __gc_neighbours<__T, __X, __Y, __Z>::__gc_neighbours;
  __device__ void Offset(__T __v, __T& __out, int __distance = 1) {
    new (&storage_[place_.thread]) __T(__v);
    __syncthreads();
    const int __from = place_.thread + __distance;
    if (__from >= 0 && __from < threads) __out = storage_[__from];
  }
  __device__ void Rotate(__T __v, __T& __out, unsigned __distance = 1) {
    new (&storage_[place_.thread]) __T(__v);
    __syncthreads();
    __out = storage_[(place_.thread + __distance) % threads];
  }
  template <int __N> __device__ void Up(__T (&__v)[__N], __T (&__out)[__N]) {
    new (&storage_[place_.thread]) __T(__v[__N - 1]);
    __syncthreads();
    for (int __i = __N - 1; __i > 0; --__i) __out[__i] = __v[__i - 1];
    if (place_.thread != 0) __out[0] = storage_[place_.thread - 1];
  }
  template <int __N> __device__ void Up(__T (&__v)[__N], __T (&__out)[__N], __T& __last) {
    Up(__v, __out);
    __last = storage_[threads - 1];
  }
  template <int __N> __device__ void Down(__T (&__v)[__N], __T (&__out)[__N]) {
    new (&storage_[place_.thread]) __T(__v[0]);
    __syncthreads();
    for (int __i = 0; __i < __N - 1; ++__i) __out[__i] = __v[__i + 1];
    if (place_.thread != threads - 1) __out[__N - 1] = storage_[place_.thread + 1];
  }
  template <int __N> __device__ void Down(__T (&__v)[__N], __T (&__out)[__N], __T& __first) {
    Down(__v, __out);
    __first = storage_[0];
  }
};
template <typename __T, int __X, int __Y = 1, int __Z = 1> class BlockDiscontinuity : public __gc_neighbours<__T, __X, __Y, __Z> {
  template <typename __O> static __device__ bool differ(const __T& __a, const __T& __b, int __at, __O& __op) {
    if constexpr (::std::is_invocable<__O&, const __T&, const __T&, int>::value) return __op(__a, __b, __at);
    else return __op(__a, __b);
  }
  template <int __N, typename __H, typename __E, typename __O>
  __device__ void flag(__H* __heads, const __T* __first, __E* __tails, const __T* __last, const __T (&__v)[__N], __O& __op) {
    this->each(__v, __first, __last, [&](int __i, int __at, const __T* __before, const __T* __next) {
      if (__heads) __heads[__i] = !__before || differ(*__before, __v[__i], __at, __op);
      if (__tails) __tails[__i] = !__next || differ(__v[__i], *__next, __at + 1, __op);
    });
  }

 public:
  using __gc_neighbours<__T, __X, __Y, __Z>::__gc_neighbours;
  template <int __N, typename __F, typename __O> __device__ void FlagHeads(__F (&__f)[__N], __T (&__v)[__N], __O __op) { flag(__f, nullptr, (int*)0, nullptr, __v, __op); }
  template <int __N, typename __F, typename __O> __device__ void FlagHeads(__F (&__f)[__N], __T (&__v)[__N], __O __op, __T __first) {
    flag(__f, &__first, (int*)0, nullptr, __v, __op);
  }
  template <int __N, typename __F, typename __O> __device__ void FlagTails(__F (&__f)[__N], __T (&__v)[__N], __O __op) { flag((int*)0, nullptr, __f, nullptr, __v, __op); }
  template <int __N, typename __F, typename __O> __device__ void FlagTails(__F (&__f)[__N], __T (&__v)[__N], __O __op, __T __last) {
    flag((int*)0, nullptr, __f, &__last, __v, __op);
  }
  template <int __N, typename __F, typename __O> __device__ void FlagHeadsAndTails(__F (&__h)[__N], __F (&__e)[__N], __T (&__v)[__N], __O __op) {
    flag(__h, nullptr, __e, nullptr, __v, __op);
  }
  template <int __N, typename __F, typename __O> __device__ void FlagHeadsAndTails(__F (&__h)[__N], __F (&__e)[__N], __T __last, __T (&__v)[__N], __O __op) {
    flag(__h, nullptr, __e, &__last, __v, __op);
  }
  template <int __N, typename __F, typename __O> __device__ void FlagHeadsAndTails(__F (&__h)[__N], __T __first, __F (&__e)[__N], __T (&__v)[__N], __O __op) {
    flag(__h, &__first, __e, nullptr, __v, __op);
  }
  template <int __N, typename __F, typename __O>
  __device__ void FlagHeadsAndTails(__F (&__h)[__N], __T __first, __F (&__e)[__N], __T __last, __T (&__v)[__N], __O __op) {
    flag(__h, &__first, __e, &__last, __v, __op);
  }
};
template <typename __T, int __X, int __Y = 1, int __Z = 1> class BlockAdjacentDifference : public __gc_neighbours<__T, __X, __Y, __Z> {
  template <bool __Left, int __N, typename __U, typename __O>
  __device__ void subtract(__T (&__v)[__N], __U (&__out)[__N], __O& __op, int __valid, const __T* __end) {
    __T __in[__N];
    for (int __i = 0; __i < __N; ++__i) __in[__i] = __v[__i];
    this->each(__in, __end, __end, [&](int __i, int __at, const __T* __before, const __T* __next) {
      const __T* __other = __Left ? __before : __next;
      const bool __has = __other && __at < __valid && (__Left || __at + 1 < __valid || __valid == __N * __X * __Y * __Z);
      __out[__i] = __has ? static_cast<__U>(__op(__in[__i], *__other)) : static_cast<__U>(__in[__i]);
    });
  }
  template <int __N> static constexpr int all = __N * __X * __Y * __Z;

 public:
  using __gc_neighbours<__T, __X, __Y, __Z>::__gc_neighbours;
#define __GC_SUBTRACT(Side, is_left)                                                                                                     \
  template <int __N, typename __U, typename __O> __device__ void Subtract##Side(__T (&__v)[__N], __U (&__out)[__N], __O __op) {          \
    subtract<is_left>(__v, __out, __op, all<__N>, nullptr);                                                                              \
  }                                                                                                                                      \
  template <int __N, typename __U, typename __O> __device__ void Subtract##Side(__T (&__v)[__N], __U (&__out)[__N], __O __op, __T __end) { \
    subtract<is_left>(__v, __out, __op, all<__N>, &__end);                                                                               \
  }                                                                                                                                      \
  template <int __N, typename __U, typename __O>                                                                                         \
  __device__ void Subtract##Side##PartialTile(__T (&__v)[__N], __U (&__out)[__N], __O __op, int __valid) {                               \
    subtract<is_left>(__v, __out, __op, __valid, nullptr);                                                                               \
  }
  __GC_SUBTRACT(Left, true)
  __GC_SUBTRACT(Right, false)
#undef __GC_SUBTRACT
  template <int __N, typename __U, typename __O>
  __device__ void SubtractLeftPartialTile(__T (&__v)[__N], __U (&__out)[__N], __O __op, int __valid, __T __first) {
    subtract<true>(__v, __out, __op, __valid, &__first);
  }
};

// ---- Radix sort ----

// The bits of a key, in the order of the keys; -0 is 0.
template <typename __K> __device__ typename Traits<__K>::UnsignedBits __gc_key_bits(const __K& __k) {
  typedef typename Traits<__K>::UnsignedBits __B;
  const __B __bits = __builtin_bit_cast(__B, __k), __sign = static_cast<__B>(__B(1) << (8 * sizeof(__B) - 1));
  if constexpr (!::std::is_integral<__K>::value) return Traits<__K>::TwiddleIn(__bits == __sign ? __B(0) : __bits);
  else return Traits<__K>::TwiddleIn(__bits);
}
template <typename __K> struct BFEDigitExtractor {
  unsigned bit_start, num_bits;
  __device__ BFEDigitExtractor(unsigned __bit = 0, unsigned __bits = 0) : bit_start(__bit), num_bits(__bits) {}
  template <typename __B> __device__ unsigned Digit(__B __key) const { return static_cast<unsigned>(__key >> bit_start) & ((1u << num_bits) - 1); }
};
template <typename __K> struct ShiftDigitExtractor : BFEDigitExtractor<__K> { using BFEDigitExtractor<__K>::BFEDigitExtractor; };

template <int __X, int __Bits, bool __Descending, bool = true, BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, cudaSharedMemConfig = cudaSharedMemBankSizeFourByte, int __Y = 1, int __Z = 1>
class BlockRadixRank {
  typedef __gc_place<__X, __Y, __Z> place;
  typedef BlockScan<int, __X, BLOCK_SCAN_RAKING, __Y, __Z> scan;
  static constexpr int digits = 1 << __Bits, threads = place::threads;

 public:
  static constexpr int BINS_TRACKED_PER_THREAD = (digits + threads - 1) / threads;
  struct TempStorage {
    unsigned short counts[digits * threads];  // of a thread's keys with a digit, then of all keys before these
    typename scan::TempStorage sums;
  };
  __device__ BlockRadixRank(TempStorage& __storage) : storage_(__storage) {}
  template <typename __B, int __N, typename __E> __device__ void RankKeys(__B (&__keys)[__N], int (&__ranks)[__N], __E __extract) {
    const int __t = place().thread;
    const auto __at = [&](int __i) {
      const int __digit = static_cast<int>(__extract.Digit(__keys[__i]));
      return (__Descending ? digits - 1 - __digit : __digit) * threads + __t;
    };
    for (int __d = 0; __d < digits; ++__d) storage_.counts[__d * threads + __t] = 0;
    for (int __i = 0; __i < __N; ++__i) __ranks[__i] = storage_.counts[__at(__i)]++;
    __syncthreads();
    int __before = 0;
    for (int __d = 0; __d < digits; ++__d) __before += storage_.counts[__t * digits + __d];
    scan(storage_.sums).ExclusiveSum(__before, __before);
    for (int __d = 0; __d < digits; ++__d) {
      const int __count = storage_.counts[__t * digits + __d];
      storage_.counts[__t * digits + __d] = static_cast<unsigned short>(__before);
      __before += __count;
    }
    __syncthreads();
    for (int __i = 0; __i < __N; ++__i) __ranks[__i] += storage_.counts[__at(__i)];
  }
  template <typename __B, int __N, typename __E>
  __device__ void RankKeys(__B (&__keys)[__N], int (&__ranks)[__N], __E __extract, int (&__prefix)[BINS_TRACKED_PER_THREAD]) {
    RankKeys(__keys, __ranks, __extract);
    for (int __i = 0; __i < BINS_TRACKED_PER_THREAD; ++__i) {
      const int __bin = place().thread * BINS_TRACKED_PER_THREAD + __i;
      if (__bin < digits) __prefix[__i] = storage_.counts[(__Descending ? digits - 1 - __bin : __bin) * threads];
    }
  }

 private:
  TempStorage& storage_;
};

template <typename __K, int __X, int __N, typename __V = NullType, int __Bits = 4, bool __M = true, BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS,
          cudaSharedMemConfig = cudaSharedMemBankSizeFourByte, int __Y = 1, int __Z = 1>
class BlockRadixSort {
  template <bool __Descending> using rank = BlockRadixRank<__X, __Bits, __Descending, true, BLOCK_SCAN_WARP_SCANS, cudaSharedMemBankSizeFourByte, __Y, __Z>;
  template <typename __T> using exchange = BlockExchange<__T, __X, __N, false, __Y, __Z>;
  static constexpr int bits = 8 * sizeof(__K);

 public:
  union TempStorage {
    typename rank<false>::TempStorage ascending;
    typename rank<true>::TempStorage descending;
    typename exchange<__K>::TempStorage keys;
    typename exchange<__V>::TempStorage values;
  };
  __device__ BlockRadixSort(TempStorage& __storage) : storage_(__storage) {}
  __device__ BlockRadixSort() : storage_(own()) {}
#define __GC_SORT(name, descending, striped)                                                                                        \
  __device__ void name(__K (&__k)[__N], int __begin = 0, int __end = bits) { sort<descending, striped>(__k, (NullType*)0, __begin, __end); } \
  __device__ void name(__K (&__k)[__N], __V (&__v)[__N], int __begin = 0, int __end = bits) { sort<descending, striped>(__k, &__v, __begin, __end); }
  __GC_SORT(Sort, false, false)
  __GC_SORT(SortDescending, true, false)
  __GC_SORT(SortBlockedToStriped, false, true)
  __GC_SORT(SortDescendingBlockedToStriped, true, true)
#undef __GC_SORT

 private:
  static __device__ TempStorage& own() {
    __shared__ TempStorage __storage;
    return __storage;
  }
  template <typename __T> __device__ void scatter(typename exchange<__T>::TempStorage& __s, __T (&__v)[__N], int (&__ranks)[__N], bool __striped) {
    __syncthreads();
    if (__striped) exchange<__T>(__s).ScatterToStriped(__v, __ranks);
    else exchange<__T>(__s).ScatterToBlocked(__v, __ranks);
  }
  template <bool __Descending, bool __Striped, typename __P> __device__ void sort(__K (&__k)[__N], __P* __v, int __begin, int __end) {
    do {
      const int __width = __end - __begin < __Bits ? __end - __begin : __Bits;
      typename Traits<__K>::UnsignedBits __keys[__N];
      for (int __i = 0; __i < __N; ++__i) __keys[__i] = __gc_key_bits(__k[__i]);
      int __ranks[__N];
      if constexpr (__Descending) rank<true>(storage_.descending).RankKeys(__keys, __ranks, BFEDigitExtractor<__K>(__begin, __width));
      else rank<false>(storage_.ascending).RankKeys(__keys, __ranks, BFEDigitExtractor<__K>(__begin, __width));
      __begin += __Bits;
      const bool __striped = __Striped && __begin >= __end;
      scatter<__K>(storage_.keys, __k, __ranks, __striped);
      if constexpr (!::std::is_same<__P, NullType>::value) scatter<__V>(storage_.values, *__v, __ranks, __striped);
      if (__begin < __end) __syncthreads();
    } while (__begin < __end);
  }
  TempStorage& storage_;
};

// ---- Merge sort ----

template <typename __K, int __N, typename __V, typename __G> class __gc_merge_sort {
  static constexpr int all = __G::threads * __N;

 public:
  union TempStorage {
    __gc_store<__K, all> keys;
    __gc_store<__V, all> values;
  };
  __device__ __gc_merge_sort(TempStorage& __storage) : storage_(__storage) {}
  __device__ __gc_merge_sort() : storage_(own()) {}
  __device__ unsigned get_linear_tid() const { return group_.thread; }
#define __GC_SORT(name)                                                                                                             \
  template <typename __O> __device__ void name(__K (&__k)[__N], __O __op) { sort(__k, (NullType*)0, __op); }                        \
  template <typename __O> __device__ void name(__K (&__k)[__N], __V (&__v)[__N], __O __op) { sort(__k, &__v, __op); }               \
  template <typename __O> __device__ void name(__K (&__k)[__N], __O __op, int __valid, __K __rest) {                                \
    fill(__k, __valid, __rest);                                                                                                     \
    sort(__k, (NullType*)0, __op);                                                                                                  \
  }                                                                                                                                 \
  template <typename __O> __device__ void name(__K (&__k)[__N], __V (&__v)[__N], __O __op, int __valid, __K __rest) {               \
    fill(__k, __valid, __rest);                                                                                                     \
    sort(__k, &__v, __op);                                                                                                          \
  }
  __GC_SORT(Sort)
  __GC_SORT(StableSort)
#undef __GC_SORT

 private:
  static __device__ TempStorage& own() {
    __shared__ TempStorage __storage;
    return __storage;
  }
  __device__ void fill(__K (&__k)[__N], int __valid, const __K& __rest) {
    for (int __i = 0; __i < __N; ++__i)
      if (group_.thread * __N + __i >= __valid) __k[__i] = __rest;
  }
  template <typename __P, typename __O> __device__ void sort(__K (&__k)[__N], __P* __v, __O& __op) {
    const int __mine = group_.thread * __N;
    for (int __width = 1; __width < all; __width *= 2) {
      for (int __i = 0; __i < __N; ++__i) new (&storage_.keys[__mine + __i]) __K(__k[__i]);
      group_.sync();
      int __to[__N];
      for (int __i = 0; __i < __N; ++__i) {
        // The items of the run beside this one that go before it: of equal ones, those of the run on the left.
        const int __at = __mine + __i, __run = __at / __width * __width, __pair = __run / (2 * __width) * (2 * __width);
        const bool __is_left = __run == __pair;
        const int __first = __is_left ? __run + __width : __pair;
        int __low = __first < all ? __first : all, __high = __first + __width < all ? __first + __width : all;
        const int __begin = __low;
        while (__low < __high) {
          const int __middle = (__low + __high) / 2;
          const bool __before = __is_left ? __op(storage_.keys[__middle], __k[__i]) : !__op(__k[__i], storage_.keys[__middle]);
          (__before ? __low : __high) = __before ? __middle + 1 : __middle;
        }
        __to[__i] = __pair + (__at - __run) + (__low - __begin);
      }
      group_.sync();
      scatter(storage_.keys, __k, __to);
      if constexpr (!::std::is_same<__P, NullType>::value) scatter(storage_.values, *__v, __to);
    }
  }
  template <typename __T> __device__ void scatter(__gc_store<__T, all>& __s, __T (&__v)[__N], const int (&__to)[__N]) {
    for (int __i = 0; __i < __N; ++__i) new (&__s[__to[__i]]) __T(__v[__i]);
    group_.sync();
    for (int __i = 0; __i < __N; ++__i) __v[__i] = __s[group_.thread * __N + __i];
    group_.sync();
  }
  const __G group_;
  TempStorage& storage_;
};
template <typename __K, int __X, int __N, typename __V = NullType, int __Y = 1, int __Z = 1>
class BlockMergeSort : public __gc_merge_sort<__K, __N, __V, __gc_block<__X, __Y, __Z>> {
  using __gc_merge_sort<__K, __N, __V, __gc_block<__X, __Y, __Z>>::__gc_merge_sort;
};
template <typename __K, int __N, int __W = 32, typename __V = NullType> class WarpMergeSort : public __gc_merge_sort<__K, __N, __V, __gc_warp<__W>> {
  using __gc_merge_sort<__K, __N, __V, __gc_warp<__W>>::__gc_merge_sort;
};

// ---- Histograms, loads and stores of warps ----

template <typename __T, int __X, int __N, int __Bins, BlockHistogramAlgorithm = BLOCK_HISTO_SORT, int __Y = 1, int __Z = 1> class BlockHistogram {
 public:
  struct TempStorage {};
  __device__ BlockHistogram() {}
  __device__ BlockHistogram(TempStorage&) {}
  template <typename __C> __device__ void InitHistogram(__C* __bins) {
    for (int __i = __gc_place<__X, __Y, __Z>().thread; __i < __Bins; __i += __X * __Y * __Z) __bins[__i] = 0;
  }
  template <typename __C> __device__ void Composite(__T (&__v)[__N], __C* __bins) {
    for (int __i = 0; __i < __N; ++__i) __atomic_fetch_add(&__bins[__v[__i]], __C(1), __ATOMIC_RELAXED);
  }
  template <typename __C> __device__ void Histogram(__T (&__v)[__N], __C* __bins) {
    InitHistogram(__bins);
    __syncthreads();
    Composite(__v, __bins);
  }
};

#define __GC_MOVES(name, Name, move)                                                                                                    \
  template <typename __T, int __N, Warp##Name##Algorithm __A = WARP_##name##_DIRECT, int __W = 32> class Warp##Name {                   \
    const int lane_ = __gc_lane() % __W;                                                                                                \
    __device__ int at(int __i) const { return __A == WARP_##name##_STRIPED ? __i * __W + lane_ : lane_ * __N + __i; }                   \
    __GC_MOVE(Warp##Name, Name, __N * __W, move)                                                                                        \
  };
__GC_MOVES(LOAD, Load, __v[__i] = __p[at(__i)])
__GC_MOVES(STORE, Store, __p[at(__i)] = __v[__i])
#undef __GC_MOVES
}  // namespace cub
