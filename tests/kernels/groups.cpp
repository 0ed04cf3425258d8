// SPDX-License-Identifier: Apache-2.0
//
// Groups of threads across warps and blocks: clusters, whose blocks read each other's shared memory, and
// tiles of more than a warp, in both modes of the CPU device; with GRIDCALL_DEVICE=gpu on a GPU that has them
// too.

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/devices.h"

namespace {

using namespace gridcall::math;

// Writes the line of a check that fails to its thread's word.
const char kClusters[] = R"(
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define CHECK(condition) if (!(condition)) out[id] = __LINE__
__device__ unsigned block_of(dim3 at, dim3 size) { return at.x + size.x * (at.y + size.y * at.z); }
__device__ bool same(dim3 a, dim3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
__device__ __align__(16) unsigned given[32] = {5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36};
__device__ void use(unsigned* out, dim3 size) {
  cg::cluster_group c = cg::this_cluster();
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z, t = block_of(threadIdx, blockDim);
  const unsigned id = block_of(blockIdx, gridDim) * threads + t, blocks = size.x * size.y * size.z, rank = c.block_rank();
  __shared__ unsigned own[512], count, sum;
  unsigned r;
  // The block's place.
  CHECK(same(c.dim_blocks(), size) && c.num_blocks() == blocks && c.num_threads() == blocks * threads);
  CHECK(block_of(c.block_index(), size) == rank && c.thread_rank() == rank * threads + t);
  const dim3 cluster = __clusterIdx(), inside = __clusterRelativeBlockIdx();
  CHECK(blockIdx.x == cluster.x * size.x + inside.x && blockIdx.y == cluster.y * size.y + inside.y && blockIdx.z == cluster.z * size.z + inside.z);
  CHECK(__clusterGridDimInClusters().x == gridDim.x / size.x && __clusterSizeInBlocks() == blocks && __clusterDimIsSpecified() == (blocks > 1));
  asm volatile("mov.u32 %0, %cluster_ctarank;" : "=r"(r)); CHECK(r == rank);
  asm volatile("mov.u32 %0, %cluster_nctaid.y;" : "=r"(r)); CHECK(r == size.y);
  asm volatile("mov.u32 %0, %clusterid.x;" : "=r"(r)); CHECK(r == cluster.x);
  if (t == 0) count = sum = 0;
  const unsigned at = (unsigned)__cvta_generic_to_shared(&own[t]);
  for (unsigned round = 0; round < 3; ++round) {
    own[t] = 1000 * rank + t + round;
    c.sync();
    const unsigned peer = (rank + 1 + round) % blocks, want = 1000 * peer + t + round;
    unsigned* there = c.map_shared_rank(&own[t], peer);
    CHECK(*there == want && c.query_shared_rank(there) == peer && __isClusterShared(there) && !__isClusterShared(out));
    asm volatile("{ .reg .b32 a; mapa.shared::cluster.u32 a, %1, %2; ld.shared::cluster.u32 %0, [a]; }" : "=r"(r) : "r"(at), "r"(peer) : "memory"); CHECK(r == want);
    asm volatile("{ .reg .b64 a; mapa.u64 a, %1, %2; ld.u32 %0, [a]; }" : "=r"(r) : "l"(&own[t]), "r"(peer) : "memory"); CHECK(r == want);
    asm volatile("{ .reg .b32 a; mapa.shared::cluster.u32 a, %1, %2; getctarank.shared::cluster.u32 %0, a; }" : "=r"(r) : "r"(at), "r"(peer)); CHECK(r == peer);
    asm volatile("getctarank.u64 %0, %1;" : "=r"(r) : "l"(there)); CHECK(r == peer);
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(r) : "r"(at) : "memory"); CHECK(r == 1000 * rank + t + round);
    atomicAdd(c.map_shared_rank(&count, 0), 1);
    asm volatile("{ .reg .b32 a; mapa.shared::cluster.u32 a, %0, 0; red.shared::cluster.add.u32 [a], %1; }" :: "r"((unsigned)__cvta_generic_to_shared(&sum)), "r"(t) : "memory");
    asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
  }
  if (rank == 0) CHECK(count == 3 * blocks * threads && sum == 3 * blocks * (threads * (threads - 1) / 2));
  // The bytes go to a neighbour, whose barrier tells of them.
  __shared__ unsigned long long told;
  const unsigned told_at = (unsigned)__cvta_generic_to_shared(&told), next = (rank + 1) % blocks;
  if (t == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(told_at) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(told_at), "r"(4 * threads) : "memory");
  }
  auto token = c.barrier_arrive();
  c.barrier_wait(static_cast<cg::cluster_group::arrival_token&&>(token));
  asm volatile("{ .reg .b32 a, b; mapa.shared::cluster.u32 a, %0, %3; mapa.shared::cluster.u32 b, %2, %3; st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [a], %1, [b]; }"
      :: "r"(at), "r"(77 * rank + t), "r"(told_at), "r"(next) : "memory");
  for (r = 0; !r;) asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "r"(told_at) : "memory");
  CHECK(own[t] == 77 * ((rank + blocks - 1) % blocks) + t);
  // A sum there, and a copy of 128 bytes from global memory to every block at once.
  __shared__ __align__(16) unsigned copied[32];
  if (t == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(told_at), "r"(4 * threads + 128) : "memory");
    sum = 0;
  }
  c.sync();
  asm volatile("{ .reg .b32 a, b; mapa.shared::cluster.u32 a, %0, %3; mapa.shared::cluster.u32 b, %2, %3; red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [a], %1, [b]; }"
      :: "r"((unsigned)__cvta_generic_to_shared(&sum)), "r"(t + 1), "r"(told_at), "r"(next) : "memory");
  if (rank == 0 && t == 0)
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 128, [%2], %3;"
        :: "r"((unsigned)__cvta_generic_to_shared(copied)), "l"(given), "r"(told_at), "h"((unsigned short)((1 << blocks) - 1)) : "memory");
  for (r = 0; !r;) asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 1; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "r"(told_at) : "memory");
  CHECK(sum == threads * (threads + 1) / 2 && copied[t % 32] == 5 + t % 32);
  c.sync();
  // Threads that have left are not waited for.
  if (t % 5 == 4) return;
  own[t] = rank;
  c.sync();
  CHECK(*c.map_shared_rank(&own[t], next) == next);
  c.sync();
}
extern "C" __global__ void any(unsigned* out, unsigned x, unsigned y, unsigned z) { use(out, dim3(x, y, z)); }
extern "C" __global__ void __cluster_dims__(2, 2, 1) fixed(unsigned* out) { use(out, dim3(2, 2, 1)); }
// Blocks that have ended are not waited for.
extern "C" __global__ void left(unsigned* out) {
  cg::cluster_group c = cg::this_cluster();
  if (c.block_rank() == 1) return;
  for (int i = 0; i < 3; ++i) c.sync();
}
extern "C" __global__ void beyond(unsigned* out) { *cg::this_cluster().map_shared_rank(out + threadIdx.x, 3) = 1; }
)";

