// SPDX-License-Identifier: Apache-2.0
//
// The results that the interpreter expects of a kernel at each shape; twice where the order of threads
// could matter.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/generator.h"

namespace gridcall::kernels {

class Expectations {
 public:
  // Throws Undefined.
  explicit Expectations(const Trial& trial);
  const std::vector<std::uint32_t>& at(std::size_t shape) const { return outs_[shape]; }
  // Returns true if lanes of a warp go different ways at some shape.
  bool diverges() const { return diverges_; }

 private:
  std::vector<std::vector<std::uint32_t>> outs_;
  bool diverges_ = false;
};

}  // namespace gridcall::kernels
