// SPDX-License-Identifier: Apache-2.0
//
// Loads, stores, reductions and scans of warps and blocks under CUB's names, for a machine without CUB. Values go in the order of
// threads and items, by shuffles in a warp and one word of each warp in shared memory. All algorithms of a collective are one.

#pragma once
#pragma clang system_header

#include <cuda/functional>
#include <cuda/std/limits>
#include <new>

#define CUB_VERSION 300000
#define CUB_MAJOR_VERSION 3
#define CUB_MINOR_VERSION 0
#define CUB_NAMESPACE_BEGIN namespace cub {
#define CUB_NAMESPACE_END }
#define CUB_NS_QUALIFIER ::cub
#define CUB_RUNTIME_FUNCTION
#define CUB_NS_PREFIX
#define CUB_NS_POSTFIX
#define CUB_PTX_ARCH __CUDA_ARCH__
#define CUB_LOG_WARP_THREADS(unused) (5)
#define CUB_WARP_THREADS(unused) (32)
#define CUB_PTX_LOG_WARP_THREADS 5
#define CUB_PTX_WARP_THREADS 32
#define CUB_LOG_SMEM_BANKS(unused) (5)
#define CUB_SMEM_BANKS(unused) (32)
#define CUB_PTX_LOG_SMEM_BANKS 5
#define CUB_PTX_SMEM_BANKS 32
namespace cub {
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
struct NullType {};
#define __GC_OPERATION(name, expression)                                                                    \
  struct name {                                                                                             \
    template <typename __A, typename __B> __host__ __device__ constexpr auto operator()(const __A& __a, const __B& __b) const { \
      return expression;                                                                                    \
    }                                                                                                       \
  };
__GC_OPERATION(Sum, __a + __b)
__GC_OPERATION(Max, __a < __b ? __b : __a)
__GC_OPERATION(Min, __b < __a ? __b : __a)
#undef __GC_OPERATION

template <typename __K, typename __V> struct KeyValuePair {
  typedef __K Key;
  typedef __V Value;
  __K key;
  __V value;
  KeyValuePair() = default;
  __host__ __device__ constexpr KeyValuePair(const __K& __k, const __V& __v) : key(__k), value(__v) {}
  __host__ __device__ bool operator!=(const KeyValuePair& __o) const { return key != __o.key || value != __o.value; }
};
// Takes of equal values that with the smaller key.
#define __GC_OPERATION(name, op)                                                                                              \
  struct name {                                                                                                               \
    template <typename __P> __host__ __device__ constexpr __P operator()(const __P& __a, const __P& __b) const {              \
      return __b.value op __a.value || (__a.value == __b.value && __b.key < __a.key) ? __b : __a;                             \
    }                                                                                                                         \
  };
__GC_OPERATION(ArgMax, >)
__GC_OPERATION(ArgMin, <)
#undef __GC_OPERATION
template <typename __O> struct InequalityWrapper {
  __O op;
  __host__ __device__ constexpr InequalityWrapper(__O __op) : op(__op) {}
  template <typename __A, typename __B> __host__ __device__ constexpr bool operator()(__A&& __a, __B&& __b) { return !op(__a, __b); }
};
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
template <CacheLoadModifier __M, typename __I> __device__ auto ThreadLoad(__I __p) {
  typedef ::std::remove_cvref_t<decltype(*__p)> __T;
  if constexpr ((__M == LOAD_VOLATILE || __M == LOAD_CV) && ::std::is_scalar<__T>::value) return __T(*const_cast<const volatile __T*>(&*__p));
  else return __T(*__p);
}
template <CacheStoreModifier __M, typename __I, typename __T> __device__ void ThreadStore(__I __p, __T __v) {
  if constexpr (__M == STORE_VOLATILE && ::std::is_scalar<__T>::value) *const_cast<volatile ::std::remove_reference_t<decltype(*__p)>*>(&*__p) = __v;
  else *__p = __v;
}
template <int __N, int __Count = 0, int __I = 0> struct Log2 {
  enum { VALUE = __N <= 1 ? __I : 32 - __builtin_clz(__N - 1) };
};
template <int __N> struct PowerOfTwo {
  enum { VALUE = (__N & (__N - 1)) == 0 };
};
enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };
// Numbers as unsigned integers in the same order.
template <typename __T> struct Traits {
  static constexpr bool __is_integer = ::std::is_integral<__T>::value;
  static constexpr Category CATEGORY = !__is_integer ? FLOATING_POINT : ::std::is_signed<__T>::value ? SIGNED_INTEGER : UNSIGNED_INTEGER;
  typedef ::std::conditional_t<sizeof(__T) == 1, unsigned char, ::std::conditional_t<sizeof(__T) == 2, unsigned short,
          ::std::conditional_t<sizeof(__T) == 4, unsigned int, ::std::conditional_t<sizeof(__T) == 8, unsigned long long, unsigned __int128>>>> UnsignedBits;
  static constexpr UnsignedBits __sign = static_cast<UnsignedBits>(UnsignedBits(1) << (8 * sizeof(__T) - 1));
  static __host__ __device__ UnsignedBits TwiddleIn(UnsignedBits __b) {
    if constexpr (CATEGORY == UNSIGNED_INTEGER) return __b;
    else return static_cast<UnsignedBits>(__b ^ (CATEGORY == FLOATING_POINT && (__b & __sign) ? UnsignedBits(-1) : __sign));
  }
  static __host__ __device__ UnsignedBits TwiddleOut(UnsignedBits __b) {
    if constexpr (CATEGORY == UNSIGNED_INTEGER) return __b;
    else return static_cast<UnsignedBits>(__b ^ (CATEGORY == FLOATING_POINT && !(__b & __sign) ? UnsignedBits(-1) : __sign));
  }
  static __host__ __device__ __T Max() { return ::std::numeric_limits<__T>::max(); }
  static __host__ __device__ __T Lowest() { return ::std::numeric_limits<__T>::lowest(); }
};
template <typename __T> using NumericTraits = Traits<__T>;

