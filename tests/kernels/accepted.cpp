// SPDX-License-Identifier: Apache-2.0
//
// CUDA sources that NVRTC accepts: definitions of their own, constexpr functions, headers,
// cooperative groups. Each source's threads write the line of a check that fails. In both modes of the CPU
// device; with GRIDCALL_DEVICE=gpu on the GPU too.

#include <cstring>
#include <string>
#include <vector>

#include "kernels/devices.h"
#include "support/part.h"

namespace {

using namespace gridcall::math;

// An older toolkit has fewer headers than the CPU device brings.
bool lacks_header(gc_context* context, const std::string& source) {
  gc_module* module = nullptr;
  gc_error* error = nullptr;
  gc_module_from_source(context, source.c_str(), source.size(), nullptr, &module, &error);
  const bool lacks = error && std::strstr(gc_error_text(error), "cannot open source file");
  gc_module_release(module);
  gc_error_release(error);
  return lacks;
}

void expect_no_line(const char* name, const std::string& kernels) {
  const std::string source = "#define CHECK(condition) if (!(condition)) out[t] = __LINE__\n#line 1 \"" +
                             std::string(name) + "\"" + kernels;
  for (const Way& way : ways) {
    if (way.mode < 0 && lacks_header(way.context, source)) {
      print_message("%s of the GPU: not run, its toolkit lacks a header\n", name);
      continue;
    }
    gc_module* module = compiled(way.context, source);
    const std::vector<std::uint8_t> in(4 * kBlock);
    const std::vector<std::uint8_t> out = launch(way, module, "k", kBlock * 4, &in, kBlock);
    for (std::uint32_t t = 0; t < kBlock; ++t) {
      std::uint32_t line = 0;
      std::memcpy(&line, &out[4 * t], 4);
      if (line != 0) fail_msg("%s: thread %u: line %u of %s", way.name, t, line, name);
    }
    gc_module_release(module);
  }
}
#define KERNEL "extern \"C\" __global__ void k(unsigned* out, unsigned* in, unsigned n)"

// The functions have the parameters of CUDA's own: the source's are called.
void functions_of_their_own(void**) {
  expect_no_line("own", R"(
__device__ __forceinline__ unsigned long long __globaltimer() {
  unsigned long long time;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
  return time | 1;
}
static __device__ double atomicAdd(double* address, double value) {
  unsigned long long* words = (unsigned long long*)address;
  unsigned long long old = *words, seen;
  do {
    seen = old;
    old = atomicCAS(words, seen, __double_as_longlong(2 * value + __longlong_as_double(seen)));
  } while (seen != old);
  return __longlong_as_double(old);
}
static __device__ float max(float a, float b) { return a + b; }
template <typename T> __device__ T min(T a, T b) { return b < a ? b : a; }
__device__ float clamp(float x, float low, float high) { return fminf(fmaxf(x, low), high); }
)" KERNEL R"( {
  unsigned t = threadIdx.x;
  __shared__ double sum;
  if (t == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, 0.5);
  __syncthreads();
  CHECK(sum == 256 && (__globaltimer() & 1) == 1 && max(2.0f, 3.0f) == 5.0f && max(2, 3) == 3);
  CHECK(min(2.0f, 3.0f) == 2.0f && min((short)4, (short)3) == 3 && clamp(7, 0, 1) == 1);
}
)");
}

// With a size, `extern` declares static memory.
void sized_extern_shared(void**) {
  expect_no_line("sized", R"(
)" KERNEL R"( {
  unsigned t = threadIdx.x;
  extern __shared__ unsigned a[16][16], b[256];
  a[t / 16][t % 16] = t;
  b[t] = 2 * t;
  __syncthreads();
  CHECK(a[(t ^ 32) / 16][t % 16] == (t ^ 32) && b[t ^ 32] == 2 * (t ^ 32));
}
)");
}

// PyCUDA's complex numbers need one of these functions.
void constexpr_functions(void**) {
  expect_no_line("constexpr", R"(
__device__ constexpr float one_over_log_10() { return 1.f / ::log(10.f); }
template <typename T> __device__ constexpr T twice_root(T x) { return 2 * sqrt(x); }
struct Range {
  int from, to;
  __device__ constexpr Range(int a, int b) : from(min(a, b)), to(max(a, b)) {}
};
)" KERNEL R"( {
  unsigned t = threadIdx.x;
  CHECK(fabsf(one_over_log_10() - 0.43429448f) < 1e-6f && twice_root(4.0 + t * 0) == 4);
  CHECK(Range(5, 2).from == 2 && Range(5, 2).to == 5);
}
)");
}

void complex_numbers(void**) {
  expect_no_line("complex", R"(
#include <cuComplex.h>
__device__ bool near(cuDoubleComplex z, double x, double y) { return fabs(z.x - x) < 1e-14 && fabs(z.y - y) < 1e-14; }
__device__ bool near(cuFloatComplex z, float x, float y) { return fabsf(z.x - x) < 1e-6f && fabsf(z.y - y) < 1e-6f; }
)" KERNEL R"( {
  unsigned t = threadIdx.x;
  cuComplex a = make_cuComplex(1, 2), b = make_cuFloatComplex(3, -1);
  cuDoubleComplex c = make_cuDoubleComplex(1, 2), d = cuComplexFloatToDouble(b);
  CHECK(near(cuCaddf(a, b), 4, 1) && near(cuCsubf(a, b), -2, 3) && near(cuCmulf(a, b), 5, 5) && near(cuCdivf(a, b), 0.1f, 0.7f));
  CHECK(near(cuCadd(c, d), 4, 1) && near(cuCsub(c, d), -2, 3) && near(cuCmul(c, d), 5, 5) && near(cuCdiv(c, d), 0.1, 0.7));
  CHECK(near(cuConjf(a), 1, -2) && near(cuConj(c), 1, -2) && cuCrealf(a) == 1 && cuCimagf(a) == 2 && cuCreal(c) == 1 && cuCimag(c) == 2);
  CHECK(near(cuCfmaf(a, b, a), 6, 7) && near(cuCfma(c, d, c), 6, 7) && near(cuComplexDoubleToFloat(c), 1, 2));
  CHECK(cuCabsf(make_cuComplex(3e30f, 4e30f)) == 5e30f && cuCabs(make_cuDoubleComplex(-3, 4)) == 5 && cuCabsf(make_cuComplex(0, 0)) == 0);
  CHECK(isinf(cuCabsf(make_cuComplex(1, 1 / 0.0f))) && near(cuCdiv(make_cuDoubleComplex(1e300, 1e300), make_cuDoubleComplex(1e300, 1e300)), 1, 0));
}
)");
}

void tiles(void**) {
  expect_no_line("tiles", R"(
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__device__ unsigned sum_of(cg::thread_block_tile<32> tile, unsigned value) {
  for (unsigned step = tile.size() / 2; step > 0; step /= 2) value += tile.shfl_down(value, step);
  return tile.shfl(value, 0);
}
template <typename Group> __device__ unsigned sum_in(const Group& group, unsigned value) { return cg::reduce(group, value, cg::plus<unsigned>()); }
)" KERNEL R"( {
  cg::thread_block block = cg::this_thread_block();
  unsigned t = block.thread_rank();
  auto tile = cg::tiled_partition<32>(block);
  cg::thread_block_tile<32> any = tile;
  CHECK(any.thread_rank() == t % 32 && any.meta_group_rank() == t / 32 && any.meta_group_size() == 8 && any.num_threads() == 32);
  CHECK(sum_of(tile, 1) == 32 && sum_of(any, t % 32) == 496 && sum_in(tile, t % 32) == 496);
  auto quarter = cg::tiled_partition<8>(tile);
  cg::thread_block_tile<8> eight = quarter;
  CHECK(quarter.meta_group_rank() == t % 32 / 8 && eight.meta_group_rank() == t % 32 / 8 && eight.meta_group_size() == 4);
  CHECK(quarter.shfl(t, 3) == t / 8 * 8 + 3 && quarter.shfl_xor(t, 1) == (t ^ 1) && quarter.shfl_up(t, 1) == (t % 8 ? t - 1 : t));
  CHECK(eight.any(t % 8 == 3) && !eight.all(t % 8 == 3) && eight.ballot(t % 8 > 5) == 0xc0 && eight.match_any(t % 2) == (t % 2 ? 0xaa : 0x55));
  CHECK(cg::reduce(eight, (int)(t % 8), cg::greater<int>()) == 7 && cg::reduce(eight, (int)(t % 8), [](int a, int b) { return a + b; }) == 28);
  CHECK(cg::inclusive_scan(eight, t % 8) == (t % 8) * (t % 8 + 1) / 2 && cg::exclusive_scan(eight, 2u) == 2 * (t % 8));
  CHECK(cg::inclusive_scan(tile, (int)(t % 32 ^ 5), cg::less<int>()) <= 5);
  // The lanes that run together, and cuts of them.
  if (t % 2 == 1) {
    cg::coalesced_group odd = cg::coalesced_threads();
    CHECK(odd.size() == 16 && odd.thread_rank() == t % 32 / 2 && odd.shfl(t, 2) == t / 32 * 32 + 5 && odd.ballot(t % 32 < 9) == 0xf);
    CHECK(odd.shfl_down(t, 1) == (odd.thread_rank() < 15 ? t + 2 : t) && odd.match_any(t % 4) == (t % 4 == 1 ? 0x5555 : 0xaaaa));
    CHECK(sum_in(odd, 1) == 16 && cg::exclusive_scan(odd, 3u) == 3 * odd.thread_rank());
    auto four = cg::tiled_partition(odd, 4);
    CHECK(four.size() == 4 && four.meta_group_rank() == odd.thread_rank() / 4 && four.meta_group_size() == 4 && four.thread_rank() == odd.thread_rank() % 4);
  }
  auto third = cg::labeled_partition(tile, t % 32 % 3);
  CHECK(third.size() == (t % 32 % 3 == 2 ? 10 : 11) && third.thread_rank() == t % 32 / 3 && third.meta_group_size() == 3);
  auto half = cg::binary_partition(tile, t % 32 < 10);
  CHECK(half.size() == (t % 32 < 10 ? 10 : 22) && sum_in(half, 1) == half.size());
  // One of a group.
  __shared__ unsigned calls;
  if (t == 0) calls = 0;
  block.sync();
  cg::invoke_one(tile, [&] { atomicAdd(&calls, 1); });
  unsigned told = cg::invoke_one_broadcast(tile, [&] { return 100 + t; });
  cg::sync(block);
  CHECK(calls == 8 && told >= 100 + t / 32 * 32 && told < 132 + t / 32 * 32);
  cg::thread_group group = cg::tiled_partition(block, 16);
  CHECK(group.size() == 16 && group.thread_rank() == t % 16);
  group.sync();
  cg::grid_group grid = cg::this_grid();
  CHECK(grid.thread_rank() == t && grid.size() == 256 && grid.num_blocks() == 1 && block.group_index().x == 0 && block.thread_index().x == t);
}
)");
}

// Beside the same of the whole block; 4 tiles down to 1.
void tiles_of_warps(void**) {
  expect_no_line("tiles of warps", R"(
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
template <unsigned N> __device__ void check(unsigned* out, unsigned t, const cg::thread_block& block) {
  auto tile = cg::tiled_partition<N>(block);
  unsigned base = t / N * N;
  CHECK(tile.size() == N && tile.thread_rank() == t % N && tile.meta_group_rank() == t / N && tile.meta_group_size() == 256 / N);
  __shared__ unsigned shared[256];
  for (unsigned k = 0; k < 3; ++k) {
    // A tile waits for its own alone, and late ones come.
    for (unsigned i = 0; i < t % 7; ++i) __nanosleep(10);
    shared[t] = t + k;
    tile.sync();
    CHECK(shared[base + (t - base + 33) % N] == base + (t - base + 33) % N + k);
    tile.sync();
  }
  CHECK(cg::reduce(tile, t, cg::plus<unsigned>()) == base * N + N * (N - 1) / 2);
  CHECK(cg::reduce(tile, (double)t, cg::greater<double>()) == base + N - 1);
  CHECK(tile.shfl(make_uint2(t, t * 3), 40).y == (base + 40) * 3);  // 8 bytes at most
  CHECK(tile.any(t == N) == (base == N) && tile.all(t < N) == (base == 0) && tile.all(1) && !tile.any(0));
  auto warp = cg::tiled_partition<32>(tile);
  CHECK(warp.meta_group_rank() == t % N / 32 && warp.meta_group_size() == N / 32 && warp.shfl(t, 0) == t / 32 * 32);
  auto half = cg::tiled_partition<N / 2>(tile);
  half.sync();
  CHECK(half.meta_group_rank() == t % N / (N / 2) && half.meta_group_size() == 2);
  tile.sync();
}
)" KERNEL R"( {
  unsigned t = threadIdx.x;
  __shared__ cg::block_tile_memory<256> memory;
  auto block = cg::this_thread_block(memory);
  check<64>(out, t, block);
  check<128>(out, t, block);
  check<256>(out, t, cg::this_thread_block());
}
)");
}

void copies_of_a_group(void**) {
  expect_no_line("copies", R"(
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
)" KERNEL R"( {
  auto block = cg::this_thread_block();
  unsigned t = block.thread_rank();
  in[t] = 3 * t;
  __shared__ unsigned cells[256], mine[256];
  block.sync();
  cg::memcpy_async(block, cells, in, sizeof(unsigned) * 256);
  cg::wait(block);
  CHECK(cells[255 - t] == 3 * (255 - t));
  block.sync();
  auto token = block.barrier_arrive();
  block.barrier_wait(std::move(token));
  __pipeline_memcpy_async(&mine[t], &in[t], sizeof(unsigned));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  CHECK(mine[t] == 3 * t);
}
)");
}

void atomics(void**) {
  expect_no_line("atomics", R"(
#include <cuda/atomic>
)" KERNEL R"( {
  unsigned t = threadIdx.x;
  __shared__ unsigned plain;
  __shared__ cuda::atomic<int, cuda::thread_scope_block> counter;
  if (t == 0) { plain = 0; counter.store(5); }
  __syncthreads();
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> shared(plain);
  shared.fetch_add(2, cuda::memory_order_relaxed);
  int before = counter++;
  CHECK(before >= 5 && before < 261);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block);
  __syncthreads();
  shared.fetch_max(3);
  CHECK(shared.load() == 512 && counter == 261 && plain == 512);
  __syncthreads();
  unsigned expected = 512;
  bool first = shared.compare_exchange_strong(expected, 600);
  CHECK(first || expected == 600);
  __shared__ cuda::std::atomic<int> one;
  if (t == 0) {
    one.store(4);
    one ^= 1;
    CHECK(one.exchange(9) == 5 && one == 9);
    struct Pair { int a, b; };
    cuda::std::atomic<Pair> pair(Pair{1, 2});
    Pair seen = pair.exchange({3, 4});
    CHECK(seen.b == 2 && !pair.compare_exchange_strong(seen, {5, 6}) && seen.a == 3 && pair.load().b == 4);
  }
}
)");
}

