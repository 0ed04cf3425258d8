// SPDX-License-Identifier: Apache-2.0
//
// LAPACK on the host, for the CPU device. A factorisation is one piece of work of a stream: it takes each
// matrix to Fortran's order, or has LAPACK work on a transposed problem, for which the rows of an array are
// columns already, and does so in the result's own memory where it can. The functions are found with those
// of BLAS (host_blas.cpp). Long because the copies of matrices are beside the factorisations, which
// differ in what they need of them.

#include <immintrin.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <type_traits>
#include <vector>

#include "core/context.h"
#include "core/stream.h"
#include "ndarray/copy.h"
#include "ndarray/factor_step.h"
#include "ndarray/gemm.h"
#include "ndarray/host_blas.h"
#include "ndarray/host_small.h"
#include "ndarray/kernel.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using Text = const char*;

constexpr std::int64_t kManySides = 40000;     // elements of right sides
constexpr std::int64_t kFewSides = 4;          // fewer leave vectors next to empty
constexpr std::int64_t kMaxNarrowSolve = 128;  // rows of systems that AVX2 solves
constexpr std::int64_t kMaxTurnedSide = 384;   // rows of a matrix that Cholesky turns as a whole
constexpr std::int64_t kBand = 64;             // rows of a triangle that are copied together

// A matrix in memory: its first element, and the bytes between rows and between columns.
struct Place {
  std::byte* at;
  std::int64_t row, column;

  Place transposed() const noexcept { return {at, column, row}; }
  Place from(std::int64_t i, std::int64_t j) const noexcept {
    return {at + i * row + j * column, row, column};
  }
};

// The matrices of an array, or its vectors as matrices of one column.
struct Batch {
  std::uint64_t address = 0;
  std::int64_t row = 0, column = 0, rows = 0, columns = 0;
  std::array<std::int64_t, core::kMaxDims> steps{};  // those of the call's batch
};

struct Job {
  const HostLapack* lapack;
  Routine routine;  // the first of those of the factorisation
  core::ScalarType type;
  std::int64_t m, n, least;  // rows and columns of `a`, and the smaller number
  std::uint32_t ndim = 0;
  std::uint64_t count = 1;
  std::array<std::uint64_t, core::kMaxDims> shape;
  Batch a, b, results[3], info;  // an address of 0: there is none
  // Work space. A result that LAPACK cannot write where it belongs is made in `made`.
  void* matrix = nullptr;
  void* made[3] = {};
  void *column = nullptr, *elements = nullptr, *reals = nullptr, *integers = nullptr;
  bool is_small = false;    // host_small.h does it, or the blocks on Cholesky's diagonal
  std::int64_t side = 0;    // small_side()
  bool by_columns = false;  // matrices are made in Fortran's order and not where they belong
  std::int64_t length = -1, real_length = 0, integer_length = 0;

  std::int64_t size() const noexcept { return static_cast<std::int64_t>(core::scalar_size(type)); }
  bool is_wide() const noexcept { return letter_of(type) % 2 != 0; }
  bool has_vectors() const noexcept { return results[1].address != 0; }
};
static_assert(std::is_trivially_copyable_v<Job> && sizeof(Job) <= 4096);

// Calls a function of LAPACK, whose texts have their lengths at the end. A library of 32-bit integers reads
// the lower half of each.
template <class... Arguments>
void call_lapack(const Job& job, HostRoutine routine, Arguments... arguments) {
  reinterpret_cast<void (*)(Arguments..., std::size_t, std::size_t, std::size_t, std::size_t)>(
      job.lapack->functions[static_cast<std::size_t>(routine)][letter_of(job.type)])(arguments..., 1, 1, 1,
                                                                                     1);
}

// Copies a square of 32 bytes by 32 of which the rows have no gaps, and the columns of the copy neither.
// Unrolled, it stays in registers.
[[gnu::target("avx2")]] void turn_square(float* to, std::int64_t to_column, const float* from,
                                         std::int64_t row) noexcept {
  __m256 rows[8], pairs[8], fours[8];
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) rows[i] = _mm256_loadu_ps(from + i * row);
#pragma GCC unroll 8
  for (int i = 0; i < 8; i += 2) {
    pairs[i] = _mm256_unpacklo_ps(rows[i], rows[i + 1]);
    pairs[i + 1] = _mm256_unpackhi_ps(rows[i], rows[i + 1]);
  }
#pragma GCC unroll 8
  for (int i = 0; i < 8; i += 4)
#pragma GCC unroll 8
    for (int j = 0; j < 2; ++j) {
      fours[i + 2 * j] = _mm256_shuffle_ps(pairs[i + j], pairs[i + j + 2], 0x44);
      fours[i + 2 * j + 1] = _mm256_shuffle_ps(pairs[i + j], pairs[i + j + 2], 0xee);
    }
