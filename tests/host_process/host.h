// SPDX-License-Identifier: Apache-2.0
//
// Helpers of the tests of the host process.

#pragma once

#include <gridcall/gridcall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

#include "support/cmocka.h"

namespace host {

inline double now() {
  struct timespec time;
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Status, message, notes and log of an error, which is released.
inline std::string take(gc_error* error) {
  if (!error) return "";
  std::string text = std::string(gc_status_name(gc_error_status(error))) + ": " + gc_error_message(error);
  for (std::size_t i = 0; i < gc_error_note_count(error); ++i)
    text += std::string("\n") + gc_error_note(error, i);
  text += std::string("\n") + gc_error_log(error);
  gc_error_release(error);
  return text;
}

// Ends the program if the call fails; `error` must be in scope.
#define HOST_CHECK(call)                                                                             \
  do {                                                                                               \
    if ((call) != GRIDCALL_OK) {                                                                     \
      std::fprintf(stderr, "%s:%d: %s\n%s\n", __FILE__, __LINE__, #call, host::take(error).c_str()); \
      std::_Exit(99);                                                                                \
    }                                                                                                \
  } while (0)

inline gc_context* cpu_context() {
  gc_error* error = nullptr;
  gc_device* device = nullptr;
  gc_context* context = nullptr;
  HOST_CHECK(gc_device_find("cpu", &device, &error));
  HOST_CHECK(gc_context_get_primary(device, nullptr, &context, &error));
  return context;
}

// "" if the source compiles, else the error's text.
inline std::string compile(gc_context* context, const std::string& source,
                           const gc_compile_options* options = nullptr) {
  gc_error* error = nullptr;
  gc_module* module = nullptr;
  if (gc_module_from_source(context, source.data(), source.size(), options, &module, &error) != GRIDCALL_OK)
    return take(error);
  gc_module_release(module);
  return "";
}

// A source that no cache has.
inline std::string new_source(const std::string& body = "__global__ void f(int* p) { *p = 1; }\n") {
  static int count = 0;
  return "// " + std::to_string(::getpid()) + " " + std::to_string(now()) + " " + std::to_string(++count) +
         "\n" + body;
}

// Returns the status, as waitpid has it, of a process of its own that runs `work`.
inline int in_child(const std::function<int()>& work) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = -1;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

inline bool contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return true;
  std::fprintf(stderr, "\"%s\" is not in:\n%s\n", part.c_str(), text.c_str());
  return false;
}

}  // namespace host
