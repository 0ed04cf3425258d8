// SPDX-License-Identifier: Apache-2.0
//
// Compiles the front end's module into the host's object.

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
  std::string dump_directory;  // receives the IR after each stage and a list of passes, unless empty
  // If set, receives the baseline tier's object first if the module is large or its optimized tier takes
  // longer than `patience`.
  std::function<void(std::string object)> take_baseline = nullptr;
  std::chrono::milliseconds patience{};
  std::string* log = nullptr;  // the text that the context's handler appends to, also in a forked process
};

// Returns false if a pass refuses a construct; the context's handler has received the reason.
bool compile_module(llvm::Module& module, const Backend& backend, std::string& object);

}  // namespace gridcall::cc
