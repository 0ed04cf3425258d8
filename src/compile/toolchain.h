// SPDX-License-Identifier: Apache-2.0
//
// The compilers that may serve a job, in the order in which they are tried.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compile/job.h"
#include "image/image.h"

namespace gridcall::compile {

struct Compiler {
  std::string path;
  std::string identity;                   // another for every other compiler
  std::vector<std::string> toolkit_dirs;  // the directories of CUDA's headers, for NVRTC
};

// Thrown by an NVRTC that cannot do the job although another might, because of the architecture or a partial
// installation.
struct CompilerUnsuitable {
  std::string why;
  bool is_arch = false;  // true if it does not know the requested architecture
};

// Returns the result of `compile` with the first suitable compiler; there is only one gridcall-cc. Throws the
// exceptions of `compile`, INVALID_ARGUMENT without an architecture for a GPU, INVALID_COMPILE_OPTION for one
// that no NVRTC knows, COMPILER_UNAVAILABLE.
image::Image by_suitable_compiler(const CompileJob& job,
                                  const std::function<image::Image(const Compiler&)>& compile);

// Throws COMPILER_UNAVAILABLE. `notes`: the places that have no NVRTC.
[[noreturn]] void refuse_missing_nvrtc(std::vector<std::string> notes);

}  // namespace gridcall::compile