#pragma GCC unroll 8
  for (int i = 0; i < 4; ++i) {
    _mm256_storeu_ps(to + i * to_column, _mm256_permute2f128_ps(fours[i], fours[i + 4], 0x20));
    _mm256_storeu_ps(to + (i + 4) * to_column, _mm256_permute2f128_ps(fours[i], fours[i + 4], 0x31));
  }
}
[[gnu::target("avx2")]] void turn_square(double* to, std::int64_t to_column, const double* from,
                                         std::int64_t row) noexcept {
  __m256d rows[4], pairs[4];
#pragma GCC unroll 8
  for (int i = 0; i < 4; ++i) rows[i] = _mm256_loadu_pd(from + i * row);
#pragma GCC unroll 8
  for (int i = 0; i < 4; i += 2) {
    pairs[i] = _mm256_unpacklo_pd(rows[i], rows[i + 1]);
    pairs[i + 1] = _mm256_unpackhi_pd(rows[i], rows[i + 1]);
  }
#pragma GCC unroll 8
  for (int i = 0; i < 2; ++i) {
    _mm256_storeu_pd(to + i * to_column, _mm256_permute2f128_pd(pairs[i], pairs[i + 2], 0x20));
    _mm256_storeu_pd(to + (i + 2) * to_column, _mm256_permute2f128_pd(pairs[i], pairs[i + 2], 0x31));
  }
}

// Copies by tiles of whole cache lines, because a power of two between rows leaves few sets of the cache.
template <class T>
void copy_tiles(const Place& to, const Place& from, std::int64_t rows, std::int64_t columns) noexcept {
  constexpr std::int64_t kSize = sizeof(T), kSide = 64 / kSize, kSquare = 32 / kSize;
  constexpr std::int64_t kRows = 8 * kSide;  // few pages at a time
  static const bool has_squares = __builtin_cpu_supports("avx2") != 0;
  const bool turns = has_squares && from.column == kSize && to.row == kSize && from.row % kSize == 0 &&
                     to.column % kSize == 0;
  const bool is_sparse = from.row % 2048 == 0 || to.column % 2048 == 0;
  T tile[kSide][kSide];
  for (std::int64_t band = 0; band < rows; band += kRows)
    for (std::int64_t j = 0; j < columns; j += kSide)
      for (std::int64_t i = band; i < std::min(rows, band + kRows); i += kSide) {
        const std::int64_t height = std::min(kSide, rows - i), width = std::min(kSide, columns - j);
        const std::byte* source = from.at + i * from.row + j * from.column;
        std::byte* const target = to.at + i * to.row + j * to.column;
        if constexpr (kSquare > 2)
          if (turns && height == kSide && width == kSide) {
            const auto* square = reinterpret_cast<const T*>(source);
            std::int64_t row = from.row / kSize;
            if (is_sparse) {
              for (std::int64_t y = 0; y < kSide; ++y) {
                std::memcpy(tile[y], square + y * row, sizeof tile[y]);
                __builtin_prefetch(square + (y + kSide) * row);  // the tile below, or some memory
                __builtin_prefetch(target + y * to.column + 64, 1);
              }
              square = tile[0], row = kSide;
            }
            for (std::int64_t x = 0; x < kSide; x += kSquare)
              for (std::int64_t y = 0; y < kSide; y += kSquare)
                turn_square(reinterpret_cast<T*>(target + x * to.column) + y, to.column / kSize,
                            square + y * row + x, row);
            continue;
          }
        for (std::int64_t y = 0; y < height; ++y)
          for (std::int64_t x = 0; x < width; ++x)
            std::memcpy(target + y * to.row + x * to.column, source + y * from.row + x * from.column,
                        sizeof(T));
      }
}

void copy_matrix(const Place& to, const Place& from, std::int64_t rows, std::int64_t columns,
                 std::int64_t size) noexcept {
  if (to.at == from.at && to.row == from.row && to.column == from.column) return;
  if (from.row == size && from.column != size)
    return copy_matrix(to.transposed(), from.transposed(), columns, rows, size);
  if (to.column == size && from.column == size) {
    const bool is_whole = to.row == columns * size && from.row == to.row;
    for (std::int64_t i = 0; i < (is_whole ? 1 : rows); ++i)
      std::memcpy(to.at + i * to.row, from.at + i * from.row,
                  static_cast<std::size_t>((is_whole ? rows * columns : columns) * size));
    return;
  }
  struct Pair {
    std::uint64_t parts[2];
  };
  (size == 4   ? copy_tiles<float>
   : size == 8 ? copy_tiles<double>
               : copy_tiles<Pair>)(to, from, rows, columns);
}

// By vectors: std::swap_ranges goes byte by byte.
void swap_bytes(std::byte* one, std::byte* other, std::int64_t count) noexcept {
  std::byte kept[64];
  for (; count >= 64; count -= 64, one += sizeof kept, other += sizeof kept) {
    std::memcpy(kept, one, sizeof kept);
    std::memcpy(one, other, sizeof kept);
    std::memcpy(other, kept, sizeof kept);
  }
  std::swap_ranges(one, one + count, other);
}