const char kTiles[] = R"(
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
#define CHECK(condition) if (!(condition)) out[threadIdx.x] = __LINE__
struct pair { unsigned a[2]; };  // as large as a tile of several warps takes
template <unsigned size> __device__ void use(unsigned* out, cg::thread_block block, unsigned* room) {
  auto tile = cg::tiled_partition<size>(block);
  const unsigned t = threadIdx.x, rank = tile.thread_rank(), first = t - rank;
  CHECK(rank == t % size && tile.meta_group_rank() == t / size && tile.size() == size);
  CHECK(tile.shfl(t, 5) == first + 5);
  // A GPU waits for ever where threads name different ranks.
  pair b;
  for (unsigned i = 0; i < 2; ++i) b.a[i] = 10 * t + i;
  b = tile.shfl(b, size / 2);
  for (unsigned i = 0; i < 2; ++i) CHECK(b.a[i] == 10 * (first + size / 2) + i);
  CHECK(tile.any(rank == size - 1) && !tile.any(rank == size) && tile.all(rank < size) && !tile.all(rank != 7));
  const unsigned sum = size * (size - 1) / 2;
  CHECK(cg::reduce(tile, rank, cg::plus<unsigned>()) == sum && cg::reduce(tile, rank, cg::less<unsigned>()) == 0);
  CHECK(cg::reduce(tile, rank, cg::greater<unsigned>()) == size - 1 && cg::reduce(tile, rank | 4, cg::bit_and<unsigned>()) == 4);
  CHECK(cg::reduce(tile, rank, cg::bit_or<unsigned>()) == size - 1 && cg::reduce(tile, rank, cg::bit_xor<unsigned>()) == 0);
  CHECK(cg::reduce(tile, (double)rank, [](double x, double y) { return x + y; }) == sum);
  CHECK(cg::inclusive_scan(tile, rank) == rank * (rank + 1) / 2);
  CHECK(cg::exclusive_scan(tile, rank + 1, cg::plus<unsigned>()) == rank * (rank + 1) / 2);
  CHECK(cg::inclusive_scan(tile, rank == 40 ? 9u : 1u, cg::greater<unsigned>()) == (rank >= 40 ? 9 : 1));
  // The operation is not commutative: x -> 3 x + i after those of the ranks below. The higher rank comes
  // first.
  const pair map = {3, rank};
  const auto after = [](pair f, pair g) { return pair{f.a[0] * g.a[0], f.a[0] * g.a[1] + f.a[1]}; };
  const pair all = cg::inclusive_scan(tile, map, after), below = cg::exclusive_scan(tile, map, after);
  pair expected = {1, 0};
  for (unsigned i = 0; i < rank; ++i) expected = after(pair{3, i}, expected);
  CHECK(rank == 0 || (below.a[0] == expected.a[0] && below.a[1] == expected.a[1]));
  expected = after(map, expected);
  CHECK(all.a[0] == expected.a[0] && all.a[1] == expected.a[1]);
  unsigned once = 0;
  cg::invoke_one(tile, [&] { once = 1; });
  CHECK(tile.any(once) && cg::invoke_one_broadcast(tile, [&] { return first + 3; }) == first + 3);
  unsigned* mine = room + first;
  cg::memcpy_async(tile, mine, out + 512 + first, size * sizeof(unsigned));
  cg::wait(tile);
  CHECK(mine[size - 1 - rank] == 512 + first + size - 1 - rank);
  tile.sync();
}
extern "C" __global__ void tiles(unsigned* out) {
  __shared__ cg::block_tile_memory<512> memory;
  __shared__ unsigned room[512];
  auto block = cg::this_thread_block(memory);
  use<64>(out, block, room);
  use<128>(out, block, room);
  use<256>(out, block, room);
  use<512>(out, block, room);
  // Parts of a warp: by a label, and by a predicate.
  const unsigned t = threadIdx.x, lane = t % 32;
  auto warp = cg::tiled_partition<32>(block);
  auto labels = cg::labeled_partition(warp, lane % 3);
  CHECK(labels.size() == (lane % 3 < 2 ? 11 : 10) && labels.thread_rank() == lane / 3 && labels.meta_group_size() == 3);
  CHECK(cg::reduce(labels, lane, cg::plus<unsigned>()) == (lane % 3 == 0 ? 165 : lane % 3 == 1 ? 176 : 155));
  auto halves = cg::binary_partition(warp, lane >= 20);
  CHECK(halves.size() == (lane >= 20 ? 12 : 20) && halves.shfl(t, 1) == t - lane + (lane >= 20 ? 21 : 1));
  if (lane % 2) {
    auto odd = cg::coalesced_threads();
    auto some = cg::labeled_partition(odd, lane % 4);
    CHECK(odd.size() == 16 && some.size() == 8 && cg::inclusive_scan(some, 1u) == lane / 4 + 1);
    auto parts = cg::tiled_partition(odd, 4);
    CHECK(parts.size() == 4 && parts.meta_group_rank() == lane / 8);
  }
}
)";