// A thread of a block of that shape, and the lanes of its warp, the last of which may be short.
template <int __X, int __Y, int __Z> struct __gc_place {
  static constexpr int threads = __X * __Y * __Z, warps = (threads + 31) / 32;
  int thread = __Y * __Z == 1 ? threadIdx.x : threadIdx.x + __X * (threadIdx.y + __Y * threadIdx.z);
  int warp = thread / 32, lane = thread % 32, lanes = threads - warp * 32 < 32 ? threads - warp * 32 : 32;
};
template <typename __T> __device__ __T __gc_from_lane(const __T& __v, int __lane, unsigned __mask) {
  unsigned __w[(sizeof(__T) + 3) / 4] = {};
  __builtin_memcpy(__w, &__v, sizeof(__T));
  for (unsigned& __each : __w) __each = __shfl_sync(__mask, __each, __lane);
  __T __out = __v;
  __builtin_memcpy(&__out, __w, sizeof(__T));
  return __out;
}
__device__ inline unsigned __gc_mask(int __lanes) { return __lanes == 32 ? ~0u : (1u << __lanes) - 1; }
__device__ inline int __gc_lane() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32; }
__device__ inline int RowMajorTid(int __x, int __y, int __z) { return __y * __z == 1 ? threadIdx.x : threadIdx.x + __x * (threadIdx.y + __y * threadIdx.z); }
__device__ inline void ThreadTrap() { __trap(); }
template <int __W, typename __T> __device__ __T ShuffleIndex(__T __v, int __lane, unsigned __mask) {
  return __gc_from_lane(__v, __gc_lane() / __W * __W + __lane % __W, __mask);
}
template <int __W, typename __T> __device__ __T ShuffleUp(__T __v, int __by, int __first, unsigned __mask) {
  const int __lane = __gc_lane(), __from = __lane % __W - __by;
  return __gc_from_lane(__v, __from < __first ? __lane : __lane - __by, __mask);
}
template <int __W, typename __T> __device__ __T ShuffleDown(__T __v, int __by, int __last, unsigned __mask) {
  const int __lane = __gc_lane(), __from = __lane % __W + __by;
  return __gc_from_lane(__v, __from > __last ? __lane : __lane + __by, __mask);
}
// `__first` is the first lane of the group, `__lanes` its size.
template <typename __T, typename __O> __device__ __T __gc_scan_lanes(__T __v, __O __op, int __lane, int __first, int __lanes) {
  const unsigned __mask = __gc_mask(__lanes) << __first;
  for (int __d = 1; __d < __lanes; __d *= 2) {
    const int __from = __lane - __d;
    const __T __other = __gc_from_lane(__v, __first + (__from < 0 ? __lane : __from), __mask);
    if (__from >= 0) __v = __op(__other, __v);
  }
  return __v;
}
template <typename __T, typename __O> __device__ __T __gc_reduce_lanes(__T __v, __O __op, int __lane, int __first, int __lanes, int __valid) {
  const unsigned __mask = __gc_mask(__lanes) << __first;
  for (int __d = 1; __d < __lanes; __d *= 2) {
    const int __from = __lane + __d;
    const __T __other = __gc_from_lane(__v, __first + (__from < __lanes ? __from : __lane), __mask);
    if (__from < __valid && __from < __lanes) __v = __op(__v, __other);
  }
  return __v;
}
template <typename __T, int __N> struct __gc_store {  // has no constructor, as shared memory requires
  alignas(__T) unsigned char bytes[sizeof(__T) * __N];
  __device__ __T& operator[](int __i) { return reinterpret_cast<__T*>(bytes)[__i]; }
};
template <typename __T, int __N, typename __O> __device__ __T __gc_reduce_items(const __T (&__v)[__N], __O __op) {
  __T __out = __v[0];
  for (int __i = 1; __i < __N; ++__i) __out = __op(__out, __v[__i]);
  return __out;
}

