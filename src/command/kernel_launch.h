// SPDX-License-Identifier: Apache-2.0
//
// A kernel of a file with its arguments on a device, ready to be launched: what `run` and `bench` have in
// common.

#pragma once

#include <string>
#include <vector>

#include "command/argument.h"
#include "command/command.h"

namespace gridcall::command {

struct LaunchOptions {
  std::string file, kernel, grid, block, device, check;
  std::vector<std::string> arguments;
  SourceOptions source;
  std::uint64_t shared_size = 0;
  bool is_measured = false;  // optimized code runs from the first launch on
};
void add_launch_options(CLI::App& app, LaunchOptions* options);

class KernelLaunch {
 public:
  explicit KernelLaunch(const LaunchOptions& options);

  void launch(gc_event* start = nullptr, gc_event* end = nullptr);
  void synchronize();
  gc_context* context() const { return context_; }
  const std::string& name() const { return name_; }
  std::vector<Argument>& arguments() { return arguments_; }
  std::string shape() const;

 private:
  void load(const LaunchOptions& options);
  void read_arguments(const LaunchOptions& options);
  void choose_shape(const LaunchOptions& options);

  Context context_;
  Module module_;
  Kernel kernel_;
  std::string name_;
  std::vector<Argument> arguments_;
  std::vector<gc_arg> args_;
  gc_launch_config config_ = GRIDCALL_LAUNCH_CONFIG_INIT;
};

}  // namespace gridcall::command
