// SPDX-License-Identifier: Apache-2.0
//
// The front end compiles CUDA C++ to NVPTX-shaped LLVM IR by clang, in this process.

#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cc/frontend/options.h"
#include "cc/frontend/request.h"
#include "cc/ir/names.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace gridcall::cc {

struct FrontendResult {
  bool ok = false;
  std::unique_ptr<llvm::Module> module;  // not optimized
  NameTable names;                       // the names of every kernel, function and variable of the module
  std::string log;                       // clang's diagnostics
  // Maps names that the host may look up to mangled names: the instances of the request, then every kernel
  // and variable.
  std::vector<std::pair<std::string, std::string>> lowered;
  // The location of each inline assembly, by the cookie that clang puts on it.
  std::map<std::uint64_t, std::string> assembly_locations;
  std::string unit;  // distinguishes static symbols of relocatable code from other sources'
  // The functions by which host objects register linked objects (__cudaRegisterLinkedBinary...).
  std::vector<std::string> registrations;
};

FrontendResult parse_source(const Request& request, const Options& options, llvm::LLVMContext& context);

// Returns the prelude as a precompiled header for these options; empty on failure, with the reason in `log`.
std::string precompile_prelude(const Options& options, std::string& log);

}  // namespace gridcall::cc
