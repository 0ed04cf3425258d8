// SPDX-License-Identifier: Apache-2.0
//
// Cooperative groups: the grid, the block, tiles, and the lanes that run together. A grid's sync() needs a cooperative
// launch. Multi-device grids are refused.

#pragma once
#pragma clang system_header

#include <cuda/std/cstdint>  // as NVIDIA's does: libcu++ of the caller has other types than <stdint.h>
#include <type_traits>

namespace cooperative_groups {

namespace details {
__GC_DEVICE unsigned int thread_of_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__GC_DEVICE unsigned int threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
__GC_DEVICE unsigned int lane() { return thread_of_block() & 31u; }
__GC_DEVICE unsigned int lanes_below(unsigned int __lane) { return (1u << __lane) - 1u; }
// Returns the lanes of the calling thread's tile of `size` threads, a power of two.
__GC_DEVICE unsigned int lanes_of_tile(unsigned int __size) {
  return (__size >= 32 ? 0xffffffffu : (1u << __size) - 1u) << (lane() & ~(__size - 1) & 31u);
}
// Returns the bits of `yes` at the lanes of `mask`, packed by rank.
__GC_DEVICE unsigned int packed(unsigned int __yes, unsigned int __mask) {
  unsigned int __result = 0;
  for (unsigned int __rank = 0, __left = __mask; __left != 0; ++__rank, __left &= __left - 1) {
    if (__yes & __left & (0u - __left)) __result |= 1u << __rank;
  }
  return __result;
}

// Shuffles a value of any trivially copyable type one word at a time.
template <typename __T, typename __F> __GC_DEVICE __T by_words(__T __value, __F __one) {
  constexpr unsigned int __count = (sizeof(__T) + 3) / 4;
  unsigned int __words[__count] = {};
  memcpy(__words, &__value, sizeof(__T));
#pragma unroll
  for (unsigned int __i = 0; __i < __count; ++__i) __words[__i] = __one(__words[__i]);
  __T __result;
  memcpy(&__result, __words, sizeof(__T));
  return __result;
}
// Returns a word of shared memory for each thread, for tiles of more than a warp.
__GC_DEVICE unsigned int* exchanged() {
  static __shared__ unsigned int __words[1024];
  return __words;
}
}  // namespace details

// A block, or lanes of a warp.
class thread_group {
 public:
  __device__ thread_group(unsigned int __mask, unsigned int __size, unsigned int __rank, bool __block)
      : mask_(__mask), size_(__size), rank_(__rank), block_(__block) {}
  __device__ unsigned long long size() const { return size_; }
  __device__ unsigned long long num_threads() const { return size_; }
  __device__ unsigned long long thread_rank() const { return rank_; }
  __device__ void sync() const {
    if (block_) __syncthreads();
    else __syncwarp(mask_);
  }
  __device__ bool is_valid() const { return true; }

