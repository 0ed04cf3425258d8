// SPDX-License-Identifier: Apache-2.0
//
// `gridcall check`: compiles sources for devices that need not be there, and prints the diagnostics for
// people, programs (JSON) or code review (SARIF 2.1.0).

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "command/command.h"

namespace gridcall::command {

namespace {

using Json = nlohmann::ordered_json;

struct Diagnostic {
  std::string file, level, message;
  int line = 0, column = 0;
};

struct Result {
  std::string file, target, log;
  bool is_ok = false;
  double seconds = 0;
  std::vector<Diagnostic> diagnostics;
};

// Parses clang's `k.cu:3:5: error: text` and NVRTC's `k.cu(3): error: text`.
std::vector<Diagnostic> parse_log(const std::string& log) {
  static const std::regex kPattern(
      R"(^(.+?)(?::(\d+)(?::(\d+))?|\((\d+)\)): (?:fatal |catastrophic |internal )?(error|warning|note|remark)(?: #[\w-]+)?: (.*)$)");
  constexpr std::size_t kMaxLine = 2000;  // the limit of std::regex's recursion
  std::vector<Diagnostic> found;
  for (const std::string& line : split(log, '\n')) {
    std::smatch match;
    const std::string start = line.substr(0, kMaxLine);
    if (!std::regex_match(start, match, kPattern)) continue;
    Diagnostic diagnostic{match[1], match[5], match[6]};
    diagnostic.line = std::stoi(match[2].matched ? match[2] : match[4]);
    diagnostic.column = match[3].matched ? std::stoi(match[3]) : 0;
    found.push_back(diagnostic);
  }
  return found;
}

Result compile(const std::string& file, const std::string& target, const SourceOptions& source) {
  const std::string text = read_file(file);
  CompileOptions options(source, file, target == "cpu" ? "" : target);
  gc_device* device = target == "cpu" ? find_device("cpu") : nullptr;
  Result result{file, target, ""};
  Error error;
  Program program;
  const auto begin = std::chrono::steady_clock::now();
  const gc_status status =
      gc_program_compile(device, text.data(), text.size(), options.get(), program.out(), error.out());
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  result.is_ok = status == GRIDCALL_OK;
  result.log =
      result.is_ok ? text_of(gc_program_get_log, static_cast<gc_program*>(program)) : gc_error_log(error);
  result.diagnostics = parse_log(result.log);
  const auto is_error = [](const Diagnostic& diagnostic) { return diagnostic.level == "error"; };
  if (!result.is_ok && std::none_of(result.diagnostics.begin(), result.diagnostics.end(), is_error)) {
    result.log = message_of(error);
    result.diagnostics.push_back({file, "error", result.log});
  }
  return result;
}

Json to_json(const std::vector<Result>& results) {
  Json list = Json::array();
  for (const Result& result : results) {
    Json diagnostics = Json::array();
    for (const Diagnostic& found : result.diagnostics) {
      diagnostics.push_back({{"file", found.file},
                             {"line", found.line},
                             {"column", found.column},
                             {"level", found.level},
                             {"message", found.message}});
    }
    list.push_back({{"file", result.file},
                    {"target", result.target},
                    {"ok", result.is_ok},
                    {"seconds", result.seconds},
                    {"diagnostics", diagnostics}});
  }
  return {{"results", list}};
}

Json to_sarif(const std::vector<Result>& results) {
  Json list = Json::array();
  for (const Result& result : results) {
    for (const Diagnostic& found : result.diagnostics) {
      Json place = {{"artifactLocation", {{"uri", found.file}}}};
      if (found.line > 0) place["region"]["startLine"] = found.line;
      if (found.line > 0 && found.column > 0) place["region"]["startColumn"] = found.column;
      const bool is_note = found.level != "error" && found.level != "warning";
      list.push_back({{"ruleId", "compile-" + found.level},
                      {"level", is_note ? "note" : found.level},
                      {"message", {{"text", found.message + " (" + result.target + ")"}}},
                      {"locations", Json::array({{{"physicalLocation", place}}})}});
    }
  }
  Json rules = Json::array();
  for (const char* level : {"error", "warning", "note", "remark"}) {
    const std::string name = level;
    rules.push_back(
        {{"id", "compile-" + name}, {"shortDescription", {{"text", "A message of the compiler: " + name}}}});
  }
  const Json driver = {{"name", "gridcall check"}, {"version", gc_version_text()}, {"rules", rules}};
  return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
          {"version", "2.1.0"},
          {"runs", Json::array({{{"tool", {{"driver", driver}}}, {"results", list}}})}};
}

void print(const Result& result) {
  if (!result.log.empty()) std::printf("%s%s", result.log.c_str(), result.log.ends_with('\n') ? "" : "\n");
  std::printf(
      "%s: %s: %s (%s)\n", result.file.c_str(), result.target.c_str(),
      result.is_ok ? paint(Color::kGreen, "ok").c_str() : paint(Color::kRed, "does not compile").c_str(),
      human_time(result.seconds * 1e9).c_str());
  std::fflush(stdout);
}

struct CheckOptions {
  std::vector<std::string> files, targets;
  SourceOptions source;
  bool is_json = false, is_sarif = false;
};

void check(const CheckOptions& options) {
  const std::vector<std::string> targets =
      options.targets.empty() ? std::vector<std::string>{"cpu"} : options.targets;
  const std::size_t count = options.files.size() * targets.size();
  std::vector<Result> results;
  std::size_t failed = 0;
  for (const std::string& file : options.files) {
    for (const std::string& target : targets) {
      const std::string number = std::to_string(results.size() + 1) + "/" + std::to_string(count);
      results.push_back([&] {
        const Progress progress("[" + number + "] compiling " + file + " for " + target);
        return compile(file, target, options.source);
      }());
      failed += results.back().is_ok ? 0 : 1;
      if (!options.is_json && !options.is_sarif) print(results.back());
    }
  }
  if (options.is_json || options.is_sarif) {
    const Json all = options.is_sarif ? to_sarif(results) : to_json(results);
    std::printf("%s\n", all.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
  }
  if (failed > 0) throw Failure(kFailed, "");
}

}  // namespace

void add_check(CLI::App& app) {
  CLI::App* sub = app.add_subcommand(
      "check", "Compile sources for the CPU device or a GPU's architecture, and print what is wrong");
  const auto options = std::make_shared<CheckOptions>();
  sub->add_option("FILE", options->files, "Files of CUDA C++ source")->required()->type_name("");
  sub->add_option("--arch", options->targets,
                  "An architecture, as sm_90, or cpu for the CPU device; cpu if none is given")
      ->type_name("ARCH")
      ->delimiter(',')
      ->allow_extra_args(false);
  CLI::Option* json = sub->add_flag("--json", options->is_json, "Print JSON");
  sub->add_flag("--sarif", options->is_sarif, "Print SARIF 2.1.0, for code review")->excludes(json);
  add_source_options(*sub, &options->source);
  sub->footer(
      "Ends with 1 if a source does not compile.\nExample: gridcall check kernels.cu --arch cpu,sm_90 "
      "--sarif");
  sub->callback([options] { check(*options); });
}

}  // namespace gridcall::command
