// SPDX-License-Identifier: Apache-2.0
//
// Running sums and the like along a dimension.

#pragma once

#include <cstdint>

#include "core/memory/pool.h"
#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

struct Scan {
  core::Reduction reduction;
  std::uint32_t axis;
  bool is_exclusive;
  core::Pool* pool;  // for temporary memory, or nullptr
};

void scan(core::Ndarray& ndarray, core::Ndarray& src, const Scan& scan, core::Stream* stream);

}  // namespace gridcall::ndarray
