// SPDX-License-Identifier: Apache-2.0
//
// One kernel that computes each element of an array from those of others.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/prepared.h"
#include "ndarray/loops.h"

namespace gridcall::ndarray {

struct Scalar {
  core::ScalarType type;
  std::uint64_t bits[2];
};

// Returns the C++ type of an element in a kernel.
const char* storage_name(core::ScalarType type) noexcept;
// Returns the C++ type of a unit of 1, 2, 4, 8 or 16 bytes, which is only copied.
const char* unit_name(std::uint64_t size) noexcept;
// Returns the declaration of the type `value`, with which an element is moved by its alignment.
std::string moved_type(const core::Element& element);

// The names of inputs and scalars in an expression.
inline constexpr std::string_view kInputNames = "abcdefgh";
inline constexpr std::string_view kScalarNames = "xyzuvw";

// The indices that an expression names: bit 0 for i, the index in C's order, bit k + 1 for i0, i1 ..., the
// index in dimension k.
using Indices = std::uint32_t;

struct Map {
  const char* result;               // a storage name
  std::vector<const char*> inputs;  // the storage names of a, b ...
  std::vector<const char*> scalars;
  std::string_view expression;
  std::vector<std::string> indices = {};  // the names of the last operands, which have no memory
  bool is_statement = false;  // the expression is one, of `own`, the element that would be the result
  // Further results, which stand behind the first operand.
  struct Output {
    const char* type;
    std::string_view expression;
  };
  std::vector<Output> more = {};
  // The expressions as functions behind the caller's own source, which see no name of the kernel.
  struct Functions {
    std::string_view preamble;
    std::span<const std::string_view> inputs, scalars;  // the names of parameters
  };
  const Functions* functions = nullptr;
};

// Adds an operand for each index: its address is 0 and its elements have 1 byte, so that the address of an
// element is its index.
void add_indices(Indices indices, const core::Layout& shape, OperandList& operands, Map& map);

// `loops`: the loops of the result and of the inputs. `scalars`: the addresses of the scalars' bytes.
void run_map(core::Context& context, const core::Stream* stream, const Loops& loops, const Map& map,
             std::span<core::Mem* const> memory, std::span<const void* const> scalars);
// Returns that launch in place of queueing it. Its arguments are the results, the inputs, then the scalars,
// which can be replaced.
core::Ref<core::Prepared> prepare_map(core::Context& context, const Loops& loops, const Map& map,
                                      std::span<core::Mem* const> memory,
                                      std::span<const void* const> scalars);

}  // namespace gridcall::ndarray
