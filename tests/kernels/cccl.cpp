// SPDX-License-Identifier: Apache-2.0
//
// Kernels that use NVIDIA's CUB, Thrust and libcu++ (CCCL), beside what a host computes: all algorithms of
// blocks and warps, in both modes of the CPU device, for types, items per thread and shapes of blocks. The
// headers are those of the package nvidia-cuda-cccl (scripts/setup), of a toolkit, or in the folder of
// GRIDCALL_CUDA_HEADERS; without them all is skipped. --types: every type with a shape of its own. --all:
// every type with every shape, and every header of libcu++. Else int, and some headers.

#include <dirent.h>
#include <glob.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <functional>
#include <numeric>
#include <random>

#include "kernels/devices.h"
#include "support/effort.h"
#include "support/part.h"
#include "support/places.h"

namespace {

using namespace gridcall::math;

std::string folder;  // with cub/, thrust/ and cuda/
bool takes_all, takes_types;

std::string first_match(const std::string& pattern) {
  glob_t found = {};
  std::string path;
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0) path = found.gl_pathv[0];
  globfree(&found);
  return path;
}

int open_all(void** state) {
  const char* given = std::getenv("GRIDCALL_CUDA_HEADERS");
  const char* toolkit = std::getenv("CUDA_HOME");
  std::vector<std::string> roots = {std::string(kPrefix) + "/nvrtc/nvidia/*/include",
                                    "/usr/local/cuda/include"};
  if (toolkit) roots.insert(roots.begin(), std::string(toolkit) + "/include");
  if (given) roots.insert(roots.begin(), given);
  for (const std::string& root : roots) {
    for (const char* leaf : {"", "/cccl"}) {
      const std::string header = first_match(root + leaf + "/cub/version.cuh");
      if (folder.empty() && !header.empty()) folder = header.substr(0, header.rfind("/cub/"));
    }
  }
  if (folder.empty()) {
    print_message(
        "# SKIPPED: no CUB: scripts/setup installs nvidia-cuda-cccl, or set GRIDCALL_CUDA_HEADERS\n");
    return 0;
  }
  // The library finds it by the variable alone.
  setenv("GRIDCALL_CUDA_HEADERS", folder.c_str(), 1);
  return open_devices_without_reference(state);
}

// ---- Kernels of one type T, BX * BY * BZ threads and ITEMS items of each ----

const char kBlockSource[] = R"(
#if __has_include(<stdint.h>)
#include <stdint.h>
#endif
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_run_length_decode.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/block/block_store.cuh>
typedef TEST_ITEM T;
constexpr int TH = BX * BY * BZ, N = TH * ITEMS;
// A thread of the block with its items.
#define KERNEL(name) \
  extern "C" __global__ void __launch_bounds__(TH) name(T* out, unsigned* words, const T* in, unsigned valid) { \
  const int r = threadIdx.x + BX * (threadIdx.y + BY * threadIdx.z); \
  T v[ITEMS]; \
  for (int i = 0; i < ITEMS; ++i) v[i] = in[r * ITEMS + i];
template <typename V> __device__ void put(V* out, int at, int r, const V (&v)[ITEMS]) {
  for (int i = 0; i < ITEMS; ++i) out[at * N + r * ITEMS + i] = v[i];
}
#define STORAGE(type) __shared__ typename type::TempStorage storage; __syncthreads()

template <cub::BlockReduceAlgorithm A> __device__ void reduce(T* out, T (&v)[ITEMS], int r, unsigned valid) {
  typedef cub::BlockReduce<T, BX, A, BY, BZ> R;
  STORAGE(R);
  const T sum = R(storage).Sum(v);
  __syncthreads();
  const T most = R(storage).Reduce(v, cuda::maximum<>{});
  __syncthreads();
  const T some = R(storage).Sum(v[0], valid);
  __syncthreads();
  const T least = R(storage).Reduce(v[0], cuda::minimum<>{}, valid);
  if (r == 0) out[0] = sum, out[1] = most, out[2] = some, out[3] = least;
}
KERNEL(reductions)
  reduce<cub::BLOCK_REDUCE_RAKING>(out, v, r, valid);
  reduce<cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>(out + 4, v, r, valid);
  reduce<cub::BLOCK_REDUCE_WARP_REDUCTIONS>(out + 8, v, r, valid);
}
struct Running {
  T sum;
  __device__ T operator()(T more) {
    const T before = sum;
    sum = static_cast<T>(sum + more);
    return before;
  }
};
template <cub::BlockScanAlgorithm A> __device__ void scan(T* out, T (&v)[ITEMS], int r) {
  typedef cub::BlockScan<T, BX, A, BY, BZ> S;
  STORAGE(S);
  T w[ITEMS], all;
  S(storage).ExclusiveSum(v, w, all);
  put(out, 0, r, w);
  __syncthreads();
  S(storage).InclusiveSum(v, w);
  put(out, 1, r, w);
  __syncthreads();
  S(storage).InclusiveScan(v, w, cuda::maximum<>{});
  put(out, 2, r, w);
  __syncthreads();
  S(storage).ExclusiveScan(v, w, T(3), cuda::maximum<>{});
  put(out, 3, r, w);
  __syncthreads();
  Running running = {T(5)};
  S(storage).ExclusiveSum(v, w, running);
  put(out, 4, r, w);
  if (r == 0) out[5 * N] = all, out[5 * N + 1] = running.sum;
}
KERNEL(scan_raking) scan<cub::BLOCK_SCAN_RAKING>(out, v, r); }
KERNEL(scan_memoize) scan<cub::BLOCK_SCAN_RAKING_MEMOIZE>(out, v, r); }
KERNEL(scan_warps) scan<cub::BLOCK_SCAN_WARP_SCANS>(out, v, r); }
KERNEL(exchanges)
  typedef cub::BlockExchange<T, BX, ITEMS, false, BY, BZ> X;
  STORAGE(X);
  T w[ITEMS];
  int ranks[ITEMS];
  for (int i = 0; i < ITEMS; ++i) ranks[i] = N - 1 - (r * ITEMS + i);
  X(storage).BlockedToStriped(v, w), put(out, 0, r, w), __syncthreads();
  X(storage).StripedToBlocked(v, w), put(out, 1, r, w), __syncthreads();
  X(storage).BlockedToWarpStriped(v, w), put(out, 2, r, w), __syncthreads();
  X(storage).WarpStripedToBlocked(w, w), put(out, 3, r, w), __syncthreads();
  X(storage).ScatterToBlocked(v, w, ranks), put(out, 4, r, w), __syncthreads();
  X(storage).ScatterToStriped(v, w, ranks), put(out, 5, r, w);
}
template <cub::BlockLoadAlgorithm A, cub::BlockStoreAlgorithm B> __device__ void move(T* out, T* kept, const T* in, int r, unsigned valid) {
  typedef cub::BlockLoad<T, BX, ITEMS, A, BY, BZ> L;
  typedef cub::BlockStore<T, BX, ITEMS, B, BY, BZ> S;
  __shared__ union { typename L::TempStorage load; typename S::TempStorage store; } storage;
  T w[ITEMS];
  __syncthreads();
  L(storage.load).Load(in, w);
  __syncthreads();
  S(storage.store).Store(out, w);
  __syncthreads();
  L(storage.load).Load(in, w, valid, T(9));
  __syncthreads();
  S(storage.store).Store(kept, w);  // a transposing one exchanges the items in place
  __syncthreads();
  L(storage.load).Load(in, w, valid, T(9));
  __syncthreads();
  S(storage.store).Store(kept + N, w, valid);
}
KERNEL(moves_direct) move<cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT>(out, out + N, in, r, valid); }
KERNEL(moves_transpose) move<cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE>(out, out + N, in, r, valid); }
KERNEL(moves_vectorize) move<cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE>(out, out + N, in, r, valid); }
#if BX * BY * BZ % 32 == 0
KERNEL(moves_warp_transpose) move<cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE>(out, out + N, in, r, valid); }
KERNEL(moves_timesliced) move<cub::BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED, cub::BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED>(out, out + N, in, r, valid); }
#endif
KERNEL(moves_striped) move<cub::BLOCK_LOAD_STRIPED, cub::BLOCK_STORE_STRIPED>(out, out + N, in, r, valid); }
KERNEL(differences)
  typedef cub::BlockDiscontinuity<T, BX, BY, BZ> D;
  typedef cub::BlockAdjacentDifference<T, BX, BY, BZ> A;
  __shared__ union { typename D::TempStorage d; typename A::TempStorage a; } storage;
  unsigned heads[ITEMS], tails[ITEMS];
  D(storage.d).FlagHeads(heads, v, cuda::std::not_equal_to<>{}), put(words, 0, r, heads), __syncthreads();
  D(storage.d).FlagTails(tails, v, cuda::std::not_equal_to<>{}), put(words, 1, r, tails), __syncthreads();
  D(storage.d).FlagHeadsAndTails(heads, tails, v, cuda::std::not_equal_to<>{}), put(words, 2, r, heads), put(words, 3, r, tails), __syncthreads();
  T w[ITEMS];
  const auto minus = [](T a, T b) { return static_cast<T>(a - b); };
  A(storage.a).SubtractLeft(v, w, minus), put(out, 0, r, w), __syncthreads();
  A(storage.a).SubtractRight(v, w, minus), put(out, 1, r, w), __syncthreads();
  A(storage.a).SubtractLeftPartialTile(v, w, minus, valid), put(out, 2, r, w);
}
#if BY == 1 && BZ == 1
KERNEL(shuffles)
  typedef cub::BlockShuffle<T, BX> S;
  STORAGE(S);
  T w[ITEMS], one = v[0];
  for (int i = 0; i < ITEMS; ++i) w[i] = T(0);
  S(storage).Up(v, w), put(out, 0, r, w), __syncthreads();
  for (int i = 0; i < ITEMS; ++i) w[i] = T(0);
  S(storage).Down(v, w), put(out, 1, r, w), __syncthreads();
  S(storage).Rotate(v[0], one, 3), out[2 * N + r] = one, __syncthreads();
  one = v[0];
  S(storage).Offset(v[0], one, -2), out[2 * N + TH + r] = one;
}
#endif
// Item k stands k % 4 + 1 times.
KERNEL(run_lengths)
  typedef cub::BlockRunLengthDecode<T, BX, ITEMS, ITEMS, unsigned, BY, BZ> D;
  STORAGE(D);
  unsigned lengths[ITEMS], size = 0, offsets[ITEMS];
  for (int i = 0; i < ITEMS; ++i) lengths[i] = (r * ITEMS + i) % 4 + 1;
  D decode(storage, v, lengths, size);
  if (r == 0) words[3 * N] = size;
  for (unsigned at = 0; at < size && at < 2 * N; at += N) {
    T w[ITEMS];
    decode.RunLengthDecode(w, offsets, at);
    put(out, at / N, r, w), put(words, at / N, r, offsets);
    __syncthreads();
  }
}
)";