void targets(void**) {
  expect_no_line("targets", R"(
#include <nv/target>
)" KERNEL R"( {
  unsigned t = threadIdx.x, which = 0, two = 0;
  NV_IF_TARGET(NV_IS_DEVICE, (which = 1;), (which = 2;))
  NV_IF_TARGET(NV_IS_HOST, (two = 1;))
  CHECK(which == 1 && two == 0);
  NV_IF_ELSE_TARGET(NV_PROVIDES_SM_60, which = 3; two = which;, which = 4;)
  CHECK(which == 3 && two == 3);
  NV_DISPATCH_TARGET(NV_IS_HOST, (which = 5;), NV_PROVIDES_SM_70, (which = 6, two = 7;), NV_ANY_TARGET, (which = 8;))
  CHECK(which == 6 && two == 7);
}
)");
}

// Names that NVRTC knows without a header, and code that it takes with a warning.
void without_headers(void**) {
  expect_no_line("without headers", R"(
__device__ int sum(std::initializer_list<int> list) {
  int result = 0;
  for (int v : list) result += v;
  return result;
}
struct Origin {
  int kind;
  __device__ Origin() : kind(0) {}
  __device__ Origin(const Origin&) : kind(1) {}
  __device__ Origin(Origin&&) : kind(2) {}
};
template <typename T> __device__ int passed(T&& v) { return Origin(std::forward<T>(v)).kind; }
template <typename T> struct HasType {
  template <typename U> static __device__ char test(typename U::type*);
  template <typename U> static __device__ long test(...);
  static constexpr bool value = sizeof(test<T>(nullptr)) == 1;
};
struct WithType { typedef int type; };
__device__ __noinline__ int first(int n, ...) { return n; }
struct Record {
  cudaError_t error;
  cudaArray* array;
  cudaMipmappedArray_t levels;
  cudaIpcMemHandle_t handle;
  cudaMemAllocationHandleType type;
  cudaExtent extent;
  cudaPitchedPtr pitched;
  cudaDeviceProp* properties;
  cudaChannelFormatDesc format;
};
#ifdef __GRIDCALL_CPU__  // which skips declarations for the host
void host_function(cudaStream_t, cudaGraphExec_t, cudaMemcpyKind, cudaTextureDesc*);
#endif
template <int N> __global__ void __launch_bounds__(32 * N, 2, 1) bounds(const __grid_constant__ Record s) {
#pragma unroll (N > 4 ? 4 : N)
  for (int i = 0; i < N; ++i) atomicAdd((int*)s.array, i);
}
template __global__ void bounds<8>(const __grid_constant__ Record);
__global__ void __maxnreg__(64) registers(int* p) { *p = 1; }
)" KERNEL R"( {
  unsigned t = threadIdx.x;
  double d = 2.75 + n * 0;
  int a[2] = {d, n}, wide = t;
  float b[2] = {wide, 2};
  unsigned c{wide};
  CHECK(sum({1, 2, 3}) == 6 && a[0] == 2 && b[0] == t && c == t);
  Origin m;
  CHECK(passed(m) == 1 && passed(std::move(m)) == 2 && passed(Origin()) == 2);
  CHECK(HasType<WithType>::value && !HasType<int>::value && first(t, 2.5, 3) == t);
  Record s = {};
  CHECK(s.error == cudaSuccess && cudaErrorInvalidValue == 1 && sizeof(s.handle) == 64 && s.extent.depth == 0);
}
)");
}

