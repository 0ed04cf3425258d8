// SPDX-License-Identifier: Apache-2.0
//
// A product of matrices as numbers: its matrices with all strides, and the few dimensions of its batch.

#pragma once

#include <array>
#include <cstdint>

#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

// A matrix; the distances from row to row and from column to column are in bytes.
struct Matrix {
  std::uint64_t address = 0;
  std::int64_t row = 0, column = 0;
};

// The distances in bytes from one product of a batch to the next.
struct BatchDim {
  std::uint64_t count;
  std::int64_t out, a, b;
};

struct Product {
  core::ScalarType type{};
  std::uint64_t m = 0, n = 0, k = 0;
  Matrix out, a, b;
  std::uint32_t batch_ndim = 0;
  std::array<BatchDim, core::kMaxDims> batch;

  // The shapes must fit. Dimensions of the batch that follow each other are one, and those that are more rows
  // of a matrix become its rows.
  Product(const core::Ndarray& out, const core::Ndarray& a, const core::Ndarray& b);
  std::uint64_t batch_count() const noexcept;
  // Exchanges rows and columns: the transposed product of the transposed operands, in the other order.
  void transpose() noexcept;
};

// Returns the shape of the product of two shapes. Throws INVALID_ARGUMENT.
core::Layout shape_of_product(const core::Ndarray& a, const core::Ndarray& b);

}  // namespace gridcall::ndarray