const char kSortSource[] = R"(
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
typedef TEST_ITEM T;
constexpr int TH = BX * BY * BZ, N = TH * ITEMS;
#define KERNEL(name) \
  extern "C" __global__ void __launch_bounds__(TH) name(T* out, unsigned* words, const T* in, unsigned valid) { \
  const int r = threadIdx.x + BX * (threadIdx.y + BY * threadIdx.z); \
  T v[ITEMS]; \
  unsigned k[ITEMS]; \
  for (int i = 0; i < ITEMS; ++i) v[i] = in[r * ITEMS + i], k[i] = r * ITEMS + i;
template <typename V> __device__ void put(V* out, int at, int r, const V (&v)[ITEMS]) {
  for (int i = 0; i < ITEMS; ++i) out[at * N + r * ITEMS + i] = v[i];
}
#define SORT(values) cub::BlockRadixSort<T, BX, ITEMS, values, 4, true, cub::BLOCK_SCAN_WARP_SCANS, cudaSharedMemBankSizeFourByte, BY, BZ>
KERNEL(radix_pairs)
  typedef SORT(unsigned) S;
  __shared__ typename S::TempStorage storage;
  S(storage).Sort(v, k);
  put(out, 0, r, v), put(words, 0, r, k);
  __syncthreads();
  for (int i = 0; i < ITEMS; ++i) v[i] = in[r * ITEMS + i], k[i] = r * ITEMS + i;
  S(storage).SortDescending(v, k);
  put(out, 1, r, v), put(words, 1, r, k);
}
KERNEL(radix_keys)
  typedef SORT(cub::NullType) S;
  __shared__ typename S::TempStorage storage;
  S(storage).Sort(v);
  put(out, 0, r, v);
  __syncthreads();
  for (int i = 0; i < ITEMS; ++i) v[i] = in[r * ITEMS + i];
  S(storage).SortDescendingBlockedToStriped(v);
  for (int i = 0; i < ITEMS; ++i) out[N + i * TH + r] = v[i];
  __syncthreads();
  for (int i = 0; i < ITEMS; ++i) v[i] = in[r * ITEMS + i];
  S(storage).Sort(v, 2, 6);
  put(out, 2, r, v);
}
KERNEL(merges)
  typedef cub::BlockMergeSort<T, BX, ITEMS, unsigned, BY, BZ> S;
  __shared__ typename S::TempStorage storage;
  S(storage).StableSort(v, k, cuda::std::less<>{});
  put(out, 0, r, v), put(words, 0, r, k);
  __syncthreads();
  for (int i = 0; i < ITEMS; ++i) v[i] = in[r * ITEMS + i], k[i] = r * ITEMS + i;
  S(storage).Sort(v, k, cuda::std::greater<>{}, static_cast<int>(valid), T(-1) < T(0) ? T(-126) : T(0));
  put(out, 1, r, v);
}
template <cub::BlockHistogramAlgorithm A> __device__ void count(unsigned* words, const T* in, int r) {
  typedef cub::BlockHistogram<unsigned char, BX, ITEMS, 256, A, BY, BZ> H;
  __shared__ typename H::TempStorage storage;
  __shared__ unsigned bins[256];
  unsigned char v[ITEMS];
  for (int i = 0; i < ITEMS; ++i) v[i] = static_cast<unsigned char>(static_cast<int>(in[r * ITEMS + i]) & 255);
  __syncthreads();
  H(storage).Histogram(v, bins);
  __syncthreads();
  H(storage).Composite(v, bins);
  __syncthreads();
  for (int i = r; i < 256; i += TH) words[i] = bins[i];
}
KERNEL(histograms)
  count<cub::BLOCK_HISTO_SORT>(words, in, r);
  count<cub::BLOCK_HISTO_ATOMIC>(words + 256, in, r);
}
)";