// CCCL's own tests of these headers ask this beyond a kernel's usual needs.
void standard_library_in_constants(void**) {
  expect_no_line("constants", R"(
#include <cuda/mdspan>
#include <cuda/std/algorithm>
#include <cuda/std/atomic>
#include <cuda/std/concepts>
#include <cuda/std/expected>
#include <cuda/std/functional>
#include <cuda/std/iterator>
#include <cuda/std/utility>
#include <cuda/std/variant>
namespace std_ = cuda::std;
struct Pair { int a, b; };
namespace cuda { namespace std {
template <> struct tuple_size<::Pair> : integral_constant<size_t, 2> {};
} }
static_assert(std_::tuple_size_v<Pair> == 2, "specialized in cuda::std");
struct Same { int v; __device__ constexpr bool operator==(Same o) const { return v == o.v; } __device__ constexpr bool operator!=(Same o) const { return v != o.v; } };
static_assert(std_::regular<int*> && !std_::copyable<Same&> && std_::equality_comparable<Same> && !std_::totally_ordered<Same>, "");
static_assert(std_::integral<char> && !std_::integral<float> && std_::invocable<int (*)(int), short> && !std_::copy_constructible<void>, "");
static_assert(std_::is_same_v<std_::common_reference_t<const int&, int&>, const int&> && std_::common_with<int, double> && !std_::assignable_from<const int&, int>, "");
static_assert(std_::contiguous_iterator<const float*> && std_::random_access_iterator<std_::reverse_iterator<int*>> && !std_::contiguous_iterator<std_::reverse_iterator<int*>>, "");
static_assert(!std_::input_iterator<int> && std_::sentinel_for<int*, const int*> && !std_::output_iterator<const int*, int> && std_::is_same_v<std_::iter_rvalue_reference_t<int*>, int&&>, "");
constexpr std_::expected<int, char> good = 7, bad = std_::unexpected('x');
static_assert(good && !bad && bad.error() == 'x' && bad.value_or(3) == 3 && bad == std_::unexpected('x') && sizeof(std_::expected<char, char>) == 2, "");
static_assert(std_::is_void_v<decltype(*std_::expected<void, int>())> && !std_::is_constructible_v<std_::expected<int, Same>, std_::unexpect_t, int*>, "");
constexpr std_::variant<char, Pair, long> second(std_::in_place_index_t<1>(), Pair{3, 4});
static_assert(std_::get<Pair>(second).b == 4 && second.index() == 1 && std_::variant<int, float>(2.5f).index() == 1 && sizeof(std_::variant<char>) == 2, "");
static_assert(!std_::is_constructible_v<std_::variant<bool>, std_::true_type> && !std_::is_constructible_v<std_::variant<int, int>, std_::in_place_type_t<int>, int>, "");
using E = std_::extents<int, 2, std_::dynamic_extent, 3>;
static_assert(sizeof(E) == 4 && E(5) == std_::dextents<long, 3>(2, 5, 3) && !std_::is_convertible_v<std_::dextents<int, 3>, E>, "");
constexpr std_::layout_left::mapping<E> left(E(5));
constexpr std_::layout_stride::mapping<E> strided(left);
static_assert(left(1, 2, 2) == 25 && strided == left && strided.stride(2) == 10 && strided.is_exhaustive() && strided(1, 2, 2) == 25, "");
)" KERNEL R"( {
  int t = threadIdx.x;
  int data[12];
  for (int i = 0; i < 12; ++i) data[i] = 12 * t + i;
  cuda::host_mdspan<int, std_::extents<int, 3, 4>> rows(data);
  cuda::restrict_mdspan<const int, std_::dextents<int, 2>> view(rows.data_handle(), rows.mapping());
  std_::array<int, 2> at = {1, 2};
  CHECK(view(2, 3) == 12 * t + 11 && view[at] == 12 * t + 6 && view.extent(1) == 4 && std_::mdspan(data, 12).rank_dynamic() == 1);
  __shared__ volatile std_::atomic<int> count;
  __shared__ std_::atomic<int*> pointer;
  if (t == 0) std_::atomic_init(&count, 3), std_::atomic_store(&pointer, (int*)nullptr);
  __syncthreads();
  std_::atomic_fetch_add_explicit(&count, 2, std_::memory_order_relaxed);
  pointer += 2;
  __syncthreads();
  int wrong = -1;
  CHECK(std_::atomic_load(&count) == 3 + 2 * (int)blockDim.x && pointer.load() == (int*)nullptr + 2 * blockDim.x);
  CHECK(!std_::atomic_compare_exchange_strong(&count, &wrong, 1) && wrong == 3 + 2 * (int)blockDim.x);
  auto halve = [](int v) -> std_::expected<int, int> { if (v % 2) return std_::unexpected(v); return v / 2; };
  std_::expected<int, int> half = halve(t).and_then(halve).transform([](int v) { return v + 1; });
  CHECK(half.has_value() ? half.value() == t / 4 + 1 : half.error() == (t % 2 ? t : t / 2));
  std_::variant<int, float, Same> one = t, other = 2.5f;
  if (t % 2) one.swap(other);
  CHECK(std_::visit([](auto v) { return sizeof(v); }, one) == 4 && std_::get_if<int>(t % 2 ? &other : &one) && one != other);
  int list[4] = {1, 2, 3, 4}, moved[4];
  auto end = std_::copy(std_::make_move_iterator(list), std_::make_move_iterator(list + 4), moved);
  CHECK(end == moved + 4 && moved[t % 4] == t % 4 + 1 && std_::ranges::distance(list, list + 4) == 4 && *std_::ranges::next(list, t % 4) == t % 4 + 1);
  std_::ranges::iter_swap(list, list + 1 + t % 3);
  CHECK(list[0] == 2 + t % 3 && std_::ranges::less()(t, t + 1) && std_::bind_front(std_::minus<>(), 10)(t) == 10 - t && std_::ref(t).get() == t);
}
)");
}

