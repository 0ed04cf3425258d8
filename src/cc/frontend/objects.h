// SPDX-License-Identifier: Apache-2.0
//
// Relocatable objects (-rdc=true), which contain the front end's module as LLVM bitcode, and their linker.
// Objects are linked before any pass runs, so that functions of other sources are inlined and vectorized like
// those of one.

#pragma once

#include <string>
#include <vector>

#include "cc/frontend/frontend.h"

namespace gridcall::cc {

std::string relocatable_object(FrontendResult& source, const std::string& name, const Options& options);

// Makes `result` one module of all inputs, each an object, a host's object file that contains some
// (gridcall-nvcc -dc), or an archive of these. Adds the options that the objects were compiled with to
// `options`. On failure result.ok is false and the log has the reason, in nvlink's words.
void link_objects(const std::vector<LinkInput>& inputs, Options& options, llvm::LLVMContext& context,
                  FrontendResult& result);

}  // namespace gridcall::cc
