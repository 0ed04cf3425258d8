// SPDX-License-Identifier: Apache-2.0
//
// Times of the CPU device's start: the first result of a small kernel in a process of its own, from an
// empty compile cache and from a full one; what an empty launch costs the host; how long a launch of one
// block takes.
//
//   cpu_start_bench [rounds] [--json FILE]

#include <gridcall/gridcall.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "check.h"
#include "report.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr char kSource[] =
    "extern \"C\" __global__ void scale(int n, float f, float* x) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) x[i] *= f;\n"
    "}\n"
    "extern \"C\" __global__ void nothing() {}\n";

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

gc_module* load(gc_context*& context) {
  CHECK(gc_context_get_default(&context, error));
  gc_module* module = nullptr;
  CHECK(gc_module_from_source(context, kSource, sizeof kSource - 1, nullptr, &module, error));
  return module;
}

// The child: one small kernel, its result seen.
int first_result() {
  gc_context* context = nullptr;
  gc_module* module = load(context);
  gc_kernel* kernel = nullptr;
  CHECK(gc_module_get_kernel(module, "scale", &kernel, error));
  std::vector<float> x(1000, 2.0f);
  gc_mem* memory = nullptr;
  CHECK(gc_mem_alloc(context, x.size() * 4, &memory, error));
  CHECK(gc_memcpy_htod(memory, 0, x.data(), x.size() * 4, nullptr, error));
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 4;
  config.block_x = 256;
  float factor = 3;
  std::uint32_t bits = 0;
  std::memcpy(&bits, &factor, 4);
  gc_arg args[] = {{GRIDCALL_ARG_KIND_SCALAR, 4, 1000, nullptr},
                   {GRIDCALL_ARG_KIND_SCALAR, 4, bits, nullptr},
                   {GRIDCALL_ARG_KIND_MEM, 0, 0, memory}};
  CHECK(gc_launch(kernel, &config, args, 3, nullptr, error));
  CHECK(gc_memcpy_dtoh(x.data(), memory, 0, x.size() * 4, nullptr, error));
  return x[999] == 6.0f ? 0 : 1;
}

double run_child(char* program) {
  char mode[] = "first-result";
  char* arguments[] = {program, mode, nullptr};
  auto start = Clock::now();
  pid_t child = 0;
  int status = 0;
  if (posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, arguments, environ) != 0 ||
      waitpid(child, &status, 0) != child || status != 0) {
    std::fprintf(stderr, "the child failed\n");
    std::exit(1);
  }
  return since(start) / 1000;
}

}  // namespace

int main(int argc, char** argv) {
  setenv("GRIDCALL_DEVICE", "cpu", 1);
  if (argc > 1 && std::strcmp(argv[1], "first-result") == 0) return first_result();
  Report report("cpu_start_bench",
                "cpu_start_bench [rounds] [--json FILE]\n\nHow quickly the CPU device starts, and what an "
                "empty launch costs; medians of "
                "`rounds` rounds (11).",
                argc, argv);
  report.device("cpu");
  const int rounds = report.number(0, 11);

  char directory[] = "/tmp/gridcall-start-XXXXXX";
  if (!mkdtemp(directory)) return 1;
  setenv("GRIDCALL_CACHE_DIR", directory, 1);
  std::vector<double> cold, warm;
  for (int i = 0; i < rounds; ++i) {
    for (const auto& entry : std::filesystem::directory_iterator(directory))
      std::filesystem::remove_all(entry.path());
    cold.push_back(run_child(argv[0]));
    warm.push_back(run_child(argv[0]));
  }
  std::printf("first result, process start included: empty cache %7.1f ms, from the cache %6.2f ms\n",
              median(cold), median(warm));
  report.add("first result", "empty cache", median(cold), "ms");
  report.add("first result", "from the cache", median(warm), "ms");

  gc_context* context = nullptr;
  gc_module* module = load(context);
  gc_kernel* kernel = nullptr;
  CHECK(gc_module_get_kernel(module, "nothing", &kernel, error));
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = 32;
  std::vector<double> queued, finished;
  for (int i = 0; i < rounds * 20; ++i) {
    auto start = Clock::now();
    for (int k = 0; k < 64; ++k) CHECK(gc_launch(kernel, &config, nullptr, 0, nullptr, error));
    queued.push_back(since(start) / 64);
    CHECK(gc_context_synchronize(context, error));
    start = Clock::now();
    CHECK(gc_launch(kernel, &config, nullptr, 0, nullptr, error));
    CHECK(gc_context_synchronize(context, error));
    finished.push_back(since(start));
  }
  std::printf("empty launch, queued: %6.2f us; one block, to completion: %6.2f us\n", median(queued),
              median(finished));
  report.add("empty launch", "queued", median(queued), "us");
  report.add("empty launch", "one block, to completion", median(finished), "us");
  report.write();
  std::filesystem::remove_all(directory);
}
