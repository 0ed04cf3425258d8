// SPDX-License-Identifier: Apache-2.0
//
// The compilers that may serve a job, in the order in which they are tried.

#pragma once

#include <string>
#include <vector>

#include "compile/job.h"

namespace gridcall::compile {

struct Toolchain {
  std::vector<std::string> paths;  // of compilers; of gridcall-cc exactly one
  std::vector<std::string> notes;  // the places where nothing was found
};

struct Compiler {
  std::string path;
  std::string identity;                   // another one after every change of the file
  std::vector<std::string> toolkit_dirs;  // with CUDA's headers, of NVRTC
};

// Throws Failure INVALID_ARGUMENT without an architecture for a GPU, COMPILER_UNAVAILABLE.
Toolchain find_compilers(const CompileJob& job);
Compiler compiler_at(const std::string& path, bool is_cpu);

// Throws for a job that no NVRTC compiles: each has refused it, or there is none.
[[noreturn]] void refuse_job(const CompileJob& job, Toolchain toolchain, const std::string& last_reason,
                             bool is_arch_unknown);
// Throws COMPILER_UNAVAILABLE.
[[noreturn]] void refuse_missing_nvrtc(std::vector<std::string> notes);

}  // namespace gridcall::compile