const char kWarpSource[] = R"(
#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/warp/warp_store.cuh>
typedef TEST_ITEM T;
constexpr int TH = BX * BY * BZ, N = TH * ITEMS;
#define KERNEL(name) \
  extern "C" __global__ void __launch_bounds__(TH) name(T* out, unsigned* words, const T* in, unsigned valid) { \
  const int r = threadIdx.x + BX * (threadIdx.y + BY * threadIdx.z), w = r / LANES, l = r % LANES; \
  (void)w, (void)l; \
  T v[ITEMS]; \
  for (int i = 0; i < ITEMS; ++i) v[i] = in[r * ITEMS + i];
template <typename V> __device__ void put(V* out, int at, int r, const V (&v)[ITEMS]) {
  for (int i = 0; i < ITEMS; ++i) out[at * N + r * ITEMS + i] = v[i];
}
KERNEL(reductions)
  typedef cub::WarpReduce<T, LANES> R;
  __shared__ typename R::TempStorage storage[TH / LANES];
  const T sum = R(storage[w]).Sum(v[0]);
  __syncwarp();
  const T most = R(storage[w]).Reduce(v[0], cuda::maximum<>{});
  __syncwarp();
  const T some = R(storage[w]).Sum(v[0], LANES / 2 + 1);
  __syncwarp();
  const T head = R(storage[w]).HeadSegmentedSum(v[0], l % 5 == 0);
  __syncwarp();
  const T tail = R(storage[w]).TailSegmentedSum(v[0], l % 5 == 4);
  __syncwarp();
  const T all = R(storage[w]).Sum(v);
  if (l == 0) out[w * 4] = sum, out[w * 4 + 1] = most, out[w * 4 + 2] = some, out[w * 4 + 3] = all;
  if (l % 5 == 0) out[4 * TH + r] = head, out[5 * TH + r] = tail;
}
KERNEL(scans)
  typedef cub::WarpScan<T, LANES> S;
  __shared__ typename S::TempStorage storage[TH / LANES];
  T a, b, c, d, all;
  S(storage[w]).InclusiveSum(v[0], a);
  __syncwarp();
  S(storage[w]).ExclusiveSum(v[0], b, all);
  __syncwarp();
  S(storage[w]).InclusiveScan(v[0], c, cuda::maximum<>{});
  __syncwarp();
  S(storage[w]).ExclusiveScan(v[0], d, T(3), cuda::maximum<>{});
  __syncwarp();
  out[r] = a, out[TH + r] = b, out[2 * TH + r] = c, out[3 * TH + r] = d, out[4 * TH + r] = all;
  S(storage[w]).Scan(v[0], a, b, T(0), cuda::std::plus<>{});
  __syncwarp();
  out[5 * TH + r] = a, out[6 * TH + r] = b, out[7 * TH + r] = S(storage[w]).Broadcast(v[0], LANES / 2);
}
#define EXCHANGE(name, algorithm) \
  KERNEL(name) \
    typedef cub::WarpExchange<T, ITEMS, LANES, algorithm> X; \
    __shared__ typename X::TempStorage storage[TH / LANES]; \
    T u[ITEMS]; \
    X(storage[w]).BlockedToStriped(v, u), put(out, 0, r, u), __syncwarp(); \
    X(storage[w]).StripedToBlocked(v, u), put(out, 1, r, u); \
  }
EXCHANGE(exchange, cub::WARP_EXCHANGE_SMEM)
#if ITEMS == LANES
EXCHANGE(exchange_shuffle, cub::WARP_EXCHANGE_SHUFFLE)
#endif
template <cub::WarpLoadAlgorithm A, cub::WarpStoreAlgorithm B> __device__ void move(T* out, const T* in, int w, unsigned valid) {
  typedef cub::WarpLoad<T, ITEMS, A, LANES> L;
  typedef cub::WarpStore<T, ITEMS, B, LANES> S;
  __shared__ typename L::TempStorage load[TH / LANES];
  __shared__ typename S::TempStorage store[TH / LANES];
  constexpr int kEach = LANES * ITEMS;
  T u[ITEMS];
  L(load[w]).Load(in + w * kEach, u);
  S(store[w]).Store(out + w * kEach, u);
  __syncwarp();
  L(load[w]).Load(in + w * kEach, u, static_cast<int>(valid) % kEach, T(9));
  S(store[w]).Store(out + N + w * kEach, u);  // a transposing one exchanges the items in place
  __syncwarp();
  L(load[w]).Load(in + w * kEach, u, static_cast<int>(valid) % kEach, T(9));
  S(store[w]).Store(out + 2 * N + w * kEach, u, static_cast<int>(valid) % kEach);
}
KERNEL(moves_direct) move<cub::WARP_LOAD_DIRECT, cub::WARP_STORE_DIRECT>(out, in, w, valid); }
KERNEL(moves_striped) move<cub::WARP_LOAD_STRIPED, cub::WARP_STORE_STRIPED>(out, in, w, valid); }
KERNEL(moves_vectorize) move<cub::WARP_LOAD_VECTORIZE, cub::WARP_STORE_VECTORIZE>(out, in, w, valid); }
KERNEL(moves_transpose) move<cub::WARP_LOAD_TRANSPOSE, cub::WARP_STORE_TRANSPOSE>(out, in, w, valid); }
KERNEL(merges)
  typedef cub::WarpMergeSort<T, ITEMS, LANES, unsigned> S;
  __shared__ typename S::TempStorage storage[TH / LANES];
  unsigned k[ITEMS];
  for (int i = 0; i < ITEMS; ++i) k[i] = r * ITEMS + i;
  S(storage[w]).StableSort(v, k, cuda::std::less<>{});
  put(out, 0, r, v), put(words, 0, r, k);
}
#ifdef WITH_LIBRARY
KERNEL(batches)
  typedef cub::WarpReduceBatched<T, ITEMS, LANES> R;
  __shared__ typename R::TempStorage storage[TH / LANES];
  constexpr int kOuts = (ITEMS + LANES - 1) / LANES;
  T u[kOuts];
  R(storage[w]).SumToStriped(v, u);
  for (int i = 0; i < kOuts; ++i) if (i * LANES + l < ITEMS) out[w * ITEMS + i * LANES + l] = u[i];
}
#endif
)";