 protected:
  unsigned int mask_, size_, rank_;
  bool block_;
};

class thread_block : public thread_group {
 public:
  struct arrival_token {};
  static __device__ thread_block self() { return {}; }
  __device__ thread_block()
      : thread_group(0xffffffffu, details::threads_of_block(), details::thread_of_block(), true) {}
  static __device__ void sync() { __syncthreads(); }
  // The wait is the whole barrier, because every thread that arrives also waits.
  static __device__ arrival_token barrier_arrive() { return {}; }
  static __device__ void barrier_wait(arrival_token&&) { __syncthreads(); }
  static __device__ unsigned int thread_rank() { return details::thread_of_block(); }
  static __device__ unsigned int size() { return details::threads_of_block(); }
  static __device__ unsigned int num_threads() { return details::threads_of_block(); }
  static __device__ dim3 group_index() { return blockIdx; }
  static __device__ dim3 thread_index() { return threadIdx; }
  static __device__ dim3 group_dim() { return blockDim; }
  static __device__ dim3 dim_threads() { return blockDim; }
};
__GC_DEVICE thread_block this_thread_block() { return thread_block(); }

// The blocks of a cluster; one block alone if the launch has no clusters.
class cluster_group {
 public:
  struct arrival_token {};
  static __device__ arrival_token barrier_arrive() {
    __cluster_barrier_arrive();
    return {};
  }
  static __device__ void barrier_wait() { __cluster_barrier_wait(); }
  static __device__ void barrier_wait(arrival_token&&) { __cluster_barrier_wait(); }
  static __device__ void sync() {
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
  }
  static __device__ unsigned int query_shared_rank(const void* __address) { return __cluster_query_shared_rank(__address); }
  template <typename __T> static __device__ __T* map_shared_rank(__T* __address, int __rank) {
    return static_cast<__T*>(__cluster_map_shared_rank(static_cast<const void*>(__address), static_cast<unsigned int>(__rank)));
  }
  static __device__ dim3 block_index() { return __clusterRelativeBlockIdx(); }
  static __device__ unsigned int block_rank() { return __clusterRelativeBlockRank(); }
  static __device__ dim3 dim_blocks() { return __clusterDim(); }
  static __device__ unsigned int num_blocks() { return __clusterSizeInBlocks(); }
  static __device__ dim3 dim_threads() {
    const dim3 __blocks = dim_blocks();
    return dim3(__blocks.x * blockDim.x, __blocks.y * blockDim.y, __blocks.z * blockDim.z);
  }
  static __device__ dim3 thread_index() {
    const dim3 __block = block_index();
    return dim3(__block.x * blockDim.x + threadIdx.x, __block.y * blockDim.y + threadIdx.y, __block.z * blockDim.z + threadIdx.z);
  }
  static __device__ unsigned int num_threads() { return num_blocks() * details::threads_of_block(); }
  static __device__ unsigned int size() { return num_threads(); }
  static __device__ unsigned int thread_rank() { return block_rank() * details::threads_of_block() + details::thread_of_block(); }
};
__GC_DEVICE cluster_group this_cluster() { return cluster_group(); }

// Memory that tiles of more than a warp need on a GPU; here they have their own.
template <unsigned int __Threads = 1024, unsigned int __Unused = 0> struct block_tile_memory { unsigned char __gc_unused; };
template <unsigned int __Threads, unsigned int __Unused>
__GC_DEVICE thread_block this_thread_block(block_tile_memory<__Threads, __Unused>&) { return thread_block(); }

class grid_group {
 public:
  static __device__ unsigned long long size() { return num_threads(); }
  static __device__ unsigned long long num_threads() { return num_blocks() * details::threads_of_block(); }
  static __device__ unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  static __device__ unsigned long long block_rank() {
    return blockIdx.x + static_cast<unsigned long long>(gridDim.x) * (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
  }
  static __device__ unsigned long long thread_rank() {
    return block_rank() * details::threads_of_block() + details::thread_of_block();
  }
  static __device__ dim3 group_dim() { return gridDim; }
  static __device__ dim3 dim_blocks() { return gridDim; }
  static __device__ dim3 block_index() { return blockIdx; }
  static __device__ dim3 dim_threads() { return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z); }
  static __device__ dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.z * blockDim.z + threadIdx.z);
  }
  static __device__ dim3 dim_clusters() { return __clusterGridDimInClusters(); }
  static __device__ unsigned long long num_clusters() {
    const dim3 __n = dim_clusters();
    return static_cast<unsigned long long>(__n.x) * __n.y * __n.z;
  }
  static __device__ dim3 cluster_index() { return __clusterIdx(); }
  static __device__ unsigned long long cluster_rank() {
    const dim3 __n = dim_clusters(), __at = cluster_index();
    return __at.x + static_cast<unsigned long long>(__n.x) * (__at.y + static_cast<unsigned long long>(__n.y) * __at.z);
  }
  static __device__ bool is_valid() { return __gridcall_rt_is_cooperative() != 0; }
  struct arrival_token {};
  static __device__ void sync() {
    __syncthreads();
    if (details::thread_of_block() == 0) __gridcall_rt_grid_sync();
    __syncthreads();
  }
  // The wait is the whole barrier, because every thread that arrives also waits.
  static __device__ arrival_token barrier_arrive() { return {}; }
  static __device__ void barrier_wait(arrival_token&&) { sync(); }
};
__GC_DEVICE grid_group this_grid() { return grid_group(); }

