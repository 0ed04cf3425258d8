// SPDX-License-Identifier: Apache-2.0

#include "command/command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/similar.h"

namespace gridcall::command {

std::string message_of(gc_error* error) {
  std::string text = gc_error_message(error);
  for (std::size_t i = 0; i < gc_error_note_count(error); ++i)
    text.append("\n").append(gc_error_note(error, i));
  return text;
}

gc_device* find_device(const std::string& text) {
  gc_device* device = nullptr;
  call(gc_device_find, text.c_str(), &device);
  return device;
}

Context open_context(const std::string& device) {
  Context context;
  if (device.empty()) {
    call(gc_context_get_default, context.out());
  } else {
    call(gc_context_get_primary, find_device(device), nullptr, context.out());
  }
  return context;
}

gc_device* device_of(gc_context* context) {
  gc_device* device = nullptr;
  call(gc_context_get_device, context, &device);
  return device;
}

bool is_cpu(gc_device* device) {
  gc_device_kind kind = 0;
  call(gc_device_get_kind, device, &kind);
  return kind == GRIDCALL_DEVICE_KIND_CPU;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  if (file) content << file.rdbuf();
  if (!file || file.bad()) {
    throw Failure(kUsage, "cannot read `" + path + "`: " + std::strerror(errno) +
                              ": type the path of a file that is there");
  }
  return content.str();
}

void write_file(const std::string& path, std::string_view content) {
  std::ofstream file(path, std::ios::binary);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (!file) {
    throw Failure(kFailed, "cannot write `" + path + "`: " + std::strerror(errno) +
                               ": type a path in a folder that you may write to");
  }
}

void add_source_options(CLI::App& app, SourceOptions* options) {
  const auto each = [](CLI::Option* option, const char* type) {
    option->type_name(type)->allow_extra_args(false);
  };
  each(app.add_option("-I,--include", options->includes, "A folder to search for headers"), "DIR");
  each(app.add_option("-D,--define", options->defines, "A definition for the preprocessor"), "NAME[=VALUE]");
  each(app.add_option("--option", options->options, "An option for the compiler, as NVRTC spells it"),
       "OPTION");
  each(app.add_option("--instance", options->instances,
                      "An instance of a template to compile, as scale<float>"),
       "NAME");
}

CompileOptions::CompileOptions(const SourceOptions& options, const std::string& file, const std::string& arch)
    : file_(file), arch_(arch), options_(options.options), instances_(options.instances) {
  for (const std::string& folder : options.includes) options_.push_back("-I" + folder);
  for (const std::string& define : options.defines) options_.push_back("-D" + define);
}

void CompileOptions::add(const std::string& option) {
  options_.push_back(option);
}

const gc_compile_options* CompileOptions::get() {
  const auto point = [](const std::vector<std::string>& texts, std::vector<const char*>* pointers) {
    pointers->clear();
    for (const std::string& text : texts) pointers->push_back(text.c_str());
  };
  point(options_, &option_pointers_);
  point(instances_, &instance_pointers_);
  compile_.name = file_.c_str();
  compile_.arch = arch_.empty() ? nullptr : arch_.c_str();
  compile_.options = option_pointers_.data();
  compile_.option_count = option_pointers_.size();
  compile_.instances = instance_pointers_.data();
  compile_.instance_count = instance_pointers_.size();
  return &compile_;
}

std::vector<std::string> kernel_names(gc_module* module) {
  std::size_t count = 0;
  call(gc_module_get_kernel_count, module, &count);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(text_of(gc_module_get_kernel_name, module, i));
  return names;
}

bool has_known_params(gc_kernel* kernel) {
  std::size_t count = 0;
  return problem(gc_kernel_get_param_count, kernel, &count).empty();
}

std::vector<gc_kernel_param> kernel_params(gc_kernel* kernel) {
  std::size_t count = 0;
  if (!problem(gc_kernel_get_param_count, kernel, &count).empty()) return {};
  std::vector<gc_kernel_param> params(count, GRIDCALL_KERNEL_PARAM_INIT);
  for (std::size_t i = 0; i < count; ++i) call(gc_kernel_get_param, kernel, i, &params[i]);
  return params;
}

bool is_terminal(std::FILE* file) {
  return ::isatty(::fileno(file)) == 1;
}

std::string paint(Color color, std::string_view text, std::FILE* file) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool plain =
      (no_color && *no_color) || (terminal && std::strcmp(terminal, "dumb") == 0) || !is_terminal(file);
  if (plain) return std::string(text);
  return "\033[" + std::to_string(static_cast<int>(color)) + "m" + std::string(text) + "\033[0m";
}

namespace {

std::string with_unit(double number, const char* unit) {
  char text[48];
  std::snprintf(text, sizeof(text), "%.3g %s", number, unit);
  return text;
}

}  // namespace

std::string human_time(double nanoseconds) {
  if (nanoseconds < 1e3) return with_unit(nanoseconds, "ns");
  if (nanoseconds < 1e6) return with_unit(nanoseconds / 1e3, "us");
  if (nanoseconds < 1e9) return with_unit(nanoseconds / 1e6, "ms");
  return with_unit(nanoseconds / 1e9, "s");
}

std::string human_size(double bytes) {
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit < 4; ++unit) bytes /= 1024;
  return with_unit(bytes, kUnits[unit]);
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : separator).append(word);
  return text;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(separator, begin);
    parts.emplace_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

std::string nearest(std::string_view word, const std::vector<std::string>& words) {
  return std::string(most_similar(word, std::vector<std::string_view>(words.begin(), words.end())));
}

Progress::Progress(const std::string& text) {
  if (is_terminal(stderr)) std::fprintf(stderr, "%s ...", text.c_str());
}

Progress::~Progress() {
  if (is_terminal(stderr)) std::fprintf(stderr, "\r\033[K");
}

}  // namespace gridcall::command
