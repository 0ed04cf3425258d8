// SPDX-License-Identifier: Apache-2.0
//
// A batch of products as BLAS takes it, in Fortran's order: c = op(a) op(b), of m rows and n columns.

#pragma once

#include <array>
#include <cstdint>

#include "ndarray/product.h"

namespace gridcall::ndarray {

struct Gemm {
  core::ScalarType type;
  bool transposes_a, transposes_b;
  std::int64_t m, n, k, lda, ldb, ldc;
  std::uint64_t a, b, c;
  std::uint32_t batch_ndim;
  std::array<BatchDim, core::kMaxDims> batch;  // distances in bytes
};

// Returns 0 or 1 as BLAS takes it, of real or complex numbers of 32 or, `is_wide`, 64 bits.
inline const void* blas_number(bool is_wide, int number) noexcept {
  static constexpr float kNarrow[3][2] = {{-1, 0}, {0, 0}, {1, 0}};
  static constexpr double kWide[3][2] = {{-1, 0}, {0, 0}, {1, 0}};
  return is_wide ? static_cast<const void*>(kWide[number + 1]) : kNarrow[number + 1];
}

// The matrices that BLAS takes as they are: those with rows or columns of elements that follow each other.
struct GemmFit {
  bool out, a, b;
};
GemmFit gemm_fit(const Product& product) noexcept;

// Returns false if a matrix does not fit. The product may become that of the transposed matrices.
bool gemm_of(Product& product, Gemm& gemm) noexcept;

}  // namespace gridcall::ndarray