// libcu++ and Thrust, with the headers of gridcall's own that stay: cuda/barrier and cuda/pipeline.
const char kLibrarySource[] = R"(
#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/algorithm>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/variant>
#include <cub/iterator/arg_index_input_iterator.cuh>
#include <cub/iterator/cache_modified_input_iterator.cuh>
#include <cub/iterator/cache_modified_output_iterator.cuh>
#include <cub/thread/thread_reduce.cuh>
#include <cub/thread/thread_search.cuh>
#include <cub/thread/thread_sort.cuh>
#include <thrust/complex.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>
#define CHECK(condition) if (!(condition)) words[threadIdx.x] = __LINE__
extern "C" __global__ void together(unsigned* words, const int* in, unsigned n) {
  typedef cub::BlockReduce<int, 256> R;
  __shared__ typename R::TempStorage storage;
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ cuda::latch<cuda::thread_scope_block>* latch;
  __shared__ cuda::counting_semaphore<cuda::thread_scope_block>* semaphore;
  alignas(8) __shared__ unsigned char latch_storage[sizeof(*latch)], semaphore_storage[sizeof(*semaphore)];
  __shared__ int sum, staged[256], inside, most;
  const unsigned t = threadIdx.x;
  if (t == 0) {
    init(&barrier, 256);
    latch = new (latch_storage) cuda::latch<cuda::thread_scope_block>(256);
    semaphore = new (semaphore_storage) cuda::counting_semaphore<cuda::thread_scope_block>(3);
    inside = most = 0;
  }
  __syncthreads();
  const int all = R(storage).Sum(in[t]);
  if (t == 0) sum = all;
  barrier.arrive_and_wait();
  int expected = 0;
  for (unsigned i = 0; i < n; ++i) expected += in[i];
  CHECK(sum == expected);
  cuda::memcpy_async(&staged[t], &in[t], sizeof(int), barrier);
  barrier.wait(barrier.arrive());
  CHECK(staged[255 - t] == in[255 - t]);
  __syncthreads();
  auto pipeline = cuda::make_pipeline();
  pipeline.producer_acquire();
  cuda::memcpy_async(&staged[t], &in[255 - t], sizeof(int), pipeline);
  pipeline.producer_commit();
  pipeline.consumer_wait();
  CHECK(staged[t] == in[255 - t]);
  pipeline.consumer_release();
  latch->arrive_and_wait();
  semaphore->acquire();
  cuda::atomic_ref<int, cuda::thread_scope_block> now(inside), peak(most);
  peak.fetch_max(++now);
  --now;
  semaphore->release();
  __syncthreads();
  CHECK(most >= 1 && most <= 3 && inside == 0);
}
extern "C" __global__ void standard(unsigned* words, const int* in, unsigned n) {
  namespace s = cuda::std;
  s::array<int, 8> a = {};
  for (int i = 0; i < 8; ++i) a[i] = in[(threadIdx.x + i) % n];
  s::array<int, 8> sorted = a;
  for (int i = 0; i < 8; ++i) for (int k = i + 1; k < 8; ++k) if (sorted[k] < sorted[i]) s::swap(sorted[i], sorted[k]);
  CHECK(*s::max_element(a.begin(), a.end()) == sorted[7] && s::lower_bound(sorted.begin(), sorted.end(), a[3]) != sorted.end());
  int sum = 0;
  for (int v : s::span<int>(a.data(), 8)) sum += v;
  CHECK(s::accumulate(a.begin(), a.end(), 0) == sum && s::gcd(12, 18) == 6);
  CHECK(s::popcount(0xf0f0u) == 8 && s::countl_zero(1u) == 31 && s::bit_cast<unsigned>(1.0f) == 0x3f800000u);
  s::tuple<int, float, char> parts(a[0], 2.5f, 'x');
  CHECK(s::get<0>(parts) == a[0] && s::get<1>(s::tuple_cat(parts, s::make_tuple(7))) == 2.5f);
  s::optional<int> some = a[1], none;
  CHECK(some.value() == a[1] && none.value_or(5) == 5);
  s::variant<int, double> either = 2.5;
  CHECK(either.index() == 1 && s::get<double>(either) == 2.5 && s::visit([](auto v) { return v * 2.0; }, either) == 5.0);
  s::variant<int, double> first;
  s::variant<s::monostate, float, long> whole = 3, nothing, *nowhere = nullptr;  // an int is no float without narrowing
  CHECK(first.index() == 0 && first < either && whole.index() == 2 && nothing < whole && nothing == decltype(nothing)());
  CHECK(!s::get_if<2>(nowhere) && (s::variant<int, int>(s::in_place_index<1>, 4) == s::variant<int, int>(s::in_place_index<1>, 4)));
  CHECK(s::chrono::duration_cast<s::chrono::milliseconds>(s::chrono::seconds(3)).count() == 3000);
  const s::chrono::milliseconds late(2500);
  CHECK(s::chrono::duration<double>(late).count() == 2.5 && (2 * -late).count() == -5000 && late / s::chrono::seconds(1) == 2);
  CHECK((late % s::chrono::seconds(1)).count() == 500 && (late / 4).count() == 625);
  s::complex<float> z(3, 4);
  CHECK(s::abs(z) == 5 && (z * s::conj(z)).real() == 25);
}
extern "C" __global__ void iterators(unsigned* words, const int*, unsigned) {
  namespace s = cuda::std;
  const auto twice = [](int x) { return 2 * x; };
  int a[8] = {0, 10, 20, 30, 40, 50, 60, 70}, b[8] = {3, 1, 2, 0, 7, 6, 5, 4};
  thrust::counting_iterator<int> from(3);
  CHECK(from[4] == 7 && *(2 + from) == 5 && *from++ == 3 && *--from == 3 && (from + 5) - from == 5 && from < from + 1 && from != from - 1);
  const auto doubled = thrust::make_transform_iterator(from, twice);
  CHECK(*doubled == 6 && doubled[10] == 26 && (doubled + 4).base()[0] == 7 && thrust::make_constant_iterator(9)[100] == 9);
  auto mixed = thrust::make_permutation_iterator(a, b);
  mixed[3] = 5, *++mixed = 11;
  CHECK(a[0] == 5 && a[1] == 11 && mixed[3] == 70);
  auto back = thrust::make_reverse_iterator(a + 8);
  CHECK(*back == 70 && back[2] == 50 && *(back + 7) == 5 && thrust::make_reverse_iterator(a + 3) - back == 5 && *back-- == 70);
  const auto zipped = thrust::make_zip_iterator(thrust::make_tuple(a, b));
  thrust::get<0>(zipped[4]) = thrust::get<1>(*(zipped + 5));
  CHECK(a[4] == 6 && zipped + 4 > zipped && thrust::make_zip_iterator(thrust::make_tuple(a + 4, b + 4)) - zipped == 4);
  auto written = thrust::make_transform_output_iterator(a, twice);
  written[2] = 8, *written = 4, *thrust::make_discard_iterator() = 1;
  CHECK(a[0] == 8 && a[2] == 16);
  cub::CacheModifiedInputIterator<cub::LOAD_DEFAULT, int> loads(a + 1);
  cub::CacheModifiedOutputIterator<cub::STORE_DEFAULT, int> stores(a + 5);
  stores[1] = loads[2], *++stores = *loads;
  CHECK(a[6] == 11 && loads[2] == 30 && loads + 2 != loads);
  cub::ArgIndexInputIterator<int*> numbered(b);
  CHECK((numbered + 2)[2].key == 4 && numbered[4].value == 7);
  CHECK(cub::ThreadReduce(b, s::plus<>{}) == 28 && cub::ThreadReduce(b, [](int x, int y) { return x < y ? y : x; }) == 7);
  const int odd[] = {1, 3, 3, 5}, even[] = {0, 3, 4, 6, 8};
  for (int v = 0; v < 7; ++v) CHECK(cub::LowerBound(odd, 4, v) == (v > 1) + 2 * (v > 3) + (v > 5) && cub::UpperBound(odd, 4, v) == (v >= 1) + 2 * (v >= 3) + (v >= 5));
  int keys[] = {5, 1, 5, 0}, marks[] = {0, 1, 2, 3}, down[] = {1, 3, 2};
  cub::NullType none[3];
  cub::StableOddEvenSort(keys, marks, s::less<>{}), cub::StableOddEvenSort(down, none, s::greater<>{});
  CHECK(keys[0] == 0 && keys[1] == 1 && keys[2] == 5 && keys[3] == 5 && marks[0] == 3 && marks[1] == 1 && marks[2] == 0 && marks[3] == 2);
  CHECK(down[0] == 3 && down[1] == 2 && down[2] == 1);
  const int merged[] = {0, 0, 1, 2, 3, 3, 3, 4, 4, 4};
  int2 at;
  for (int d = 0; d < 10; ++d) {
    cub::MergePathSearch(d, odd, even, 4, 5, at);
    CHECK(at.x == merged[d] && at.x + at.y == d);
  }
}
// exp, log, sqrt, sin, tanh and pow of complex numbers.
extern "C" __global__ void complexes(thrust::complex<double>* out, const thrust::complex<double>* in, unsigned n) {
  const unsigned t = threadIdx.x;
  if (t >= n) return;
  const thrust::complex<double> z = in[t];
  thrust::complex<double>* to = out + 6 * t;
  to[0] = thrust::exp(z), to[1] = thrust::log(z), to[2] = thrust::sqrt(z), to[3] = thrust::sin(z), to[4] = thrust::tanh(z), to[5] = thrust::pow(z, z);
}
)";

