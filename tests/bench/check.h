// SPDX-License-Identifier: Apache-2.0
//
// A gridcall call that a benchmark cannot do without, and the CPU device of its build.

#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "gridcall/gridcall.h"

[[noreturn]] inline void give_up(const char* what, gc_error* error) {
  std::fprintf(stderr, "%s: %s\n%s\n", what, error ? gc_error_message(error) : "failed",
               error ? gc_error_log(error) : "");
  std::exit(1);
}

// Linked into a program, the library looks beside that for its CPU device.
inline void use_built_cpu_device() {
  const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  setenv("GRIDCALL_CPU_DRIVER", (folder / "../lib/libgridcall_cpu.so").c_str(), 0);
}

// `error` in the call is its last argument.
#define CHECK(call)                                    \
  do {                                                 \
    gc_error* error_ = nullptr;                        \
    gc_error** error = &error_;                        \
    if ((call) != GRIDCALL_OK) give_up(#call, error_); \
  } while (0)