std::vector<std::uint32_t> run(const Way& way, gc_module* module, const char* name,
                               const gc_launch_config& config, std::uint32_t threads,
                               const std::vector<std::uint32_t>& sizes) {
  gc_kernel* kernel = nullptr;
  CALL(gc_module_get_kernel, module, name, &kernel);
  if (way.mode >= 0) CALL(gc_kernel_set_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE, way.mode);
  std::vector<std::uint32_t> words(2 * threads);
  for (std::uint32_t i = threads; i < 2 * threads; ++i) words[i] = i;
  gc_mem* out = nullptr;
  CALL(gc_mem_alloc, way.context, 4 * words.size(), &out);
  CALL(gc_memcpy_htod, out, 0, words.data(), 4 * words.size(), nullptr);
  std::vector<gc_arg> args(1 + sizes.size());
  args[0] = {GRIDCALL_ARG_KIND_MEM, 8, 0, out};
  for (std::size_t i = 0; i < sizes.size(); ++i)
    args[i + 1] = {GRIDCALL_ARG_KIND_SCALAR, 4, sizes[i], nullptr};
  CALL(gc_launch, kernel, &config, args.data(), args.size(), nullptr);
  CALL(gc_context_synchronize, way.context);
  CALL(gc_memcpy_dtoh, words.data(), out, 0, 4 * words.size(), nullptr);
  gc_mem_release(out);
  gc_kernel_release(kernel);
  words.resize(threads);
  return words;
}