// ---- The host's side ----

struct Shape {
  unsigned x, y, z, items, lanes;
};

template <typename T>
struct Results {
  std::vector<T> out;
  std::vector<std::uint32_t> words;
};

// Parts of CUB that are not built in: with them a source is compiled with the library, else without it.
const char kLibraryParts[] =
    "#define WITH_LIBRARY\n#include <cub/block/block_topk.cuh>\n"
    "#include <cub/warp/warp_reduce_batched.cuh>\n";

gc_module* module_of(const Way& way, std::string source, bool library,
                     const std::vector<std::string>& defines) {
  if (library) source = kLibraryParts + source;
  std::vector<const char*> options;
  for (const std::string& define : defines) options.push_back(define.c_str());
  return compiled(way.context, source, options);
}

std::vector<std::pair<Way, bool>> ways_and_sources() {
  std::vector<std::pair<Way, bool>> all;
  for (const Way& way : ways)
    for (const bool library : {false, true}) all.emplace_back(way, library);
  return all;
}

template <typename T>
class Subject {
 public:
  Subject(const char* name, Shape shape) : name_(name), shape_(shape), threads_(shape.x * shape.y * shape.z) {
    std::mt19937 random(shape.x * 31 + shape.items);
    in_.resize(count());
    for (T& value : in_) value = static_cast<T>(random() % 7);  // neighbours are often equal, and sums exact
    wide_ = in_;
    for (T& value : wide_)
      value = static_cast<T>(static_cast<double>(random() % 251) - (std::is_signed_v<T> ? 125 : 0));
    valid_ = threads_ / 2 + 1;
  }

  void blocks() {
    for (const auto& [way, library] : ways_and_sources()) {
      gc_module* module = module_of(way, kBlockSource, library, defines());
      const auto ask = [&](const char* kernel) { return run(way, module, kernel, in_); };
      const auto maximum = [](T a, T b) { return std::max(a, b); };
      const T sum = std::accumulate(in_.begin(), in_.end(), T(0), plus);
      const T most = *std::max_element(in_.begin(), in_.end());
      std::vector<T> first;
      for (std::size_t t = 0; t < valid_; ++t) first.push_back(in_[t * shape_.items]);
      std::vector<T> wanted;
      for (int algorithm = 0; algorithm < 3; ++algorithm)
        wanted.insert(wanted.end(), {sum, most, std::accumulate(first.begin(), first.end(), T(0), plus),
                                     *std::min_element(first.begin(), first.end())});
      expect(way, "reductions", ask("reductions").out, 0, wanted);

      std::vector<T> inclusive(count()), greatest(count()), exclusive(1, T(0)), bounded(1, T(3)),
          running(1, T(5));
      std::partial_sum(in_.begin(), in_.end(), inclusive.begin(), plus);
      std::partial_sum(in_.begin(), in_.end(), greatest.begin(), maximum);
      exclusive.insert(exclusive.end(), inclusive.begin(), inclusive.end() - 1);
      for (std::size_t i = 0; i + 1 < count(); ++i) {
        bounded.push_back(std::max(bounded.back(), in_[i]));
        running.push_back(plus(running.back(), in_[i]));
      }
      for (const char* kernel : {"scan_raking", "scan_memoize", "scan_warps"}) {
        const std::vector<T> out = ask(kernel).out;
        expect(way, kernel, out, 0, exclusive);
        expect(way, kernel, out, 1, inclusive);
        expect(way, kernel, out, 2, greatest);
        expect(way, kernel, out, 3, bounded);
        expect(way, kernel, out, 4, running);
        expect(way, kernel, out, 5, {sum, plus(T(5), sum)});
      }
      exchanges(way, run(way, module, "exchanges", wide_).out);
      moves(way, module, threads_ % 32 == 0 ? 6 : 4);
      differences(way, ask("differences"));
      if (shape_.y * shape_.z == 1) shuffles(way, run(way, module, "shuffles", wide_).out);
      run_lengths(way, run(way, module, "run_lengths", wide_));
      gc_module_release(module);
    }
  }

