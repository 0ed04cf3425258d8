// SPDX-License-Identifier: Apache-2.0
//
// `__shared__ alignas(16) float a[4]` and `__shared__ [[maybe_unused]] float a[4]` in a function, `__device__
// [[nodiscard]] int f()` in a class: nvcc accepts them, and clang wants C++'s attributes first. gridcall-cc
// accepts them too, so that only the host's source is changed. So it is with `extern __shared__ float a[4]`,
// whose size makes it static.

#pragma once

#include <string>

namespace gridcall::nvcc {

// Both take a preprocessed source.
bool has_late_attribute(const std::string& text);
std::string with_early_attributes(std::string text);

}  // namespace gridcall::nvcc
