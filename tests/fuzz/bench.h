// SPDX-License-Identifier: Apache-2.0
//
// A module of kernels, run in the two ways that are compared, and by the interpreter where it can.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/generator.h"
#include "gridcall/gridcall.h"

namespace gridcall::kernels {

struct Options {
  std::uint64_t seed = 1, count = 1000;
  double seconds = 1e9;
  unsigned jobs = 1;
  std::string device = "cpu", against, replay, form = "mixed", option, checks;
  bool keep_going = false, divergent_barriers = false, shrink = true;
};

struct Failure {
  std::string text;
};

[[noreturn]] inline void give_up(std::string problem) {
  throw Failure{std::move(problem)};
}

// One device, and the memory that kernels get.
class Bench {
 public:
  Bench(const std::string& device_name, bool across);

  gc_module* compile(const std::string& source, std::vector<const char*> options = {});
  gc_kernel* kernel(gc_module* module, const std::string& name);
  void mode(gc_kernel* kernel, int mode);
  int layouts(gc_kernel* kernel);
  void run(gc_kernel* kernel, std::uint64_t seed, const Shape& shape, std::vector<std::uint32_t>& result);

  bool is_cpu = true;

 private:
  const bool across_;
  gc_context* context_ = nullptr;
  gc_mem* in_ = nullptr;
  gc_mem* out_ = nullptr;
};

// The outcome of a kernel.
struct Verdict {
  std::string difference;  // the first one, or ""
  std::string undefined;   // why it must not be compared, or ""
};

class Pair {
 public:
  explicit Pair(const Options& options);
  ~Pair() { release(); }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;

  void compile(const std::string& source);
  Verdict compare(const Trial& trial);

  int layouts = 0;  // of the last kernel

 private:
  void release();

  const bool interprets_;
  const std::string option_;
  std::string checks_;  // the option that asks for them
  std::unique_ptr<Bench> first_, second_;
  gc_module* modules_[2] = {};
  std::vector<std::uint32_t> results_[2];
};

// Returns the entry that a launch takes (cpu/exec/warp_block.cpp).
unsigned used_layout(int layouts, const Shape& shape);

}  // namespace gridcall::kernels