  void sorts() {
    std::vector<std::uint32_t> up(count()), down;
    std::iota(up.begin(), up.end(), 0u);
    down = up;
    const auto by = [&](const auto& compare) {
      return [this, compare](std::uint32_t a, std::uint32_t b) { return compare(wide_[a], wide_[b]); };
    };
    std::stable_sort(up.begin(), up.end(), by(std::less<T>()));
    std::stable_sort(down.begin(), down.end(), by(std::greater<T>()));
    std::vector<T> part(wide_.begin(), wide_.begin() + valid_);
    std::sort(part.begin(), part.end(), std::greater<T>());
    std::vector<std::uint32_t> bins(256);
    for (T value : wide_) ++bins[static_cast<std::uint32_t>(static_cast<int>(value)) & 255];
    for (std::uint32_t& bin : bins) bin *= 2;
    for (const auto& [way, library] : ways_and_sources()) {
      gc_module* module = module_of(way, kSortSource, library, defines());
      const auto ask = [&](const char* kernel) { return run(way, module, kernel, wide_); };
      Results<T> found = ask("radix_pairs");
      expect(way, "radix_pairs", found.out, 0, values(up));
      expect(way, "radix_pairs", found.out, 1, values(down));
      expect(way, "radix_pairs", found.words, 0, up);
      expect(way, "radix_pairs", found.words, 1, down);
      found = ask("radix_keys");
      expect(way, "radix_keys", found.out, 0, values(up));
      expect(way, "radix_keys", found.out, 1, values(down));
      if constexpr (std::is_unsigned_v<T>) {
        std::vector<std::uint32_t> bits(count());
        std::iota(bits.begin(), bits.end(), 0u);
        std::stable_sort(bits.begin(), bits.end(),
                         by([](T a, T b) { return (a >> 2 & 15) < (b >> 2 & 15); }));
        expect(way, "radix_keys", found.out, 2, values(bits));
      }
      found = ask("merges");
      expect(way, "merges", found.out, 0, values(up));
      expect(way, "merges", found.words, 0, up);
      expect(way, "merges", found.out, 1, part);
      found = ask("histograms");
      found.words.resize(512);
      std::vector<std::uint32_t> both = bins;
      both.insert(both.end(), bins.begin(), bins.end());
      expect(way, "histograms", found.words, 0, both);
      gc_module_release(module);
    }
  }

