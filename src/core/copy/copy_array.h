// SPDX-License-Identifier: Apache-2.0
//
// Copies of which one end at least is an array, and fills of arrays.

#pragma once

#include <cstddef>
#include <span>

#include "core/array.h"
#include "core/copy/region.h"

namespace gridcall::core {

// Queues a copy, or completes it if ordinary host memory is at an end. `stream` nullptr: the default stream.
void copy_array(const CopyRegion& region, Stream* stream);

// Queues a fill with a value of 1 to 128 bytes, whose size divides the width. `color_type`: the type of a
// colour's four numbers; if none, the value is an element, or equal parts of one.
void fill_array(Array& array, const ArrayBox& box, std::span<const std::byte> pattern, ScalarType color_type,
                Stream* stream);

}  // namespace gridcall::core
