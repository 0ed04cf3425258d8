// SPDX-License-Identifier: Apache-2.0
//
// Relocatable objects (-rdc=true): what the front end made of a source, as LLVM's bitcode; and their linker.
// Objects are linked before any pass runs, so functions of other sources are inlined and vectorized as those
// of one.

#pragma once

#include <string>
#include <vector>

#include "cc/frontend/frontend.h"

namespace gridcall::cc {

std::string relocatable_object(FrontendResult& source, const std::string& name, const Options& options);

// Makes `result` one module of all inputs, each an object, a host's object file with some inside
// (gridcall-nvcc -dc), or an archive of these. What the objects were compiled with is added to `options`. On
// failure result.ok is false and the log says why, in nvlink's words.
void link_objects(const std::vector<LinkInput>& inputs, Options& options, llvm::LLVMContext& context,
                  FrontendResult& result);

}  // namespace gridcall::cc