  void warps() {
    const std::size_t lanes = shape_.lanes, each = lanes * shape_.items, warps = threads_ / lanes;
    for (const auto& [way, library] : ways_and_sources()) {
      gc_module* module = module_of(way, kWarpSource, library, defines());
      Results<T> found = run(way, module, "reductions", in_);
      std::vector<T> wanted, inclusive, exclusive, greatest, bounded, sums, middle;
      for (std::size_t w = 0; w < warps; ++w) {
        T sum = 0, most = 0, some = 0, all = 0, bound = 3;
        for (std::size_t l = 0; l < lanes; ++l) {
          const T* item = &in_[(w * lanes + l) * shape_.items];
          exclusive.push_back(sum), bounded.push_back(bound);
          sum = plus(sum, *item), most = std::max(most, *item), bound = std::max(bound, *item);
          inclusive.push_back(sum), greatest.push_back(most);
          if (l < lanes / 2 + 1) some = plus(some, *item);
          all = std::accumulate(item, item + shape_.items, all, plus);
        }
        sums.insert(sums.end(), lanes, sum);
        middle.insert(middle.end(), lanes, in_[(w * lanes + lanes / 2) * shape_.items]);
        wanted.insert(wanted.end(), {sum, most, some, all});
      }
      expect(way, "warps' reductions", found.out, 0, wanted);
      for (std::size_t r = 0; r < threads_; ++r) {
        if (r % lanes % 5 != 0) continue;
        T segment = 0;
        for (std::size_t i = r; i < r + 5 && i / lanes == r / lanes; ++i)
          segment = plus(segment, in_[i * shape_.items]);
        if (found.out[4 * threads_ + r] != segment || found.out[5 * threads_ + r] != segment)
          fail_msg("%s: %s: segment at thread %zu", way.name, name_, r);
      }
      found = run(way, module, "scans", in_);
      std::size_t at = 0;
      for (const std::vector<T>* rows :
           {&inclusive, &exclusive, &greatest, &bounded, &sums, &inclusive, &exclusive, &middle}) {
        found.out.erase(found.out.begin(),
                        found.out.begin() + static_cast<std::ptrdiff_t>(at == 0 ? 0 : threads_));
        expect(way, "warps' scans", found.out, 0, *rows);
        ++at;
      }
      std::vector<const char*> exchanges = {"exchange"};
      if (shape_.items == lanes) exchanges.push_back("exchange_shuffle");
      for (const char* kernel : exchanges) {
        std::vector<T> striped(count()), blocked(count());
        for (std::size_t w = 0; w < warps; ++w)
          for (std::size_t k = 0; k < each; ++k) {
            const std::size_t place = w * each + k % lanes * shape_.items + k / lanes;
            striped[place] = wide_[w * each + k];
            blocked[w * each + k] = wide_[place];
          }
        found = run(way, module, kernel, wide_);
        expect(way, kernel, found.out, 0, striped);
        expect(way, kernel, found.out, 1, blocked);
      }
      for (const char* kernel : {"moves_direct", "moves_striped", "moves_vectorize", "moves_transpose"}) {
        std::vector<T> filled = wide_, kept = wide_;
        for (std::size_t k = 0; k < count(); ++k)
          if (k % each >= valid_ % each) filled[k] = 9, kept[k] = 0;
        found = run(way, module, kernel, wide_);
        expect(way, kernel, found.out, 0, wide_);
        expect(way, kernel, found.out, 1, filled);
        expect(way, kernel, found.out, 2, kept);
      }
      std::vector<std::uint32_t> order(count());
      std::iota(order.begin(), order.end(), 0u);
      for (std::size_t w = 0; w < warps; ++w)
        std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(w * each),
                         order.begin() + static_cast<std::ptrdiff_t>((w + 1) * each),
                         [&](std::uint32_t a, std::uint32_t b) { return wide_[a] < wide_[b]; });
      found = run(way, module, "merges", wide_);
      expect(way, "warps' merges", found.out, 0, values(order));
      expect(way, "warps' merges", found.words, 0, order);
      wanted.clear();
      for (std::size_t w = 0; w < warps; ++w)
        for (std::size_t i = 0; i < shape_.items; ++i) {
          T sum = 0;
          for (std::size_t l = 0; l < lanes; ++l) sum = plus(sum, in_[(w * lanes + l) * shape_.items + i]);
          wanted.push_back(sum);
        }
      if (library) expect(way, "batches", run(way, module, "batches", in_).out, 0, wanted);
      gc_module_release(module);
    }
  }

 private:
  static T plus(T a, T b) { return static_cast<T>(a + b); }
  std::size_t count() const { return std::size_t{threads_} * shape_.items; }
  std::vector<std::string> defines() const {
    const auto number = [](const char* name, unsigned value) {
      return "-D" + (name + ("=" + std::to_string(value)));
    };
    return {std::string("-DTEST_ITEM=") + name_,
            number("BX", shape_.x),
            number("BY", shape_.y),
            number("BZ", shape_.z),
            number("ITEMS", shape_.items),
            number("LANES", shape_.lanes)};
  }
  std::vector<T> values(const std::vector<std::uint32_t>& places) const {
    std::vector<T> found;
    for (std::uint32_t place : places) found.push_back(wide_[place]);
    return found;
  }

  // The results of one block; eight times the room of the items, zeroed.
  Results<T> run(const Way& way, gc_module* module, const char* name, const std::vector<T>& in) const {
    gc_kernel* kernel = nullptr;
    CALL(gc_module_get_kernel, module, name, &kernel);
    if (way.mode >= 0) CALL(gc_kernel_set_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE, way.mode);
    Results<T> results = {std::vector<T>(8 * count() + 16), std::vector<std::uint32_t>(8 * count() + 512)};
    gc_mem *out = nullptr, *words = nullptr, *from = nullptr;
    const auto zeroed = [&](std::size_t bytes, gc_mem** mem) {
      CALL(gc_mem_alloc, way.context, bytes, mem);
      CALL(fill_u8, *mem, 0, 0, bytes, nullptr);
    };
    zeroed(results.out.size() * sizeof(T), &out);
    zeroed(results.words.size() * 4, &words);
    CALL(gc_mem_alloc, way.context, in.size() * sizeof(T), &from);
    CALL(gc_memcpy_htod, from, 0, in.data(), in.size() * sizeof(T), nullptr);
    const gc_arg args[] = {{GRIDCALL_ARG_KIND_MEM, 8, 0, out},
                           {GRIDCALL_ARG_KIND_MEM, 8, 0, words},
                           {GRIDCALL_ARG_KIND_MEM, 8, 0, from},
                           {GRIDCALL_ARG_KIND_SCALAR, 4, valid_, nullptr}};
    gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
    config.grid_x = 1;
    config.block_x = shape_.x, config.block_y = shape_.y, config.block_z = shape_.z;
    CALL(gc_launch, kernel, &config, args, 4u, nullptr);
    CALL(gc_context_synchronize, way.context);
    CALL(gc_memcpy_dtoh, results.out.data(), out, 0, results.out.size() * sizeof(T), nullptr);
    CALL(gc_memcpy_dtoh, results.words.data(), words, 0, results.words.size() * 4, nullptr);
    for (gc_mem* mem : {out, words, from}) gc_mem_release(mem);
    gc_kernel_release(kernel);
    return results;
  }

  // Row `row` of the results begins with what is wanted.
  template <typename V>
  void expect(const Way& way, const char* kernel, const std::vector<V>& found, std::size_t row,
              const std::vector<V>& wanted) const {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const V value = found[row * count() + i];
      if (value != wanted[i])
        fail_msg("%s: %s of %s, %u x %u x %u threads, %u items: result %zu of row %zu is %g, not %g",
                 way.name, kernel, name_, shape_.x, shape_.y, shape_.z, shape_.items, i, row,
                 static_cast<double>(value), static_cast<double>(wanted[i]));
    }
  }

  void exchanges(const Way& way, const std::vector<T>& found) const {
    std::vector<T> striped(count()), blocked(count()), warp_striped(count()), turned_striped(count());
    const std::vector<T> turned(wide_.rbegin(), wide_.rend());
    for (std::size_t k = 0; k < count(); ++k) {
      // Item k of a striped arrangement is thread k % threads'.
      const std::size_t place = k % threads_ * shape_.items + k / threads_;
      striped[place] = wide_[k];
      blocked[k] = wide_[place];
      turned_striped[place] = turned[k];
      const std::size_t warp = k / (32 * shape_.items), begin = warp * 32, within = k % (32 * shape_.items);
      const std::size_t lanes = std::min<std::size_t>(32, threads_ - begin);
      warp_striped[(begin + within % lanes) * shape_.items + within / lanes] = wide_[k];
    }
    expect(way, "exchanges", found, 0, striped);
    expect(way, "exchanges", found, 1, blocked);
    expect(way, "exchanges", found, 2, warp_striped);
    expect(way, "exchanges", found, 3, wide_);
    expect(way, "exchanges", found, 4, turned);
    expect(way, "exchanges", found, 5, turned_striped);
  }

  void moves(const Way& way, gc_module* module, std::size_t kinds) const {
    const char* names[] = {"moves_direct",  "moves_transpose",      "moves_vectorize",
                           "moves_striped", "moves_warp_transpose", "moves_timesliced"};
    std::vector<T> filled(count(), T(9)), kept(count());
    std::copy_n(wide_.begin(), valid_, filled.begin());
    std::copy_n(wide_.begin(), valid_, kept.begin());
    for (std::size_t i = 0; i < kinds; ++i) {
      const std::vector<T> found = run(way, module, names[i], wide_).out;
      expect(way, names[i], found, 0, wide_);
      expect(way, names[i], found, 1, filled);
      expect(way, names[i], found, 2, kept);
    }
  }

  void differences(const Way& way, const Results<T>& found) const {
    std::vector<std::uint32_t> heads, tails;
    std::vector<T> left, right, partial;
    for (std::size_t i = 0; i < count(); ++i) {
      const bool is_last = i + 1 == count();
      heads.push_back(i == 0 || in_[i] != in_[i - 1] ? 1 : 0);
      tails.push_back(is_last || in_[i] != in_[i + 1] ? 1 : 0);
      left.push_back(i == 0 ? in_[i] : static_cast<T>(in_[i] - in_[i - 1]));
      right.push_back(is_last ? in_[i] : static_cast<T>(in_[i] - in_[i + 1]));
      partial.push_back(i < valid_ ? left.back() : in_[i]);
    }
    for (const std::size_t row : {std::size_t{0}, std::size_t{2}}) {
      expect(way, "heads", found.words, row, heads);
      expect(way, "tails", found.words, row + 1, tails);
    }
    expect(way, "differences", found.out, 0, left);
    expect(way, "differences", found.out, 1, right);
    expect(way, "differences", found.out, 2, partial);
  }

  void shuffles(const Way& way, const std::vector<T>& found) const {
    std::vector<T> up(1, T(0)), down(wide_.begin() + 1, wide_.end()), turned;
    up.insert(up.end(), wide_.begin(), wide_.end() - 1);
    for (std::size_t t = 0; t < threads_; ++t) turned.push_back(wide_[(t + 3) % threads_ * shape_.items]);
    for (std::size_t t = 0; t < threads_; ++t) turned.push_back(wide_[(t < 2 ? t : t - 2) * shape_.items]);
    // The first of Up and the last of Down stay as they were.
    down.push_back(T(0));
    if (shape_.items > 1) up[0] = found[0];
    expect(way, "up", found, 0, up);
    expect(way, "down", found, 1, down);
    expect(way, "rotate and offset", found, 2, turned);
  }

  void run_lengths(const Way& way, const Results<T>& found) const {
    std::vector<T> decoded;
    std::vector<std::uint32_t> offsets;
    for (std::size_t i = 0; i < count(); ++i)
      for (std::size_t k = 0; k < i % 4 + 1; ++k)
        decoded.push_back(wide_[i]), offsets.push_back(static_cast<std::uint32_t>(k));
    expect(way, "run_lengths", found.words, 3, {static_cast<std::uint32_t>(decoded.size())});
    decoded.resize(std::min(decoded.size(), 2 * count()));
    offsets.resize(decoded.size());
    expect(way, "run_lengths", found.out, 0, decoded);
    expect(way, "run_lengths", found.words, 0, offsets);
  }

  const char* name_;
  const Shape shape_;
  const unsigned threads_;
  unsigned valid_;
  std::vector<T> in_, wide_;
};

