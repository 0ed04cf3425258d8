// SPDX-License-Identifier: Apache-2.0
//
// The common part of the subcommands: calls of the library whose failures end the program with a sentence,
// handles that release themselves, and text for a terminal. A subcommand is a function that adds itself to
// the tree of options, from which the help, the man page and the completions come too.

#pragma once

#include <gridcall/preview.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming)
class App;
}

namespace gridcall::command {

// The exit codes of a failure and of a wrong command line.
inline constexpr int kFailed = 1;
inline constexpr int kUsage = 2;

// Ends the program; the text has the error and the next step. It is empty if it was printed already.
class Failure : public std::exception {
 public:
  Failure(int code, std::string text) : code_(code), text_(std::move(text)) {}
  int code() const { return code_; }
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  int code_;
  std::string text_;
};

template <class T, void (*Release)(T*)>
class Handle {
 public:
  Handle() = default;
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() { Release(handle_); }
  T** out() { return &handle_; }
  operator T*() const { return handle_; }  // NOLINT: it stands for its handle in calls

 private:
  T* handle_ = nullptr;
};
using Error = Handle<gc_error, gc_error_release>;
using Context = Handle<gc_context, gc_context_release>;
using Event = Handle<gc_event, gc_event_release>;
using Stream = Handle<gc_stream, gc_stream_release>;
using Memory = Handle<gc_mem, gc_mem_release>;
using Ndarray = Handle<gc_ndarray, gc_ndarray_release>;
using Module = Handle<gc_module, gc_module_release>;
using Program = Handle<gc_program, gc_program_release>;
using Kernel = Handle<gc_kernel, gc_kernel_release>;
using Prepared = Handle<gc_prepared, gc_prepared_release>;

// Calls a function of the library; its failure ends the program with the error's text.
template <class F, class... A>
void call(F* function, A... arguments) {
  Error error;
  if (function(arguments..., error.out()) != GRIDCALL_OK) throw Failure(kFailed, gc_error_text(error));
}

// Returns the message of a failed call with its notes; "" after success.
std::string message_of(gc_error* error);
template <class F, class... A>
std::string problem(F* function, A... arguments) {
  Error error;
  return function(arguments..., error.out()) == GRIDCALL_OK ? "" : message_of(error);
}

// Returns the text that a function writes to (buffer, capacity, needed).
template <class F, class... A>
std::string text_of(F* function, A... arguments) {
  std::size_t needed = 0;
  call(function, arguments..., nullptr, std::size_t{0}, &needed);
  std::string text(needed, '\0');
  call(function, arguments..., text.data(), needed, &needed);
  text.resize(text.empty() ? 0 : text.size() - 1);
  return text;
}

Context open_context(const std::string& device);  // "": the default device
gc_device* device_of(gc_context* context);
gc_device* find_device(const std::string& text);
bool is_cpu(gc_device* device);

std::string read_file(const std::string& path);
void write_file(const std::string& path, std::string_view content);

// The options for compiling a source, in nvcc's spelling.
struct SourceOptions {
  std::vector<std::string> includes, defines, options, instances;
};
void add_source_options(CLI::App& app, SourceOptions* options);

// The gc_compile_options of a file; it must outlive the call.
class CompileOptions {
 public:
  CompileOptions(const SourceOptions& options, const std::string& file, const std::string& arch = "");
  void add(const std::string& option);
  void add_flags(gc_compile_flags flags) { compile_.flags |= flags; }
  const gc_compile_options* get();

 private:
  std::string file_, arch_;
  std::vector<std::string> options_, instances_;
  std::vector<const char*> option_pointers_, instance_pointers_;
  gc_compile_options compile_ = GRIDCALL_COMPILE_OPTIONS_INIT;
};
std::vector<std::string> kernel_names(gc_module* module);
std::vector<gc_kernel_param> kernel_params(gc_kernel* kernel);  // empty if they are unknown
bool has_known_params(gc_kernel* kernel);

enum class Color : std::uint8_t { kBold = 1, kRed = 31, kGreen = 32, kYellow = 33 };
bool is_terminal(std::FILE* file);
std::string paint(Color color, std::string_view text, std::FILE* file = stdout);
std::string human_time(double nanoseconds);
std::string human_size(double bytes);
std::string joined(const std::vector<std::string>& words, std::string_view separator);
std::vector<std::string> split(std::string_view text, char separator);
// Returns the most similar word; "" if none is similar.
std::string nearest(std::string_view word, const std::vector<std::string>& words);

// A line on a terminal's standard error during a long operation, which is erased at the end.
class Progress {
 public:
  explicit Progress(const std::string& text);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();
};

void add_info(CLI::App& app);
void add_doctor(CLI::App& app);
void add_check(CLI::App& app);
void add_run(CLI::App& app);
void add_bench(CLI::App& app);
void add_cache(CLI::App& app);
void add_explain(CLI::App& app);
void add_trace(CLI::App& app);
void add_bindgen(CLI::App& app);
void add_completion(CLI::App& app);

}  // namespace gridcall::command