template <class Real>
bool all_finite(const void* numbers, std::int64_t count) noexcept {
  constexpr std::int64_t kLanes = 16;
  const auto* const first = static_cast<const Real*>(numbers);
  Real zeros[kLanes] = {};  // a product of 0 and a number that is not finite is none
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes)
    for (std::int64_t lane = 0; lane < kLanes; ++lane) zeros[lane] += first[i + lane] * Real{0};
  for (; i < count; ++i) zeros[0] += first[i] * Real{0};
  return std::ranges::all_of(zeros, [](Real zero) { return zero == 0; });
}

// Brings numbers beyond 2^8 below it by a power of two. Returns what turns their eigenvalues back, or 1.
template <class Real>
double scale_down(void* numbers, std::int64_t count) noexcept {
  constexpr std::int64_t kLanes = 16;
  constexpr int kMaxExponent = 8;
  auto* const first = static_cast<Real*>(numbers);
  Real most[kLanes] = {};
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes)
    for (std::int64_t lane = 0; lane < kLanes; ++lane)
      most[lane] = std::max(most[lane], std::fabs(first[i + lane]));
  for (; i < count; ++i) most[0] = std::max(most[0], std::fabs(first[i]));
  const int exponent = std::ilogb(*std::ranges::max_element(most));
  if (exponent <= kMaxExponent) return 1;
  const Real scale = std::ldexp(Real{1}, kMaxExponent - exponent);
  for (i = 0; i < count; ++i) first[i] *= scale;
  return std::ldexp(1., exponent - kMaxExponent);
}

template <class Real>
void multiply(void* numbers, std::int64_t count, double factor) noexcept {
  auto* const first = static_cast<Real*>(numbers);
  for (std::int64_t i = 0; i < count; ++i) first[i] *= static_cast<Real>(factor);
}

// Returns true if the first result is singular values or eigenvalues, which are real.
bool has_values(const Job& job) noexcept {
  return job.routine == Routine::kGesvd || job.routine == Routine::kSyevd;
}
std::int64_t size_of_result(const Job& job, std::size_t i) noexcept {
  return i == 0 && has_values(job) ? (job.is_wide() ? 8 : 4) : job.size();
}

bool is_by_columns(const Job& job, std::size_t i) noexcept {
  return job.by_columns && !(i == 0 && has_values(job));
}

// Returns the rows of the blocks that Cholesky turns.
std::int64_t turned_side(const Job& job) noexcept {
  constexpr std::int64_t kBlock = 256;
  const std::int64_t most = !job.is_small              ? kMaxTurnedSide
                            : has_wide_small_kernels() ? std::max(job.side, kBlock)
                                                       : kBlock;
  return job.n <= most ? job.n : kBlock;
}

// One matrix of a job.
struct MatrixJob {
  const Job& job;
  Place a, b, results[3];
  const std::int64_t size = job.size();
  std::int64_t info = 0;

  // Returns the place in C's order where a result is made.
  Place made(std::size_t i) const noexcept {
    if (!job.made[i]) return results[i];
    const std::int64_t of_element = size_of_result(job, i);
    return {static_cast<std::byte*>(job.made[i]), job.results[i].columns * of_element, of_element};
  }
  std::int64_t elements_of(const Place& place) const noexcept { return place.row / size; }
  Place fortran(void* memory, std::int64_t rows) const noexcept {
    return {static_cast<std::byte*>(memory), size, rows * size};
  }
  // Gesdd and syevd may not end with numbers that are not finite. These are at fault as LAPACK says it:
  // argument 4, `a`.
  bool has_fault() noexcept {
    const std::int64_t count = job.m * job.n * (core::is_complex(job.type) ? 2 : 1);
    if (!(job.is_wide() ? all_finite<double> : all_finite<float>)(job.matrix, count)) info = -4;
    return info != 0;
  }

