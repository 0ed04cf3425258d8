// SPDX-License-Identifier: Apache-2.0
//
// `gridcall run`: launches one kernel of a file, and prints or writes the arrays that it changed.

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "command/kernel_launch.h"

namespace gridcall::command {

namespace {

using Json = nlohmann::ordered_json;

struct RunOptions {
  LaunchOptions launch;
  std::vector<std::string> outputs;
  std::string profile;
  bool is_checked = false, is_json = false, prints_all = false;
};

// A file of this process for the reports of checks; the error has only the first one.
class ReportFile {
 public:
  ReportFile() {
    const int file = ::mkstemp(path_);
    if (file < 0) return;
    ::close(file);
    ::setenv("GRIDCALL_CPU_CHECK_FILE", path_, 1);
  }
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;
  ~ReportFile() { ::unlink(path_); }

  void print() const {
    for (const std::string& line : split(read_file(path_), '\n')) {
      const Json report = Json::parse(line, nullptr, false);
      if (report.is_object() && report.contains("text"))
        std::fprintf(stderr, "%s %s\n", paint(Color::kYellow, "report:", stderr).c_str(),
                     report["text"].get<std::string>().c_str());
    }
  }

 private:
  char path_[32] = "/tmp/gridcall-reports-XXXXXX";
};

std::uint64_t count_of(const Npy& array) {
  return array.data.size() / gc_dtype_scalar_size(array.type);
}

std::string shape_text(const Argument& argument) {
  std::vector<std::string> sizes;
  for (const std::uint64_t size : argument.value.shape) sizes.push_back(std::to_string(size));
  return argument.name + ":" + type_name(argument.value.type) + "[" + joined(sizes, ",") + "]";
}

void print_array(const Argument& argument, const Npy& result, bool prints_all) {
  constexpr std::uint64_t kEnds = 8;
  const std::uint64_t count = count_of(result);
  std::printf("%s =", paint(Color::kBold, shape_text(argument)).c_str());
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!prints_all && count > 3 * kEnds && i == kEnds) {
      std::printf(" ...");
      i = count - kEnds;
    }
    std::printf(" %s", element_text(result, i).c_str());
  }
  std::printf("\n");
}

Json array_json(const Npy& result) {
  Json elements = Json::array();
  for (std::uint64_t i = 0; i < count_of(result); ++i) {
    Json value = Json::parse(element_text(result, i), nullptr, false);
    elements.push_back(value.is_discarded() ? Json(element_text(result, i))
                                            : value);  // JSON has no nan and inf
  }
  return elements;
}

// Parses NAME=FILE of --output, each for an array.
std::map<std::string, std::string> output_files(const RunOptions& options,
                                                const std::vector<Argument>& arguments) {
  std::map<std::string, std::string> files;
  std::vector<std::string> arrays;
  for (const Argument& argument : arguments) {
    if (argument.is_array) arrays.push_back(argument.name);
  }
  for (const std::string& output : options.outputs) {
    const std::size_t equals = output.find('=');
    const std::string name = output.substr(0, equals);
    const bool is_array = std::find(arrays.begin(), arrays.end(), name) != arrays.end();
    if (equals == std::string::npos || !is_array)
      throw Failure(kUsage, "--output `" + output + "`: write NAME=FILE.npy with one of the arrays " +
                                joined(arrays, ", "));
    files[name] = output.substr(equals + 1);
  }
  return files;
}

void print_results(const RunOptions& options, KernelLaunch& kernel, std::int64_t nanoseconds) {
  const std::map<std::string, std::string> files = output_files(options, kernel.arguments());
  Json arrays = Json::object();
  for (const Argument& argument : kernel.arguments()) {
    if (!argument.is_array) continue;
    const Npy result{argument.value.type, argument.value.shape, download(argument)};
    const auto file = files.find(argument.name);
    if (file != files.end()) write_npy(file->second, result);
    if (argument.is_constant) continue;
    if (options.is_json) {
      arrays[argument.name] = array_json(result);
    } else if (file != files.end()) {
      std::printf("%s: written to %s\n", shape_text(argument).c_str(), file->second.c_str());
    } else if (result.data == argument.value.data) {
      std::printf("%s: unchanged\n", shape_text(argument).c_str());
    } else {
      print_array(argument, result, options.prints_all);
    }
  }
  const std::string device = text_of(gc_device_get_name, device_of(kernel.context()));
  if (options.is_json) {
    const Json all = {
        {"kernel", kernel.name()}, {"device", device}, {"nanoseconds", nanoseconds}, {"arrays", arrays}};
    std::printf("%s\n", all.dump().c_str());
  } else {
    std::fprintf(stderr, "%s: %s, on %s: %s\n", kernel.name().c_str(), kernel.shape().c_str(), device.c_str(),
                 human_time(static_cast<double>(nanoseconds)).c_str());
  }
}

void run(const RunOptions& options) {
  std::unique_ptr<ReportFile> reports;
  if (options.is_checked) reports = std::make_unique<ReportFile>();
  KernelLaunch kernel(options.launch);
  output_files(options, kernel.arguments());  // a wrong one is refused before the kernel runs
  if (!options.profile.empty()) {
    gc_profiler_options profiler = GRIDCALL_PROFILER_OPTIONS_INIT;
    profiler.output_file = options.profile.c_str();
    call(gc_profiler_initialize, kernel.context(), &profiler);
    call(gc_profiler_start, kernel.context());
  }
  Event start, end;
  call(gc_event_create, kernel.context(), nullptr, start.out());
  call(gc_event_create, kernel.context(), nullptr, end.out());
  bool is_launched = false;
  try {
    const Progress progress("running " + kernel.name());
    kernel.launch(start, end);
    is_launched = true;
    kernel.synchronize();
  } catch (const Failure& failure) {
    if (reports) reports->print();
    const char* next = is_launched && !reports && is_cpu(device_of(kernel.context()))
                           ? "\ntype the same with --check to see what is wrong"
                           : "";
    throw Failure(kFailed, failure.what() + std::string(next));
  }
  std::int64_t nanoseconds = 0;
  call(gc_event_get_elapsed, static_cast<gc_event*>(start), static_cast<gc_event*>(end), &nanoseconds);
  if (!options.profile.empty()) {
    call(gc_profiler_stop, kernel.context());
    std::fprintf(stderr, "%s: open it at ui.perfetto.dev\n", options.profile.c_str());
  }
  print_results(options, kernel, nanoseconds);
}

}  // namespace

void add_run(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("run", "Run a kernel of a file, and print the arrays that it changed");
  const auto options = std::make_shared<RunOptions>();
  add_launch_options(*sub, &options->launch);
  sub->add_option("-o,--output", options->outputs, "Write an array to a .npy file")
      ->type_name("NAME=FILE")
      ->allow_extra_args(false);
  sub->add_flag("--all", options->prints_all, "Print all elements of long arrays");
  sub->add_flag("--json", options->is_json, "Print JSON, with all elements");
  CLI::Option* check =
      sub->add_flag("--check{all}", options->launch.check,
                    "Check the kernel on the CPU device: all, or some of memory,init,race,sync");
  sub->add_option("--profile", options->profile, "Write a trace for ui.perfetto.dev")->type_name("FILE");
  sub->footer("Example: gridcall run scale.cu --kernel scale x:f32[1000]=i by:f32=2 n:i32=1000");
  sub->callback([options, check] {
    options->is_checked = check->count() > 0;
    run(*options);
  });
}

}  // namespace gridcall::command
