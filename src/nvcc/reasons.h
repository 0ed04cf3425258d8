// SPDX-License-Identifier: Apache-2.0
//
// Constructs of CUDA programs that are not there: the reason, behind what clang says.

#pragma once

#include <string>

namespace gridcall::nvcc {

// Prints a note for each missing construct in the log.
void print_reasons(const std::string& log);

}  // namespace gridcall::nvcc