// ---- Warps ----

template <typename __T, int __W = 32, int = 0> class WarpReduce {
  const int lane_ = __gc_lane(), first_ = lane_ / __W * __W;

 public:
  struct TempStorage {};
  __device__ WarpReduce(TempStorage&) {}
  template <typename __O> __device__ __T Reduce(__T __v, __O __op, int __valid = __W) {
    return __gc_reduce_lanes(__v, __op, lane_ - first_, first_, __W, __valid);
  }
  template <int __N, typename __O> __device__ __T Reduce(const __T (&__v)[__N], __O __op) { return Reduce(__gc_reduce_items(__v, __op), __op); }
#define __GC_REDUCTION(name)                                                                                     \
  __device__ __T name(__T __v, int __valid = __W) { return Reduce(__v, cub::name(), __valid); }                 \
  template <int __N> __device__ __T name(const __T (&__v)[__N]) { return Reduce(__v, cub::name()); }
  __GC_REDUCTION(Sum)
  __GC_REDUCTION(Max)
  __GC_REDUCTION(Min)
#undef __GC_REDUCTION
  template <typename __F, typename __O> __device__ __T HeadSegmentedReduce(__T __v, __F __is_head, __O __op) {
    const unsigned __heads = __ballot_sync(mask(), __is_head) >> first_, __behind = __heads & ~((2u << (lane_ - first_)) - 1);
    return segment(__v, __op, __behind ? __ffs(__behind) - 1 : __W);
  }
  template <typename __F, typename __O> __device__ __T TailSegmentedReduce(__T __v, __F __is_tail, __O __op) {
    const unsigned __tails = __ballot_sync(mask(), __is_tail) >> first_, __from = __tails & ~((1u << (lane_ - first_)) - 1);
    return segment(__v, __op, __from ? __ffs(__from) : __W);
  }
  template <typename __F> __device__ __T HeadSegmentedSum(__T __v, __F __is_head) { return HeadSegmentedReduce(__v, __is_head, cub::Sum()); }
  template <typename __F> __device__ __T TailSegmentedSum(__T __v, __F __is_tail) { return TailSegmentedReduce(__v, __is_tail, cub::Sum()); }

 private:
  __device__ unsigned mask() const { return __gc_mask(__W) << first_; }
  // Reduces the lanes from this one to that before `__end`.
  template <typename __O> __device__ __T segment(__T __v, __O __op, int __end) {
    for (int __d = 1; __d < __W; __d *= 2) {
      const int __from = lane_ - first_ + __d;
      const __T __other = __gc_from_lane(__v, first_ + (__from < __W ? __from : lane_ - first_), mask());
      if (__from < __end) __v = __op(__v, __other);
    }
    return __v;
  }
};

