// SPDX-License-Identifier: Apache-2.0
//
// Cooperative groups: the block, tiles of a warp, the lanes that run together. A grid's sync() needs all
// blocks resident, which the CPU device does not promise: it does not compile.

#pragma once
#pragma clang system_header

#include <type_traits>

namespace cooperative_groups {

namespace details {
struct single_thread_tag {};
__GC_DEVICE unsigned int lane() {
  return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31u;
}
__GC_DEVICE unsigned int lanes_below(unsigned int lane) { return lane == 0 ? 0u : 0xffffffffu >> (32u - lane); }

// Shuffles of any trivially copyable type, a word at a time.
template <typename __T, typename __F> __GC_DEVICE __T by_words(__T value, __F one) {
  constexpr unsigned int count = (sizeof(__T) + 3) / 4;
  unsigned int words[count] = {};
  memcpy(words, &value, sizeof(__T));
#pragma unroll
  for (unsigned int __i = 0; __i < count; ++__i) words[__i] = one(words[__i]);
  __T result;
  memcpy(&result, words, sizeof(__T));
  return result;
}
}  // namespace details

class thread_group {
 public:
  __device__ thread_group(unsigned int mask, unsigned int size, unsigned int rank, bool block)
      : mask_(mask), size_(size), rank_(rank), block_(block) {}
  __device__ unsigned int size() const { return size_; }
  __device__ unsigned int num_threads() const { return size_; }
  __device__ unsigned int thread_rank() const { return rank_; }
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
  static __device__ thread_block self() { return {}; }
  __device__ thread_block()
      : thread_group(0xffffffffu, blockDim.x * blockDim.y * blockDim.z,
                     threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), true) {}
  static __device__ void sync() { __syncthreads(); }
  static __device__ unsigned int thread_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
  static __device__ unsigned int size() { return blockDim.x * blockDim.y * blockDim.z; }
  static __device__ unsigned int num_threads() { return size(); }
  static __device__ dim3 group_index() { return blockIdx; }
  static __device__ dim3 thread_index() { return threadIdx; }
  static __device__ dim3 group_dim() { return blockDim; }
  static __device__ dim3 dim_threads() { return blockDim; }
};
__GC_DEVICE thread_block this_thread_block() { return thread_block(); }