// Blocks and warps of the built-in part of CUB beside loops; the operation does not commute, 72 threads are
// two warps and a part of one.
void parts_of_cub(void**) {
  expect_no_line("cub", R"(
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
struct Line { unsigned a, b; };
struct Then { __device__ Line operator()(Line f, Line g) const { return {f.a * g.a, f.b * g.a + g.b}; } };
struct Running { Line now; __device__ Line operator()(Line all) { Line was = now; now = Then()(now, all); return was; } };
__device__ bool same(Line f, Line g) { return f.a == g.a && f.b == g.b; }
__device__ Line line(int i) { return {2u * i + 3, 7u * i}; }
__device__ Line of(int from, int to) { Line l = {1, 0}; for (int i = from; i < to; ++i) l = Then()(l, line(i)); return l; }
__device__ int stored[216];
)" KERNEL R"( {
  constexpr int T = 72, N = 3;
  typedef cub::BlockScan<Line, T, cub::BLOCK_SCAN_WARP_SCANS> Scan;
  typedef cub::BlockReduce<Line, T> Reduce;
  typedef cub::BlockLoad<int, T, N, cub::BLOCK_LOAD_TRANSPOSE> Load;
  typedef cub::BlockStore<int, T, N, cub::BLOCK_STORE_STRIPED> Store;
  __shared__ union { Scan::TempStorage scan; Reduce::TempStorage reduce; Load::TempStorage load; Store::TempStorage store; } s;
  const int t = threadIdx.x;
  if (t >= T) return;
  Line mine[N], got[N], all;
  for (int i = 0; i < N; ++i) mine[i] = line(t * N + i);
  Scan(s.scan).InclusiveScan(mine, got, Then(), all);
  for (int i = 0; i < N; ++i) CHECK(same(got[i], of(0, t * N + i + 1)) && same(all, of(0, T * N)));
  __syncthreads();
  Scan(s.scan).ExclusiveScan(mine, got, Line{5, 1}, Then());
  for (int i = 0; i < N; ++i) CHECK(same(got[i], Then()(Line{5, 1}, of(0, t * N + i))));
  __syncthreads();
  Running running = {{3, 9}};
  Scan(s.scan).ExclusiveScan(mine[0], got[0], Then(), running);
  Line before = {3, 9};
  for (int i = 0; i < t; ++i) before = Then()(before, line(i * N));
  CHECK(same(got[0], before));
  __syncthreads();
  for (int valid : {1, 32, 33, 72}) {
    const Line some = Reduce(s.reduce).Reduce(line(t), Then(), valid);
    CHECK(t != 0 || same(some, of(0, valid)));
    __syncthreads();
  }
  const Line most = Reduce(s.reduce).Reduce(mine, Then());
  CHECK(t != 0 || same(most, of(0, T * N)));
  __syncthreads();
  int v[N];
  Load(s.load).Load(stored, v, 100, -1);
  for (int i = 0; i < N; ++i) {
    CHECK(v[i] == (t * N + i < 100 ? 0 : -1));
    v[i] = t * N + i;
  }
  __syncthreads();
  Store(s.store).Store(stored, v);
  __syncthreads();
  for (int i = 0; i < N; ++i) CHECK(stored[i * T + t] == t * N + i);
  if (t < 64) {
    typedef cub::WarpScan<Line, 16> Warp;
    __shared__ Warp::TempStorage w[4];
    Warp(w[t / 16]).InclusiveScan(line(t), got[0], Then(), all);
    CHECK(same(got[0], of(t / 16 * 16, t + 1)) && same(all, of(t / 16 * 16, t / 16 * 16 + 16)));
    typedef cub::WarpReduce<Line> Whole;
    __shared__ Whole::TempStorage whole[2];
    const Line some = Whole(whole[t / 32]).Reduce(line(t), Then(), 21);
    CHECK(t % 32 != 0 || same(some, of(t, t + 21)));
  }
})");
  // A function that is declared again keeps its execution spaces.
  expect_no_line("again", R"(
__host__ __device__ int fourfold(int);
namespace deep { __host__ __device__ float half(float v); }
int fourfold(int v) {
  return 4 * v;
}
float deep::half(float v) { return v / 2; }
__device__ float operator""y(unsigned long long v) { return v; }
)" KERNEL R"( {
  unsigned t = threadIdx.x;
  CHECK(fourfold(t) == 4 * int(t) && deep::half(t) == t * 0.5f);
}
)");
}

// The names that CCCL's own tests of libcu++ ask for, beside values that the standard names.
void standard_library(void**) {
  expect_no_line("library", R"(
#include <cuda/std/algorithm>
#include <cuda/std/array>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/expected>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/memory>
#include <cuda/std/numbers>
#include <cuda/std/numeric>
#include <cuda/std/ratio>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/variant>
using namespace cuda::std::chrono_literals;
struct Node { int v; __device__ int plus(int n) const { return v + n; } };
static_assert(cuda::std::is_same_v<cuda::std::ratio_add<cuda::std::ratio<1, 6>, cuda::std::ratio<1, 3>>::type, cuda::std::ratio<1, 2>>, "");
static_assert(cuda::std::ratio<12, -4>::num == -3 && cuda::std::ratio_less_v<cuda::std::nano, cuda::std::micro>, "");
static_assert(cuda::std::gcd((signed char)-128, 6) == 2 && cuda::std::midpoint(2147483647, 2147483645) == 2147483646, "");
static_assert(cuda::std::numeric_limits<bool>::digits == 1 && cuda::std::numeric_limits<const volatile char32_t>::digits == 32, "");
static_assert(cuda::std::is_invocable_r_v<long, decltype(&Node::plus), Node*, int> && cuda::std::cmp_less(-1, 1u), "");
static_assert(cuda::std::chrono::floor<cuda::std::chrono::seconds>(-1ms).count() == -1 && 90min == 1.5h, "");
)" KERNEL R"( {
  unsigned t = threadIdx.x;
  cuda::std::array<int, 9> a = {int(t % 7), 3, -1, 8, 3, 5, 0, -4, 2}, b;
  cuda::std::partial_sort(a.begin(), a.end(), a.end(), cuda::std::greater<>());
  CHECK(cuda::std::is_sorted(a.rbegin(), a.rend()) && a[0] == 8 && a.at(8) == -4);
  CHECK(cuda::std::rotate(a.begin(), a.begin() + 2, a.end()) == a.end() - 2 && a[7] == 8);
  cuda::std::make_heap(a.begin(), a.end());
  cuda::std::sort_heap(a.begin(), a.end());
  CHECK(cuda::std::exclusive_scan(a.begin(), a.end(), b.begin(), 5) == b.end() && b[2] == 5 + a[0] + a[1]);
  cuda::std::partial_sum(a.begin(), a.end(), b.begin());
  CHECK(b.back() == cuda::std::transform_reduce(a.begin(), a.end(), 0, cuda::std::plus<>(), [](int v) { return v; }));
  CHECK(cuda::std::unique(a.begin(), a.end()) < a.end() && cuda::std::span(a).last<2>().size_bytes() == 8);
  Node node = {7};
  CHECK(cuda::std::invoke(&Node::plus, &node, 2) == 9 && cuda::std::invoke(&Node::v, cuda::std::ref(node)) == 7);
  CHECK(cuda::std::not_fn(cuda::std::less<>())(2, 1) && cuda::std::mem_fn(&Node::plus)(node, 1) == 8);
  const float inf = cuda::std::numeric_limits<float>::infinity();
  const cuda::std::complex<float> endless(inf, cuda::std::numeric_limits<float>::quiet_NaN()), one(1, 1);
  CHECK(cuda::std::isinf((endless * one).real()) && cuda::std::isinf(norm(endless)) && one / endless == 0.0f);
  CHECK(exp(cuda::std::complex<float>(-inf, inf)) == 0.0f && abs(acos(cuda::std::complex<float>(-inf, 1)).real() - cuda::std::numbers::pi) < 1e-6);
  cuda::std::variant<int, float> held = 2.5f;
  CHECK(cuda::std::visit<double>([](auto v) { return 2 * v; }, held) == 5 && cuda::std::numbers::e > 2.7182818);
  cuda::std::expected<int, float> good = 3, bad = cuda::std::unexpected(2.5f);
  CHECK(good.and_then([](int v) { return cuda::std::expected<long, float>(2L * v); }) == 6L && good != bad);
  CHECK(bad.or_else([](float e) { return cuda::std::expected<int, float>(int(e)); }) == 2 && !bad.transform([](int) {}));
  alignas(int) cuda::std::byte room[16];
  cuda::std::uninitialized_fill_n(reinterpret_cast<int*>(room), 4, int(t));
  CHECK(cuda::std::to_integer<int>((room[0] & cuda::std::byte(1)) | cuda::std::byte(4)) == int(t % 2 + 4));
  CHECK(memcmp(room, room + 4, t % 5) == 0);
  const cuda::std::complex<float> ends(-inf, 0.0f), unknown(endless.imag(), 0.0f);
  CHECK(cuda::std::signbit(cosh(ends).imag()) && cuda::std::isnan(sqrt(unknown).imag()));
  CHECK(!cuda::std::signbit(sqrt(cuda::std::complex<double>(-0.0, -0.0)).real()) && !(cuda::std::polar(-1.0f, 1.0f) == cuda::std::polar(-1.0f, 1.0f)));
  // A warp's arrays are larger than the least stack.
  int many[12000];
  for (int i = 0; i < 12000; ++i) many[i * 7 % 12000] = i ^ t;
  CHECK(cuda::std::count_if(many, many + 12000, [](int v) { return v >= 0 && v < 12032; }) == 12000 && many[7 * t] == 0);
}
)");
}

