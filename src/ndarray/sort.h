// SPDX-License-Identifier: Apache-2.0
//
// A stable sort along a dimension, and values that move along with their keys; or the first elements of one,
// or one of each segment.

#pragma once

#include <cstdint>

#include "core/memory/pool.h"
#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

struct Sort {
  std::uint32_t axis;
  bool is_descending;
  core::Ndarray* values;          // or nullptr
  core::Ndarray* values_src;      // nullptr: the values are the places of the keys
  core::Ndarray* segments;        // offsets at which the one dimension is cut, or nullptr
  core::Pool* pool;               // for temporary memory, or nullptr
  bool sweeps = false;            // as a GPU sorts long rows, on any device
  std::uint64_t most_stride = 0;  // the bytes between elements that are not copied in rows
};

void sort(core::Ndarray& ndarray, core::Ndarray& src, Sort sort, core::Stream* stream);

}  // namespace gridcall::ndarray
