// SPDX-License-Identifier: Apache-2.0
//
// Operations on arrays beside kernels written by hand for them, and beside the device's memory (a kernel that
// copies 16 bytes a thread), in turn in one process. Calls are queued ten at a time, so that the host's wait
// is no part of what is compared. Prints the best of some rounds and ratios; it judges nothing. Products of
// matrices are beside BLAS.

#include <dlfcn.h>
#include <gridcall/preview.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "check.h"
#include "report.h"

namespace {

constexpr char kSource[] = R"(
extern "C" __global__ void axpy(float* out, const float* a, const float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + 2 * b[i];
}
extern "C" __global__ void move(uint4* out, const uint4* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i];
}
extern "C" __global__ void widen(double* out, const float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i];
}
extern "C" __global__ void total(float* out, const float* a, int n) {
  __shared__ float part[256];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += a[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s > 0; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, part[0]);
}
extern "C" __global__ void turn(float* out, const float* a, int n) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = a[(y + k) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) out[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}
)";

gc_context* context = nullptr;

gc_ndarray* make_array(gc_scalar_type type, std::initializer_list<std::uint64_t> shape) {
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = type;
  options.shape = shape.begin();
  options.shape_count = shape.size();
  options.mem_flags = GRIDCALL_MEM_ZERO;
  gc_ndarray* made = nullptr;
  CHECK(gc_ndarray_create(context, &options, &made, error));
  return made;
}

void run(gc_kernel* kernel, std::uint32_t grid_x, std::uint32_t grid_y, std::uint32_t block_x,
         std::uint32_t block_y, std::vector<gc_arg> args) {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = grid_x;
  config.grid_y = grid_y;
  config.block_x = block_x;
  config.block_y = block_y;
  CHECK(gc_launch(kernel, &config, args.data(), args.size(), nullptr, error));
}

constexpr int kCalls = 10;

// Returns the time of one call.
double milliseconds(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < kCalls; ++i) work();
  CHECK(gc_context_synchronize(context, error));
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count() / kCalls;
}

using Sgemm = void (*)(const char*, const char*, const std::int64_t*, const std::int64_t*,
                       const std::int64_t*, const float*, const float*, const std::int64_t*, const float*,
                       const std::int64_t*, const float*, float*, const std::int64_t*);

// Products of square matrices beside BLAS called by hand on this thread, and by the library's own kernel.
void products(Report& report, std::uint64_t side, int rounds) {
  gc_ndarray *left = make_array(GRIDCALL_SCALAR_TYPE_FLOAT32, {side, side}),
             *right = make_array(GRIDCALL_SCALAR_TYPE_FLOAT32, {side, side}),
             *product = make_array(GRIDCALL_SCALAR_TYPE_FLOAT32, {side, side});
  gc_random_options numbers = GRIDCALL_RANDOM_OPTIONS_INIT;
  numbers.distribution = GRIDCALL_RANDOM_DISTRIBUTION_NORMAL;
  numbers.b = 1;
  for (gc_ndarray* each : {left, right}) CHECK(gc_ndarray_fill_random(each, &numbers, nullptr, error));
  gc_matmul_options own = GRIDCALL_MATMUL_OPTIONS_INIT;
  own.flags = GRIDCALL_MATMUL_OWN_KERNEL;
  const char* const chosen = std::getenv("GRIDCALL_BLAS");
  void* const library = dlopen(chosen ? chosen : "libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  auto sgemm = library ? reinterpret_cast<Sgemm>(dlsym(library, "sgemm_")) : nullptr;
  gc_device* device = nullptr;
  gc_device_kind kind = 0;
  CHECK(gc_context_get_device(context, &device, error));
  CHECK(gc_device_get_kind(device, &kind, error));
  if (kind != GRIDCALL_DEVICE_KIND_CPU) sgemm = nullptr;
  std::vector<float> a(side * side, 1), b(side * side, 2), c(side * side);
  const auto n = static_cast<std::int64_t>(side);
  const float one = 1, zero = 0;
  double best = 0, best_own = 0, best_by_hand = 0;
  for (int round = -1; round < rounds; ++round) {
    const auto time = [&](double& least, const std::function<void()>& work) {
      const double taken = milliseconds(work);
      if (round >= 0 && (least == 0 || taken < least)) least = taken;
    };
    if (sgemm)
      time(best_by_hand,
           [&] { sgemm("N", "N", &n, &n, &n, &one, b.data(), &n, a.data(), &n, &zero, c.data(), &n); });
    time(best, [&] { CHECK(gc_ndarray_matmul(product, left, right, nullptr, nullptr, error)); });
    time(best_own, [&] { CHECK(gc_ndarray_matmul(product, left, right, &own, nullptr, error)); });
  }
  const double flops = 2e-6 * static_cast<double>(side * side * side);
  const std::string name = "matmul, " + std::to_string(side);
  std::printf("  %-24s %9.4f ms %8.1f GFlop/s   own kernel %8.1f", name.c_str(), best, flops / best,
              flops / best_own);
  if (sgemm) std::printf("   BLAS by hand %9.4f ms, %5.3f of its speed", best_by_hand, best_by_hand / best);
  std::printf("\n");
  report.add(name.c_str(), "gridcall", best, "ms");
  report.add(name.c_str(), "own kernel", best_own, "ms");
  if (sgemm) report.add(name.c_str(), "by hand", best_by_hand, "ms");
  for (gc_ndarray* each : {left, right, product}) gc_ndarray_release(each);
}

}  // namespace

