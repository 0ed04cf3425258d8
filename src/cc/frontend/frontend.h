// SPDX-License-Identifier: Apache-2.0
//
// The front end compiles CUDA C++ to NVPTX-shaped LLVM IR by clang, in this process.

#pragma once

#include <string>

#include "cc/frontend/frontend_result.h"
#include "cc/frontend/options.h"
#include "cc/frontend/request.h"

namespace llvm {
class LLVMContext;
}

namespace gridcall::cc {

FrontendResult parse_source(const Request& request, const Options& options, llvm::LLVMContext& context);

// Returns the prelude as a precompiled header for these options; empty on failure, with the reason in `log`.
std::string precompile_prelude(const Options& options, std::string& log);

}  // namespace gridcall::cc
