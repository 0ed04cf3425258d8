// SPDX-License-Identifier: Apache-2.0
//
// From the front end's module to the host's object.

#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "cc/frontend/options.h"
#include "cc/ir/names.h"

namespace llvm {
class Module;
}

namespace gridcall::cc {

struct Backend {
  const Options& options;
  const NameTable& names;
  std::string dump_directory;  // empty: none; else the IR after each stage and a list of passes go there
  // If set, receives the baseline tier's object first where the module is large or the optimized tier takes
  // longer than this.
  std::function<void(std::string object)> take_baseline = nullptr;
  std::chrono::milliseconds patience{};
  std::string* log = nullptr;  // which the context's handler writes; what a forked process adds comes back
};

// False when a pass refused something (the context's handler was told what).
bool compile_module(llvm::Module& module, const Backend& backend, std::string& object);

}  // namespace gridcall::cc
