// SPDX-License-Identifier: Apache-2.0
//
// The module that the front end makes of a source, and what the module does not contain.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cc/ir/names.h"

namespace llvm {
class Module;
}

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

}  // namespace gridcall::cc