// The lanes of a warp in `mask`, by rank. The meta group consists of the groups of one partition.
class coalesced_group {
 public:
  __device__ coalesced_group() : coalesced_group(0) {}
  explicit __device__ coalesced_group(unsigned int __mask, unsigned int __meta_rank = 0, unsigned int __meta_size = 1)
      : mask_(__mask), meta_rank_(__meta_rank), meta_size_(__meta_size) {}
  __device__ unsigned int size() const { return static_cast<unsigned int>(__popc(mask_)); }
  __device__ unsigned int num_threads() const { return size(); }
  __device__ unsigned int thread_rank() const { return static_cast<unsigned int>(__popc(mask_ & details::lanes_below(details::lane()))); }
  __device__ unsigned int meta_group_rank() const { return meta_rank_; }
  __device__ unsigned int meta_group_size() const { return meta_size_; }
  __device__ unsigned int __gc_mask() const { return mask_; }
  __device__ void sync() const { __syncwarp(mask_); }
  __device__ operator thread_group() const { return thread_group(mask_, size(), thread_rank(), false); }
  template <typename __T> __device__ __T shfl(__T __v, unsigned int __rank) const {
    unsigned int __lane = __fns(mask_, 0, static_cast<int>(__rank % size()) + 1);
    return details::by_words(__v, [&](unsigned int __w) { return __shfl_sync(mask_, __w, static_cast<int>(__lane)); });
  }
  template <typename __T> __device__ __T shfl_up(__T __v, unsigned int __delta) const {
    unsigned int __rank = thread_rank();
    return shfl(__v, __rank >= __delta ? __rank - __delta : __rank);
  }
  template <typename __T> __device__ __T shfl_down(__T __v, unsigned int __delta) const {
    unsigned int __rank = thread_rank();
    return shfl(__v, __rank + __delta < size() ? __rank + __delta : __rank);
  }
  __device__ int any(int __predicate) const { return __any_sync(mask_, __predicate); }
  __device__ int all(int __predicate) const { return __all_sync(mask_, __predicate); }
  __device__ unsigned int ballot(int __predicate) const {
    return details::packed(__ballot_sync(mask_, __predicate), mask_);
  }
  template <typename __T> __device__ unsigned int match_any(__T __v) const {
    return details::packed(__match_any_sync(mask_, __v), mask_);
  }
  template <typename __T> __device__ unsigned int match_all(__T __v, int& __all_equal) const {
    return details::packed(__match_all_sync(mask_, __v, &__all_equal), mask_);
  }

 private:
  unsigned int mask_, meta_rank_, meta_size_;
};
__GC_DEVICE coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

// The members that tiles of every size have.
template <unsigned int __Size, bool __IsLarge = (__Size > 32)> class __gc_tile {
  static_assert(__Size != 0 && (__Size & (__Size - 1)) == 0, "a tile's number of threads is a power of two");

 public:
  static __device__ unsigned int thread_rank() { return details::lane() & (__Size - 1); }
  static constexpr __device__ unsigned int size() { return __Size; }
  static constexpr __device__ unsigned int num_threads() { return __Size; }
  static __device__ unsigned int __gc_mask() { return details::lanes_of_tile(__Size); }
  static __device__ void sync() { __syncwarp(__gc_mask()); }
  __device__ operator thread_group() const { return thread_group(__gc_mask(), __Size, thread_rank(), false); }
  template <typename __T> __device__ __T shfl(__T __v, int __rank) const {
    return details::by_words(__v, [&](unsigned int __w) { return __shfl_sync(__gc_mask(), __w, __rank, kWidth); });
  }
  template <typename __T> __device__ __T shfl_up(__T __v, unsigned int __delta) const {
    return details::by_words(__v, [&](unsigned int __w) { return __shfl_up_sync(__gc_mask(), __w, __delta, kWidth); });
  }
  template <typename __T> __device__ __T shfl_down(__T __v, unsigned int __delta) const {
    return details::by_words(__v, [&](unsigned int __w) { return __shfl_down_sync(__gc_mask(), __w, __delta, kWidth); });
  }
  template <typename __T> __device__ __T shfl_xor(__T __v, unsigned int __lanes) const {
    return details::by_words(__v, [&](unsigned int __w) { return __shfl_xor_sync(__gc_mask(), __w, static_cast<int>(__lanes), kWidth); });
  }
  __device__ int any(int __predicate) const { return __any_sync(__gc_mask(), __predicate); }
  __device__ int all(int __predicate) const { return __all_sync(__gc_mask(), __predicate); }
  __device__ unsigned int ballot(int __predicate) const { return down(__ballot_sync(__gc_mask(), __predicate)); }
  template <typename __T> __device__ unsigned int match_any(__T __v) const { return down(__match_any_sync(__gc_mask(), __v)); }
  template <typename __T> __device__ unsigned int match_all(__T __v, int& __all_equal) const {
    return down(__match_all_sync(__gc_mask(), __v, &__all_equal));
  }

 private:
  static constexpr int kWidth = static_cast<int>(__Size);
  static __device__ unsigned int down(unsigned int __lanes) { return (__lanes & __gc_mask()) >> (details::lane() & ~(__Size - 1) & 31u); }
};

