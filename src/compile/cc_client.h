// SPDX-License-Identifier: Apache-2.0
//
// Runs gridcall-cc, the compiler for the CPU device, as a process of its own (cc/protocol.h): its crashes,
// its memory, its signals and its symbols stay there.

#pragma once

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
};

// Throws Failure: COMPILE, COMPILER_UNAVAILABLE, COMPILER_FAILED, COMPILE_TIMEOUT, INVALID_COMPILE_OPTION.
// The time limit is GRIDCALL_COMPILE_TIMEOUT seconds (60), the address space GRIDCALL_COMPILE_MEMORY MiB
// (16384; 0 = no limit).
Result compile_with_cc(const std::string& program, const CcJob& job);

// What the code compiled here may use: machine code for one CPU is not for every CPU.
const std::string& host_cpu_identity();

}  // namespace gridcall::compile