template <typename __T, int __W = 32, int = 0> class WarpScan {
  const int lane_ = __gc_lane(), first_ = lane_ / __W * __W;
  const unsigned mask_ = __gc_mask(__W) << first_;

 public:
  struct TempStorage {};
  __device__ WarpScan(TempStorage&) {}
  __device__ __T Broadcast(__T __v, unsigned __lane) { return __gc_from_lane(__v, first_ + __lane, mask_); }
  template <typename __O> __device__ void InclusiveScan(__T __v, __T& __out, __O __op) { __out = __gc_scan_lanes(__v, __op, lane_ - first_, first_, __W); }
  template <typename __O> __device__ void InclusiveScan(__T __v, __T& __out, __O __op, __T& __all) {
    InclusiveScan(__v, __out, __op);
    __all = Broadcast(__out, __W - 1);
  }
  template <typename __O> __device__ void ExclusiveScan(__T __v, __T& __out, __O __op) {
    InclusiveScan(__v, __v, __op);
    __out = __gc_from_lane(__v, lane_ == first_ ? lane_ : lane_ - 1, mask_);
  }
  template <typename __O> __device__ void ExclusiveScan(__T __v, __T& __out, __T __initial, __O __op) {
    ExclusiveScan(__v, __v, __op);
    __out = lane_ == first_ ? __initial : __op(__initial, __v);
  }
  template <typename __O> __device__ void ExclusiveScan(__T __v, __T& __out, __T __initial, __O __op, __T& __all) {
    __T __last = __v;
    ExclusiveScan(__v, __out, __initial, __op);
    __all = Broadcast(__gc_scan_lanes(__last, __op, lane_ - first_, first_, __W), __W - 1);
  }
  template <typename __O> __device__ void Scan(__T __v, __T& __inclusive, __T& __exclusive, __O __op) {
    InclusiveScan(__v, __inclusive, __op);
    __exclusive = __gc_from_lane(__inclusive, lane_ == first_ ? lane_ : lane_ - 1, mask_);
  }
  template <typename __O> __device__ void Scan(__T __v, __T& __inclusive, __T& __exclusive, __T __initial, __O __op) {
    ExclusiveScan(__v, __exclusive, __initial, __op);
    __inclusive = __op(__exclusive, __v);
  }
  template <typename... __R> __device__ void InclusiveSum(__T __v, __T& __out, __R&... __all) { InclusiveScan(__v, __out, cub::Sum(), __all...); }
  template <typename... __R> __device__ void ExclusiveSum(__T __v, __T& __out, __R&... __all) { ExclusiveScan(__v, __out, __T(), cub::Sum(), __all...); }
};

// ---- Blocks ----

