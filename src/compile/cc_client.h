// SPDX-License-Identifier: Apache-2.0
//
// Runs gridcall-cc, the compiler for the CPU device, as a process of its own (cc/protocol.h): its crashes,
// its memory, its signals and its symbols stay there.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compile/compiler.h"

namespace gridcall::compile {

// The program's path: GRIDCALL_CC, else beside the library. nullopt with the places looked at in *tried.
std::optional<std::string> find_cc(std::vector<std::string>* tried);

struct CcJob {
  std::string_view source;
  std::string name;
  std::vector<std::string> options;
  std::vector<std::pair<std::string, std::string>> headers;
  std::vector<std::string> instances;
  // A baseline image may come first. The result's `full` is this one then, and `take_full` is called once:
  // with the optimised code or, if none could be made, with NULL, by a thread of the library's own.
  bool tiered = false;
  std::shared_ptr<core::OptimisedTier> full = nullptr;
  std::function<void(const Result* full)> take_full = nullptr;
  bool wants_full = false;  // even if nobody holds `full` any more
  bool no_files = false;
};

// Throws Failure: COMPILE, COMPILER_UNAVAILABLE, COMPILER_FAILED, COMPILE_TIMEOUT, INVALID_COMPILE_OPTION.
// The time limit is GRIDCALL_COMPILE_TIMEOUT seconds (60), the address space GRIDCALL_COMPILE_MEMORY MiB
// (16384; 0 = no limit). The time limit holds for both versions together.
Result compile_with_cc(const std::string& program, const CcJob& job);

// What the code compiled here may use: machine code for one CPU is not for every CPU.
const std::string& host_cpu_identity();

}  // namespace gridcall::compile
