// SPDX-License-Identifier: Apache-2.0
//
// A kernel of many statements on the CPU device: how long until its first result, with a baseline image first
// and without; when the optimized code is there; what a launch of each takes.
//
//   cpu_large_bench [statements [straight|mixed]] [--json FILE]

#include <gridcall/gridcall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "check.h"
#include "report.h"

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::uint32_t kThreads = 1 << 14;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string source_of(int statements, bool mixed) {
  std::string text =
      "extern \"C\" __global__ void large(float* out, const float* in, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i >= n) return;\n"
      "  float a = in[i], b = a + 1, c = b * 2, d = c - a;\n";
  for (int k = 0; k < statements; ++k) {
    const std::string number = std::to_string(k);
    const std::string x(1, "abcd"[k % 4]);
    const std::string y(1, "abcd"[(k * 7 + 1) % 4]);
    const std::string z(1, "abcd"[(k / 4 + 2) % 4]);
    switch (mixed ? k % 8 : 2) {
      case 0:
        text += "if (" + x + " > " + number + ".5f) " + x + " = " + y + " - " + z + ";\n";
        break;
      case 1:
        text += x + " += in[(i + " + number + ") % n];\n";
        break;
      case 3:
        text += "for (int k = 0; k < (i & 3); ++k) " + x + " = " + x + " * 0.5f + " + y + ";\n";
        break;
      case 5:
        text += "out[i] = " + x + ";\n";
        break;
      case 7:
        text += x + " = " + y + " / (" + z + " * " + z + " + 1.0f);\n";
        break;
      default:
        text += x + " = " + y + " * " + std::to_string((k % 97) / 64.0) + "f + " + z + ";\n";
    }
  }
  return text + "  out[i] = a + b + c + d;\n}\n";
}

class Large {
 public:
  Large(const std::string& source, std::uint64_t flags) {
    const auto start = Clock::now();
    gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
    options.flags = flags | GRIDCALL_COMPILE_NO_CACHE;
    CHECK(gc_context_get_default(&context_, error));
    CHECK(gc_module_from_source(context_, source.data(), source.size(), &options, &module_, error));
    CHECK(gc_module_get_kernel(module_, "large", &kernel_, error));
    CHECK(gc_mem_alloc(context_, kThreads * 4, &in_, error));
    CHECK(gc_mem_alloc(context_, kThreads * 4, &out_, error));
    const float half = 0.5F;
    CHECK(gc_memset(in_, 0, &half, sizeof half, kThreads, nullptr, error));
    launch(1);
    first_ = since(start);
  }
  ~Large() {
    gc_kernel_release(kernel_);
    gc_module_release(module_);
  }

  double first() const { return first_; }
  int attribute(gc_kernel_attribute which) {
    std::int32_t value = 0;
    CHECK(gc_kernel_get_attribute(kernel_, which, &value, error));
    return value;
  }
  double launch(std::uint32_t blocks) {
    const auto start = Clock::now();
    gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
    config.grid_x = blocks;
    config.block_x = 128;
    gc_arg arguments[3] = {{GRIDCALL_ARG_KIND_MEM, 8, 0, out_},
                           {GRIDCALL_ARG_KIND_MEM, 8, 0, in_},
                           {GRIDCALL_ARG_KIND_SCALAR, 4, kThreads, nullptr}};
    CHECK(gc_launch(kernel_, &config, arguments, 3, nullptr, error));
    CHECK(gc_context_synchronize(context_, error));
    return since(start);
  }
  double best_launch() {
    double best = launch(kThreads / 128);
    for (int i = 0; i < 4; ++i) best = std::min(best, launch(kThreads / 128));
    return best;
  }

 private:
  gc_context* context_ = nullptr;
  gc_module* module_ = nullptr;
  gc_kernel* kernel_ = nullptr;
  gc_mem* in_ = nullptr;
  gc_mem* out_ = nullptr;
  double first_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
  Report report("cpu_large_bench",
                "cpu_large_bench [statements [straight|mixed]] [--json FILE]\n\nA kernel of many statements "
                "(12000) on the CPU device: when its "
                "first result is there, when its optimized tier is, and what a launch of each takes.",
                count, arguments);
  report.device("cpu");
  const int statements = report.number(0, 12000);
  const bool mixed = report.arguments.size() > 1 && std::strcmp(report.arguments[1], "mixed") == 0;
  const std::string source = source_of(statements, mixed);
  {
    Large large(source, GRIDCALL_COMPILE_NO_TIERING);
    std::printf("in one step: first result after %.2f s, warp code %d, a launch of %u threads %.2f ms\n",
                large.first(), large.attribute(GRIDCALL_KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS), kThreads,
                large.best_launch() * 1e3);
    report.add("first result", "one tier", large.first(), "s");
  }
  const auto start = Clock::now();
  Large large(source, 0);
  const bool quick = large.attribute(GRIDCALL_KERNEL_ATTRIBUTE_CPU_IS_BASELINE) == 1;
  std::printf("quick first: first result after %.2f s (quick: %d)\n", large.first(), quick);
  while (large.attribute(GRIDCALL_KERNEL_ATTRIBUTE_CPU_IS_BASELINE) == 1) {
    const double time = large.launch(kThreads / 128);
    if (large.attribute(GRIDCALL_KERNEL_ATTRIBUTE_CPU_IS_BASELINE) == 1)
      std::printf("  a launch of the baseline code %.2f ms\n", time * 1e3);
    ::usleep(300'000);
    if (since(start) > 120) return 1;
  }
  const double after = since(start);
  const double best = large.best_launch();
  std::printf("  optimized code after %.2f s, a launch %.2f ms\n", after, best * 1e3);
  report.add("first result", "baseline tier first", large.first(), "s");
  report.add("optimized tier", "there after", after, "s");
  report.add("optimized tier", "a launch", best * 1e3, "ms");
  report.write();
}
