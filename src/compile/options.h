// SPDX-License-Identifier: Apache-2.0
//
// Compiler options as the caller wrote them, nvcc's spellings included, become what NVRTC and gridcall-cc
// take; an option without a meaning here is dropped, one that asks for something else is refused by name.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compile/request.h"

namespace gridcall::compile {

struct Options {
  std::vector<std::string> arguments;     // one per element: "--use_fast_math", "-std=c++17", "-DN=4", "-UN"
  std::vector<std::string> include_dirs;  // absolute
  std::vector<std::string> pre_includes;  // headers included before the source
  std::string arch;                       // "sm_90", "compute_90a"; "" if none was given
};

// Returns all that a request says by its options, the process's default options first. Throws Failure
// INVALID_COMPILE_OPTION.
Options options_of(const Request& request, bool is_cpu);

// With `no_files` what names a folder or a file is refused, and so is what is not known. Throws Failure
// INVALID_COMPILE_OPTION.
Options translate_options(const std::vector<std::string>& options,
                          const std::vector<std::pair<std::string, std::string>>& defines,
                          const std::vector<std::string>& include_dirs, bool is_cpu, bool no_files = false);

// Returns those of set_default_options, else GRIDCALL_DEFAULT_OPTIONS, else PyCUDA's
// PYCUDA_DEFAULT_NVCC_FLAGS, split as a shell would. The last are, as PyCUDA's, for a call that gives no
// options of its own.
std::vector<std::string> default_options(bool has_options = false);
// For this process. Throws Failure INVALID_COMPILE_OPTION and changes nothing.
void set_default_options(std::vector<std::string> options);
std::vector<std::string> split_words(const std::string& line);
// The line that split_words makes these words of.
std::string quoted_words(const std::vector<std::string>& words);

// Whether the request's options ask for a relocatable object (-rdc=true), which must be linked before it is
// loaded.
bool is_relocatable(const Request& request, bool is_cpu);
// Whether they ask for LTO IR (-dlto), which nvJitLink links. Never for the CPU device.
bool optimizes_at_link(const Options& options);

// Returns true for "sm_90" and "compute_90a".
bool is_arch(const std::string& text);

}  // namespace gridcall::compile
