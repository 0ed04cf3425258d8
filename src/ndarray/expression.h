// SPDX-License-Identifier: Apache-2.0
//
// An expression of gc_ndarray_apply becomes a part of a source, so it is parsed by a grammar of numbers
// alone, in which nothing can read, write or call what is not listed.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "ndarray/map.h"

namespace gridcall::ndarray {

// Throws INVALID_ARGUMENT with the column and the text at that column.
Indices check_expression(std::string_view expression, std::size_t inputs, std::size_t scalars,
                         std::size_t dimensions);

// The words of an expression beside numbers and the mathematical functions.
struct Words {
  std::span<const std::string_view> inputs, scalars;
  std::size_t dimensions;
  bool is_named;   // the caller gave the names
  bool calls_any;  // functions of the caller's own
};
Indices check_expression(std::string_view expression, const Words& words);
// Throws unless the names can be those of operands; `list` is "`options->input_names", and `others` are names
// of other operands.
void check_names(std::span<const std::string_view> names, const char* list,
                 std::span<const std::string_view> others);

}  // namespace gridcall::ndarray