// Values that vector code spills need stack, too.
void spilled_values(void**) {
  expect_no_line("spills", R"(
__device__ unsigned table[1024];
)" KERNEL R"( {
  unsigned t = threadIdx.x, v[420], sum = 0;
  char many[41472];
#pragma unroll
  for (int i = 0; i < 420; ++i) v[i] = table[t + i];
  for (int i = 0; i < 41472; ++i) many[i * 7 % 41472] = char(i);
  table[1023] = many[7 * t] - char(t);
#pragma unroll
  for (int i = 0; i < 420; ++i) sum = sum * 3 + v[i];
  CHECK(sum == 0 && table[1023] == 0);
}
)");
}

// Headers that sources include: what they have, or that they are there.
void small_headers(void**) {
  expect_no_line("headers", R"(
#include <ciso646>
#include <version>
#include <exception>
#include <cinttypes>
#include <cstdarg>
#include <bit>
#include <iterator>
#include <numeric>
#include <cuda/std/bit>
#include <cuda/std/optional>
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <cusparse.h>
#include <cusolverDn.h>
#include <library_types.h>
#include <cuda_profiler_api.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/pair.h>
#include <thrust/sort.h>
#include <thrust/tuple.h>
struct Plan { cublasHandle_t blas; cufftHandle fft; curandGenerator_t random; cudaDataType type; };
cublasStatus_t run(Plan&, cufftComplex*);
struct Problem : std::exception { __device__ const char* what() const noexcept override { return PRIu64; } };
struct Guest {
  int* live, v;
  __device__ Guest(int* live, int v) : live(live), v(v) { ++*live; }
  __device__ Guest(const Guest& o) : live(o.live), v(o.v) { ++*live; }
  __device__ ~Guest() { --*live; }
  Guest& operator=(const Guest&) = default;
};
__device__ cuda::std::optional<float> root(float x) {
  if (x < 0) return cuda::std::nullopt;
  return sqrtf(x);
}
static_assert(__is_trivially_copyable(cuda::std::optional<float2>) && sizeof(cuda::std::optional<double>) == 16, "");
)" KERNEL R"( {
  unsigned t = threadIdx.x;
  CHECK(std::popcount(t) == __popc(t) && std::countl_zero(t) == __clz(t) && std::bit_width(t) == 32 - __clz(t) && std::rotl(t, 33) == 2 * t);
  CHECK(std::countr_zero((unsigned char)0) == 8 && std::bit_ceil(33u) == 64 && std::bit_floor(33u) == 32 && std::rotr(1u, 1) == 1u << 31);
  CHECK(cuda::std::bit_cast<unsigned>(1.0f) == 0x3f800000 && std::has_single_bit(t) == (__popc(t) == 1));
  int whole;
  double half;
  thrust::tie(whole, half) = thrust::make_tuple(t, t + 0.5f);
  CHECK(whole == int(t) && half == t + 0.5);
  thrust::tie(half, whole) = thrust::make_pair(2 * t, 3.75);
  CHECK(whole == 3 && half == 2 * t && thrust::plus<int>()(whole, 4) == 7);
  int list[5];
  std::iota(std::begin(list), std::end(list), 3);
  CHECK(std::accumulate(list, list + 5, 0) == 25 && std::size(list) == 5 && std::gcd(12, 18) == 6 && std::lcm(4, 6) == 12);
  CHECK(std::inner_product(list, list + 2, list, 0) == 25 && *std::next(list, 2) == 5 && std::distance(list, list + 4) == 4);
  Problem problem;
  CHECK(problem.what()[0] == 'l' and CUDA_R_16BF == 14);
  CHECK(root(4) == 2.0f && !root(-4) && root(-4).value_or(7) == 7 && root(-4) < 0 && root(t) >= root(-1) && root(-1) == cuda::std::nullopt && 3 > root(4));
  int live = 0;
  {
    cuda::std::optional<Guest> a, b(cuda::std::in_place, &live, 3), c = b;
    a = b;
    b.emplace(&live, int(t));
    CHECK(live == 3 && a->v == 3 && b.value().v == int(t) && (*c).v == 3);
    c = b;
    a.reset();
    b = a;
    CHECK(live == 1 && c->v == int(t) && !b.has_value());
    b.swap(c);
    CHECK(live == 1 && b && !c);
  }
  constexpr cuda::std::optional<int> four = 4;
  cuda::std::optional<long long> wide = four;
  static_assert(*four == 4 && four != 5 && four > cuda::std::nullopt, "");
  CHECK(live == 0 && wide == four && wide != cuda::std::make_optional(5));
}
)");
}