void expect_no_line(const Way& way, const char* name, const std::vector<std::uint32_t>& words) {
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] != 0) fail_msg("%s: %s: thread %zu: line %u", way.name, name, i, words[i]);
}

bool has_clusters(const Way& way) {
  std::int32_t can = 0;
  CALL(gc_context_is_supported, way.context, GRIDCALL_FEATURE_CLUSTERS, &can);
  return can != 0;
}

gc_launch_config shape(std::array<std::uint32_t, 3> grid, std::array<std::uint32_t, 3> block,
                       std::array<std::uint32_t, 3> cluster) {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = grid[0], config.grid_y = grid[1], config.grid_z = grid[2];
  config.block_x = block[0], config.block_y = block[1], config.block_z = block[2];
  config.cluster_x = cluster[0], config.cluster_y = cluster[1], config.cluster_z = cluster[2];
  return config;
}
std::uint32_t product(const std::array<std::uint32_t, 3>& size) {
  return size[0] * size[1] * size[2];
}

void clusters(void**) {
  struct Case {
    std::array<std::uint32_t, 3> grid, block, cluster;
  };
  const Case cases[] = {{{2, 1, 1}, {32, 1, 1}, {2, 1, 1}},  {{8, 1, 1}, {40, 1, 1}, {8, 1, 1}},
                        {{4, 6, 1}, {64, 2, 1}, {2, 2, 1}},  {{3, 4, 4}, {7, 3, 2}, {1, 2, 4}},
                        {{6, 1, 2}, {512, 1, 1}, {3, 1, 2}}, {{256, 1, 1}, {33, 1, 1}, {8, 1, 1}}};
  for (const Way& way : ways) {
    if (!has_clusters(way)) continue;
    gc_module* module = compiled(way.context, std::string("#line 1 \"clusters\"\n") + kClusters);
    for (const Case& one : cases) {
      const std::uint32_t threads = product(one.grid) * product(one.block);
      expect_no_line(way, "any",
                     run(way, module, "any", shape(one.grid, one.block, one.cluster), threads,
                         {one.cluster[0], one.cluster[1], one.cluster[2]}));
    }
    // As the kernel says, and without a cluster.
    expect_no_line(way, "fixed", run(way, module, "fixed", shape({4, 2, 3}, {50, 1, 1}, {}), 24 * 50, {}));
    expect_no_line(way, "fixed",
                   run(way, module, "fixed", shape({4, 2, 3}, {50, 1, 1}, {2, 2, 1}), 24 * 50, {}));
    if (way.mode >= 0)  // an H100 calls the asynchronous copies illegal instructions then
      expect_no_line(way, "any",
                     run(way, module, "any", shape({3, 2, 1}, {64, 1, 1}, {}), 6 * 64, {1, 1, 1}));
    run(way, module, "left", shape({8, 1, 1}, {64, 1, 1}, {4, 1, 1}), 8 * 64, {});
    gc_module_release(module);
  }
}

