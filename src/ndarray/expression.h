// SPDX-License-Identifier: Apache-2.0
//
// An expression of gc_ndarray_apply becomes a part of a source, so it is parsed by a grammar of numbers
// alone, in which nothing can read, write or call what is not listed.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ndarray/map.h"

namespace gridcall::ndarray {

// Throws INVALID_ARGUMENT with the column and the text at that column.
Indices check_expression(std::string_view expression, std::size_t inputs, std::size_t scalars,
                         std::size_t dimensions);

}  // namespace gridcall::ndarray
