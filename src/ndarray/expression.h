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

// Throws INVALID_ARGUMENT with the column and the text at that column. The operands have the letters as
// names.
Indices check_expression(std::string_view expression, std::size_t inputs, std::size_t scalars,
                         std::size_t dimensions, bool calls_any = false);

// The words of expressions beside numbers and the mathematical functions.
struct Words {
  std::span<const std::string_view> inputs, scalars;
  std::size_t dimensions;
  bool names_inputs = false, names_scalars = false;  // by names of the caller's, not by letters
  bool calls_any = false;                            // functions of the caller's own
  bool has_indices = true;
  // The expression and its words in messages, if it is not `expression`.
  std::string_view name = "`expression`", known = {}, example = "\"a + b\"";
};
// Returns the first `count` letters, "a", "b" ... or "x", "y" ....
std::span<const std::string_view> input_letters(std::size_t count) noexcept;
std::span<const std::string_view> scalar_letters(std::size_t count) noexcept;
// Checks expressions with ";" between them, of which there must be `count`, and the names. `count` 0: one, in
// which ";" has no place.
Indices check_expressions(std::string_view expressions, std::size_t count, const Words& words);
// Returns the first expression, and removes it with its ";".
std::string_view take_expression(std::string_view& expressions) noexcept;

}  // namespace gridcall::ndarray
