// SPDX-License-Identifier: Apache-2.0
//
// `gridcall bench`: how long a kernel runs, or what calls of the library cost: the distribution of many,
// because a mean hides what waits.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "command/kernel_launch.h"

namespace gridcall::command {

namespace {

using Json = nlohmann::ordered_json;

class Distribution {
 public:
  Distribution(std::string name, std::vector<double> samples)
      : name_(std::move(name)), samples_(std::move(samples)) {
    std::sort(samples_.begin(), samples_.end());
  }

  double quantile(double part) const {
    const auto last = static_cast<double>(samples_.size() - 1);
    return samples_[static_cast<std::size_t>(std::lround(part * last))];
  }
  // Returns a bar for each of `kBars` equal steps from the least sample to the 99th percentile.
  std::string bars() const {
    constexpr std::size_t kBars = 24;
    constexpr const char* kHeights[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    std::vector<std::size_t> counts(kBars);
    const double least = samples_.front(), step = std::max((quantile(0.99) - least) / kBars, 1e-9);
    for (const double sample : samples_) {
      const auto bar = static_cast<std::size_t>((sample - least) / step);
      if (sample <= quantile(0.99)) ++counts[std::min(bar, kBars - 1)];
    }
    const std::size_t most = std::max<std::size_t>(*std::max_element(counts.begin(), counts.end()), 1);
    std::string text;
    for (const std::size_t count : counts) text += kHeights[(count * 8 + most - 1) / most];
    return text;
  }
  void print() const {
    std::printf("%-26s", name_.c_str());
    for (const double part : {0.0, 0.5, 0.9, 0.99}) std::printf(" %9s", human_time(quantile(part)).c_str());
    std::printf("  %s\n", bars().c_str());
    std::fflush(stdout);
  }
  Json json() const {
    return {{"name", name_},           {"samples", samples_.size()}, {"min", quantile(0)},
            {"median", quantile(0.5)}, {"p90", quantile(0.9)},       {"p99", quantile(0.99)},
            {"max", quantile(1)}};
  }

 private:
  std::string name_;
  std::vector<double> samples_;
};

struct BenchOptions {
  LaunchOptions launch;
  std::size_t repeat = 0;
  bool is_json = false;
};

// Returns the nanoseconds of each of `count` calls, after a tenth as many warm-up calls.
std::vector<double> time_calls(std::size_t count, const std::function<void()>& what) {
  std::vector<double> samples;
  for (std::size_t i = 0; i < count / 10 + 1; ++i) what();
  for (std::size_t i = 0; i < count; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    what();
    samples.push_back(
        std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count());
  }
  return samples;
}

std::vector<Distribution> time_kernel(const BenchOptions& options) {
  LaunchOptions launch = options.launch;
  launch.is_measured = true;
  KernelLaunch kernel(launch);
  const std::size_t count = options.repeat ? options.repeat : 100;
  Event start, end;
  call(gc_event_create, kernel.context(), nullptr, start.out());
  call(gc_event_create, kernel.context(), nullptr, end.out());
  std::vector<double> samples;
  const Progress progress("running " + kernel.name() + " " + std::to_string(count) + " times");
  for (std::size_t i = 0; i < count + count / 10 + 1; ++i) {
    std::int64_t nanoseconds = 0;
    kernel.launch(start, end);
    kernel.synchronize();
    call(gc_event_get_elapsed, static_cast<gc_event*>(start), static_cast<gc_event*>(end), &nanoseconds);
    if (i > count / 10) samples.push_back(static_cast<double>(nanoseconds));
  }
  std::vector<Distribution> all;
  all.emplace_back(kernel.name(), samples);
  return all;
}

std::vector<Distribution> time_library(const BenchOptions& options) {
  constexpr std::string_view kSource = "__global__ void empty(int* x, int n) {}";
  constexpr std::size_t kSmall = 4096, kLarge = std::size_t{1} << 20;
  const std::size_t count = options.repeat ? options.repeat : 1000;
  const Context context = open_context(options.launch.device);
  gc_context* const on = context;
  Module module;
  Kernel kernel;
  Memory small, large;
  Event event;
  Prepared prepared;
  call(gc_module_from_source, on, kSource.data(), kSource.size(), nullptr, module.out());
  call(gc_module_get_kernel, static_cast<gc_module*>(module), "empty", kernel.out());
  call(gc_mem_alloc, on, kSmall, small.out());
  call(gc_mem_alloc, on, kLarge, large.out());
  call(gc_event_create, on, nullptr, event.out());
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = 32;
  const std::int32_t number = 1;
  const gc_arg args[] = {GRIDCALL_ARG_MEM(static_cast<gc_mem*>(small)), GRIDCALL_ARG(number)};
  gc_kernel* const empty = kernel;
  gc_mem* const memory = small;
  gc_mem* const megabyte = large;
  call(gc_prepared_create, empty, &config, args, std::size_t{2}, prepared.out());
  std::vector<char> host(kLarge);
  const auto launch = [&] { call(gc_launch, empty, &config, args, std::size_t{2}, nullptr); };
  const auto wait = [&] { call(gc_context_synchronize, on); };

  std::vector<Distribution> all;
  const auto time = [&](const char* name, const std::function<void()>& what) {
    const Progress progress(std::string("timing: ") + name);
    all.emplace_back(name, time_calls(count, what));
    wait();
  };
  time("launch, queued", launch);
  time("prepared launch, queued", [&] {
    call(gc_prepared_launch, static_cast<gc_prepared*>(prepared), nullptr, nullptr, std::size_t{0}, nullptr);
  });
  time("launch and wait", [&] {
    launch();
    wait();
  });
  time("wait for an idle device", wait);
  time("event, recorded", [&] { call(gc_event_record, static_cast<gc_event*>(event), nullptr); });
  time("copy of 4 KiB to it", [&] {
    call(gc_memcpy_htod, memory, std::uint64_t{0}, static_cast<const void*>(host.data()), kSmall, nullptr);
  });
  time("copy of 4 KiB from it", [&] {
    call(gc_memcpy_dtoh, static_cast<void*>(host.data()), memory, std::uint64_t{0}, kSmall, nullptr);
  });
  time("copy of 1 MiB to it", [&] {
    call(gc_memcpy_htod, megabyte, std::uint64_t{0}, static_cast<const void*>(host.data()), kLarge, nullptr);
  });
  time("copy of 1 MiB from it", [&] {
    call(gc_memcpy_dtoh, static_cast<void*>(host.data()), megabyte, std::uint64_t{0}, kLarge, nullptr);
  });
  time("1 MiB, allocated, freed", [&] {
    Memory piece;
    call(gc_mem_alloc, on, kLarge, piece.out());
  });
  time("source from the cache", [&] {
    Module again;
    call(gc_module_from_source, on, kSource.data(), kSource.size(), nullptr, again.out());
  });
  return all;
}

void bench(const BenchOptions& options) {
  const std::vector<Distribution> all =
      options.launch.file.empty() ? time_library(options) : time_kernel(options);
  if (options.is_json) {
    Json list = Json::array();
    for (const Distribution& each : all) list.push_back(each.json());
    std::printf("%s\n", Json{{"unit", "ns"}, {"results", list}}.dump(2).c_str());
    return;
  }
  std::printf("%-26s %9s %9s %9s %9s  from the least to the 99th percentile\n", "", "least", "median", "p90",
              "p99");
  for (const Distribution& each : all) each.print();
}

}  // namespace

void add_bench(CLI::App& app) {
  CLI::App* sub =
      app.add_subcommand("bench", "Time a kernel of a file, or, without a file, calls of the library");
  const auto options = std::make_shared<BenchOptions>();
  add_launch_options(*sub, &options->launch);
  sub->get_option("FILE")->required(false);
  sub->add_option("-n,--repeat", options->repeat,
                  "The number of launches or calls to time; 100 launches or 1000 calls if it is not given")
      ->type_name("COUNT")
      ->check(CLI::Range(1, 10000000));
  sub->add_flag("--json", options->is_json, "Print JSON, in nanoseconds");
  sub->footer("Example: gridcall bench scale.cu x:f32[1000000]=i by:f32=2 n:i32=1000000");
  sub->callback([options] { bench(*options); });
}

}  // namespace gridcall::command
