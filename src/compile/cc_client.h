// SPDX-License-Identifier: Apache-2.0
//
// Runs gridcall-cc, the compiler for the CPU device, as a process of its own (cc/protocol.h): its crashes,
// its memory, its signals and its symbols stay there.

#pragma once

#include <memory>

#include "compile/input.h"
#include "compile/single_flight.h"

namespace gridcall::compile {

// Throws Failure: COMPILE, COMPILER_UNAVAILABLE, COMPILER_FAILED, COMPILE_TIMEOUT, INVALID_COMPILE_OPTION.
// The time limit is GRIDCALL_COMPILE_TIMEOUT seconds (60), for both tiers together; the address space is
// GRIDCALL_COMPILE_MEMORY MiB (16384; 0 = no limit). With `tier_up` the image may have baseline code, and
// `tier_up` gets the optimized code.
image::Image compile_with_cc(const CompilerInput& input, const std::shared_ptr<TierUp>& tier_up);

}  // namespace gridcall::compile