void clusters_that_cannot_be(void**) {
  for (const Way& way : ways) {
    if (way.mode < 0 || !has_clusters(way)) continue;
    gc_module* module = compiled(way.context, kClusters);
    gc_kernel *any = nullptr, *fixed = nullptr, *beyond = nullptr;
    CALL(gc_module_get_kernel, module, "any", &any);
    CALL(gc_module_get_kernel, module, "fixed", &fixed);
    CALL(gc_module_get_kernel, module, "beyond", &beyond);
    gc_mem* out = nullptr;
    CALL(gc_mem_alloc, way.context, 4096, &out);
    gc_arg args[4] = {{GRIDCALL_ARG_KIND_MEM, 8, 0, out}};
    for (int i = 1; i < 4; ++i) args[i] = {GRIDCALL_ARG_KIND_SCALAR, 4, 1, nullptr};
    const auto refused = [&](gc_kernel* kernel, const gc_launch_config& config, std::size_t count,
                             const char* why) {
      gc_error* error = nullptr;
      assert_int_equal(gc_launch(kernel, &config, args, count, nullptr, &error),
                       GRIDCALL_ERROR_INVALID_LAUNCH);
      if (!std::strstr(gc_error_message(error), why))
        fail_msg("`%s` lacks `%s`", gc_error_message(error), why);
      gc_error_release(error);
    };
    refused(any, shape({16, 1, 1}, {32, 1, 1}, {16, 1, 1}), 4, "16 x 1 x 1");
    refused(any, shape({9, 1, 1}, {32, 1, 1}, {2, 1, 1}), 4, "cluster_x` is 2");
    refused(fixed, shape({4, 2, 1}, {32, 1, 1}, {4, 1, 1}), 1, "4 x 1 x 1");
    refused(fixed, shape({3, 2, 1}, {32, 1, 1}, {}), 1, "no multiple of its cluster's 2");
    // The third block of a cluster of two.
    const gc_launch_config two = shape({2, 1, 1}, {1, 1, 1}, {2, 1, 1});
    CALL(gc_launch, beyond, &two, args, 1, nullptr);
    gc_error* error = nullptr;
    assert_int_equal(gc_context_synchronize(way.context, &error), GRIDCALL_ERROR_ILLEGAL_ADDRESS);
    if (!std::strstr(gc_error_message(error), "block 3 of a cluster of 2"))
      fail_msg("%s", gc_error_message(error));
    gc_error_release(error);
    gc_mem_release(out);
    for (gc_kernel* kernel : {any, fixed, beyond}) gc_kernel_release(kernel);
    gc_module_release(module);
  }
}

void tiles(void**) {
  for (const Way& way : ways) {
    gc_module* module = compiled(way.context, std::string("#line 1 \"tiles\"\n") + kTiles);
    expect_no_line(way, "tiles", run(way, module, "tiles", shape({1, 1, 1}, {512, 1, 1}, {}), 512, {}));
    gc_module_release(module);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(clusters), cmocka_unit_test(clusters_that_cannot_be),
                              cmocka_unit_test(tiles)};
  return cmocka_run_group_tests_name("groups", tests, open_devices, nullptr);
}