template <typename __T, int __X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int __Y = 1, int __Z = 1, int = 0> class BlockReduce {
  typedef __gc_place<__X, __Y, __Z> place;

 public:
  typedef __gc_store<__T, place::warps> TempStorage;
  __device__ BlockReduce(TempStorage& __storage) : storage_(__storage) {}
  __device__ BlockReduce() : storage_(own()) {}
  template <typename __O> __device__ __T Reduce(__T __v, __O __op, int __valid = place::threads) {
    const place __p;
    __v = __gc_reduce_lanes(__v, __op, __p.lane, 0, __p.lanes, __valid - __p.warp * 32);
    if (place::warps == 1) return __v;
    if (__p.lane == 0) new (&storage_[__p.warp]) __T(__v);
    __syncthreads();
    if (__p.thread == 0)
      for (int __i = 1; __i < place::warps && __i * 32 < __valid; ++__i) __v = __op(__v, storage_[__i]);
    return __v;
  }
  template <int __N, typename __O> __device__ __T Reduce(__T (&__v)[__N], __O __op) { return Reduce(__gc_reduce_items(__v, __op), __op); }
  __device__ __T Sum(__T __v, int __valid = place::threads) { return Reduce(__v, cub::Sum(), __valid); }
  template <int __N> __device__ __T Sum(__T (&__v)[__N]) { return Reduce(__v, cub::Sum()); }

 private:
  static __device__ TempStorage& own() {
    __shared__ TempStorage __storage;
    return __storage;
  }
  TempStorage& storage_;
};

template <typename __T, int __X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int __Y = 1, int __Z = 1, int = 0> class BlockScan {
  typedef __gc_place<__X, __Y, __Z> place;
  template <int __N> using items = __T[__N];

 public:
  typedef __gc_store<__T, place::warps + 1> TempStorage;
  __device__ BlockScan(TempStorage& __storage) : storage_(__storage) {}
  __device__ BlockScan() : storage_(own()) {}

  // The rest is an operation and perhaps the total or a function of it that gives the first value; ExclusiveScan may begin with a value.
  template <typename... __R> __device__ void InclusiveScan(__T __v, __T& __out, __R&&... __r) { scan<true>((items<1>&)__v, (items<1>&)__out, __r...); }
  template <int __N, typename... __R> __device__ void InclusiveScan(items<__N>& __v, items<__N>& __out, __R&&... __r) { scan<true>(__v, __out, __r...); }
  template <typename... __R> __device__ void ExclusiveScan(__T __v, __T& __out, __R&&... __r) { scan<false>((items<1>&)__v, (items<1>&)__out, __r...); }
  template <int __N, typename... __R> __device__ void ExclusiveScan(items<__N>& __v, items<__N>& __out, __R&&... __r) { scan<false>(__v, __out, __r...); }
  template <typename... __R> __device__ void InclusiveSum(__T __v, __T& __out, __R&... __r) { InclusiveScan(__v, __out, cub::Sum(), __r...); }
  template <int __N, typename... __R> __device__ void InclusiveSum(items<__N>& __v, items<__N>& __out, __R&... __r) { scan<true>(__v, __out, cub::Sum(), __r...); }
  template <typename... __R> __device__ void ExclusiveSum(__T __v, __T& __out, __R&... __r) { ExclusiveSum((items<1>&)__v, (items<1>&)__out, __r...); }
  template <int __N, typename... __R> __device__ void ExclusiveSum(items<__N>& __v, items<__N>& __out, __R&... __r) {
    if constexpr ((::std::is_same<__T, __R>::value && ...)) scan<false>(__v, __out, __T(), cub::Sum(), __r...);
    else scan<false>(__v, __out, cub::Sum(), __r...);
  }

 private:
  static __device__ TempStorage& own() {
    __shared__ TempStorage __storage;
    return __storage;
  }
  template <bool __Inclusive, int __N, typename __O> __device__ void scan(items<__N>& __v, items<__N>& __out, const __O& __op) {
    run<__Inclusive, false>(__v, __out, __op, 0);
  }
  template <bool __Inclusive, int __N, typename __A, typename __B> __device__ void scan(items<__N>& __v, items<__N>& __out, __A&& __a, __B&& __b) {
    if constexpr (::std::is_convertible<__A, __T>::value) run<__Inclusive, true>(__v, __out, __b, [&](const __T&) { return __T(__a); });
    else if constexpr (::std::is_same<__B, __T&>::value) __b = run<__Inclusive, false>(__v, __out, __a, 0);
    else run<__Inclusive, true>(__v, __out, __a, __b);
  }
  template <bool __Inclusive, int __N, typename __I, typename __O> __device__ void scan(items<__N>& __v, items<__N>& __out, const __I& __initial, const __O& __op, __T& __all) {
    __all = run<__Inclusive, true>(__v, __out, __op, [&](const __T&) { return __T(__initial); });
  }
  // Returns the total. The first warp calls `__prefix`, whose value in thread 0 goes before all.
  template <bool __Inclusive, bool __HasPrefix, int __N, typename __O, typename __F>
  __device__ __T run(items<__N>& __v, items<__N>& __out, __O __op, __F&& __prefix) {
    const place __p;
    const __T __sum = __gc_scan_lanes(__gc_reduce_items(__v, __op), __op, __p.lane, 0, __p.lanes);
    __T __before = __gc_from_lane(__sum, __p.lane == 0 ? 0 : __p.lane - 1, __gc_mask(__p.lanes));
    if (__p.lane == __p.lanes - 1) new (&storage_[__p.warp]) __T(__sum);
    __syncthreads();
    bool __has_before = __p.lane != 0;
    __T __total = storage_[0], __warps = __total;
    for (int __i = 1; __i < place::warps; ++__i) {
      if (__i == __p.warp) __warps = __total;
      __total = __op(__total, storage_[__i]);
    }
    if (__p.warp != 0) {
      __before = __has_before ? __op(__warps, __before) : __warps;
      __has_before = true;
    }
    if constexpr (__HasPrefix) {
      if (__p.warp == 0) {
        const __T __first = __prefix(__total);
        if (__p.thread == 0) new (&storage_[place::warps]) __T(__first);
      }
      __syncthreads();
      const __T __first = storage_[place::warps];
      __before = __has_before ? __op(__first, __before) : __first;
      __has_before = true;
    }
    for (int __i = 0; __i < __N; ++__i) {
      const __T __next = __has_before ? __op(__before, __v[__i]) : __v[__i];
      __out[__i] = __Inclusive || !__has_before ? __next : __before;
      __before = __next;
      __has_before = true;
    }
    return __total;
  }
  TempStorage& storage_;
};

