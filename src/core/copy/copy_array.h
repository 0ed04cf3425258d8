// SPDX-License-Identifier: Apache-2.0
//
// Copies of which one end at least is an array, and fills of arrays.

#pragma once

#include <cstddef>
#include <span>

#include "core/array.h"
#include "core/copy/region.h"

namespace gridcall::core {

// An array, or memory of any kind as plain copies have it.
struct ArrayCopyEnd {
  Array* array = nullptr;
  ArrayBox box;    // its x, y and z count
  CopyEnd linear;  // without an array
};

// Queued, or done where ordinary host memory is at an end. `stream` nullptr: the default stream.
void copy_array(const ArrayCopyEnd& dst, const ArrayCopyEnd& src, std::uint64_t width, std::uint64_t rows,
                std::uint64_t slices, Stream* stream);

// A pattern of 1 to 128 bytes, whose size divides the width; queued.
// `color_type`: of the four numbers of a colour; none: the pattern is an element, or equal parts of one.
void fill_array(Array& array, const ArrayBox& box, std::span<const std::byte> pattern, ScalarType color_type,
                Stream* stream);

}  // namespace gridcall::core