  // Returns true if the inverse of a pivot may overflow, by which OpenBLAS and others multiply: NumPy's
  // divide.
  bool has_tiny_pivot() const noexcept {
    const std::int64_t parts = core::is_complex(job.type) ? 2 : 1;
    const auto* const pivots = static_cast<const float*>(job.matrix);
    for (std::int64_t i = 0; i < job.n; ++i) {
      const float* const pivot = pivots + i * (job.n + 1) * parts;
      if (std::max(std::fabs(pivot[0]), std::fabs(pivot[parts - 1])) < std::numeric_limits<float>::min())
        return true;
    }
    return false;
  }
  // Solves by a factorization that divides by its pivots, of the matrix times a power of two, in place.
  template <class T>
  void solve_by_division(const Place& x) noexcept {
    const std::int64_t n = job.n, sides = job.b.columns, parts = sizeof(T) / sizeof(float);
    auto* const factors = static_cast<T*>(job.matrix);
    auto* const numbers = static_cast<float*>(job.matrix);
    const auto at = [&](std::int64_t i, std::int64_t j) -> T& {
      return j < n ? factors[i + j * n] : *reinterpret_cast<T*>(x.from(i, j - n).at);
    };
    copy_matrix(fortran(job.matrix, n), a, n, n, size);
    copy_matrix(x, b, n, sides, size);
    float most = 0;
    for (std::int64_t i = 0; i < n * n * parts; ++i) most = std::max(most, std::fabs(numbers[i]));
    const int exponent = most > 0 && std::isfinite(most) ? std::ilogb(most) : 0;
    for (std::int64_t i = 0; i < n * n * parts; ++i) numbers[i] = std::scalbn(numbers[i], -exponent);
    for (std::int64_t k = 0; k < n; ++k) {
      std::int64_t pivot = k;
      for (std::int64_t i = k + 1; i < n; ++i)
        if (std::abs(at(i, k)) > std::abs(at(pivot, k))) pivot = i;
      if (at(pivot, k) == T{0}) {
        info = k + 1;
        return;
      }
      for (std::int64_t j = 0; pivot != k && j < n + sides; ++j) std::swap(at(k, j), at(pivot, j));
      for (std::int64_t i = k + 1; i < n; ++i) at(i, k) /= at(k, k);
      for (std::int64_t j = k + 1; j < n + sides; ++j)
        for (std::int64_t i = k + 1; i < n; ++i) at(i, j) -= at(i, k) * at(k, j);
    }
    for (std::int64_t j = n; j < n + sides; ++j)
      for (std::int64_t k = n; k-- > 0;) {
        at(k, j) /= at(k, k);
        for (std::int64_t i = 0; i < k; ++i) at(i, j) -= at(i, k) * at(k, j);
      }
    for (std::int64_t i = 0; i < n * sides * parts; ++i) {
      auto& number = reinterpret_cast<float*>(x.from(i / parts / sides, i / parts % sides).at)[i % parts];
      number = std::scalbn(number, -exponent);
    }
  }

  void solve() noexcept {
    const std::int64_t n = job.n, sides = job.b.columns;
    const Place x = job.by_columns ? fortran(job.made[0], n) : made(0);
    copy_matrix(fortran(job.matrix, n), a, n, n, size);
    call_lapack(job, HostRoutine::kGetrf, &n, &n, job.matrix, &n, job.column, &info);
    if (info != 0) return;
    if (!job.is_wide() && has_tiny_pivot())
      return core::is_complex(job.type) ? solve_by_division<std::complex<float>>(x)
                                        : solve_by_division<float>(x);
    if (job.by_columns) {
      copy_matrix(x, b, n, sides, size);
      return call_lapack(job, HostRoutine::kGetrs, Text{"N"}, &n, &sides, job.matrix, &n, job.column, x.at,
                         &n, &info);
    }
    const auto* const narrow = static_cast<const std::int32_t*>(job.column);
    const auto* const wide = static_cast<const std::int64_t*>(job.column);
    const bool is_wide = n > 1 && narrow[1] == 0;  // pivots begin at 1
    const auto pivot = [&](std::int64_t i) { return (is_wide ? wide[i] : narrow[i]) - 1; };
    auto* const order = static_cast<std::int64_t*>(job.integers);
    std::iota(order, order + n, 0);
    for (std::int64_t i = 0; i < n; ++i) std::swap(order[i], order[pivot(i)]);
    if (job.is_small)
      return small_solve(job.type,
                         {n, sides, job.matrix, order, b.at, b.row, b.column, x.at, x.row, job.elements});
    if (x.at != b.at && b.column == size) {
      for (std::int64_t i = 0; i < n; ++i)
        std::memcpy(x.at + i * x.row, b.at + order[i] * b.row, static_cast<std::size_t>(sides * size));
    } else {
      copy_matrix(x, b, n, sides, size);
      for (std::int64_t i = 0; i < n; ++i)
        if (const std::int64_t with = pivot(i); with != i)
          swap_bytes(x.at + i * x.row, x.at + with * x.row, sides * size);
    }
    // The rows of x are the columns of a matrix y in Fortran's order: y = b^T P L^-T U^-T.
    const std::int64_t width = elements_of(x);
    for (const bool is_upper : {false, true})
      call_lapack(job, HostRoutine::kTrsm, Text{"R"}, Text{is_upper ? "U" : "L"}, Text{"T"},
                  Text{is_upper ? "N" : "U"}, &sides, &n, blas_number(job.is_wide(), 1), job.matrix, &n, x.at,
                  &width);
  }

