// SPDX-License-Identifier: Apache-2.0
//
// Running sums and the like along a dimension.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/memory/pool.h"
#include "core/ndarray/ndarray.h"
#include "ndarray/combination.h"

namespace gridcall::ndarray {

struct Scan {
  Combination combination;
  std::uint32_t axis;
  bool is_exclusive;
  core::Ndarray* segments;   // offsets at which the one dimension is cut, or nullptr
  core::Pool* pool;          // for temporary memory, or nullptr
  const char *map, *output;  // expressions, or nullptr
  core::Ndarray* others[3];  // b, c and d in them, or nullptr
};

// The text of kernels/lanes.cuh.
extern const std::string_view kLanesText;
// Returns the declarations of `stored_in`, `stored_out`, `taken`, `sum`, combine() and IDENTITY of
// kernels/scan.cuh. `value` is the type of what is combined.
inline constexpr std::string_view kElementValue = "decltype(value_of(*(stored_in*)0))";
std::string sum_types(core::ScalarType in, core::ScalarType out, const Combination& combination,
                      std::string_view value = kElementValue);

void scan(core::Ndarray& ndarray, core::Ndarray& src, const Scan& scan, core::Stream* stream);

}  // namespace gridcall::ndarray