int main(int argc, char** argv) {
  Report report(
      "ndarray_speed",
      "ndarray_speed [million elements] [rounds] [--json FILE]\n\nOperations on arrays of so many million "
      "elements (16), best of `rounds` (7), beside kernels written by hand.\nGRIDCALL_DEVICE=gpu or cpu "
      "chooses the device.",
      argc, argv);
  const std::uint64_t side = report.number(0, 16) >= 16 ? 4096 : 1024;
  const int n = static_cast<int>(side * side), fours = n / 4, rounds = report.number(1, 7);
  CHECK(gc_context_get_default(&context, error));
  gc_module* module = nullptr;
  CHECK(gc_module_from_source(context, kSource, sizeof kSource - 1, nullptr, &module, error));
  gc_kernel *axpy, *move, *widen, *total, *turn;
  CHECK(gc_module_get_kernel(module, "axpy", &axpy, error));
  CHECK(gc_module_get_kernel(module, "move", &move, error));
  CHECK(gc_module_get_kernel(module, "widen", &widen, error));
  CHECK(gc_module_get_kernel(module, "total", &total, error));
  CHECK(gc_module_get_kernel(module, "turn", &turn, error));
  gc_ndarray *a = make_array(GRIDCALL_SCALAR_TYPE_FLOAT32, {side, side}),
             *b = make_array(GRIDCALL_SCALAR_TYPE_FLOAT32, {side, side}),
             *c = make_array(GRIDCALL_SCALAR_TYPE_FLOAT32, {side, side}),
             *d = make_array(GRIDCALL_SCALAR_TYPE_FLOAT64, {side, side}),
             *sum = make_array(GRIDCALL_SCALAR_TYPE_FLOAT32, {}), *turned = nullptr;
  CHECK(gc_ndarray_transpose(a, nullptr, 0, &turned, error));
  const auto size = static_cast<std::uint64_t>(n) * 4;
  const auto move_all = [&] {
    run(move, static_cast<std::uint32_t>(n / 1024), 1, 256, 1,
        {GRIDCALL_ARG_NDARRAY(c), GRIDCALL_ARG_NDARRAY(a), GRIDCALL_ARG(fours)});
  };
  const auto compare = [&](const char* name, std::uint64_t bytes, const std::function<void()>& ours,
                           const std::function<void()>& by_hand) {
    double best = 0, best_by_hand = 0, best_move = 0;
    for (int round = -1; round < rounds; ++round) {  // one to warm up
      const double moved = milliseconds(move_all), without = milliseconds(by_hand), with = milliseconds(ours);
      if (round < 0) continue;
      if (best == 0 || with < best) best = with;
      if (best_by_hand == 0 || without < best_by_hand) best_by_hand = without;
      if (best_move == 0 || moved < best_move) best_move = moved;
    }
    const double speed = static_cast<double>(bytes) / best / 1e6,
                 memory_speed = static_cast<double>(2 * size) / best_move / 1e6;
    std::printf("  %-24s %9.4f ms %8.1f GB/s   by hand %9.4f ms %6.3fx   memory %8.1f GB/s, %5.3f of it\n",
                name, best, speed, best_by_hand, best / best_by_hand, memory_speed, speed / memory_speed);
    report.add(name, "memory", static_cast<double>(bytes) / memory_speed / 1e6, "ms");
    report.add(name, "gridcall", best, "ms");
    report.add(name, "by hand", best_by_hand, "ms");
  };
  const auto blocks = static_cast<std::uint32_t>(n / 256), tiles = static_cast<std::uint32_t>(side / 32);
  const int width = static_cast<int>(side);
  gc_ndarray* const inputs[] = {a, b};
  compare(
      "c = a + 2 * b", 3 * size,
      [&] { CHECK(gc_ndarray_apply(c, "a + 2 * b", inputs, 2, nullptr, 0, nullptr, error)); },
      [&] {
        run(axpy, blocks, 1, 256, 1,
            {GRIDCALL_ARG_NDARRAY(c), GRIDCALL_ARG_NDARRAY(a), GRIDCALL_ARG_NDARRAY(b), GRIDCALL_ARG(n)});
      });
  compare(
      "copy, float to double", 3 * size, [&] { CHECK(gc_ndarray_copy(d, a, nullptr, error)); },
      [&] {
        run(widen, blocks, 1, 256, 1, {GRIDCALL_ARG_NDARRAY(d), GRIDCALL_ARG_NDARRAY(a), GRIDCALL_ARG(n)});
      });
  compare(
      "copy, transposed", 2 * size, [&] { CHECK(gc_ndarray_copy(c, turned, nullptr, error)); },
      [&] {
        run(turn, tiles, tiles, 32, 8,
            {GRIDCALL_ARG_NDARRAY(c), GRIDCALL_ARG_NDARRAY(a), GRIDCALL_ARG(width)});
      });
  compare(
      "sum of all", size,
      [&] { CHECK(gc_ndarray_reduce(sum, a, GRIDCALL_REDUCTION_SUM, nullptr, 0, nullptr, error)); },
      [&] {
        run(total, 1024, 1, 256, 1, {GRIDCALL_ARG_NDARRAY(sum), GRIDCALL_ARG_NDARRAY(a), GRIDCALL_ARG(n)});
      });
  for (const std::uint64_t each : {64, 512, 2048}) products(report, each, rounds);
  for (gc_ndarray* each : {a, b, c, d, sum, turned}) gc_ndarray_release(each);
  for (gc_kernel* each : {axpy, move, widen, total, turn}) gc_kernel_release(each);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
