// SPDX-License-Identifier: Apache-2.0
//
// `gridcall trace`: runs a program with GRIDCALL_TRACE set, and says where its time on the devices went.

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "command/command.h"

namespace gridcall::command {

namespace {

using TraceJson = nlohmann::json;
namespace fs = std::filesystem;

// Runs a program and returns its exit code; after a signal 128 plus the signal, as shells do.
int run_program(std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::signal(SIGINT, SIG_IGN);  // Ctrl-C is meant for the program
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t defaults;
  ::sigemptyset(&defaults);
  ::sigaddset(&defaults, SIGINT);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t process = 0;
  const int error = ::posix_spawnp(&process, arguments[0], nullptr, &attributes, arguments.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0)
    throw Failure(kUsage, "cannot run `" + words[0] + "`: " + std::strerror(error) +
                              ": type the name or the path of a program");
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

struct Total {
  std::uint64_t count = 0, bytes = 0;
  double ns = 0;

  void add(const TraceJson& event) {
    ++count;
    ns += event.at("dur").get<double>() * 1e3;
    bytes += event.at("args").value("bytes", std::uint64_t{0});
  }
};

using Totals = std::map<std::string, Total>;

std::vector<std::pair<std::string, Total>> longest_first(const Totals& totals) {
  std::vector<std::pair<std::string, Total>> sorted(totals.begin(), totals.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second.ns > b.second.ns; });
  return sorted;
}

void print_summary(const std::string& path) {
  constexpr std::size_t kMaxKernels = 10;
  const TraceJson trace = TraceJson::parse(read_file(path), nullptr, false);
  if (trace.is_discarded()) throw Failure(kFailed, path + ": it is not a whole trace");
  Totals kernels, copies, compilations;
  for (const TraceJson& event : trace.at("traceEvents")) {
    const std::string category = event.value("cat", ""), name = event.at("name");
    if (category == "kernel") kernels[name].add(event);
    if (category == "memcpy" || category == "memset") copies[name].add(event);
    if (category == "compile")
      compilations[event.at("args").at("cached") ? "from the cache" : "compiled"].add(event);
  }
  if (!kernels.empty())
    std::printf("%s\n", paint(Color::kBold, "     total  launches       mean  kernel").c_str());
  const auto sorted = longest_first(kernels);
  for (std::size_t i = 0; i < std::min(sorted.size(), kMaxKernels); ++i) {
    const auto& [name, total] = sorted[i];
    std::printf("%10s %9llu %10s  %s\n", human_time(total.ns).c_str(),
                static_cast<unsigned long long>(total.count),
                human_time(total.ns / static_cast<double>(total.count)).c_str(), name.c_str());
  }
  if (sorted.size() > kMaxKernels) std::printf("and %zu kernels more\n", sorted.size() - kMaxKernels);
  for (const auto& [name, total] : longest_first(copies))
    std::printf("%10s %9llu %10s  %s\n", human_time(total.ns).c_str(),
                static_cast<unsigned long long>(total.count),
                human_size(static_cast<double>(total.bytes)).c_str(), name.c_str());
  for (const auto& [name, total] : compilations)
    std::printf("%10s %9llu             compilations, %s\n", human_time(total.ns).c_str(),
                static_cast<unsigned long long>(total.count), name.c_str());
  if (const std::uint64_t dropped = trace.at("otherData").value("dropped", std::uint64_t{0}); dropped != 0)
    std::printf("%llu records were not done when the program ended, or did not fit\n",
                static_cast<unsigned long long>(dropped));
}

void trace(const std::string& output, std::vector<std::string> words) {
  if (words.empty())
    throw Failure(kUsage, "no program is named: type gridcall trace PROGRAM with its arguments");
  if (words[0].starts_with("-"))
    throw Failure(kUsage,
                  "`" + words[0] + "` is no option of `gridcall trace`: options stand before the program");
  const std::string path = fs::absolute(output).string();
  ::setenv("GRIDCALL_TRACE", path.c_str(), 1);
  const auto written = [](const fs::path& file) {
    std::error_code none;
    return fs::last_write_time(file, none);  // the least time if there is no file
  };
  const fs::file_time_type before = written(path);
  const int code = run_program(words);
  if (written(path) == before) {
    const std::string why = "`" + words[0] + "` asked for no device of gridcall's: there is no trace";
    if (code == 0) throw Failure(kFailed, why);
    std::fprintf(stderr, "gridcall: %s\n", why.c_str());
    throw Failure(code, "");
  }
  try {
    print_summary(path);
  } catch (const TraceJson::exception&) {
    throw Failure(kFailed, path + ": it is no trace; does the program write this file too?");
  }
  std::printf("%s: open it at ui.perfetto.dev\n", output.c_str());
  for (const auto& entry : fs::directory_iterator(fs::path(path).parent_path())) {
    const std::string file = entry.path().string();
    const bool is_other = file.starts_with(path + ".") && written(file) > before &&
                          file.find_first_not_of("0123456789", path.size() + 1) == std::string::npos;
    if (is_other) std::printf("%s: of a process that it started\n", file.c_str());
  }
  std::fflush(stdout);
  if (code != 0) throw Failure(code, "");
}

}  // namespace

void add_trace(CLI::App& app) {
  CLI::App* sub =
      app.add_subcommand("trace", "Run a program, and write a trace of what it does with its devices");
  const auto output = std::make_shared<std::string>("trace.json");
  sub->add_option("-o,--output", *output, "The file; else trace.json")->type_name("FILE");
  sub->prefix_command();
  sub->footer(
      "The program's arguments stand behind its name, and its exit code is that of the command.\n"
      "Example: gridcall trace --output trace.json python3 program.py --fast");
  sub->callback([sub, output] { trace(*output, sub->remaining()); });
}

}  // namespace gridcall::command