  // Copies the rows' elements up to the diagonal, by bands.
  void copy_lower(const Place& to, const Place& from, std::int64_t n) const noexcept {
    for (std::int64_t i = 0; i < n; i += kBand)
      copy_matrix(to.from(i, 0), from.from(i, 0), std::min(kBand, n - i), std::min(i + kBand, n), size);
  }

  // OpenBLAS takes a diagonal of NaN for a positive one. Returns its place, from 1, or 0.
  std::int64_t nan_on_diagonal(const Place& of, std::int64_t n) const noexcept {
    for (std::int64_t i = 0; i < n; ++i) {
      const void* const at = of.from(i, i).at;
      if (std::isnan(job.is_wide() ? *static_cast<const double*>(at) : *static_cast<const float*>(at)))
        return i + 1;
    }
    return 0;
  }

  // The rows of a lower triangle are columns of an upper one in Fortran's order, for which OpenBLAS needs a
  // third as much time again. So blocks on the diagonal are turned, and the rest is done in its place.
  void cholesky() noexcept {
    const std::int64_t n = job.n;
    const Place l = made(0);
    const std::int64_t width = elements_of(l);
    const bool is_whole = turned_side(job) == n;
    if (!is_whole) copy_lower(l, a, n);
    for (std::int64_t k = 0, side = turned_side(job); k < n; k += side) {
      side = std::min(side, n - k);
      const std::int64_t rest = n - k - side;
      const Place diagonal = l.from(k, k), below = l.from(k + side, k),
                  work = fortran(job.matrix, job.is_small ? small_leading(side) : side);
      copy_lower(work, is_whole ? a : diagonal, side);
      if (job.is_small) {
        info = small_cholesky(job.type, job.matrix, side);
      } else {
        call_lapack(job, HostRoutine::kPotrf, Text{"L"}, &side, job.matrix, &side, &info);
        if (info == 0) info = nan_on_diagonal(work, side);
      }
      if (info != 0) {
        info += k;
        return;
      }
      copy_lower(diagonal, work, side);
      if (rest == 0) break;
      const Text adjoint = core::is_complex(job.type) ? "C" : "T";
      const void *const one = blas_number(job.is_wide(), 1), *const minus_one =
                                                                 blas_number(job.is_wide(), -1);
      call_lapack(job, HostRoutine::kTrsm, Text{"L"}, Text{"U"}, adjoint, Text{"N"}, &side, &rest, one,
                  diagonal.at, &width, below.at, &width);
      call_lapack(job, HostRoutine::kSyrk, Text{"U"}, adjoint, &rest, &side, minus_one, below.at, &width, one,
                  below.from(0, side).at, &width);
    }
    // A small factor brought the zeros of its bands.
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t first = job.is_small ? (i / kBand + 1) * kBand : i + 1;
      if (first < n) std::memset(l.from(i, first).at, 0, static_cast<std::size_t>((n - first) * size));
    }
  }

  void qr() noexcept {
    const std::int64_t m = job.m, n = job.n, k = job.least;
    const Place r = results[1];
    Place work = {static_cast<std::byte*>(job.matrix), size, small_leading(m) * size},
          vectors = work.from(0, n);
    if (job.is_small) copy_matrix(work, a, m, n, size);
    const bool is_own = job.is_small && small_qr(job.type, {m, n, work.at, vectors.at, job.elements});
    if (!is_own) {
      work = vectors = fortran(job.matrix, m);
      copy_matrix(work, a, m, n, size);
      call_lapack(job, HostRoutine::kGeqrf, &m, &n, job.matrix, &m, job.column, job.elements, &job.length,
                  &info);
    }
    for (std::int64_t i = 0; i < k; i += kBand)
      copy_matrix(r.from(i, i), work.from(i, i), std::min(kBand, k - i), n - i, size);
    const std::int64_t together = r.column == size ? n : 1;
    for (std::int64_t i = 1; i < k; ++i)
      for (std::int64_t j = 0; j < i; j += together)
        std::memset(r.from(i, j).at, 0, static_cast<std::size_t>(std::min(i, together) * size));
    if (!is_own)
      call_lapack(job, HostRoutine::kOrgqr, &m, &k, &k, job.matrix, &m, job.column, job.elements, &job.length,
                  &info);
    copy_matrix(results[0], vectors, m, k, size);
  }

  // The vectors of the transposed matrix are those of this one, transposed and exchanged.
  void svd() noexcept {
    const bool is_turned = !job.by_columns;
    const std::int64_t rows = is_turned ? job.n : job.m, columns = is_turned ? job.m : job.n;
    if (job.length >= 0) {
      copy_matrix(fortran(job.matrix, rows), is_turned ? a.transposed() : a, rows, columns, size);
      if (has_fault()) return;
    }
    const Place left = made(is_turned ? 2 : 1), right = made(is_turned ? 1 : 2);
    const std::int64_t of_left = job.by_columns ? rows : std::max(elements_of(left), rows),
                       of_right = job.by_columns ? job.least : std::max(elements_of(right), job.least);
    const auto run = [&](auto... last) {
      call_lapack(job, HostRoutine::kGesdd, Text{job.has_vectors() ? "S" : "N"}, &rows, &columns, job.matrix,
                  &rows, made(0).at, left.at, &of_left, right.at, &of_right, job.elements, &job.length,
                  last..., job.integers, &info);
    };
    core::is_complex(job.type) ? run(job.reals) : run();
  }

  void eigh() noexcept {
    const Place matrix = fortran(job.matrix, job.n);
    double back = 1;
    if (job.length >= 0) {
      copy_matrix(matrix, a, job.n, job.n, size);
      // Elements above the diagonal are not the matrix's, and may be NaN.
      for (std::int64_t j = 1; j < job.n; ++j)
        std::memset(matrix.from(0, j).at, 0, static_cast<std::size_t>(j * size));
      if (has_fault()) return;
      // Steqr, which does sides up to 25, often fails to converge for large numbers.
      back = (job.is_wide()
                  ? scale_down<double>
                  : scale_down<float>)(job.matrix, job.n * job.n * (core::is_complex(job.type) ? 2 : 1));
    }
    const auto run = [&](auto... last) {
      call_lapack(job, HostRoutine::kSyevd, Text{job.has_vectors() ? "V" : "N"}, Text{"L"}, &job.n,
                  job.matrix, &job.n, made(0).at, job.elements, &job.length, last..., job.integers,
                  &job.integer_length, &info);
    };
    core::is_complex(job.type) ? run(job.reals, &job.real_length) : run();
    if (back != 1) (job.is_wide() ? multiply<double> : multiply<float>)(made(0).at, job.n, back);
    if (job.length >= 0 && job.has_vectors()) copy_matrix(results[1], matrix, job.n, job.n, size);
  }

  void run() noexcept {
    switch (job.routine) {
      case Routine::kGetrf:
        return solve();
      case Routine::kPotrf:
        return cholesky();
      case Routine::kGeqrf:
        return qr();
      case Routine::kGesvd:
        return svd();
      default:
        return eigh();
    }
  }
};

