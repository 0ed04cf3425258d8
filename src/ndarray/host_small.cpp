// SPDX-License-Identifier: Apache-2.0
//
// A strip of two vectors of rows and eight columns stays in registers; its operands are read where they are.

#include "ndarray/host_small.h"

#include <immintrin.h>

#include <algorithm>
#include <cmath>

namespace gridcall::ndarray {

namespace small {

namespace {

constexpr std::int64_t kMaxProductSide = 128;  // beyond it a library's packed operands pay
constexpr std::int64_t kColumns = 8;

#define GRIDCALL_INLINE [[gnu::target("avx512f"), gnu::always_inline]] inline

using Lanes = std::uint32_t;
GRIDCALL_INLINE __m512 load(const float* at, Lanes lanes) noexcept {
  return _mm512_maskz_loadu_ps(static_cast<__mmask16>(lanes), at);
}
GRIDCALL_INLINE __m512d load(const double* at, Lanes lanes) noexcept {
  return _mm512_maskz_loadu_pd(static_cast<__mmask8>(lanes), at);
}
GRIDCALL_INLINE void store(float* at, Lanes lanes, __m512 value) noexcept {
  _mm512_mask_storeu_ps(at, static_cast<__mmask16>(lanes), value);
}
GRIDCALL_INLINE void store(double* at, Lanes lanes, __m512d value) noexcept {
  _mm512_mask_storeu_pd(at, static_cast<__mmask8>(lanes), value);
}
GRIDCALL_INLINE __m512 all(float value) noexcept {
  return _mm512_set1_ps(value);
}
GRIDCALL_INLINE __m512d all(double value) noexcept {
  return _mm512_set1_pd(value);
}
GRIDCALL_INLINE __m512 add_product(__m512 sum, __m512 a, __m512 b) noexcept {
  return _mm512_fmadd_ps(a, b, sum);
}
GRIDCALL_INLINE __m512d add_product(__m512d sum, __m512d a, __m512d b) noexcept {
  return _mm512_fmadd_pd(a, b, sum);
}
GRIDCALL_INLINE __m512 take_product(__m512 sum, __m512 a, __m512 b) noexcept {
  return _mm512_fnmadd_ps(a, b, sum);
}
GRIDCALL_INLINE __m512d take_product(__m512d sum, __m512d a, __m512d b) noexcept {
  return _mm512_fnmadd_pd(a, b, sum);
}
GRIDCALL_INLINE __m512 product(__m512 a, __m512 b) noexcept {
  return _mm512_mul_ps(a, b);
}
GRIDCALL_INLINE __m512d product(__m512d a, __m512d b) noexcept {
  return _mm512_mul_pd(a, b);
}

// Returns the lanes of a vector of which `count` elements are left.
Lanes lanes_of(std::int64_t count) noexcept {
  return count >= 16 ? 0xffff : count <= 0 ? 0 : (Lanes{1} << count) - 1;
}

template <class T>
[[gnu::target("avx512f")]] void multiply(const Gemm& gemm, const void* a_memory, const void* b_memory,
                                         void* c_memory) noexcept {
  constexpr std::int64_t kLanes = 64 / sizeof(T);
  const auto* const b = static_cast<const T*>(b_memory);
  const std::int64_t down = gemm.transposes_b ? gemm.ldb : 1, across = gemm.transposes_b ? 1 : gemm.ldb;
  const std::int64_t end = gemm.k * down;
  for (std::int64_t i = 0; i < gemm.m; i += 2 * kLanes) {
    const Lanes low = lanes_of(gemm.m - i), high = lanes_of(gemm.m - i - kLanes);
    for (std::int64_t j = 0; j < gemm.n; j += kColumns) {
      const T* columns[kColumns];  // the last one again where there is none
      decltype(all(T{})) sums[2][kColumns];
#pragma GCC unroll 8
      for (std::int64_t at = 0; at < kColumns; ++at) {
        columns[at] = b + std::min(j + at, gemm.n - 1) * across;
        sums[0][at] = sums[1][at] = all(T{0});
      }
      const T* a = static_cast<const T*>(a_memory) + i;
      for (std::int64_t k = 0; k != end; k += down, a += gemm.lda) {
        const auto upper = load(a, low), lower = load(a + kLanes, high);
#pragma GCC unroll 8
        for (std::int64_t at = 0; at < kColumns; ++at) {
          const auto factor = all(columns[at][k]);
          sums[0][at] = add_product(sums[0][at], upper, factor);
          sums[1][at] = add_product(sums[1][at], lower, factor);
        }
      }
      T* const c = static_cast<T*>(c_memory) + i;
#pragma GCC unroll 8
      for (std::int64_t at = 0; at < kColumns; ++at) {
        if (j + at >= gemm.n) break;
        store(c + (j + at) * gemm.ldc, low, sums[0][at]);
        store(c + (j + at) * gemm.ldc + kLanes, high, sums[1][at]);
      }
    }
  }
}

// The factor of a block on the diagonal, zeros beside it, and the inverses of its diagonal.
template <class T>
struct Block {
  T l[kColumns][kColumns] = {};
  T inverse[kColumns] = {};

