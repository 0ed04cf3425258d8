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
  std::string identity;                   // another one after every change of the file
  std::vector<std::string> toolkit_dirs;  // with CUDA's headers, of NVRTC
};

// Thrown by an NVRTC that cannot serve the job, where another might: no such architecture, or half an
// installation.
struct CompilerUnsuitable {
  std::string why;
  bool is_arch = false;  // it does not know the architecture that was asked for
};

// Returns what `compile` makes of the job by the first compiler that is suitable; of gridcall-cc there is
// one. Throws what `compile` throws, INVALID_ARGUMENT without an architecture for a GPU,
// INVALID_COMPILE_OPTION for one that no NVRTC knows, COMPILER_UNAVAILABLE.
image::Image by_suitable_compiler(const CompileJob& job,
                                  const std::function<image::Image(const Compiler&)>& compile);

// Throws COMPILER_UNAVAILABLE. `notes`: the places where nothing was found.
[[noreturn]] void refuse_missing_nvrtc(std::vector<std::string> notes);

}  // namespace gridcall::compile