template <class Real>
void fill_with_nan(const Place& to, std::int64_t rows, std::int64_t columns, std::int64_t size) noexcept {
  constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      for (std::int64_t part = 0; part < size; part += sizeof(Real))
        std::memcpy(to.at + i * to.row + j * to.column + part, &kNan, sizeof kNan);
}

// Runs on a worker of the CPU device, or on the calling thread.
void run_job(void* data) {
  const Job& job = *static_cast<const Job*>(data);
  for (std::uint64_t each = 0; each < job.count; ++each) {
    const auto place = [&](const Batch& of) -> Place {
      std::int64_t offset = 0;
      std::uint64_t rest = each;
      for (std::uint32_t i = job.ndim; i-- > 0; rest /= job.shape[i])
        offset += static_cast<std::int64_t>(rest % job.shape[i]) * of.steps[i];
      return {static_cast<std::byte*>(memory_at(of.address)) + offset, of.row, of.column};
    };
    MatrixJob matrix{job,
                     place(job.a),
                     place(job.b),
                     {place(job.results[0]), place(job.results[1]), place(job.results[2])}};
    matrix.run();
    for (std::size_t i = 0; i < 3; ++i) {
      const Batch& result = job.results[i];
      const std::int64_t size = size_of_result(job, i);
      if (result.address != 0 && matrix.info != 0)
        (job.is_wide() ? fill_with_nan<double> : fill_with_nan<float>)(matrix.results[i], result.rows,
                                                                       result.columns, size);
      else if (job.made[i])
        copy_matrix(matrix.results[i],
                    is_by_columns(job, i) ? matrix.fortran(job.made[i], result.rows) : matrix.made(i),
                    result.rows, result.columns, size);
    }
    const auto info = static_cast<std::int32_t>(matrix.info);
    if (job.info.address != 0) std::memcpy(place(job.info).at, &info, sizeof info);
  }
}

