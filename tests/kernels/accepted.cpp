// SPDX-License-Identifier: Apache-2.0
//
// What CUDA sources do that NVRTC accepts: definitions of their own, constexpr functions, headers,
// cooperative groups. Each source's threads write the line of a check that fails. In both modes of the CPU
// device; with GRIDCALL_DEVICE=gpu on the GPU too.

#include <cstring>
#include <string>
#include <vector>

#include "kernels/devices.h"

namespace {

using namespace gridcall::math;

void expect_no_line(const char* name, const std::string& kernels) {
  const std::string source = "#define CHECK(condition) if (!(condition)) out[t] = __LINE__\n#line 1 \"" +
                             std::string(name) + "\"" + kernels;
  for (const Way& way : ways) {
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

// With the parameters of CUDA's own: the source's are called.
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

// PyCUDA's complex numbers have one of these.
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

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(functions_of_their_own),
      cmocka_unit_test(constexpr_functions),
      cmocka_unit_test(complex_numbers),
      cmocka_unit_test(tiles),
      cmocka_unit_test(copies_of_a_group),
      cmocka_unit_test(atomics),
      cmocka_unit_test(targets),
  };
  return cmocka_run_group_tests_name("accepted", tests, open_devices, nullptr);
}
