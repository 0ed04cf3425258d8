// SPDX-License-Identifier: Apache-2.0
//
// The command line and the numbers of every benchmark: --help, --json FILE, and the numbers as
// JSON for tests/bench/plot.py.

#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

class Report {
 public:
  // Takes --help and --json from the arguments; what is left is in `arguments`, without the program's name.
  // `usage` is the whole text of --help but for what this class adds.
  Report(const char* benchmark, const char* usage, int argc, char** argv)
      : benchmark_(benchmark), command_(benchmark) {
    for (int i = 1; i < argc; ++i) {
      if (std::strcmp(argv[i], "--help") == 0) {
        std::printf("usage: %s\n\n--json FILE writes the numbers as JSON too.\n", usage);
        std::exit(0);
      }
      if (std::strcmp(argv[i], "--json") == 0 && i + 1 < argc) {
        file_ = argv[++i];
      } else if (std::strncmp(argv[i], "--", 2) == 0) {
        std::fprintf(stderr, "unknown option %s\nusage: %s\n", argv[i], usage);
        std::exit(2);
      } else {
        arguments.push_back(argv[i]);
        command_ += *argv[i] == '\0' ? " ''" : std::string(" ") + argv[i];
      }
    }
  }

  // The n-th argument that is left, or `otherwise`.
  int number(std::size_t n, int otherwise) const {
    if (n >= arguments.size()) return otherwise;
    char* end = nullptr;
    const long value = std::strtol(arguments[n], &end, 10);
    if (*end == '\0' && value > 0 && value <= 1'000'000) return static_cast<int>(value);
    std::fprintf(stderr, "`%s` is no number from 1 to 1000000; --help prints the usage\n", arguments[n]);
    std::exit(2);
  }

  // One number: of `candidate` in `work`, "ns" or "ms" or "s".
  void add(const std::string& work, const std::string& candidate, double value, const char* unit) {
    rows_ += (rows_.empty() ? "" : ",\n") + std::string("    {\"case\": ") + quoted(work) +
             ", \"candidate\": " + quoted(candidate) + ", \"value\": " + std::to_string(value) +
             ", \"unit\": " + quoted(unit) + "}";
  }
  void device(const std::string& name) { device_ = name; }

  // At the end: exits with 1 where the file cannot be written.
  void write() const {
    if (file_.empty()) return;
    std::ofstream out(file_);
    out << "{\n  \"benchmark\": " << quoted(benchmark_) << ",\n  \"command\": " << quoted(command_)
        << ",\n  \"device\": " << quoted(device_) << ",\n  \"processor\": " << quoted(processor())
        << ",\n  \"threads\": " << std::thread::hardware_concurrency() << ",\n  \"rows\": [\n"
        << rows_ << "\n  ]\n}\n";
    out.flush();
    if (out) return;
    std::fprintf(stderr, "cannot write %s\n", file_.c_str());
    std::exit(1);
  }

  std::vector<char*> arguments;

 private:
  static std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') result += '\\';
      result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return result + '"';
  }
  static std::string processor() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
      const std::size_t colon = line.find(": ");
      if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
    }
    return "";
  }

  std::string benchmark_;
  std::string command_;
  std::string device_;
  std::string file_;
  std::string rows_;
};