constexpr Shape kShapes[] = {{128, 1, 1, 4, 32}, {64, 1, 1, 7, 16}, {16, 4, 2, 3, 8}, {128, 1, 1, 2, 32},
                             {256, 1, 1, 1, 4},  {8, 8, 1, 5, 32},  {32, 1, 1, 8, 8}, {1024, 1, 1, 2, 16}};

// Type number `index` with the shapes that were asked for.
template <typename T>
void in_shapes(std::size_t index, const char* name, void (Subject<T>::*check)()) {
  for (std::size_t i = 0; i < std::size(kShapes); ++i)
    if (takes_all || (i == index && (takes_types || index == 0))) (Subject<T>(name, kShapes[i]).*check)();
}
#define IN_ALL_TYPES(check)                                                  \
  void check(void**) {                                                       \
    if (folder.empty()) skip();                                              \
    in_shapes(0, "int", &Subject<int>::check);                               \
    in_shapes(1, "unsigned char", &Subject<unsigned char>::check);           \
    in_shapes(2, "short", &Subject<short>::check);                           \
    in_shapes(3, "unsigned", &Subject<unsigned>::check);                     \
    in_shapes(4, "long long", &Subject<long long>::check);                   \
    in_shapes(5, "float", &Subject<float>::check);                           \
    in_shapes(6, "double", &Subject<double>::check);                         \
    in_shapes(7, "unsigned long long", &Subject<unsigned long long>::check); \
  }
IN_ALL_TYPES(blocks)
IN_ALL_TYPES(sorts)
IN_ALL_TYPES(warps)

template <typename T>
std::vector<std::uint8_t> bytes_of(const std::vector<T>& values) {
  std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

void libraries(void**) {
  if (folder.empty()) skip();
  std::vector<std::int32_t> numbers(256);
  std::vector<std::complex<double>> points;
  for (int i = 0; i < 256; ++i) {
    numbers[static_cast<std::size_t>(i)] = i * 37 % 101 - 50;
    const int row = i / 16;
    points.emplace_back((i % 16 - 7.5) / 4, (row - 3.5) / 3);
  }
  const std::vector<std::uint8_t> in = bytes_of(numbers), on_plane = bytes_of(points);
  for (const Way& way : ways) {
    // The CPU device has all of its headers built in.
    gc_module* module =
        compiled(way.context, kLibrarySource, {}, way.mode >= 0 ? GRIDCALL_COMPILE_NO_FILES : 0);
    for (const char* name : {"together", "standard", "iterators"}) {
      const std::vector<std::uint8_t> out = launch(way, module, name, 4 * 256, &in, 256);
      for (std::size_t t = 0; t < 256; ++t) {
        std::uint32_t line;
        std::memcpy(&line, &out[4 * t], 4);
        if (line != 0) fail_msg("%s: %s: thread %zu: line %u of the source", way.name, name, t, line);
      }
    }
    const std::vector<std::uint8_t> out =
        launch(way, module, "complexes", 6 * on_plane.size(), &on_plane, 256);
    for (std::size_t t = 0; t < points.size(); ++t) {
      const std::complex<double> z = points[t];
      const std::complex<double> wanted[] = {std::exp(z), std::log(z),  std::sqrt(z),
                                             std::sin(z), std::tanh(z), std::pow(z, z)};
      for (std::size_t i = 0; i < 6; ++i) {
        std::complex<double> found;
        std::memcpy(&found, &out[(6 * t + i) * sizeof found], sizeof found);
        if (std::abs(found - wanted[i]) > 1e-13 * std::abs(wanted[i]))
          fail_msg("%s: function %zu of %g + %g i is %.17g + %.17g i, not %.17g + %.17g i", way.name, i,
                   z.real(), z.imag(), found.real(), found.imag(), wanted[i].real(), wanted[i].imag());
      }
    }
    gc_module_release(module);
  }
}

// Every header of libcu++ alone; without --all one in forty, or in sixteen (support/effort.h). Those of the
// second list NVRTC 13.5 takes and this compiler does not.
void headers(void**) {
  if (folder.empty()) skip();
  std::vector<std::string> names;
  for (const char* part : {"/cuda/std", "/cuda", "/cub/block", "/cub/warp"}) {
    DIR* directory = opendir((folder + part).c_str());
    assert_non_null(directory);
    while (const dirent* item = readdir(directory)) {
      const std::string name = item->d_name;
      const bool is_cub = part[2] == 'u' && part[3] == 'b';
      if (item->d_type == DT_REG && (is_cub || name.find('.') == std::string::npos))
        names.push_back(std::string(part).substr(1) + "/" + name);
    }
    closedir(directory);
  }
  std::sort(names.begin(), names.end());
  // NVRTC refuses all of these but the first.
  const std::vector<std::string> refused = {"cuda/annotated_ptr",   "cuda/buffer", "cuda/memory_pool",
                                            "cuda/memory_resource", "cuda/stream", "cuda/stream_ref"};
  std::size_t tried = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if ((!takes_all && i % effort(40, 16) != 5) ||
        std::find(refused.begin(), refused.end(), names[i]) != refused.end())
      continue;
    gc_module_release(compiled(ways.back().context,
                               "#include <" + names[i] + ">\n__global__ void k(int* p) { p[0] = 1; }"));
    ++tried;
  }
  assert_true(tried > 2);
}

}  // namespace

int main(int count, char** arguments) {
  takes_all = count > 1 && std::strcmp(arguments[1], "--all") == 0;
  takes_types = count > 1 && std::strcmp(arguments[1], "--types") == 0;
  CMUnitTest tests[] = {cmocka_unit_test(libraries), cmocka_unit_test(headers), cmocka_unit_test(blocks),
                        cmocka_unit_test(sorts), cmocka_unit_test(warps)};
  if (!takes_all && !takes_types) gridcall::part::take(tests, 3);
  return cmocka_run_group_tests_name("cccl", tests, open_all, nullptr);
}
