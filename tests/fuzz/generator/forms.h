// SPDX-License-Identifier: Apache-2.0
//
// Tables of what may be written: each row is a text and what goes into it.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fuzz/generator.h"

namespace gridcall::kernels {

// The depth of a part, where the place that its form goes to decides: as deep as that, or one less.
inline constexpr int kRest = -1, kLess = -2;

// An expression inside a text.
struct Part {
  Type type;
  int depth;
  bool uniform = false;  // the same for the whole block
};

template <Type type>
struct PartOf {
  constexpr Part operator()(int depth = kRest) const { return {type, depth}; }
};
inline constexpr PartOf<Type::kU32> u32{};
inline constexpr PartOf<Type::kI32> i32{};
inline constexpr PartOf<Type::kU64> u64{};
inline constexpr PartOf<Type::kFloat> real{};
inline constexpr PartOf<Type::kDouble> real64{};
inline constexpr PartOf<Type::kBool> truth{};
constexpr Part uniform(int depth = kRest) {
  return {Type::kU32, depth, true};
}

class Writer;

// One row of a table.
struct Form {
  unsigned shares;                 // its part of all that the table has; 0: the row above may give way to it
  std::vector<const char*> texts;  // one of these, with the operands as $0, $1, ... in it
  std::vector<Part> parts;
  unsigned percent = 100;                // the chance that it does not give way to the next row
  Node (Writer::*other)(int) = nullptr;  // who writes it, where there are no texts
};
using Forms = std::vector<Form>;

// The replacement of @name in a text. A name that is not among them becomes a variable of the text's own.
using Names = std::vector<std::pair<std::string, std::string>>;

}  // namespace gridcall::kernels