// Tiles of several warps: the first lane of each warp waits at a counter, and values pass through shared memory.
template <unsigned int __Size> class __gc_tile<__Size, true> {
  static_assert(__Size <= 1024 && (__Size & (__Size - 1)) == 0, "a tile's number of threads is a power of two, and at most 1024");
  struct Meeting { unsigned int arrived, generation, some; };
  static __device__ Meeting& meeting() {
    static __shared__ Meeting __meetings[1024 / __Size];
    return __meetings[details::thread_of_block() / __Size];
  }

 public:
  static __device__ unsigned int thread_rank() { return details::thread_of_block() & (__Size - 1); }
  static constexpr __device__ unsigned int size() { return __Size; }
  static constexpr __device__ unsigned int num_threads() { return __Size; }
  // Must be called by all threads of the parent.
  template <typename __Parent> static __device__ void __gc_begin(const __Parent& __parent) {
    __parent.sync();
    if (thread_rank() == 0) meeting().arrived = meeting().generation = 0;
    __parent.sync();
  }
  static __device__ void sync() {
    __syncwarp();
    if (details::lane() == 0) {
      Meeting& __m = meeting();
      const unsigned int __generation = __atomic_load_n(&__m.generation, __ATOMIC_ACQUIRE);
      if (__atomic_fetch_add(&__m.arrived, 1u, __ATOMIC_ACQ_REL) + 1 == __Size / 32) {
        __m.arrived = 0;
        __atomic_store_n(&__m.generation, __generation + 1, __ATOMIC_RELEASE);
      } else {
        while (__atomic_load_n(&__m.generation, __ATOMIC_ACQUIRE) == __generation) __nanosleep(0);
      }
    }
    __syncwarp();
  }
  template <typename __T> __device__ __T shfl(__T __v, int __rank) const {
    return exchange(__v, static_cast<unsigned int>(__rank) & (__Size - 1));
  }
  __device__ int any(int __predicate) const {
    sync();
    if (thread_rank() == 0) meeting().some = 0;
    sync();
    if (__predicate) __atomic_store_n(&meeting().some, 1u, __ATOMIC_RELAXED);
    sync();
    return static_cast<int>(meeting().some);
  }
  __device__ int all(int __predicate) const { return !any(!__predicate); }

 private:
  // Returns the value of another thread, which passes through shared memory one word at a time.
  template <typename __T> static __device__ __T exchange(__T __v, unsigned int __from) {
    unsigned int* __own = details::exchanged() + (details::thread_of_block() & ~(__Size - 1));
    const unsigned int __rank = thread_rank();
    return details::by_words(__v, [&](unsigned int __w) {
      sync();
      __own[__rank] = __w;
      sync();
      return __own[__from];
    });
  }
};

// A tile with its parent's type, and one without, to which all tiles of its size convert.
template <unsigned int __Size, typename __Parent = void> class thread_block_tile;
template <unsigned int __Size> class thread_block_tile<__Size, void> : public __gc_tile<__Size> {
 public:
  __device__ thread_block_tile() : meta_rank_(details::thread_of_block() / __Size), meta_size_((details::threads_of_block() + __Size - 1) / __Size) {}
  template <typename __Parent>
  __device__ thread_block_tile(const thread_block_tile<__Size, __Parent>& __other)
      : meta_rank_(__other.meta_group_rank()), meta_size_(__other.meta_group_size()) {}
  __device__ unsigned int meta_group_rank() const { return meta_rank_; }
  __device__ unsigned int meta_group_size() const { return meta_size_; }

 private:
  unsigned int meta_rank_, meta_size_;
};
template <unsigned int __Size, typename __Parent> class thread_block_tile : public __gc_tile<__Size> {
 public:
  static __device__ unsigned int meta_group_rank() { return details::thread_of_block() / __Size; }
  static __device__ unsigned int meta_group_size() { return (details::threads_of_block() + __Size - 1) / __Size; }
};
template <unsigned int __Size, unsigned int __Larger, typename __Parent>
class thread_block_tile<__Size, thread_block_tile<__Larger, __Parent>> : public __gc_tile<__Size> {
  static_assert(__Size <= __Larger, "a tile has at most the threads of the tile that it is cut from");

 public:
  static __device__ unsigned int meta_group_rank() { return __gc_tile<__Larger>::thread_rank() / __Size; }
  static constexpr __device__ unsigned int meta_group_size() { return __Larger / __Size; }
};
__GC_DEVICE thread_block_tile<1> this_thread() { return {}; }

// ---- Partitions ----

