// SPDX-License-Identifier: Apache-2.0
//
// Runs gridcall-cc, the compiler for the CPU device, as a process of its own (cc/protocol.h): its crashes,
// its memory, its signals and its symbols stay there.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compile/input.h"
#include "compile/single_flight.h"

namespace gridcall::compile {

// The program's path: GRIDCALL_CC, else beside the library. nullopt with the places looked at in *tried.
std::optional<std::string> find_cc(std::vector<std::string>* tried);

// Throws Failure: COMPILE, COMPILER_UNAVAILABLE, COMPILER_FAILED, COMPILE_TIMEOUT, INVALID_COMPILE_OPTION.
// The time limit is GRIDCALL_COMPILE_TIMEOUT seconds (60), the address space GRIDCALL_COMPILE_MEMORY MiB
// (16384; 0 = no limit). The time limit holds for both tiers together.
image::Image compile_with_cc(const CompilerInput& input, const TierUp& tier_up);

// Returns what tells this CPU from others: machine code for one CPU is not for every CPU.
const std::string& host_cpu_identity();

}  // namespace gridcall::compile
