// SPDX-License-Identifier: Apache-2.0
//
// `__shared__ alignas(16) float a[4]` in a function: nvcc accepts it, and clang wants the alignment first.
// gridcall-cc accepts it too, so that only the host's source is changed.

#pragma once

#include <string>

namespace gridcall::nvcc {

// Both take a preprocessed source.
bool has_late_alignment(const std::string& text);
std::string with_early_alignments(std::string text);

}  // namespace gridcall::nvcc
