// SPDX-License-Identifier: Apache-2.0
//
// Runs the kernels of one source on a device, in each mode that it has, at several block shapes, and compares
// what each thread writes with what is expected of it.
//
//   run_programs SOURCE EXPECTED [--only KERNEL] [--device NAME]
//
// A line of EXPECTED is a kernel's name and the number that each thread of a block writes. A line of output
// for each kernel: `same NAME LAYOUTS` or `differs NAME ...`; exit status 0 unless something breaks.

#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "fuzz/bench.h"
#include "support/slowdown.h"

namespace gridcall::kernels {
namespace {

constexpr Shape kShapes[] = {{{1, 1, 1}, {32, 1, 1}},
                             {{1, 1, 1}, {96, 1, 1}},
                             {{2, 1, 1}, {17, 1, 1}},
                             {{1, 1, 1}, {16, 4, 1}},
                             {{1, 1, 1}, {7, 5, 2}}};
constexpr unsigned kLongestLaunch = 30;

std::string now = "start";

void late(int) {
  static const char text[] = "differs ";
  static const char reason[] = ": it does not end\n";
  (void)!write(1, text, sizeof text - 1);
  (void)!write(1, now.data(), now.size());
  (void)!write(1, reason, sizeof reason - 1);
  _exit(3);
}

std::string difference(Bench& bench, gc_kernel* kernel, const std::vector<std::uint32_t>& expected) {
  std::vector<std::uint32_t> got;
  for (const Shape& shape : kShapes) {
    for (int mode = 1; mode >= 0; --mode) {
      if (!bench.is_cpu && mode == 1) continue;
      bench.mode(kernel, mode);
      alarm(alarm_limit(kLongestLaunch));
      bench.run(kernel, 1, shape, got);
      alarm(0);
      const std::uint32_t threads = shape.block[0] * shape.block[1] * shape.block[2];
      for (std::uint32_t i = 0; i < threads * shape.grid[0]; ++i) {
        if (got[i] == expected[i % threads]) continue;
        return describe(shape) + (mode == 1 ? ", reference mode" : ", by default") + ": thread " +
               std::to_string(i) + " has " + std::to_string(got[i]) + ", not " +
               std::to_string(expected[i % threads]);
      }
    }
  }
  return "";
}

int run(int count, char** arguments) {
  std::string only, device = "cpu";
  for (int i = 3; i + 1 < count; i += 2) {
    const std::string name = arguments[i];
    (name == "--only" ? only : device) = arguments[i + 1];
  }
  if (count < 3) throw Failure{"run_programs SOURCE EXPECTED [--only KERNEL] [--device NAME]"};
  std::ifstream file(arguments[1]), expectations(arguments[2]);
  const std::string source((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::signal(SIGALRM, late);
  Bench bench(device, false);
  gc_module* module = bench.compile(source, {"-default-device"});
  for (std::string line; std::getline(expectations, line);) {
    std::istringstream words(line);
    words >> now;
    if (!only.empty() && now != only) continue;
    const std::vector<std::uint32_t> expected((std::istream_iterator<std::uint32_t>(words)),
                                              std::istream_iterator<std::uint32_t>());
    gc_kernel* kernel = bench.kernel(module, now);
    const int layouts = bench.layouts(kernel);
    const std::string problem = difference(bench, kernel, expected);
    gc_kernel_release(kernel);
    if (problem.empty())
      std::printf("same %s %d\n", now.c_str(), layouts);
    else
      std::printf("differs %s: %s\n", now.c_str(), problem.c_str());
    std::fflush(stdout);
  }
  gc_module_release(module);
  return 0;
}

}  // namespace
}  // namespace gridcall::kernels

int main(int count, char** arguments) {
  try {
    return gridcall::kernels::run(count, arguments);
  } catch (const gridcall::kernels::Failure& failure) {
    std::fprintf(stderr, "run_programs: %s: %s\n", gridcall::kernels::now.c_str(), failure.text.c_str());
    return 2;
  }
}
