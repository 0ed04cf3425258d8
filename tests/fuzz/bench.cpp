// SPDX-License-Identifier: Apache-2.0

#include "fuzz/bench.h"

#include <cstddef>
#include <cstdio>
#include <optional>

#include "fuzz/interpreter/expectations.h"
#include "fuzz/interpreter/interpreter.h"
#include "support/call.h"

namespace gridcall::kernels {
namespace {

// "" if they are the same.
std::string difference(const Shape& shape, const char* one, const std::vector<std::uint32_t>& a,
                       const char* other, const std::vector<std::uint32_t>& b) {
  if (a == b) return "";
  std::size_t count = 0, first = 0;
  for (std::size_t i = kOutWords; i-- > 0;) {
    if (a[i] != b[i]) ++count, first = i;
  }
  char text[240];
  std::snprintf(text, sizeof text, "%s: %zu of %zu words differ, the first is out[%zu]: 0x%x %s, 0x%x %s",
                describe(shape).c_str(), count, kOutWords, first, a[first], one, b[first], other);
  return text;
}

}  // namespace

Bench::Bench(const std::string& device_name, bool across) : across_(across) {
  gc_device* device = nullptr;
  CALL(gc_device_find, device_name.c_str(), &device);
  gc_device_kind kind = 0;
  CALL(gc_device_get_kind, device, &kind);
  is_cpu = kind == GRIDCALL_DEVICE_KIND_CPU;
  CALL(gc_context_get_primary, device, nullptr, &context_);
  CALL(gc_mem_alloc, context_, kInWords * 4, &in_);
  CALL(gc_mem_alloc, context_, kOutWords * 4, &out_);
  CALL(gc_memcpy_htod, in_, 0, values_in().data(), kInWords * 4, nullptr);
}

gc_module* Bench::compile(const std::string& source, std::vector<const char*> more) {
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.flags = GRIDCALL_COMPILE_NO_CACHE | GRIDCALL_COMPILE_NO_TIERING;
  options.name = "kernel_fuzz.cu";
  // Contraction differs from mode to mode, and may.
  more.insert(more.end(), {"-fmad=false", "-w"});
  options.options = more.data();
  options.option_count = more.size();
  const gc_define across = {"ACROSS_DEVICES", "1"};
  options.defines = &across;
  options.define_count = across_ ? 1 : 0;
  gc_module* module = nullptr;
  CALL(gc_module_from_source, context_, source.c_str(), source.size(), &options, &module);
  return module;
}

gc_kernel* Bench::kernel(gc_module* module, const std::string& name) {
  gc_kernel* kernel = nullptr;
  CALL(gc_module_get_kernel, module, name.c_str(), &kernel);
  return kernel;
}

void Bench::mode(gc_kernel* kernel, int mode) {
  if (is_cpu) CALL(gc_kernel_set_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE, mode);
}

int Bench::layouts(gc_kernel* kernel) {
  std::int32_t value = 0;
  if (is_cpu) CALL(gc_kernel_get_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS, &value);
  return value;
}

void Bench::run(gc_kernel* kernel, std::uint64_t seed, const Shape& shape,
                std::vector<std::uint32_t>& result) {
  CALL(fill_u32, out_, 0, first_out(seed), kOutWords, nullptr);
  CALL(fill_u32, out_, kZeroFrom * 4, 0, kZeroWords, nullptr);
  const Parameters parameters = parameters_for(seed);
  gc_arg args[3] = {};
  args[0].kind = args[1].kind = GRIDCALL_ARG_KIND_MEM;
  args[0].size = args[1].size = 8;
  args[0].object = in_;
  args[1].object = out_;
  args[2].kind = GRIDCALL_ARG_KIND_BYTES;
  args[2].size = sizeof parameters;
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = shape.grid[0];
  config.grid_y = shape.grid[1];
  config.grid_z = shape.grid[2];
  config.block_x = shape.block[0];
  config.block_y = shape.block[1];
  config.block_z = shape.block[2];
  config.shared_size = shape.block[0] * shape.block[1] * shape.block[2] * 4;
  config.bytes = &parameters;
  config.bytes_size = sizeof parameters;
  CALL(gc_launch, kernel, &config, args, 3, nullptr);
  CALL(gc_context_synchronize, context_);
  result.resize(kOutWords);
  CALL(gc_memcpy_dtoh, result.data(), out_, 0, kOutWords * 4, nullptr);
}

Pair::Pair(const Options& options)
    : interprets_(find_generator(options.form)->interpreted),
      option_(options.option),
      first_(new Bench(options.device, !options.against.empty())) {
  if (!options.against.empty()) second_.reset(new Bench(options.against, true));
  if (!options.checks.empty()) {
    checks_ = "--cpu-check=" + options.checks;
    second_.reset(new Bench(options.device, false));
  }
}

void Pair::release() {
  for (gc_module*& module : modules_) {
    if (module) gc_module_release(module);
    module = nullptr;
  }
}

void Pair::compile(const std::string& source) {
  release();
  std::vector<const char*> more;
  if (!option_.empty()) more.push_back(option_.c_str());
  modules_[0] = first_->compile(source, more);
  if (!checks_.empty()) more.push_back(checks_.c_str());
  if (second_) modules_[1] = second_->compile(source, more);
}

Verdict Pair::compare(const Trial& trial) {
  Verdict verdict;
  std::optional<Expectations> expected;
  if (interprets_) {
    try {
      expected.emplace(trial);
    } catch (const Undefined& undefined) {
      verdict.undefined = undefined.reason;
      return verdict;
    }
  }
  gc_kernel* kernel = first_->kernel(modules_[0], trial.name);
  layouts = first_->layouts(kernel);
  gc_kernel* other = second_ ? second_->kernel(modules_[1], trial.name) : kernel;
  Bench& bench = second_ ? *second_ : *first_;
  const char* const ways[] = {"by default", !checks_.empty() ? "checked"
                                            : second_        ? "on the other device"
                                                             : "in reference mode"};
  for (std::size_t i = 0; i < trial.shapes.size() && verdict.difference.empty(); ++i) {
    const Shape& shape = trial.shapes[i];
    first_->mode(kernel, 0);
    first_->run(kernel, trial.seed, shape, results_[0]);
    if (!second_) bench.mode(other, 1);
    bench.run(other, trial.seed, shape, results_[1]);
    if (!expected) {
      verdict.difference = difference(shape, ways[0], results_[0], ways[1], results_[1]);
      continue;
    }
    for (unsigned way = 0; way < 2; ++way) {
      if (verdict.difference.empty())
        verdict.difference = difference(shape, ways[way], results_[way], "interpreted", expected->at(i));
    }
    if (results_[0] != results_[1] && results_[1] != expected->at(i))
      verdict.difference += "; and both ways differ";
  }
  if (second_) gc_kernel_release(other);
  gc_kernel_release(kernel);
  return verdict;
}

unsigned used_layout(int layouts, const Shape& shape) {
  const bool row = shape.block[1] == 1 && shape.block[2] == 1;
  if ((row || shape.block[0] % 32 == 0) && (layouts & 1) != 0) return 1;
  if (shape.block[0] == 16 && (layouts & 2) != 0) return 2;
  return (layouts & 4) != 0 ? 3 : 0;
}

}  // namespace gridcall::kernels
