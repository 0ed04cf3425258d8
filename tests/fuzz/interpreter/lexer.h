// SPDX-License-Identifier: Apache-2.0
//
// The source of a kernel as tokens.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/generator.h"

namespace gridcall::kernels {

struct Token {
  enum Kind : std::uint8_t { kEnd, kName, kNumber, kText, kSign };
  Kind kind = kEnd;
  std::string text;
  Type type = Type::kI32;   // of a number
  std::uint64_t value = 0;  // of a number; a float's bits
};

std::vector<Token> tokens_of(const std::string& source);

}  // namespace gridcall::kernels
