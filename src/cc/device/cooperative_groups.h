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
template <typename T, typename F> __GC_DEVICE T by_words(T value, F one) {
  constexpr unsigned int count = (sizeof(T) + 3) / 4;
  unsigned int words[count] = {};
  memcpy(words, &value, sizeof(T));
#pragma unroll
  for (unsigned int i = 0; i < count; ++i) words[i] = one(words[i]);
  T result;
  memcpy(&result, words, sizeof(T));
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
template <unsigned int Size> class thread_block_tile_base {
  static_assert(Size != 0 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");

 public:
  static __device__ unsigned int thread_rank() { return details::lane() & (Size - 1); }
  static constexpr __device__ unsigned int size() { return Size; }
  static constexpr __device__ unsigned int num_threads() { return Size; }
  static __device__ unsigned int meta_group_rank() { return thread_block::thread_rank() / Size; }
  static __device__ unsigned int meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
  static __device__ unsigned int mask() {
    return (Size == 32 ? 0xffffffffu : ((1u << (Size & 31)) - 1u)) << (details::lane() & ~(Size - 1) & 31u);
  }
  static __device__ void sync() { __syncwarp(mask()); }
  template <typename T> __device__ T shfl(T v, int rank) const {
    return details::by_words(v, [&](unsigned int w) { return __shfl_sync(mask(), w, rank, static_cast<int>(Size)); });
  }
  template <typename T> __device__ T shfl_up(T v, unsigned int delta) const {
    return details::by_words(v, [&](unsigned int w) { return __shfl_up_sync(mask(), w, delta, static_cast<int>(Size)); });
  }
  template <typename T> __device__ T shfl_down(T v, unsigned int delta) const {
    return details::by_words(v, [&](unsigned int w) { return __shfl_down_sync(mask(), w, delta, static_cast<int>(Size)); });
  }
  template <typename T> __device__ T shfl_xor(T v, unsigned int lanes) const {
    return details::by_words(v, [&](unsigned int w) { return __shfl_xor_sync(mask(), w, static_cast<int>(lanes), static_cast<int>(Size)); });
  }
  __device__ int any(int predicate) const { return __any_sync(mask(), predicate); }
  __device__ int all(int predicate) const { return __all_sync(mask(), predicate); }
  __device__ unsigned int ballot(int predicate) const {
    return (__ballot_sync(mask(), predicate) & mask()) >> (details::lane() & ~(Size - 1) & 31u);
  }
  template <typename T> __device__ unsigned int match_any(T v) const {
    return (__match_any_sync(mask(), v) & mask()) >> (details::lane() & ~(Size - 1) & 31u);
  }
  template <typename T> __device__ unsigned int match_all(T v, int& all_equal) const {
    return (__match_all_sync(mask(), v, &all_equal) & mask()) >> (details::lane() & ~(Size - 1) & 31u);
  }
};
template <unsigned int Size, typename Parent = void> class thread_block_tile : public thread_block_tile_base<Size> {
 public:
  __device__ operator thread_group() const { return thread_group(this->mask(), Size, this->thread_rank(), false); }
};
template <unsigned int Size, typename Parent> __GC_DEVICE thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return thread_block_tile<Size, Parent>();
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
  template <typename T> __device__ T shfl(T v, unsigned int rank) const {
    unsigned int lane = __fns(mask_, 0, static_cast<int>(rank % size()) + 1);
    return details::by_words(v, [&](unsigned int w) { return __shfl_sync(mask_, w, static_cast<int>(lane)); });
  }
  template <typename T> __device__ T shfl_up(T v, unsigned int delta) const {
    unsigned int rank = thread_rank();
    return shfl(v, rank >= delta ? rank - delta : rank);
  }
  template <typename T> __device__ T shfl_down(T v, unsigned int delta) const {
    unsigned int rank = thread_rank();
    return shfl(v, rank + delta < size() ? rank + delta : rank);
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

template <typename Group> __GC_DEVICE coalesced_group binary_partition(const Group& group, bool predicate) {
  unsigned int yes = __ballot_sync(group.mask(), predicate);
  return coalesced_group(predicate ? yes & group.mask() : group.mask() & ~yes);
}
template <typename Group, typename Label> __GC_DEVICE coalesced_group labeled_partition(const Group& group, Label label) {
  return coalesced_group(__match_any_sync(group.mask(), label) & group.mask());
}
template <typename Group> __GC_DEVICE void sync(const Group& group) { group.sync(); }

// ---- Reductions and scans (cooperative_groups/reduce.h, cooperative_groups/scan.h) ----

template <typename T = void> struct plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <typename T = void> struct less { __device__ T operator()(T a, T b) const { return b < a ? b : a; } };
template <typename T = void> struct greater { __device__ T operator()(T a, T b) const { return a < b ? b : a; } };
template <typename T = void> struct bit_and { __device__ T operator()(T a, T b) const { return a & b; } };
template <typename T = void> struct bit_or { __device__ T operator()(T a, T b) const { return a | b; } };
template <typename T = void> struct bit_xor { __device__ T operator()(T a, T b) const { return a ^ b; } };

template <unsigned int Size, typename P, typename T, typename F>
__GC_DEVICE T reduce(const thread_block_tile<Size, P>& tile, T v, F f) {
#pragma unroll
  for (unsigned int step = Size / 2; step > 0; step /= 2) v = f(v, tile.shfl_xor(v, step));
  return v;
}
template <typename T, typename F> __GC_DEVICE T reduce(const coalesced_group& group, T v, F f) {
  T result = group.shfl(v, 0);
  for (unsigned int rank = 1; rank < group.size(); ++rank) result = f(result, group.shfl(v, rank));
  return result;
}
template <typename Group, typename T, typename F> __GC_DEVICE T inclusive_scan(const Group& group, T v, F f) {
  unsigned int rank = group.thread_rank();
  for (unsigned int step = 1; step < group.size(); step *= 2) {
    T other = group.shfl_up(v, step);
    if (rank >= step) v = f(other, v);
  }
  return v;
}
template <typename Group, typename T> __GC_DEVICE T inclusive_scan(const Group& group, T v) {
  return inclusive_scan(group, v, plus<T>());
}
template <typename Group, typename T, typename F> __GC_DEVICE T exclusive_scan(const Group& group, T v, F f) {
  T all = inclusive_scan(group, v, f);
  T before = group.shfl_up(all, 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <typename Group, typename T> __GC_DEVICE T exclusive_scan(const Group& group, T v) {
  return exclusive_scan(group, v, plus<T>());
}

}  // namespace cooperative_groups
