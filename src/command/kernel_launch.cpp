// SPDX-License-Identifier: Apache-2.0

#include "command/kernel_launch.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>

namespace gridcall::command {

namespace {

std::array<std::uint32_t, 3> parse_extent(const std::string& option, const std::string& text) {
  std::array<std::uint32_t, 3> extent = {1, 1, 1};
  const std::vector<std::string> parts = split(text, ',');
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const char* end = parts[i].data() + parts[i].size();
    const bool is_number =
        i < 3 && std::from_chars(parts[i].data(), end, extent[i]).ptr == end && extent[i] > 0;
    if (!is_number)
      throw Failure(kUsage, option + " `" + text + "` is not up to three numbers above 0: write " + option +
                                " 128 or " + option + " 16,16");
  }
  return extent;
}

}  // namespace

void add_launch_options(CLI::App& app, LaunchOptions* options) {
  app.add_option("FILE", options->file, "A file of CUDA C++ source")->required()->type_name("");
  app.add_option(
         "ARGS", options->arguments,
         "The kernel's arguments in its order, as n:i32=100, x:f32[1000]=i*2, out:f32[64,64], a=@file.npy")
      ->type_name("");
  app.add_option("-k,--kernel", options->kernel, "The kernel; not needed where there is one")
      ->type_name("NAME");
  app.add_option("--grid", options->grid,
                 "The blocks; as many as the largest array needs, if it is not given")
      ->type_name("X[,Y[,Z]]");
  app.add_option("--block", options->block,
                 "The threads of a block; what suits the kernel, if it is not given")
      ->type_name("X[,Y[,Z]]");
  app.add_option("--shared", options->shared_size, "Dynamic shared memory of a block")->type_name("BYTES");
  app.add_option("--device", options->device,
                 "cpu, gpu, gpu:1, an index or a UUID; the default one if it is not given")
      ->type_name("DEVICE");
  add_source_options(app, &options->source);
}

KernelLaunch::KernelLaunch(const LaunchOptions& options) {
  load(options);
  read_arguments(options);
  choose_shape(options);
}

void KernelLaunch::load(const LaunchOptions& options) {
  const std::string source = read_file(options.file);
  // Only the CPU device checks kernels.
  context_ = open_context(options.device.empty() && !options.check.empty() ? "cpu" : options.device);
  CompileOptions compile(options.source, options.file);
  if (options.is_measured) compile.add_flags(GRIDCALL_COMPILE_NO_TIERING);
  if (!options.check.empty()) compile.add("--cpu-check=" + options.check);
  {
    const Progress progress("compiling " + options.file);
    call(gc_module_from_source, static_cast<gc_context*>(context_), source.data(), source.size(),
         compile.get(), module_.out());
  }
  name_ = options.kernel;
  if (name_.empty()) {
    const std::vector<std::string> names = kernel_names(module_);
    if (names.size() != 1) {
      throw Failure(kUsage, names.empty()
                                ? "`" + options.file +
                                      "` has no kernel: write one, or name an instance of a template with "
                                      "--kernel \"scale<float>\""
                                : "`" + options.file + "` has several kernels: write --kernel with one of " +
                                      joined(names, ", "));
    }
    name_ = names.front();
  }
  call(gc_module_get_kernel, static_cast<gc_module*>(module_), name_.c_str(), kernel_.out());
}

void KernelLaunch::read_arguments(const LaunchOptions& options) {
  const std::vector<gc_kernel_param> params = kernel_params(kernel_);
  const bool is_known = has_known_params(kernel_);
  if (is_known && params.size() != options.arguments.size()) {
    std::vector<std::string> signature, examples;
    for (const gc_kernel_param& param : params) {
      signature.push_back(std::string(param.type_name) + " " + param.name);
      examples.push_back(example_of(param));
    }
    throw Failure(kUsage, "`" + name_ + "(" + joined(signature, ", ") + ")` takes " +
                              std::to_string(params.size()) + " arguments, " +
                              std::to_string(options.arguments.size()) + " given" +
                              (params.empty() ? "" : ": write " + joined(examples, " ")));
  }
  for (std::size_t i = 0; i < options.arguments.size(); ++i) {
    const bool has_type =
        is_known && (*params[i].name || params[i].value_type != GRIDCALL_VALUE_TYPE_UNKNOWN);
    arguments_.push_back(parse_argument(options.arguments[i], has_type ? &params[i] : nullptr));
  }
  for (Argument& argument : arguments_) {
    if (argument.is_array) upload(&argument, context_);
    args_.push_back(to_arg(argument));
  }
}

void KernelLaunch::choose_shape(const LaunchOptions& options) {
  std::array<std::uint32_t, 3> block = {1, 1, 1}, grid = {1, 1, 1};
  if (options.block.empty()) {
    std::uint32_t blocks = 0;
    call(gc_kernel_suggest_block, static_cast<gc_kernel*>(kernel_), options.shared_size, 256U, block.data(),
         &blocks);
  } else {
    block = parse_extent("--block", options.block);
  }
  if (options.grid.empty()) {
    std::uint64_t most = 1;
    for (const Argument& argument : arguments_) {
      std::uint64_t count = 1;
      for (const std::uint64_t size : argument.value.shape) count *= size;
      most = std::max(most, count);
    }
    const std::uint64_t threads = std::uint64_t{block[0]} * block[1] * block[2];
    const std::uint64_t blocks = (most + threads - 1) / threads;
    grid[0] =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(blocks, std::numeric_limits<std::int32_t>::max()));
  } else {
    grid = parse_extent("--grid", options.grid);
  }
  config_.grid_x = grid[0];
  config_.grid_y = grid[1];
  config_.grid_z = grid[2];
  config_.block_x = block[0];
  config_.block_y = block[1];
  config_.block_z = block[2];
  config_.shared_size = options.shared_size;
}

std::string KernelLaunch::shape() const {
  const auto text = [](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return std::to_string(x) + (y * z > 1 ? "," + std::to_string(y) : "") +
           (z > 1 ? "," + std::to_string(z) : "");
  };
  return "grid " + text(config_.grid_x, config_.grid_y, config_.grid_z) + ", block " +
         text(config_.block_x, config_.block_y, config_.block_z);
}

void KernelLaunch::launch(gc_event* start, gc_event* end) {
  config_.start_event = start;
  config_.end_event = end;
  call(gc_launch, static_cast<gc_kernel*>(kernel_), &config_, args_.data(), args_.size(), nullptr);
}

void KernelLaunch::synchronize() {
  call(gc_context_synchronize, static_cast<gc_context*>(context_));
}

}  // namespace gridcall::command
