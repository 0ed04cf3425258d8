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
  std::vector<std::string> include_dirs;  // absolute paths
  std::vector<std::string> pre_includes;  // headers that are included before the source
  std::string arch;                       // "sm_90", "compute_90a"; "" if none was given
};

// Returns the options of a request, with the process's default options first. Throws Failure
// INVALID_COMPILE_OPTION.
Options options_of(const Request& request, bool is_cpu);

// `no_files` refuses unknown options and options that name a folder or a file. Throws Failure
// INVALID_COMPILE_OPTION.
Options translate_options(const std::vector<std::string>& options,
                          const std::vector<std::pair<std::string, std::string>>& defines,
                          const std::vector<std::string>& include_dirs, bool is_cpu, bool no_files = false);

// Returns the options of set_default_options, else of GRIDCALL_DEFAULT_OPTIONS, else of PyCUDA's
// PYCUDA_DEFAULT_NVCC_FLAGS, split as a shell splits. As in PyCUDA, the last applies only to calls without
// options.
std::vector<std::string> default_options(bool has_options = false);
// Sets the default options of this process. Throws Failure INVALID_COMPILE_OPTION and changes nothing then.
void set_default_options(std::vector<std::string> options);
std::vector<std::string> split_words(const std::string& line);
// Returns a line that split_words splits into these words.
std::string quoted_words(const std::vector<std::string>& words);

// Returns true if the request's options ask for a relocatable object (-rdc=true), which must be linked before
// it is loaded.
bool is_relocatable(const Request& request, bool is_cpu);
// Returns true if the options ask for LTO IR (-dlto), which nvJitLink links; false for the CPU device.
bool optimizes_at_link(const Options& options);

// Returns true for "sm_90" and "compute_90a".
bool is_arch(const std::string& text);

}  // namespace gridcall::compile