// Fills the lengths of the routines' work space.
void ask_lengths(Job& job) {
  job.length = 0;
  if (job.routine == Routine::kGetrf) {
    job.length = job.is_small ? kSmallSolveBytes / job.size() * job.n : 0;
    job.integer_length = job.by_columns ? 0 : job.n;
  }
  if (job.routine == Routine::kGetrf || job.routine == Routine::kPotrf) return;
  const std::int64_t n = job.n, least = job.least, most = std::max(job.m, n);
  // A call like the thread's last one need not ask: that takes as long as a small part of the work.
  thread_local struct {
    std::array<std::int64_t, 5> call;
    std::int64_t lengths[3];
  } last;
  const std::array call = {static_cast<std::int64_t>(job.routine), static_cast<std::int64_t>(job.type),
                           std::int64_t{job.has_vectors()}, job.m, n};
  if (last.call == call) {
    job.length = last.lengths[0], job.real_length = last.lengths[1], job.integer_length = last.lengths[2];
    return;
  }
  if (job.routine == Routine::kGesvd) {
    job.integer_length = 8 * least;
    job.real_length = least * std::max(5 * least + 7, 2 * most + 2 * least + 1);
  } else if (job.routine == Routine::kSyevd) {
    job.integer_length = job.has_vectors() ? 3 + 5 * n : 1;
    job.real_length = job.has_vectors() ? 1 + 5 * n + 2 * n * n : n;
  }
  alignas(16) std::byte answer[64] = {}, reals[64] = {}, integers[64] = {};
  Job asks = job;
  asks.elements = answer, asks.reals = reals, asks.integers = integers;
  asks.length = -1;
  const auto read = [&] {
    double length = 0;
    if (job.is_wide()) {
      std::memcpy(&length, answer, sizeof length);
    } else {
      float rounded = 0;  // it may have been rounded down
      std::memcpy(&rounded, answer, sizeof rounded);
      length = static_cast<double>(std::nextafter(rounded, HUGE_VALF));
    }
    job.length = std::max({job.length, std::int64_t{1}, static_cast<std::int64_t>(std::ceil(length))});
  };
  MatrixJob matrix{asks, {}, {}, {}};
  if (job.routine == Routine::kGeqrf) {
    const std::int64_t m = job.m;
    call_lapack(asks, HostRoutine::kGeqrf, &m, &n, answer, &m, answer, answer, &asks.length, &matrix.info);
    read();
    call_lapack(asks, HostRoutine::kOrgqr, &m, &least, &least, answer, &m, answer, answer, &asks.length,
                &matrix.info);
  } else {
    matrix.run();
  }
  read();
  last = {call, {job.length, job.real_length, job.integer_length}};
}

// `has_columns`: its last two dimensions are matrices, and else the last one is a vector.
Batch batch_of(const Ndarray& array, std::uint32_t ndim, bool has_columns, std::uint32_t batch_ndim) {
  const core::Layout& layout = array.layout();
  Batch made;
  made.address = array.address();
  const std::uint32_t own = layout.ndim - ndim;
  if (ndim > 0) {
    made.rows = static_cast<std::int64_t>(layout.shape[own]);
    made.row = layout.strides[own];
    made.columns = has_columns ? static_cast<std::int64_t>(layout.shape[own + 1]) : 1;
    const auto size = static_cast<std::int64_t>(array.element().size);
    made.column = made.columns == 1 ? size : layout.strides[own + 1];
    if (made.rows == 1) made.row = made.columns * size;
  }
  for (std::uint32_t i = 0; i < own; ++i)
    if (layout.shape[i] != 1) made.steps[batch_ndim - own + i] = layout.strides[i];
  return made;
}

// Returns true if LAPACK may write the result where it is: rows of matrices, or values without gaps.
bool is_direct(const Job& job, std::size_t i) noexcept {
  const Batch& result = job.results[i];
  const std::int64_t size = size_of_result(job, i);
  const bool has_gaps = result.row != result.columns * size;
  std::uint64_t all = result.address | static_cast<std::uint64_t>(result.row);
  for (std::uint32_t dim = 0; dim < job.ndim; ++dim) all |= static_cast<std::uint64_t>(result.steps[dim]);
  return !is_by_columns(job, i) && !(has_gaps && has_values(job) && i == 0) && result.column == size &&
         result.row >= result.columns * size && (all & static_cast<std::uint64_t>(size - 1)) == 0;
}

// Gives the job its work space at that address. Returns the bytes.
std::uint64_t lay_out(Job& job, std::uint64_t address) noexcept {
  std::uint64_t bytes = 0;
  const auto reserve = [&](std::int64_t count, std::int64_t size) {
    void* const begin = memory_at(address + bytes);
    bytes += divide_up(static_cast<std::uint64_t>(count * size), 64) * 64;
    return begin;
  };
  const std::int64_t size = job.size();
  const std::int64_t side = turned_side(job);
  const bool is_cholesky = job.routine == Routine::kPotrf, is_qr = job.routine == Routine::kGeqrf;
  job.matrix = reserve(job.is_small && is_cholesky ? small_leading(side) * small_cholesky_columns(side)
                       : job.is_small && is_qr     ? small_leading(job.m) * (job.n + job.least)
                       : is_cholesky               ? side * side
                                                   : job.m * job.n,
                       size);
  job.column = reserve(job.least, std::max<std::int64_t>(size, kPivotBytes));
  job.elements = reserve(job.length, size);
  job.reals = reserve(core::is_complex(job.type) ? job.real_length : 0, size);
  job.integers = reserve(job.integer_length, kPivotBytes);
  for (std::size_t i = 0; i < 3; ++i) {
    const Batch& result = job.results[i];
    const bool is_of_matrix = job.routine == Routine::kGeqrf || (job.routine == Routine::kSyevd && i == 1);
    job.made[i] = result.address == 0 || is_of_matrix || is_direct(job, i)
                      ? nullptr
                      : reserve(result.rows * result.columns, size_of_result(job, i));
  }
  return bytes;
}