  // Returns the place of an element of the diagonal that is not positive, from 1, or 0.
  std::int64_t factorize(const T* a, std::int64_t leading, std::int64_t side) noexcept {
    for (std::int64_t column = 0; column < side; ++column)
      for (std::int64_t row = column; row < side; ++row) l[row][column] = a[row + column * leading];
    for (std::int64_t column = 0; column < side; ++column) {
      if (!(l[column][column] > 0)) return column + 1;
      l[column][column] = std::sqrt(l[column][column]);
      inverse[column] = 1 / l[column][column];
      for (std::int64_t row = column + 1; row < side; ++row) l[row][column] *= inverse[column];
      for (std::int64_t other = column + 1; other < side; ++other)
        for (std::int64_t row = other; row < side; ++row) l[row][other] -= l[row][column] * l[other][column];
    }
    return 0;
  }
};

template <class T>
[[gnu::target("avx512f")]] std::int64_t factorize(T* a, std::int64_t n) noexcept {
  constexpr std::int64_t kLanes = 64 / sizeof(T);
  constexpr Lanes kAll = 0xffff;
  const std::int64_t leading = small_cholesky_leading(n);
  for (std::int64_t j = 0; j < n; j += kColumns) {
    const std::int64_t side = std::min(kColumns, n - j), first = j / kLanes * kLanes;
    Block<T> block;
    for (std::int64_t i = first; i < n; i += 2 * kLanes) {
      decltype(all(T{})) sums[2][kColumns];
      T* const c = a + i + j * leading;
#pragma GCC unroll 8
      for (std::int64_t at = 0; at < kColumns; ++at) {
        sums[0][at] = load(c + at * leading, kAll);
        sums[1][at] = load(c + at * leading + kLanes, kAll);
      }
      for (const T* column = a; column != a + j * leading; column += leading) {
        const auto upper = load(column + i, kAll), lower = load(column + i + kLanes, kAll);
#pragma GCC unroll 8
        for (std::int64_t at = 0; at < kColumns; ++at) {
          const auto factor = all(column[j + at]);
          sums[0][at] = take_product(sums[0][at], upper, factor);
          sums[1][at] = take_product(sums[1][at], lower, factor);
        }
      }
      if (i == first) {
#pragma GCC unroll 8
        for (std::int64_t at = 0; at < kColumns; ++at) {
          store(c + at * leading, kAll, sums[0][at]);
          store(c + at * leading + kLanes, kAll, sums[1][at]);
        }
        if (const std::int64_t info = block.factorize(a + j + j * leading, leading, side)) return j + info;
      }
#pragma GCC unroll 8
      for (std::int64_t at = 0; at < kColumns; ++at) {
#pragma GCC unroll 8
        for (std::int64_t part = 0; part < 2; ++part) {
          sums[part][at] = product(sums[part][at], all(block.inverse[at]));
          store(c + at * leading + part * kLanes, kAll, sums[part][at]);
#pragma GCC unroll 8
          for (std::int64_t other = at + 1; other < kColumns; ++other)
            sums[part][other] = take_product(sums[part][other], sums[part][at], all(block.l[other][at]));
        }
      }
    }
    for (std::int64_t column = 0; column < kColumns; ++column) {
      T* const to = a + (j + column) * leading;
      for (std::int64_t i = 0; i < first; i += kLanes) store(to + i, kAll, all(T{0}));
      std::fill(to + first, to + j, T{0});
      for (std::int64_t row = 0; row < side; ++row) to[j + row] = block.l[row][column];
    }
  }
  return 0;
}

bool has_vectors() noexcept {
  static const bool has = __builtin_cpu_supports("avx512f") != 0;
  return has;
}

}  // namespace

}  // namespace small

SmallProduct small_product_of(const Gemm& gemm) noexcept {
  if (gemm.transposes_a || std::max({gemm.m, gemm.n, gemm.k}) > small::kMaxProductSide ||
      !small::has_vectors())
    return nullptr;
  return gemm.type == core::ScalarType::kFloat32   ? &small::multiply<float>
         : gemm.type == core::ScalarType::kFloat64 ? &small::multiply<double>
                                                   : nullptr;
}

bool has_small_cholesky(core::ScalarType type) noexcept {
  return !core::is_complex(type) && small::has_vectors();
}

std::int64_t small_cholesky(core::ScalarType type, void* a, std::int64_t n) noexcept {
  return type == core::ScalarType::kFloat32 ? small::factorize(static_cast<float*>(a), n)
                                            : small::factorize(static_cast<double*>(a), n);
}

}  // namespace gridcall::ndarray
