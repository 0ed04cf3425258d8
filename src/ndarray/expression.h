// SPDX-License-Identifier: Apache-2.0
//
// An expression of gc_ndarray_apply becomes a part of a source, so it is parsed by a grammar of numbers
// alone, in which nothing can read, write or call what is not listed.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gridcall::ndarray {

// The indices that an expression names: bit 0 for i, the index in C's order, bit k + 1 for i0, i1 ..., the
// index in dimension k.
using Indices = std::uint32_t;

// Throws INVALID_ARGUMENT with the column and the text at that column.
Indices check_expression(std::string_view expression, std::size_t inputs, std::size_t scalars,
                         std::size_t dimensions);

}  // namespace gridcall::ndarray
