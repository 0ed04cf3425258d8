// SPDX-License-Identifier: Apache-2.0
//
// Whether this machine has the instructions that code was compiled for.

#pragma once

#include <string>
#include <string_view>

namespace gridcall::cpu {

// `target` as an image has it: LLVM's name of a processor, and "+NAME" for each feature of
// cpu/abi/features.def that the code may use. "" if this machine has them all, else the first that it lacks.
// A feature that is not known here counts as lacking.
std::string lacking_feature(std::string_view target);

}  // namespace gridcall::cpu
