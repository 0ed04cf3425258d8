// SPDX-License-Identifier: Apache-2.0
//
// The cost of a gridcall call beside the driver call it makes. Each line is measured beside its floor, round
// by round, in one process: the raw driver through the same table on the same device. Prints nanoseconds and
// ratios; it judges nothing.
//
//   call_costs [rounds] [--json FILE]   the device is the default one: GRIDCALL_DEVICE=gpu or cpu chooses

#include <dlfcn.h>
#include <gridcall/preview.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "check.h"
#include "compile/compiler.h"
#include "driver/loader.h"
#include "report.h"

namespace {

namespace driver = gridcall::driver;

using Clock = std::chrono::steady_clock;

#define RAW(call)                                                                     \
  do {                                                                                \
    driver::CUresult result_ = (call);                                                \
    if (result_ != driver::CUDA_SUCCESS) {                                            \
      std::fprintf(stderr, "%s: driver code %d\n", #call, static_cast<int>(result_)); \
      std::exit(1);                                                                   \
    }                                                                                 \
  } while (0)

// One thing to time: `batch` calls between two looks at the clock, then whatever settles it.
struct Candidate {
  std::string name;
  int batch;
  std::function<void()> call;
  std::function<void()> settle;
  std::vector<double> samples;  // nanoseconds a call
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

// Each round begins with another candidate: the one behind the last's wait is some 30 ns faster.
void measure(std::vector<Candidate>& candidates, int rounds) {
  const int count = static_cast<int>(candidates.size());
  for (int round = -2; round < rounds; ++round) {  // two rounds to warm up
    for (int place = 0; place < count; ++place) {
      Candidate& candidate = candidates[static_cast<std::size_t>((place + round + 2) % count)];
      auto start = Clock::now();
      for (int i = 0; i < candidate.batch; ++i) candidate.call();
      auto end = Clock::now();
      if (candidate.settle) candidate.settle();
      if (round < 0) continue;
      candidate.samples.push_back(std::chrono::duration<double, std::nano>(end - start).count() /
                                  candidate.batch);
    }
  }
}

Report* the_report = nullptr;

// The first candidate is the floor of the others.
void print(const char* title, const std::vector<Candidate>& candidates, const char* goal) {
  std::printf("\n%s%s%s\n", title, goal[0] != '\0' ? "   goal: " : "", goal);
  double floor = median(candidates[0].samples);
  for (const Candidate& candidate : candidates) {
    double value = median(candidate.samples);
    std::printf("  %-44s %12.1f ns   %+10.1f ns   %7.3fx\n", candidate.name.c_str(), value, value - floor,
                floor > 0 ? value / floor : 0);
    the_report->add(title, candidate.name, value, "ns");
  }
}

constexpr const char* kSource =
    "__global__ void bench(float* a, const float* b, int n, float f) {\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) a[i] = a[i] * f + b[i];\n"
    "}\n";

}  // namespace

int main(int argc, char** argv) {
  use_built_cpu_device();
  Report report("call_costs",
                "call_costs [rounds] [--json FILE]\n\nWhat a gridcall call costs beside the driver call it "
                "makes; medians of "
                "`rounds` rounds (41).\nThe device is the default one: GRIDCALL_DEVICE=gpu or cpu chooses.",
                argc, argv);
  the_report = &report;
  const int rounds = report.number(0, 41);
  gc_context* context = nullptr;
  CHECK(gc_context_get_default(&context, error));
  gc_device* device = nullptr;
  CHECK(gc_context_get_device(context, &device, error));
  char name[256];
  std::size_t needed = 0;
  CHECK(gc_device_get_name(device, name, sizeof name, &needed, error));
  gc_device_kind kind = 0;
  CHECK(gc_device_get_kind(device, &kind, error));
  bool cpu = kind == GRIDCALL_DEVICE_KIND_CPU;
  int32_t major = 0, minor = 0, index = 0;
  CHECK(gc_device_get_compute_capability(device, &major, &minor, error));
  CHECK(gc_device_get_index(device, &index, error));
  std::printf(
      "device: %s\nmedians of %d rounds; every line of a block is measured in turn, beginning with another "
      "each round; the first is its floor\n",
      name, rounds);
  report.device(name);

  // The raw side: the same driver, its primary context, the same image.
  const driver::Driver& loaded = cpu ? driver::cpu_driver() : driver::gpu_driver();
  const driver::Table& table = loaded.table;
  driver::CUcontext raw_context = nullptr;
  RAW(table.cuDevicePrimaryCtxRetain(&raw_context, cpu ? 0 : index));
  RAW(table.cuCtxSetCurrent(raw_context));
  gridcall::compile::Request request;
  request.source = kSource;
  const gridcall::image::Image compiled =
      gridcall::compile::compile(request, {cpu, major, minor, loaded.version});
  driver::CUmodule raw_module = nullptr;
  RAW(table.cuModuleLoadDataEx(&raw_module, compiled.bytes.data(), 0, nullptr, nullptr));
  std::string lowered = "bench";
  for (const auto& [asked, compiled_name] : compiled.lowered_names) {
    if (asked == "bench") lowered = compiled_name;
  }
  driver::CUfunction raw_kernel = nullptr;
  RAW(table.cuModuleGetFunction(&raw_kernel, raw_module, lowered.c_str()));
  driver::CUstream raw_stream = nullptr;
  RAW(table.cuStreamCreateWithPriority(&raw_stream, driver::CU_STREAM_NON_BLOCKING, 0));
  driver::CUdeviceptr raw_a = 0, raw_b = 0;
  RAW(table.cuMemAlloc(&raw_a, 1 << 20));
  RAW(table.cuMemAlloc(&raw_b, 1 << 20));

  gc_stream_options stream_options = GRIDCALL_STREAM_OPTIONS_INIT;
  stream_options.flags = GRIDCALL_STREAM_NON_BLOCKING;
  gc_stream* stream = nullptr;
  CHECK(gc_stream_create(context, &stream_options, &stream, error));
  gc_module* module = nullptr;
  CHECK(gc_module_from_source(context, kSource, std::strlen(kSource), nullptr, &module, error));
  gc_kernel* kernel = nullptr;
  CHECK(gc_module_get_kernel(module, "bench", &kernel, error));
  gc_mem* a = nullptr;
  gc_mem* b = nullptr;
  CHECK(gc_mem_alloc(context, 1 << 20, &a, error));
  CHECK(gc_mem_alloc(context, 1 << 20, &b, error));

  // --- Launch
  {
    int32_t n = 0;
    float f = 1;
    uint32_t f_bits = 0;
    std::memcpy(&f_bits, &f, sizeof f_bits);
    gc_arg args[4] = {{GRIDCALL_ARG_KIND_MEM, 0, 0, a},
                      {GRIDCALL_ARG_KIND_MEM, 0, 0, b},
                      {GRIDCALL_ARG_KIND_SCALAR, 4, 0, nullptr},
                      {GRIDCALL_ARG_KIND_SCALAR, 4, f_bits, nullptr}};
    gc_arg typed[4] = {args[0], args[1], args[2], args[3]};
    typed[0].value_type = typed[1].value_type = typed[3].value_type = GRIDCALL_VALUE_TYPE_FLOAT32;
    typed[2].value_type = GRIDCALL_VALUE_TYPE_INT32;
    gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
    config.grid_x = 1;
    config.block_x = 32;
    gc_prepared* prepared = nullptr;
    CHECK(gc_prepared_create(kernel, &config, args, 4, &prepared, error));
    // An expression, beside the same by hand in a block of as many threads.
    gc_ndarray_options floats = GRIDCALL_NDARRAY_OPTIONS_INIT;
    const uint64_t shape[] = {32};
    floats.scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT32;
    floats.shape = shape;
    floats.shape_count = 1;
    gc_ndarray* arrays[2];
    CHECK(gc_ndarray_from_mem(a, 0, &floats, &arrays[0], error));
    CHECK(gc_ndarray_from_mem(b, 0, &floats, &arrays[1], error));
    const gc_scalar factor = {{f_bits, 0}, GRIDCALL_SCALAR_TYPE_FLOAT32, 0};
    gc_prepared* expression = nullptr;
    CHECK(gc_prepared_from_expression(arrays, 1, "a * x + b", arrays, 2, nullptr, &factor, 1, &expression,
                                      error));
    void* raw_args[4] = {&raw_a, &raw_b, &n, &f};
    auto raw_settle = [&] { RAW(table.cuStreamSynchronize(raw_stream)); };
    auto settle = [&] { CHECK(gc_stream_synchronize(stream, error)); };
    std::vector<Candidate> launch{
        {"raw cuLaunchKernel",
         256,
         [&] { RAW(table.cuLaunchKernel(raw_kernel, 1, 1, 1, 32, 1, 1, 0, raw_stream, raw_args, nullptr)); },
         raw_settle,
         {}},
        {"gc_launch, 4 arguments, checked",
         256,
         [&] { CHECK(gc_launch(kernel, &config, args, 4, stream, error)); },
         settle,
         {}},
        {"gc_launch, 4 arguments with types, checked",
         256,
         [&] { CHECK(gc_launch(kernel, &config, typed, 4, stream, error)); },
         settle,
         {}},
        {"gc_prepared_launch",
         256,
         [&] { CHECK(gc_prepared_launch(prepared, nullptr, nullptr, 0, stream, error)); },
         settle,
         {}}};
    measure(launch, rounds);
    print("launch (queued, not waited for)", launch, "raw + 60 ns, prepared raw + 30 ns");
    args[2].bits = static_cast<uint64_t>(n = 32);
    config.block_x = 256;
    std::vector<Candidate> expressions{
        {"raw cuLaunchKernel, the same by hand",
         256,
         [&] { RAW(table.cuLaunchKernel(raw_kernel, 1, 1, 1, 256, 1, 1, 0, raw_stream, raw_args, nullptr)); },
         raw_settle,
         {}},
        {"gc_launch of that kernel",
         256,
         [&] { CHECK(gc_launch(kernel, &config, args, 4, stream, error)); },
         settle,
         {}},
        {"gc_ndarray_apply, \"a * x + b\"",
         256,
         [&] { CHECK(gc_ndarray_apply(arrays[0], "a * x + b", arrays, 2, &factor, 1, stream, error)); },
         settle,
         {}},
        {"gc_prepared_launch of that expression",
         256,
         [&] { CHECK(gc_prepared_launch(expression, nullptr, nullptr, 0, stream, error)); },
         settle,
         {}}};
    measure(expressions, rounds);
    print("expression of 32 elements (queued)", expressions, "prepared raw + 100 ns");
    config.block_x = 32;
    args[2].bits = static_cast<uint64_t>(n = 0);

    std::vector<Candidate> finish{
        {"raw launch + synchronize",
         32,
         [&] {
           RAW(table.cuLaunchKernel(raw_kernel, 1, 1, 1, 32, 1, 1, 0, raw_stream, raw_args, nullptr));
           RAW(table.cuStreamSynchronize(raw_stream));
         },
         {},
         {}},
        {"gc_launch + gc_stream_synchronize",
         32,
         [&] {
           CHECK(gc_launch(kernel, &config, args, 4, stream, error));
           CHECK(gc_stream_synchronize(stream, error));
         },
         {},
         {}}};
    measure(finish, rounds);
    print("launch to completion", finish, "");
    gc_prepared_release(prepared);
    gc_prepared_release(expression);
    for (gc_ndarray* each : arrays) gc_ndarray_release(each);
  }

  // --- One handle check
  {
    volatile uint64_t sink = 0;
    std::vector<Candidate> check{
        {"gc_version (a call, no handle)", 100000, [&] { sink = gc_version(); }, {}, {}},
        {"gc_mem_get_size (a call, one handle)",
         100000,
         [&] {
           uint64_t size = 0;
           gc_mem_get_size(a, &size, nullptr);
           sink = size;
         },
         {},
         {}}};
    measure(check, rounds);
    print("handle check", check, "");
  }

  // --- Copy
  {
    std::vector<char> host(1024, 1);
    std::vector<Candidate> copy{
        {"raw cuMemcpyHtoD, 1 KiB",
         256,
         [&] { RAW(table.cuMemcpyHtoD(raw_a, host.data(), host.size())); },
         {},
         {}},
        {"gc_memcpy_htod, 1 KiB",
         256,
         [&] { CHECK(gc_memcpy_htod(a, 0, host.data(), host.size(), nullptr, error)); },
         {},
         {}}};
    measure(copy, rounds);
    print("copy", copy, "");
    std::vector<Candidate> back{
        {"raw cuMemcpyDtoH, 1 KiB",
         256,
         [&] { RAW(table.cuMemcpyDtoH(host.data(), raw_a, host.size())); },
         {},
         {}},
        {"gc_memcpy_dtoh, 1 KiB",
         256,
         [&] { CHECK(gc_memcpy_dtoh(host.data(), a, 0, host.size(), nullptr, error)); },
         {},
         {}}};
    measure(back, rounds);
    print("copy back", back, "");
  }

  // --- Pool. The floor is the driver's own stream-ordered allocator where there is one.
  {
    using AllocAsync = driver::CUresult (*)(driver::CUdeviceptr*, std::size_t, driver::CUstream);
    using FreeAsync = driver::CUresult (*)(driver::CUdeviceptr, driver::CUstream);
    void* library = cpu ? nullptr : dlopen(loaded.path.c_str(), RTLD_NOW | RTLD_NOLOAD);
    auto alloc_async = reinterpret_cast<AllocAsync>(library ? dlsym(library, "cuMemAllocAsync") : nullptr);
    auto free_async = reinterpret_cast<FreeAsync>(library ? dlsym(library, "cuMemFreeAsync") : nullptr);
    gc_pool* pool = nullptr;
    CHECK(gc_pool_create(context, nullptr, &pool, error));
    auto run = [&](const char* title, uint64_t size) {
      std::vector<Candidate> pools;
      if (alloc_async && free_async) {
        pools.push_back({"raw cuMemAllocAsync + cuMemFreeAsync",
                         256,
                         [&, size] {
                           driver::CUdeviceptr address = 0;
                           RAW(alloc_async(&address, size, raw_stream));
                           RAW(free_async(address, raw_stream));
                         },
                         [&] { RAW(table.cuStreamSynchronize(raw_stream)); },
                         {}});
      } else {
        pools.push_back({"raw cuMemAlloc + cuMemFree",
                         64,
                         [&, size] {
                           driver::CUdeviceptr address = 0;
                           RAW(table.cuMemAlloc(&address, size));
                           RAW(table.cuMemFree(address));
                         },
                         {},
                         {}});
      }
      pools.push_back({"gc_pool_alloc + gc_mem_release",
                       1024,
                       [&, size] {
                         gc_mem* mem = nullptr;
                         CHECK(gc_pool_alloc(pool, size, stream, &mem, error));
                         gc_mem_release(mem);
                       },
                       {},
                       {}});
      measure(pools, rounds);
      print(title, pools, "60 ns");
    };
    run("pool, 1 KiB", 1 << 10);
    run("pool, 1 MiB", 1 << 20);
    run("pool, 64 MiB", 64 << 20);
    std::vector<gc_mem*> live(10000);
    for (std::size_t i = 0; i < live.size(); ++i)
      CHECK(gc_pool_alloc(pool, 256 + (i % 64) * 256, stream, &live[i], error));
    run("pool, 1 KiB, with 10,000 live blocks", 1 << 10);
    for (gc_mem* mem : live) gc_mem_release(mem);
    gc_pool_release(pool);
  }

  // --- Compile, from the cache. The floor is loading the same image.
  {
    std::vector<Candidate> cached{
        {"raw cuModuleLoadDataEx + cuModuleUnload",
         4,
         [&] {
           driver::CUmodule loaded_module = nullptr;
           RAW(table.cuModuleLoadDataEx(&loaded_module, compiled.bytes.data(), 0, nullptr, nullptr));
           RAW(table.cuModuleUnload(loaded_module));
         },
         {},
         {}},
        {"gc_module_from_source, cached, + release",
         4,
         [&] {
           gc_module* again = nullptr;
           CHECK(gc_module_from_source(context, kSource, std::strlen(kSource), nullptr, &again, error));
           gc_module_release(again);
           CHECK(gc_handle_collect(error));
         },
         {},
         {}}};
    measure(cached, std::min(rounds, 21));
    int32_t from_cache = 0;
    CHECK(gc_module_is_cached(module, &from_cache, error));
    print(from_cache ? "module from cached source" : "module from source (the cache is off or cold!)", cached,
          "");
  }

  gc_mem_release(a);
  gc_mem_release(b);
  gc_kernel_release(kernel);
  gc_module_release(module);
  gc_stream_release(stream);
  gc_context_release(context);
  report.write();
  return 0;
}
