// SPDX-License-Identifier: Apache-2.0
//
// Products, Cholesky's and QR's factorisations and triangular systems of small matrices on processors with
// AVX2 or AVX-512, where a call of a library that packs its operands, or has no kernels of the processor,
// takes longer.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "ndarray/gemm.h"

namespace gridcall::ndarray {

// Returns true if there are kernels for the type.
bool has_small_kernels(core::ScalarType type) noexcept;
// Returns true if they are those of AVX-512, which are faster for larger matrices, too.
bool has_wide_small_kernels() noexcept;

// Returns a function for products of that size; nullptr if a library is to compute them.
using SmallProduct = void (*)(const Gemm& gemm, const void* a, const void* b, void* c) noexcept;
SmallProduct small_product_of(const Gemm& gemm, std::int64_t max_side) noexcept;
// Returns true if it copies strips of a, to 64 KiB of the stack: columns that are far from each other share
// few sets of the cache.
inline bool packs_small_product(const Gemm& gemm) noexcept {
  return gemm.k * gemm.lda > 4096 && gemm.n > 16 && gemm.m >= 16;
}

// The elements from column to column of a matrix in Fortran's order, and the columns, that it needs room for.
inline std::int64_t small_leading(std::int64_t n) noexcept {
  const std::int64_t leading = (n + 15) / 16 * 16 + 16;
  return leading % 64 == 0 ? leading + 16 : leading;  // else columns share few sets of the cache
}
inline std::int64_t small_cholesky_columns(std::int64_t n) noexcept {
  return (n + 7) / 8 * 8;
}
// Returns LAPACK's info. The other triangle receives zeros.
std::int64_t small_cholesky(core::ScalarType type, void* a, std::int64_t n) noexcept;

// Right sides and solutions as rows; those of x have no gaps, and may be b's.
struct SmallSolve {
  std::int64_t n, sides;
  const void* factors;        // L and U of getrf
  const std::int64_t* order;  // the row of b for each row of the factors
  const std::byte* b;
  std::int64_t b_row, b_column;  // in bytes
  std::byte* x;
  std::int64_t x_row;
  void* room;  // of kSmallSolveBytes for each row
};
inline constexpr std::int64_t kSmallSolveBytes = 128;
void small_solve(core::ScalarType type, const SmallSolve& job) noexcept;

// `a` of m rows, which becomes R with other numbers behind its diagonal, and Q, in Fortran's order with
// small_leading(m) elements from column to column.
struct SmallQr {
  std::int64_t m, n;
  void *a, *q;
  void* room;  // of small_qr_room() elements
};
inline std::int64_t small_qr_room(std::int64_t m, std::int64_t n) noexcept {
  return 8 * (small_leading(m) + std::min(m, n) + 8);
}
// Returns false for numbers whose squares are near the ends of the range.
bool small_qr(core::ScalarType type, const SmallQr& job) noexcept;

}  // namespace gridcall::ndarray