void barriers(void**) {
  expect_no_line("barriers", R"(
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/chrono>
#include <cuda_awbarrier_primitives.h>
namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
__shared__ unsigned ends;
struct Count { __device__ void operator()() const { ends += 1; } };
)" KERNEL R"( {
  unsigned t = threadIdx.x;
  __shared__ __align__(16) unsigned cells[256];
  __shared__ unsigned guarded;
  __shared__ Barrier all, odd, ready, filled;
  __shared__ cuda::barrier<cuda::thread_scope_block, Count> counting;
  using Latch = cuda::latch<cuda::thread_scope_block>;
  __shared__ __align__(alignof(Latch)) unsigned char latch_place[sizeof(Latch)];  // it has no default constructor
  Latch& latch = *reinterpret_cast<Latch*>(latch_place);
  __shared__ cuda::counting_semaphore<cuda::thread_scope_block, 1> lock;
  __shared__ __mbarrier_t plain;
  if (t == 0) {
    init(&all, blockDim.x);
    init(&odd, blockDim.x / 2);
    init(&ready, blockDim.x);
    init(&filled, 1);
    init(&counting, blockDim.x, Count());
    new (&latch) Latch(blockDim.x);
    new (&lock) cuda::counting_semaphore<cuda::thread_scope_block, 1>(1);
    __mbarrier_init(&plain, blockDim.x);
    ends = guarded = 0;
  }
  __syncthreads();
  for (unsigned round = 0; round < 5; ++round) {
    cells[t] = t + round;
    all.arrive_and_wait();
    CHECK(cells[255 - t] == 255 - t + round && cells[(t + 33) % 256] == (t + 33) % 256 + round);
    all.arrive_and_wait();
  }
  // Half of the threads, at a place of their own.
  if (t % 2 == 1) {
    cells[t] = 7 * t;
    Barrier::arrival_token token = odd.arrive();
    odd.wait(std::move(token));
    CHECK(cells[(t + 64) % 256] == 7 * ((t + 64) % 256));
  }
  // The upper warps leave; the lower ones meet without them.
  if (t >= 128) {
    ready.arrive_and_drop();
  } else {
    ready.arrive_and_wait();
    ready.arrive_and_wait();
    CHECK(!ready.try_wait_parity_for(0, cuda::std::chrono::nanoseconds(1)) && ready.try_wait_parity_for(1, cuda::std::chrono::seconds(60)));
  }
  for (unsigned round = 1; round <= 3; ++round) {
    counting.arrive_and_wait();
    CHECK(ends == round);
    __syncthreads();
  }
  cuda::memcpy_async(cg::this_thread_block(), cells, in, sizeof cells, all);
  all.arrive_and_wait();
  CHECK(cells[255 - t] == in[255 - t]);
  if (t == 0) {
    cuda::device::memcpy_async_tx(cells, in, cuda::aligned_size_t<16>(512), filled);
    cuda::device::barrier_arrive_tx(filled, 1, 512);
  }
  filled.wait_parity(0);
  latch.arrive_and_wait();
  lock.acquire();
  guarded = guarded + 1;
  lock.release();
  __mbarrier_token_t token = __mbarrier_arrive(&plain);
  while (!__mbarrier_try_wait(&plain, token, 1000)) {}
  CHECK(guarded == 256);
}
)");
}

