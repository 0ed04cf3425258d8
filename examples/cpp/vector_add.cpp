// SPDX-License-Identifier: Apache-2.0
//
// Adds two vectors on the default device, and tells how long everything took. ../README.md explains the
// output.

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <gridcall/gridcall.hpp>

namespace {

constexpr int kCount = 10000000;

const char kSource[] = R"(
__global__ void vector_add(float *c, const float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
)";

using Clock = std::chrono::steady_clock;

template <class Duration>
double milliseconds(Duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

void print_transfer(const char* what, double time, double bytes) {
  std::printf("%s: %.3f ms, %.2f GB/s\n", what, time, bytes / time / 1e6);
}

gridcall::module compile(const gridcall::context& context, gc_compile_flags flags) {
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.name = "vector_add.cu";
  options.flags = flags;
  return gridcall::module(context, kSource, &options);
}

bool run() {
  const gridcall::context context;
  std::printf("device: %s\n", context.device().name().c_str());
  std::printf("chosen: %s\n", gridcall::text<gc_context_get_device_reason>(context).c_str());

  auto start = Clock::now();
  compile(context, GRIDCALL_COMPILE_NO_CACHE);
  std::printf("compile: %.3f ms\n", milliseconds(Clock::now() - start));
  compile(context, 0);
  start = Clock::now();
  const gridcall::module module = compile(context, 0);
  const double again = milliseconds(Clock::now() - start);
  const bool cached = gridcall::call<gc_module_is_cached>(module) != 0;
  std::printf("compile again: %.3f ms (%s)\n", again, cached ? "from the cache" : "not from the cache");
  const gridcall::kernel vector_add = module.kernel("vector_add");

  uint32_t x = 1;
  const auto random = [&x] {
    x = x * 1664525u + 1013904223u;
    return static_cast<float>(x >> 8) / 16777216.0f;
  };
  std::vector<float> a(kCount), b(kCount), c(kCount);
  for (float& value : a) value = random();
  for (float& value : b) value = random();
  std::printf("elements: %d\n", kCount);

  const gridcall::buffer<float> da(context, kCount), db(context, kCount), dc(context, kCount);
  const double size = kCount * sizeof(float);
  start = Clock::now();
  da.upload(a);
  db.upload(b);
  print_transfer("to the device", milliseconds(Clock::now() - start), 2 * size);

  const gridcall::event before(context), after(context);
  const gridcall::stream stream;  // the default one
  const uint32_t grid = (kCount + 127) / 128;
  gridcall::launch(vector_add, grid, 128, dc, da, db, kCount);
  before.record(stream);
  gridcall::launch(vector_add, grid, 128, dc, da, db, kCount);
  after.record(stream);
  after.synchronize();
  print_transfer("kernel", milliseconds(before.elapsed(after)), 3 * size);

  start = Clock::now();
  dc.download(c);
  print_transfer("to the host", milliseconds(Clock::now() - start), size);

  double largest = 0;
  for (std::size_t i = 0; i < c.size(); i++) {
    const double difference = std::fabs(double{c[i]} - double{a[i] + b[i]});
    if (!(difference <= largest)) largest = difference;  // a NaN counts
  }
  std::printf("largest error: %g\n", largest);
  const bool right = largest <= 1e-6;
  std::puts(right ? "OK" : "WRONG");
  return right;
}

}  // namespace

int main() {
  try {
    return run() ? 0 : 1;
  } catch (const gridcall::error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