template <unsigned int __Size, typename __Parent>
__GC_DEVICE typename std::enable_if<!std::is_same<__Parent, coalesced_group>::value, thread_block_tile<__Size, __Parent>>::type
tiled_partition(const __Parent& __parent) {
  if constexpr (__Size > 32) __gc_tile<__Size>::__gc_begin(__parent);
  return thread_block_tile<__Size, __Parent>();
}
// Groups `size` lanes each, in the order of their ranks.
__GC_DEVICE coalesced_group tiled_partition(const coalesced_group& __group, unsigned int __size) {
  unsigned int __tile = __group.thread_rank() / __size, __mask = 0, __rank = 0;
  for (unsigned int __left = __group.__gc_mask(); __left != 0; ++__rank, __left &= __left - 1) {
    if (__rank / __size == __tile) __mask |= __left & (0u - __left);
  }
  return coalesced_group(__mask, __tile, (__group.size() + __size - 1) / __size);
}
template <unsigned int __Size> __GC_DEVICE coalesced_group tiled_partition(const coalesced_group& __group) {
  return tiled_partition(__group, __Size);
}
__GC_DEVICE thread_group tiled_partition(const thread_group&, unsigned int __size) {
  return thread_group(details::lanes_of_tile(__size), __size, details::lane() & (__size - 1), false);
}
template <typename __Group> __GC_DEVICE coalesced_group binary_partition(const __Group& __group, bool __predicate) {
  unsigned int __mask = __group.__gc_mask(), __yes = __ballot_sync(__mask, __predicate) & __mask;
  return coalesced_group(__predicate ? __yes : __mask & ~__yes, __predicate ? 1 : 0, 2);
}
template <typename __Group, typename __Label> __GC_DEVICE coalesced_group labeled_partition(const __Group& __group, __Label __label) {
  unsigned int __left = __group.__gc_mask(), __mask = __match_any_sync(__left, __label) & __left;
  // The groups are ordered by the first lane of each label.
  unsigned int __first = static_cast<unsigned int>(__ffs(static_cast<int>(__mask))) - 1;
  unsigned int __firsts = __ballot_sync(__left, details::lane() == __first) & __left;
  return coalesced_group(__mask, static_cast<unsigned int>(__popc(__firsts & details::lanes_below(__first))),
                         static_cast<unsigned int>(__popc(__firsts)));
}

// ---- Functions of any group ----

template <typename __Group> __GC_DEVICE void sync(const __Group& __group) { __group.sync(); }
template <typename __Group> __GC_DEVICE unsigned long long thread_rank(const __Group& __group) { return __group.thread_rank(); }
template <typename __Group> __GC_DEVICE unsigned long long group_size(const __Group& __group) { return __group.size(); }
template <typename __Group> __GC_DEVICE bool is_valid(const __Group& __group) {
  if constexpr (std::is_same<__Group, grid_group>::value) return __group.is_valid();
  else return true;
}
// One thread of the group calls the function; the second form broadcasts its result to the others.
template <typename __Group, typename __F, typename... __A> __GC_DEVICE void invoke_one(const __Group& __group, __F&& __f, __A&&... __a) {
  if (__group.thread_rank() == 0) static_cast<__F&&>(__f)(static_cast<__A&&>(__a)...);
}
template <typename __Group, typename __F, typename... __A>
__GC_DEVICE auto invoke_one_broadcast(const __Group& __group, __F&& __f, __A&&... __a)
    -> typename std::decay<decltype(static_cast<__F&&>(__f)(static_cast<__A&&>(__a)...))>::type {
  typename std::decay<decltype(static_cast<__F&&>(__f)(static_cast<__A&&>(__a)...))>::type __result{};
  if (__group.thread_rank() == 0) __result = static_cast<__F&&>(__f)(static_cast<__A&&>(__a)...);
  return __group.shfl(__result, 0);
}

// ---- Features that the CPU device does not have ----

class __attribute__((unavailable("the CPU device has no grids over several devices; launch one on each"))) multi_grid_group {};
__device__ __attribute__((unavailable("the CPU device has no grids over several devices; launch one on each")))
multi_grid_group this_multi_grid();

// ---- Operations of reductions and scans ----

#define __GC_OPERATION(name, expression)                                                                  \
  template <typename __T = void> struct name {                                                            \
    __device__ __T operator()(__T __a, __T __b) const { return static_cast<__T>(expression); }             \
  };                                                                                                      \
  template <> struct name<void> {                                                                         \
    template <typename __T> __device__ __T operator()(__T __a, __T __b) const { return static_cast<__T>(expression); } \
  };
__GC_OPERATION(plus, __a + __b)
__GC_OPERATION(less, __b < __a ? __b : __a)
__GC_OPERATION(greater, __a < __b ? __b : __a)
__GC_OPERATION(bit_and, __a & __b)
__GC_OPERATION(bit_or, __a | __b)
__GC_OPERATION(bit_xor, __a ^ __b)
#undef __GC_OPERATION

}  // namespace cooperative_groups