class grid_group {
 public:
  static __device__ unsigned long long size() { return num_blocks() * thread_block::size(); }
  static __device__ unsigned long long num_threads() { return size(); }
  static __device__ unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  static __device__ unsigned long long block_rank() {
    return blockIdx.x + static_cast<unsigned long long>(gridDim.x) * (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
  }
  static __device__ unsigned long long thread_rank() { return block_rank() * thread_block::size() + thread_block::thread_rank(); }
  static __device__ dim3 group_dim() { return gridDim; }
  static __device__ dim3 dim_blocks() { return gridDim; }
  static __device__ dim3 block_index() { return blockIdx; }
  static __device__ bool is_valid() { return false; }
  __attribute__((unavailable("the CPU device cannot synchronise a whole grid; launch a second kernel instead")))
  static __device__ void sync();
};
__GC_DEVICE grid_group this_grid() { return grid_group(); }

// What warp-sized groups share; `Group` gives mask(), width() and the lane of a rank.
template <unsigned int __Size> class thread_block_tile_base {
  static_assert(__Size != 0 && __Size <= 32 && (__Size & (__Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");

 public:
  static __device__ unsigned int thread_rank() { return details::lane() & (__Size - 1); }
  static constexpr __device__ unsigned int size() { return __Size; }
  static constexpr __device__ unsigned int num_threads() { return __Size; }
  static __device__ unsigned int meta_group_rank() { return thread_block::thread_rank() / __Size; }
  static __device__ unsigned int meta_group_size() { return (thread_block::size() + __Size - 1) / __Size; }
  static __device__ unsigned int mask() {
    return (__Size == 32 ? 0xffffffffu : ((1u << (__Size & 31)) - 1u)) << (details::lane() & ~(__Size - 1) & 31u);
  }
  static __device__ void sync() { __syncwarp(mask()); }
  template <typename __T> __device__ __T shfl(__T __v, int rank) const {
    return details::by_words(__v, [&](unsigned int w) { return __shfl_sync(mask(), w, rank, static_cast<int>(__Size)); });
  }
  template <typename __T> __device__ __T shfl_up(__T __v, unsigned int delta) const {
    return details::by_words(__v, [&](unsigned int w) { return __shfl_up_sync(mask(), w, delta, static_cast<int>(__Size)); });
  }
  template <typename __T> __device__ __T shfl_down(__T __v, unsigned int delta) const {
    return details::by_words(__v, [&](unsigned int w) { return __shfl_down_sync(mask(), w, delta, static_cast<int>(__Size)); });
  }
  template <typename __T> __device__ __T shfl_xor(__T __v, unsigned int lanes) const {
    return details::by_words(__v, [&](unsigned int w) { return __shfl_xor_sync(mask(), w, static_cast<int>(lanes), static_cast<int>(__Size)); });
  }
  __device__ int any(int predicate) const { return __any_sync(mask(), predicate); }
  __device__ int all(int predicate) const { return __all_sync(mask(), predicate); }
  __device__ unsigned int ballot(int predicate) const {
    return (__ballot_sync(mask(), predicate) & mask()) >> (details::lane() & ~(__Size - 1) & 31u);
  }
  template <typename __T> __device__ unsigned int match_any(__T __v) const {
    return (__match_any_sync(mask(), __v) & mask()) >> (details::lane() & ~(__Size - 1) & 31u);
  }
  template <typename __T> __device__ unsigned int match_all(__T __v, int& all_equal) const {
    return (__match_all_sync(mask(), __v, &all_equal) & mask()) >> (details::lane() & ~(__Size - 1) & 31u);
  }
};
template <unsigned int __Size, typename __Parent = void> class thread_block_tile : public thread_block_tile_base<__Size> {
 public:
  __device__ operator thread_group() const { return thread_group(this->mask(), __Size, this->thread_rank(), false); }
};
template <unsigned int __Size, typename __Parent> __GC_DEVICE thread_block_tile<__Size, __Parent> tiled_partition(const __Parent&) {
  return thread_block_tile<__Size, __Parent>();
}
__GC_DEVICE thread_group tiled_partition(const thread_group&, unsigned int size) {
  unsigned int lane = details::lane();
  unsigned int mask = (size >= 32 ? 0xffffffffu : ((1u << size) - 1u)) << (lane & ~(size - 1) & 31u);
  return thread_group(mask, size, lane & (size - 1), false);
}

// The lanes of a warp in `mask`, by rank.
class coalesced_group {
 public:
  explicit __device__ coalesced_group(unsigned int mask) : mask_(mask) {}
  __device__ unsigned int size() const { return static_cast<unsigned int>(__popc(mask_)); }
  __device__ unsigned int num_threads() const { return size(); }
  __device__ unsigned int thread_rank() const { return static_cast<unsigned int>(__popc(mask_ & details::lanes_below(details::lane()))); }
  __device__ unsigned int mask() const { return mask_; }
  __device__ void sync() const { __syncwarp(mask_); }
  __device__ unsigned int meta_group_rank() const { return 0; }
  __device__ unsigned int meta_group_size() const { return 1; }
  __device__ operator thread_group() const { return thread_group(mask_, size(), thread_rank(), false); }
  template <typename __T> __device__ __T shfl(__T __v, unsigned int rank) const {
    unsigned int lane = __fns(mask_, 0, static_cast<int>(rank % size()) + 1);
    return details::by_words(__v, [&](unsigned int w) { return __shfl_sync(mask_, w, static_cast<int>(lane)); });
  }
  template <typename __T> __device__ __T shfl_up(__T __v, unsigned int delta) const {
    unsigned int rank = thread_rank();
    return shfl(__v, rank >= delta ? rank - delta : rank);
  }
  template <typename __T> __device__ __T shfl_down(__T __v, unsigned int delta) const {
    unsigned int rank = thread_rank();
    return shfl(__v, rank + delta < size() ? rank + delta : rank);
  }
  __device__ int any(int predicate) const { return __any_sync(mask_, predicate); }
  __device__ int all(int predicate) const { return __all_sync(mask_, predicate); }
  __device__ unsigned int ballot(int predicate) const {
    unsigned int yes = __ballot_sync(mask_, predicate) & mask_, packed = 0;
    for (unsigned int rank = 0, left = mask_; left != 0; ++rank, left &= left - 1) {
      if (yes & left & (0u - left)) packed |= 1u << rank;
    }
    return packed;
  }

 private:
  unsigned int mask_;
};
__GC_DEVICE coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <typename __Group> __GC_DEVICE coalesced_group binary_partition(const __Group& group, bool predicate) {
  unsigned int yes = __ballot_sync(group.mask(), predicate);
  return coalesced_group(predicate ? yes & group.mask() : group.mask() & ~yes);
}
template <typename __Group, typename __Label> __GC_DEVICE coalesced_group labeled_partition(const __Group& group, __Label label) {
  return coalesced_group(__match_any_sync(group.mask(), label) & group.mask());
}
template <typename __Group> __GC_DEVICE void sync(const __Group& group) { group.sync(); }

// ---- Reductions and scans (cooperative_groups/reduce.h, cooperative_groups/scan.h) ----

template <typename __T = void> struct plus { __device__ __T operator()(__T __a, __T __b) const { return __a + __b; } };
template <typename __T = void> struct less { __device__ __T operator()(__T __a, __T __b) const { return __b < __a ? __b : __a; } };
template <typename __T = void> struct greater { __device__ __T operator()(__T __a, __T __b) const { return __a < __b ? __b : __a; } };
template <typename __T = void> struct bit_and { __device__ __T operator()(__T __a, __T __b) const { return __a & __b; } };
template <typename __T = void> struct bit_or { __device__ __T operator()(__T __a, __T __b) const { return __a | __b; } };
template <typename __T = void> struct bit_xor { __device__ __T operator()(__T __a, __T __b) const { return __a ^ __b; } };

template <unsigned int __Size, typename __P, typename __T, typename __F>
__GC_DEVICE __T reduce(const thread_block_tile<__Size, __P>& tile, __T __v, __F __f) {
#pragma unroll
  for (unsigned int step = __Size / 2; step > 0; step /= 2) __v = __f(__v, tile.shfl_xor(__v, step));
  return __v;
}
template <typename __T, typename __F> __GC_DEVICE __T reduce(const coalesced_group& group, __T __v, __F __f) {
  __T result = group.shfl(__v, 0);
  for (unsigned int rank = 1; rank < group.size(); ++rank) result = __f(result, group.shfl(__v, rank));
  return result;
}
template <typename __Group, typename __T, typename __F> __GC_DEVICE __T inclusive_scan(const __Group& group, __T __v, __F __f) {
  unsigned int rank = group.thread_rank();
  for (unsigned int step = 1; step < group.size(); step *= 2) {
    __T other = group.shfl_up(__v, step);
    if (rank >= step) __v = __f(other, __v);
  }
  return __v;
}
template <typename __Group, typename __T> __GC_DEVICE __T inclusive_scan(const __Group& group, __T __v) {
  return inclusive_scan(group, __v, plus<__T>());
}
template <typename __Group, typename __T, typename __F> __GC_DEVICE __T exclusive_scan(const __Group& group, __T __v, __F __f) {
  __T all = inclusive_scan(group, __v, __f);
  __T before = group.shfl_up(all, 1);
  return group.thread_rank() == 0 ? __T() : before;
}
template <typename __Group, typename __T> __GC_DEVICE __T exclusive_scan(const __Group& group, __T __v) {
  return exclusive_scan(group, __v, plus<__T>());
}

}  // namespace cooperative_groups
