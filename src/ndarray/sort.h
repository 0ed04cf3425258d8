// SPDX-License-Identifier: Apache-2.0
//
// A stable sort along a dimension, and values that move along with their keys.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/memory/pool.h"
#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

struct Sort {
  std::uint32_t axis;
  bool is_descending;
  core::Ndarray* values;      // or nullptr
  core::Ndarray* values_src;  // nullptr: the values are the places of the keys
  core::Pool* pool;           // for temporary memory, or nullptr
};

// The text of kernels/keys.cuh, and the declarations that it needs.
extern const std::string_view kKeysText;
std::string order_types(const core::Element& element, bool is_descending);

void sort(core::Ndarray& ndarray, core::Ndarray& src, const Sort& sort, core::Stream* stream);

}  // namespace gridcall::ndarray