// Returns true if other elements of the operand lie where the result has some.
bool overlaps(const Ndarray& operand, const Ndarray* result) noexcept {
  const auto all_of = [](const Ndarray& array) {
    return Operand{nullptr, array.address(), array.element().size, array.layout()};
  };
  return result && share_bytes(operand, *result) &&
         !(std::ranges::equal(operand.layout().dims(), result->layout().dims()) &&
           same_elements(all_of(operand), all_of(*result)));
}

}  // namespace

bool run_on_lapack(Routine routine, const HostFactors& factors, const Workspace& workspace) {
  const HostLapack& lapack = host_blas().lapack;
  core::Context& context = workspace.context;
  if (lapack.path.empty() || !context.table().gridcallHostWork) return false;
  Job job{};
  job.lapack = &lapack;
  job.routine = routine;
  job.type = factors.operands[0]->type();
  job.ndim = static_cast<std::uint32_t>(factors.batch.size());
  std::ranges::copy(factors.batch, job.shape.begin());
  for (const std::uint64_t extent : factors.batch) job.count *= extent;

  std::vector<core::Mem*> memory;
  memory.reserve(8);
  std::optional<Temporary> copies[2];
  for (std::size_t i = 0; i < factors.operands.size(); ++i) {
    Ndarray* operand = factors.operands[i];
    // A matrix may be read after a result of another one is written.
    if (overlaps(*operand, factors.info) ||
        std::ranges::any_of(factors.results, [&](const Ndarray* each) { return overlaps(*operand, each); })) {
      copies[i].emplace(context, operand->element(), operand->layout().dims(), workspace.stream,
                        workspace.pool);
      copy(**copies[i], *operand, workspace.stream);
      operand = &**copies[i];
    }
    memory.push_back(&operand->mem());
    const bool is_vector = operand->layout().ndim == 1;
    (i == 0 ? job.a : job.b) = batch_of(*operand, is_vector ? 1 : 2, !is_vector, job.ndim);
  }
  for (std::size_t i = 0; i < factors.results.size(); ++i) {
    if (!factors.results[i]) continue;
    memory.push_back(&factors.results[i]->mem());
    const std::uint32_t ndim = factors.results[i]->layout().ndim - job.ndim;
    job.results[i] = batch_of(*factors.results[i], ndim, ndim == 2, job.ndim);
  }
  if (factors.info) {
    memory.push_back(&factors.info->mem());
    job.info = batch_of(*factors.info, 0, false, job.ndim);
  }
  job.m = job.a.rows, job.n = job.a.columns, job.least = std::min(job.m, job.n);
  // LAPACK is slow for singular vectors of wide matrices. OpenBLAS gives short triangular solutions to all
  // threads, but not those of getrs.
  const std::int64_t sides = job.b.columns;
  const std::int64_t most = has_wide_small_kernels() ? job.n : kMaxNarrowSolve;
  const std::int64_t small = job.side = small_side(host_blas(), job.type);
  job.is_small = routine == Routine::kPotrf   ? small > 0
                 : routine == Routine::kGetrf ? job.n <= small && job.n <= most && sides >= kFewSides
                                              : routine == Routine::kGeqrf && std::max(job.m, job.n) <= small;
  job.by_columns = routine == Routine::kGesvd ? job.m > job.n
                                              : routine == Routine::kGetrf && !job.is_small &&
                                                    (sides == 1 || job.n * sides < kManySides);
  ask_lengths(job);
  if (job.is_small && routine == Routine::kGeqrf)
    job.length = std::max(job.length, small_qr_room(job.m, job.n));
  const std::uint64_t bytes[] = {lay_out(job, 0)};
  const Temporary space(context, core::Element::of(core::ScalarType::kUint8), bytes, workspace.stream,
                        workspace.pool);
  lay_out(job, space->address());
  memory.push_back(&space->mem());

  const auto side = static_cast<std::uint64_t>(std::max({job.m, job.n, job.b.columns}));
  // Routines that give values iterate, and take some 30 times as long as a factorization; Cholesky's takes an
  // eighth of the others' time.
  const std::uint64_t products =
      side * side * side * job.count * (has_values(job) ? 32 : 1) / (routine == Routine::kPotrf ? 8 : 1);
  const HostCall call = {&run_job, &job, sizeof job, side <= 1024 && products <= kShortProducts, side > 64};
  queue_host_work(context, call, memory, workspace.stream);
  return true;
}

}  // namespace gridcall::ndarray
