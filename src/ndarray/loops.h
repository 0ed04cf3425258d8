// SPDX-License-Identifier: Apache-2.0
//
// The loops over the elements of several arrays of one shape, as few and as long as can be: dimensions of 1
// are gone, what follows each other at all operands is one dimension, the first operand's strides are
// positive and fall from the first dimension to the last.

#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

// An array in a call: its memory, and its elements in the common shape of all arrays.
struct Operand {
  core::Mem* mem = nullptr;
  std::uint64_t address = 0;
  std::uint64_t size = 0;  // the size of an element
  core::Layout layout;
};

// A call's own operands lie on its stack (apply.cpp).
using OperandList = std::pmr::vector<Operand>;

// One more than an array has, because a record's units may be a dimension.
inline constexpr std::size_t kMaxLoops = core::kMaxDims + 1;

// An operand of the loops, with a stride in bytes for each of their dimensions.
struct LoopOperand {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::array<std::int64_t, kMaxLoops> strides;

  // The strides get their values with the dimensions; `= default` would clear them.
  LoopOperand() noexcept {}  // NOLINT(modernize-use-equals-default)
};

struct Loops {
  std::uint32_t ndim = 0;
  std::array<std::uint64_t, kMaxLoops> shape;
  std::vector<LoopOperand> operands;

  // The arrays must have the same shape, and at least one element. `keeps_order`: the elements are met in C's
  // order, so that dimensions are neither sorted nor turned around.
  explicit Loops(std::span<const Operand> arrays, bool keeps_order = false);

  std::uint64_t count() const noexcept;
  // Returns the extent of the last dimension; 1 if there is none.
  std::uint64_t inner_count() const noexcept { return ndim == 0 ? 1 : shape[ndim - 1]; }
  std::int64_t inner_stride(const LoopOperand& operand) const noexcept {
    return ndim == 0 ? 0 : operand.strides[ndim - 1];
  }
  // Returns true for at most one dimension, in which each operand has consecutive elements or one element.
  bool is_linear() const noexcept;
  // Returns true if 31 bits hold every index and every distance in bytes.
  bool fits_31_bits() const noexcept;
  // Splits the elements into units, of which the elements of all operands consist.
  void split(std::uint64_t unit);
  // Makes them loops over nothing, which read and write nothing.
  void set_empty() noexcept;
  // Returns the largest of 1, 2, 4, 8 and 16 bytes that divides the size, the addresses and the strides.
  std::uint64_t unit() const noexcept;

 private:
  void merge() noexcept;
};

}  // namespace gridcall::ndarray
