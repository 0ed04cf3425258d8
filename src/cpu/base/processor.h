// SPDX-License-Identifier: Apache-2.0
//
// Whether this machine has the instructions that code was compiled for.

#pragma once

#include <string>
#include <string_view>

namespace gridcall::cpu {

// Returns the first feature of `target` that this machine lacks, or "". `target` has LLVM's name of a
// processor and "+NAME" for each feature of cpu/abi/features.def that the code may use. An unknown feature
// counts as missing.
std::string lacking_feature(std::string_view target);

}  // namespace gridcall::cpu
