// SPDX-License-Identifier: Apache-2.0
//
// The cost to the host of queuing 100 launches: one by one, as a graph, and as the same graph by the raw
// driver call. Measured in turn, round by round, in one process; a round waits for its work outside of the
// time. Prints microseconds and ratios; it judges nothing.
//
//   graph_costs [rounds] [--json FILE]   the device is the default one: GRIDCALL_DEVICE=gpu or cpu chooses

#include <gridcall/gridcall.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "check.h"
#include "driver/loader.h"
#include "report.h"

namespace {

namespace driver = gridcall::driver;

constexpr int kLaunches = 100;
constexpr char kSource[] = "__global__ void bench(float* a, int n) { if (n < 0) a[0] = 1; }";

struct Candidate {
  const char* name;
  std::function<void()> call;
  std::vector<double> samples;  // microseconds
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  use_built_cpu_device();
  Report report(
      "graph_costs",
      "graph_costs [rounds] [--json FILE]\n\nWhat it costs the host to queue 100 launches, one by one "
      "and as a graph; medians of `rounds` rounds (201).\nThe device is the default one: "
      "GRIDCALL_DEVICE=gpu or cpu chooses.",
      argc, argv);
  const int rounds = report.number(0, 201);
  gc_context* context = nullptr;
  gc_device* device = nullptr;
  char name[256];
  std::size_t needed = 0;
  gc_device_kind kind = 0;
  CHECK(gc_context_get_default(&context, error));
  CHECK(gc_context_get_device(context, &device, error));
  CHECK(gc_device_get_name(device, name, sizeof name, &needed, error));
  CHECK(gc_device_get_kind(device, &kind, error));
  const driver::Table& table =
      (kind == GRIDCALL_DEVICE_KIND_CPU ? driver::cpu_driver() : driver::gpu_driver()).table;
  report.device(name);

  gc_module* module = nullptr;
  gc_kernel* kernel = nullptr;
  gc_stream* stream = nullptr;
  gc_mem* mem = nullptr;
  gc_graph* graph = nullptr;
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = GRIDCALL_STREAM_NON_BLOCKING;
  CHECK(gc_module_from_source(context, kSource, sizeof kSource - 1, nullptr, &module, error));
  CHECK(gc_module_get_kernel(module, "bench", &kernel, error));
  CHECK(gc_stream_create(context, &options, &stream, error));
  CHECK(gc_mem_alloc(context, 4096, &mem, error));
  const int n = 1;
  const gc_arg args[] = {GRIDCALL_ARG_MEM(mem), {GRIDCALL_ARG_KIND_SCALAR, 4, static_cast<std::uint64_t>(n)}};
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = 32;
  const auto launch_all = [&] {
    for (int i = 0; i < kLaunches; ++i) CHECK(gc_launch(kernel, &config, args, 2, stream, error));
  };
  CHECK(gc_stream_begin_capture(stream, GRIDCALL_CAPTURE_MODE_RELAXED, error));
  launch_all();
  CHECK(gc_stream_end_capture(stream, &graph, error));
  std::uint64_t exec = 0, native = 0;
  CHECK(gc_handle_get_native(graph, &exec, error));
  CHECK(gc_handle_get_native(stream, &native, error));
  CHECK(gc_context_push(context, error));
  auto* const raw_exec = reinterpret_cast<driver::CUgraphExec>(static_cast<std::uintptr_t>(exec));
  auto* const raw_stream = reinterpret_cast<driver::CUstream>(static_cast<std::uintptr_t>(native));

  Candidate candidates[] = {{"cuGraphLaunch",
                             [&] {
                               if (table.cuGraphLaunch(raw_exec, raw_stream) != driver::CUDA_SUCCESS)
                                 std::exit(1);
                             },
                             {}},
                            {"gc_graph_launch", [&] { CHECK(gc_graph_launch(graph, stream, error)); }, {}},
                            {"100 x gc_launch", launch_all, {}}};
  using Clock = std::chrono::steady_clock;
  for (int round = -5; round < rounds; ++round) {
    for (Candidate& candidate : candidates) {
      const auto start = Clock::now();
      candidate.call();
      const std::chrono::duration<double, std::micro> time = Clock::now() - start;
      CHECK(gc_stream_synchronize(stream, error));
      if (round >= 0) candidate.samples.push_back(time.count());
    }
  }
  std::printf("device: %s\nthe host's time for %d launches, medians of %d rounds\n", name, kLaunches, rounds);
  const double floor = median(candidates[0].samples);
  for (const Candidate& candidate : candidates) {
    const double value = median(candidate.samples);
    std::printf("  %-20s %10.2f us   %7.3fx\n", candidate.name, value, value / floor);
    report.add("100 launches", candidate.name, value * 1000, "ns");
  }
  report.write();

  CHECK(gc_context_pop(context, error));
  gc_graph_release(graph);
  gc_mem_release(mem);
  gc_stream_release(stream);
  gc_kernel_release(kernel);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