// The functions of a class that loads or stores a thread's items; at(i) is the place of item i among `items`.
#define __GC_MOVE(Class, Name, items, move)                                                                                             \
 public:                                                                                                                                \
  struct TempStorage {};                                                                                                                \
  __device__ Class() {}                                                                                                                 \
  __device__ Class(TempStorage&) {}                                                                                                     \
  template <typename __I> __device__ void Name(__I __p, __T (&__v)[__N], int __valid = items) {                                         \
    for (int __i = 0; __i < __N; ++__i)                                                                                                 \
      if (at(__i) < __valid) move;                                                                                                      \
  }                                                                                                                                     \
  template <typename __I, typename __D> __device__ void Name(__I __p, __T (&__v)[__N], int __valid, __D __rest) {                       \
    for (__T& __each : __v) __each = __rest;                                                                                            \
    Name(__p, __v, __valid);                                                                                                            \
  }

#define __GC_MOVES(name, Name, move)                                                                                                    \
  template <typename __T, int __X, int __N, Block##Name##Algorithm __A = BLOCK_##name##_DIRECT, int __Y = 1, int __Z = 1, int = 0>      \
  class Block##Name {                                                                                                                   \
    const __gc_place<__X, __Y, __Z> place_;                                                                                             \
    __device__ int at(int __i) const {                                                                                                  \
      return __A == BLOCK_##name##_STRIPED ? __i * __X * __Y * __Z + place_.thread : place_.thread * __N + __i;                         \
    }                                                                                                                                   \
    __GC_MOVE(Block##Name, Name, __N * __X * __Y * __Z, move)                                                                           \
  };
__GC_MOVES(LOAD, Load, __v[__i] = __p[at(__i)])
__GC_MOVES(STORE, Store, __p[at(__i)] = __v[__i])
#undef __GC_MOVES
}  // namespace cub