void pipelines(void**) {
  expect_no_line("pipelines", R"(
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
)" KERNEL R"( {
  auto block = cg::this_thread_block();
  unsigned t = block.thread_rank();
  in[t] = 3 * t;
  block.sync();
  __shared__ unsigned cells[2][64], mine[256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> shared, split;
  // All threads copy and all use: 64 elements a stage, two stages ahead.
  auto pipe = cuda::make_pipeline(block, &shared);
  unsigned sum = 0;
  for (unsigned use = 0, copy = 0; use < 8; ++use) {
    for (; copy < 8 && copy < use + 2; ++copy) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, cells[copy % 2], in + copy % 4 * 64, cuda::aligned_size_t<4>(256), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += cells[use % 2][(t + use) % 64];
    pipe.consumer_release();
  }
  unsigned expected = 0;
  for (unsigned use = 0; use < 8; ++use) expected += 3 * (use % 4 * 64 + (t + use) % 64);
  CHECK(sum == expected);
  // The first two warps copy for the others.
  auto role = t < 64 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto parts = cuda::make_pipeline(block, &split, role);
  sum = 0;
  for (unsigned stage = 0; stage < 6; ++stage) {
    if (t < 64) {
      parts.producer_acquire();
      cuda::memcpy_async(&cells[stage % 2][t], &in[t + 10 * stage], sizeof(unsigned), parts);
      parts.producer_commit();
    } else {
      parts.consumer_wait();
      sum += cells[stage % 2][t % 64];
      parts.consumer_release();
    }
  }
  CHECK(sum == (t < 64 ? 0 : 6 * 3 * (t % 64) + 3 * 150));
  auto own = cuda::make_pipeline();
  own.producer_acquire();
  cuda::memcpy_async(&mine[t], &in[t], sizeof(unsigned), own);
  own.producer_commit();
  cuda::pipeline_consumer_wait_prior<0>(own);
  CHECK(mine[t] == 3 * t);
}
)");
}

// Factors of small integers, whose products are exact in every type.
void matrices(void**) {
  expect_no_line("matrices", R"(
#include <mma.h>
using namespace nvcuda;
template <typename Layout> constexpr bool kRows = false;
template <> constexpr bool kRows<wmma::row_major> = true;
__shared__ __align__(16) unsigned char memory[4][12288];
template <int M, int N, int K, typename T, typename Sum, typename Left, typename Right> __device__ bool product(unsigned t, wmma::layout_t layout) {
  using Stored = typename wmma::fragment<wmma::matrix_a, M, N, K, T, Left>::storage_element_type;
  const unsigned warp = t / 32, lane = t % 32;
  constexpr bool by_rows = kRows<Left>, b_by_rows = kRows<Right>;
  constexpr int lda = (by_rows ? K : M) + 16, ldb = (b_by_rows ? N : K) + 16, ldc = (M > N ? M : N) + 8;
  Stored *a = (Stored*)memory[warp % 4], *b = a + lda * (by_rows ? M : K);
  Sum* c = (Sum*)(memory[warp % 4] + 4096);
  bool right = true;
  for (unsigned part = 0; part < 2; ++part) {
    __syncthreads();
    if (warp / 4 != part) continue;
    for (int i = lane; i < M * K; i += 32) a[by_rows ? i / K * lda + i % K : i % K * lda + i / K] = Stored((i * 7 + warp) % 11);
    for (int i = lane; i < K * N; i += 32) b[b_by_rows ? i / N * ldb + i % N : i % N * ldb + i / N] = Stored((i * 5 + 3) % 9);
    for (int i = lane; i < M * N; i += 32) c[layout == wmma::mem_row_major ? i / N * ldc + i % N : i % N * ldc + i / N] = Sum(i % 13);
    __syncwarp();
    wmma::fragment<wmma::matrix_a, M, N, K, T, Left> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, Right> fb;
    wmma::fragment<wmma::accumulator, M, N, K, Sum> fc, fd;
    wmma::load_matrix_sync(fa, a, lda);
    wmma::load_matrix_sync(fb, b, ldb);
    wmma::load_matrix_sync(fc, c, ldc, layout);
    for (int i = 0; i < fc.num_elements; ++i) fc.x[i] = fc.x[i] + fc.x[i];
    wmma::mma_sync(fd, fa, fb, fc);
    wmma::store_matrix_sync(c, fd, ldc, layout);
    for (int i = lane; i < M * N; i += 32) {
      int sum = 2 * (i % 13);
      for (int k = 0; k < K; ++k) sum += ((i / N * K + k) * 7 + warp) % 11 * (((k * N + i % N) * 5 + 3) % 9);
      if ((float)c[layout == wmma::mem_row_major ? i / N * ldc + i % N : i % N * ldc + i / N] != (float)sum) right = false;
    }
  }
  __syncthreads();
  return right;
}
// Numbers of 4 bits or of 1, in words.
template <typename T, int K, int Bits> __device__ bool packed(unsigned t, int start, bool is_and) {
  using Word = typename wmma::fragment<wmma::matrix_a, 8, 8, K, T, wmma::row_major>::storage_element_type;
  constexpr int words = 8, of_word = 32 / Bits, digits = (1 << Bits) - 1;
  unsigned *a = (unsigned*)memory[0], *b = a + 8 * words;
  int* c = (int*)(b + 8 * words);
  const auto digit = [&](const unsigned* of, int row, int k) { return int(Word(of[row * words + k / of_word] << (32 - Bits - k % of_word * Bits)) >> (32 - Bits)); };
  __syncthreads();
  if (t < 64) a[t] = 0x9e3779b9u * (t + 1), b[t] = 0x85ebca6bu * (t + 7), c[t] = start + int(t);
  __syncthreads();
  bool right = true;
  if (t < 32) {
    wmma::fragment<wmma::matrix_a, 8, 8, K, T, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, K, T, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, K, int> fc;
    wmma::load_matrix_sync(fa, a, 32 * words / Bits);
    wmma::load_matrix_sync(fb, b, 32 * words / Bits);
    wmma::load_matrix_sync(fc, c, 8, wmma::mem_row_major);
    if constexpr (Bits == 4) wmma::mma_sync(fc, fa, fb, fc, true);
    else wmma::bmma_sync(fc, fa, fb, fc, is_and ? wmma::experimental::bmmaBitOpAND : wmma::experimental::bmmaBitOpXOR);
    wmma::store_matrix_sync(c, fc, 8, wmma::mem_row_major);
    for (int i = t; i < 64; i += 32) {
      long long sum = start + i;
      for (int k = 0; k < K; ++k) {
        const int x = digit(a, i / 8, k) & (Bits == 1 ? 1 : ~0), y = digit(b, i % 8, k) & (Bits == 1 ? 1 : ~0);
        sum += Bits == 4 ? x * y : is_and ? x & y : x ^ y;
      }
      if (c[i] != (int)min(max(sum, -2147483648ll), 2147483647ll)) right = false;
    }
    wmma::fill_fragment(fa, Word(digits));
    for (Word each : fa.x) right = right && unsigned(each) == ~0u;
  }
  return right;
}
)" KERNEL R"( {
  unsigned t = threadIdx.x;
  CHECK((packed<wmma::experimental::precision::s4, 32, 4>(t, 100, false)));
  CHECK((packed<wmma::experimental::precision::s4, 32, 4>(t, -2147483648 + 20, false)));
  CHECK((packed<wmma::experimental::precision::u4, 32, 4>(t, 2147483647 - 2000, false)));
  CHECK((packed<wmma::experimental::precision::b1, 128, 1>(t, 3, false)));
  CHECK((packed<wmma::experimental::precision::b1, 128, 1>(t, 3, true)));
  CHECK((product<16, 16, 16, __half, float, wmma::row_major, wmma::col_major>(t, wmma::mem_row_major)));
  CHECK((product<32, 8, 16, __half, __half, wmma::col_major, wmma::row_major>(t, wmma::mem_col_major)));
  CHECK((product<8, 32, 16, __nv_bfloat16, float, wmma::row_major, wmma::row_major>(t, wmma::mem_row_major)));
  CHECK((product<16, 16, 16, signed char, int, wmma::col_major, wmma::col_major>(t, wmma::mem_col_major)));
  CHECK((product<32, 8, 16, unsigned char, int, wmma::row_major, wmma::col_major>(t, wmma::mem_row_major)));
  CHECK((product<16, 16, 8, wmma::precision::tf32, float, wmma::row_major, wmma::col_major>(t, wmma::mem_row_major)));
  CHECK((product<8, 8, 4, double, double, wmma::row_major, wmma::col_major>(t, wmma::mem_row_major)));
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> most;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;
  wmma::fill_fragment(a, 2);
  wmma::fill_fragment(b, 3);
  wmma::fill_fragment(most, 0x7fffffff);
  wmma::mma_sync(most, a, b, most, true);
  CHECK(most.x[0] == 0x7fffffff && a.x[a.num_elements - 1] == 2);
  CHECK(__float_as_uint(wmma::__float_to_tf32(__uint_as_float(0x3f801000))) == 0x3f802000);
}
)");
}

void orders_and_scopes(void**) {
  expect_no_line("orders", "\n" KERNEL R"( {
  unsigned t = threadIdx.x;
  __shared__ int total;
  __shared__ unsigned bits;
  float4& sums = *(float4*)in;  // vectors are added in global memory alone
  if (t == 0) { total = 5; bits = 0; sums = make_float4(1, 2, 3, 4); }
  __syncthreads();
  atomicAdd(&sums, make_float4(1, 2, 3, 4));
  atomicAdd_block((float2*)&sums, make_float2(1, 0));
  const int before = __nv_atomic_fetch_add(&total, 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  CHECK(before >= 5 && before < 517 && before % 2 == 1);
  __nv_atomic_or(&bits, 1u << t % 32, __NV_ATOMIC_RELAXED);
  __syncthreads();
  CHECK(sums.x == 513 && sums.y == 514 && sums.z == 771 && sums.w == 1028);
  int seen = 0, mine = t, old = -1;
  __nv_atomic_load(&total, &seen, __NV_ATOMIC_ACQUIRE);
  CHECK(seen == 517 && __nv_atomic_load_n(&bits, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM) == ~0u);
  __syncthreads();
  __nv_atomic_sub(&total, 2, __NV_ATOMIC_ACQ_REL);
  __nv_atomic_fetch_and(&bits, ~(1u << t % 32), __NV_ATOMIC_RELAXED);
  __syncthreads();
  CHECK(total == 5 && bits == 0);
  __syncthreads();
  __nv_atomic_max(&total, mine, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_xor(&bits, 1u, __NV_ATOMIC_RELAXED);
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
  __syncthreads();
  CHECK(total == 255 && bits == 0);
  __syncthreads();
  if (t == 7) {
    int expected = 3;
    CHECK(!__nv_atomic_compare_exchange_n(&total, &expected, 9, false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED) && expected == 255);
    CHECK(__nv_atomic_compare_exchange(&total, &expected, &mine, true, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED) && total == 7);
    CHECK(__nv_atomic_exchange_n(&total, 11, __NV_ATOMIC_ACQ_REL) == 7);
    __nv_atomic_exchange(&total, &mine, &old, __NV_ATOMIC_ACQ_REL);
    CHECK(old == 11 && total == 7 && __nv_atomic_fetch_min(&total, 2, __NV_ATOMIC_RELAXED) == 7 && total == 2);
    __nv_atomic_store_n(&total, 21, __NV_ATOMIC_RELEASE);
    CHECK(total == 21);
    __nv_atomic_store(&total, &mine, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER);
    CHECK(total == 7);
  }
}
)");
}

// A source is a whole program, so that an extern variable is a definition.
// A name that does not depend on the parameters of a template is one that is declared before it.
void names_in_templates(void**) {
  expect_no_line("names", R"(
__device__ int choose(double) { return 1; }
template <class T> __device__ int early(T) { return choose(1); }
template <class T> __device__ int late(T x) { return choose(x); }
__device__ int choose(int) { return 2; }
struct Own {};
__device__ int choose(Own) { return 3; }
)" KERNEL R"( {
  unsigned t = threadIdx.x;
  CHECK(early(1) == 1 && late(1) == 1 && late(Own()) == 3);
})");
}

void small_things(void**) {
  expect_no_line("small", R"(
extern __device__ int elsewhere;
extern __constant__ float table[4];
__device__ __nv_pure__ int twice(int x) { return 2 * x; }
static_assert(sizeof(double4_32a) == 32 && alignof(double4_32a) == 32 && alignof(double4_16a) == 16, "");
__device__ int jump(int x) {
  if (x < 3) goto end;
  int y = x;
  return y;
end:
  return -1;
}
)" KERNEL R"( {
  unsigned t = threadIdx.x;
  CHECK(__CUDA_ARCH_LIST__ == __CUDA_ARCH__ && elsewhere == 0 && table[t % 4] == 0 && twice(t) == 2 * t);
  CHECK(jump(t) == (t < 3 ? -1 : (int)t));
  CHECK(__dp2a_lo(make_short2(-3, 5), make_char4(1, -2, 3, -4), 7) == -6 && __dp2a_hi(make_short2(-3, 5), make_char4(1, -2, 3, -4), 7) == -22);
  CHECK(__dp2a_lo(make_ushort2(60000, 2), make_uchar4(250, 3, 1, 1), 1) == 15000007 && __dp2a_hi(make_ushort2(60000, 2), make_uchar4(1, 1, 200, 9), 1) == 12000019);
  CHECK(__isnanf(nanf("")) && !__isnan(1.0) && __isinff(__int_as_float(0xff800000)) && !__isinf(1.0) && __finitef(1.0f) && !__finite(__int_as_float(0xff800000)));
  double4_16a v = make_double4_16a(1, 2, 3, 4);
#pragma unroll
  v.x += t;
  CHECK(v.x == 1 + t && v.w == 4);
}
)");
}

// A kernel that is called without <<<>>> runs in the threads of its caller, and a function that is declared
// for the device stays so where it is defined.
void calls_and_definitions(void**) {
  expect_no_line("calls", R"(
template <class T> __global__ void reverse(T* p, int times) {
  __shared__ T tile[256];
  unsigned t = threadIdx.x;
  tile[t] = p[t] + T(times);
  __syncthreads();
  p[t] = tile[255 - t];
  __syncthreads();
  if (times > 0) reverse(p, times - 1);
}
namespace a { __device__ unsigned f(unsigned); struct S { unsigned v; __device__ S(unsigned); __device__ ~S(); static __device__ unsigned g(unsigned); }; }
unsigned a::f(unsigned x) { return x + 100; }
a::S::S(unsigned x) : v(x) {}
a::S::~S() { v = 0; }
unsigned a::S::g(unsigned x) { return 3 * x; }
template <class T> __device__ T h(T x) { return x; }
template <> unsigned h<unsigned>(unsigned x) { return x + 1; }
__global__ void twice(unsigned* p) { p[threadIdx.x] *= 2; }
)" KERNEL R"( {
  unsigned t = threadIdx.x;
  in[t] = t;
  reverse(in, 2);
  twice(in);
  a::S s(5);
  CHECK(in[t] == 2 * (255 - t + 3) && a::f(a::S::g(t)) == 3 * t + 100 && s.v == 5 && h(t) == t + 1 && h(1) == 1);
}
)");
}

// Classes of cuda_pipeline.h and cuda_awbarrier.h, conversions that take their rounding, places in the grid.
void older_names(void**) {
  expect_no_line("older", R"(
#include <cooperative_groups.h>
#include <cuda/semaphore>
#include <cuda_pipeline.h>
#include <cuda/barrier>
#include <cuda/std/utility>
namespace nv = nvcuda::experimental;
namespace chrono = cuda::std::chrono;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
using Semaphore = cuda::counting_semaphore<cuda::thread_scope_block, 300>;
)" KERNEL R"( {
  unsigned t = threadIdx.x;
  CHECK(dadd(1.0, 0x1p-60, cudaRoundPosInf) > 1.0 && dadd(1.0, 0x1p-60) == 1.0 && dsub(1.0, 0x1p-60, cudaRoundZero) < 1.0 && dmul(3.0, t) == 3.0 * t);
  CHECK(double2int(-2.7) == -2 && double2int(-2.7, cudaRoundMinInf) == -3 && double2uint(2.5, cudaRoundNearest) == 2 && double2ull(3.9) == 3);
  CHECK(double2ll(1e12 + 0.5, cudaRoundPosInf) == 1000000000001 && int2double(-3) == -3.0 && uint2double(~0u) == 4294967295.0 && float2double(0.5f) == 0.5);
  CHECK(ll2double((1ll << 53) + 1, cudaRoundPosInf) == 0x1p53 + 2 && ull2double((1ull << 53) + 1, cudaRoundZero) == 0x1p53);
#if __CUDACC_VER_MAJOR__ != 13 || __CUDACC_VER_MINOR__ >= 5
  float s, c;
  __sincos2pif(t / 4.0f, &s, &c);
  CHECK(fabsf(s - __sin2pif(t / 4.0f)) < 1e-5f && fabsf(s - (t % 2 ? 2.0f - t % 4 : 0.0f)) < 1e-5f && fabsf(c - __cos2pif(t / 4.0f)) < 1e-5f);
#endif
  __shared__ nv::awbarrier barrier;
  __shared__ __align__(16) unsigned cells[256][4];
  __shared__ Barrier timed, idle;
  __shared__ Semaphore free;
  if (t == 0) {
    init(&barrier, 256);
    init(&timed, 256);
    init(&idle, 300);
    new (&free) Semaphore(200);
  }
  in[t] = 5 * t;
  __syncthreads();
  Barrier::arrival_token arrived = timed.arrive();
  CHECK(timed.try_wait_for(cuda::std::move(arrived), chrono::seconds(60)) && timed.try_wait_parity_until(false, chrono::system_clock::now()));
  CHECK(!idle.try_wait_parity_for(false, chrono::microseconds(1)));
  bool took = free.try_acquire_for(chrono::microseconds(1));
  CHECK(__syncthreads_count(took) <= 200);
  if (t < 56) free.release();
  CHECK(took || free.try_acquire_until(chrono::system_clock::now() + chrono::seconds(60)));
  nv::pipeline pipe;
  nv::memcpy_async(cells[t][0], in[t], pipe);
  nv::memcpy_async(nv::segment<2>(&cells[t][2]), nv::segment<1>(&in[t & ~1u]), pipe);
  size_t batch = pipe.commit();
  pipe.arrive_on(barrier);
  nv::awbarrier::arrival_token token = barrier.arrive();
  barrier.wait(token);
  CHECK(cells[255 - t][0] == 5 * (255 - t) && token.pending_count() >= 1 && barrier.timed_wait(token, 1000) && barrier.try_wait(token, 10));
  CHECK(barrier.try_wait_parity(false, 10) && barrier.timed_wait_parity(false, 1000) && nv::awbarrier::max() == (1 << 14) - 1);
  pipe.wait(batch);
  CHECK(cells[t][2] == 5 * (t & ~1u) && cells[t][3] == 0);
  pipe.wait_prior<0>();
  pipe.commit_and_wait();
  __syncthreads();
  if (t < 128) barrier.arrive_and_drop();
  else barrier.arrive_and_wait();
  if (t >= 128) {
    cells[t][1] = t;
    barrier.arrive_and_wait();
    CHECK(cells[383 - t][1] == 383 - t);
  }
  __syncthreads();
  if (t == 0) inval(&barrier);
  auto grid = cooperative_groups::this_grid();
  CHECK(grid.thread_index().x == t && grid.dim_threads().x == 256 && grid.cluster_rank() == 0 && grid.num_clusters() == 1 && grid.cluster_index().x == 0 && grid.dim_clusters().y == 1);
  CHECK(__isCtaShared(cells) && !__isCtaShared(out));
}
)");
}

}  // namespace

int main() {
  CMUnitTest tests[] = {
      cmocka_unit_test(functions_of_their_own),
      cmocka_unit_test(sized_extern_shared),
      cmocka_unit_test(constexpr_functions),
      cmocka_unit_test(tiles),
      cmocka_unit_test(complex_numbers),
      cmocka_unit_test(tiles_of_warps),
      cmocka_unit_test(copies_of_a_group),
      cmocka_unit_test(atomics),
      cmocka_unit_test(orders_and_scopes),
      cmocka_unit_test(names_in_templates),
      cmocka_unit_test(small_things),
      cmocka_unit_test(targets),
      cmocka_unit_test(without_headers),
      cmocka_unit_test(spilled_values),
      cmocka_unit_test(small_headers),
      cmocka_unit_test(standard_library),
      cmocka_unit_test(standard_library_in_constants),
      cmocka_unit_test(parts_of_cub),
      cmocka_unit_test(barriers),
      cmocka_unit_test(pipelines),
      cmocka_unit_test(older_names),
      cmocka_unit_test(matrices),
      cmocka_unit_test(calls_and_definitions),
  };
  gridcall::part::take(tests, 2);
  return cmocka_run_group_tests_name("accepted", tests, open_devices_without_reference, nullptr);
}
