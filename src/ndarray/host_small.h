// SPDX-License-Identifier: Apache-2.0
//
// Products and Cholesky's factorisation of small matrices on processors with AVX-512, where a call of a
// library that packs its operands, or has no kernels of the processor, takes longer.

#pragma once

#include <cstdint>

#include "ndarray/gemm.h"

namespace gridcall::ndarray {

// Returns a function for products of that size; nullptr if a library is to compute them.
using SmallProduct = void (*)(const Gemm& gemm, const void* a, const void* b, void* c) noexcept;
SmallProduct small_product_of(const Gemm& gemm) noexcept;

// The side beyond which a library's blocks pay.
inline constexpr std::int64_t kMaxSmallCholesky = 256;
// Returns true if small_cholesky factorizes matrices of that type.
bool has_small_cholesky(core::ScalarType type) noexcept;
// The elements from column to column of a matrix in Fortran's order, and the columns, that it needs room for.
inline std::int64_t small_cholesky_leading(std::int64_t n) noexcept {
  const std::int64_t leading = (n + 15) / 16 * 16 + 16;
  return leading % 64 == 0 ? leading + 16 : leading;  // else columns share few sets of the cache
}
inline std::int64_t small_cholesky_columns(std::int64_t n) noexcept {
  return (n + 7) / 8 * 8;
}
// Returns LAPACK's info. The other triangle receives zeros.
std::int64_t small_cholesky(core::ScalarType type, void* a, std::int64_t n) noexcept;

}  // namespace gridcall::ndarray
