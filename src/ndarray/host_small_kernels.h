// SPDX-License-Identifier: Apache-2.0
//
// The kernels of host_small.cpp, which compiles them once for each set of vectors, and includes these headers
// first: before them stand GRIDCALL_TARGET, kVectorBytes, kColumns and the operations of a vector. Two
// vectors of rows times kColumns columns stay in registers.

#include <algorithm>
#include <cstdint>
#include <cstring>

// NOLINTBEGIN(misc-definitions-in-headers)

template <class T>
constexpr std::int64_t kLanesOf = kVectorBytes / static_cast<std::int64_t>(sizeof(T));
template <class T>
using VectorOf = decltype(all(T{}));

template <class T, bool kPacks>
[[gnu::target(GRIDCALL_TARGET), gnu::noinline]] void multiply_strips(const Gemm& gemm, const void* a_memory,
                                                                     const void* b_memory,
                                                                     void* c_memory) noexcept {
  constexpr std::int64_t kLanes = kLanesOf<T>;
  const auto* const b = static_cast<const T*>(b_memory);
  const std::int64_t down = gemm.transposes_b ? gemm.ldb : 1, across = gemm.transposes_b ? 1 : gemm.ldb;
  const std::int64_t end = gemm.k * down;
  alignas(kVectorBytes) T packed[kPacks ? 2 * kLanes * kMaxProductSide : 1];
  for (std::int64_t i = 0; i < gemm.m; i += 2 * kLanes) {
    const auto low = lanes_of(T{}, gemm.m - i), high = lanes_of(T{}, gemm.m - i - kLanes);
    const T* strip = static_cast<const T*>(a_memory) + i;
    std::int64_t leading = gemm.lda;
    if constexpr (kPacks) {
      for (std::int64_t k = 0; k < gemm.k; ++k, strip += gemm.lda) {
        store(packed + 2 * k * kLanes, load(strip, low));
        store(packed + (2 * k + 1) * kLanes, load(strip + kLanes, high));
      }
      strip = packed, leading = 2 * kLanes;
    }
    const auto read_low = kPacks ? lanes_of(T{}, kLanes) : low,
               read_high = kPacks ? lanes_of(T{}, kLanes) : high;
    for (std::int64_t j = 0; j < gemm.n; j += kColumns) {
      const T* columns[kColumns];  // the last one again where there is none
      VectorOf<T> sums[2][kColumns];
#pragma GCC unroll 8
      for (std::int64_t at = 0; at < kColumns; ++at) {
        columns[at] = b + std::min(j + at, gemm.n - 1) * across;
        sums[0][at] = sums[1][at] = all(T{0});
      }
      const T* a = strip;
      for (std::int64_t k = 0; k != end; k += down, a += leading) {
        const auto upper = load(a, read_low), lower = load(a + kLanes, read_high);
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

template <class T>
void multiply(const Gemm& gemm, const void* a, const void* b, void* c) noexcept {
  packs_small_product(gemm) ? multiply_strips<T, true>(gemm, a, b, c)
                            : multiply_strips<T, false>(gemm, a, b, c);
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
[[gnu::target(GRIDCALL_TARGET)]] std::int64_t factorize(void* memory, std::int64_t n) noexcept {
  constexpr std::int64_t kLanes = kLanesOf<T>;
  T* const a = static_cast<T*>(memory);
  const std::int64_t leading = small_leading(n);
  for (std::int64_t j = 0; j < n; j += kColumns) {
    const std::int64_t side = std::min(kColumns, n - j), first = j / kLanes * kLanes;
    Block<T> block;
    for (std::int64_t i = first; i < n; i += 2 * kLanes) {
      VectorOf<T> sums[2][kColumns];
      T* const c = a + i + j * leading;
#pragma GCC unroll 8
      for (std::int64_t at = 0; at < kColumns; ++at) {
        sums[0][at] = load(c + at * leading);
        sums[1][at] = load(c + at * leading + kLanes);
      }
      for (const T* column = a; column != a + j * leading; column += leading) {
        const auto upper = load(column + i), lower = load(column + i + kLanes);
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
          store(c + at * leading, sums[0][at]);
          store(c + at * leading + kLanes, sums[1][at]);
        }
        if (const std::int64_t info = block.factorize(a + j + j * leading, leading, side)) return j + info;
      }
#pragma GCC unroll 8
      for (std::int64_t at = 0; at < kColumns; ++at) {
#pragma GCC unroll 8
        for (std::int64_t part = 0; part < 2; ++part) {
          sums[part][at] = product(sums[part][at], all(block.inverse[at]));
          store(c + at * leading + part * kLanes, sums[part][at]);
#pragma GCC unroll 8
          for (std::int64_t other = at + 1; other < kColumns; ++other)
            sums[part][other] = take_product(sums[part][other], sums[part][at], all(block.l[other][at]));
        }
      }
    }
    for (std::int64_t column = 0; column < kColumns; ++column) {
      T* const to = a + (j + column) * leading;
      for (std::int64_t i = 0; i < first; i += kLanes) store(to + i, all(T{0}));
      std::fill(to + first, to + j, T{0});
      for (std::int64_t row = 0; row < side; ++row) to[j + row] = block.l[row][column];
    }
  }
  return 0;
}

// Solves for the rows from k on of a strip whose equations have no other unknowns, and takes these from the
// equations before, of U, or behind.
template <class T, std::int64_t kRows, bool kIsUpper>
[[gnu::target(GRIDCALL_TARGET)]] inline void solve_rows(const T* factors, std::int64_t n, std::int64_t k,
                                                        T* strip) noexcept {
  constexpr std::int64_t kLanes = kLanesOf<T>;
  VectorOf<T> found[kRows][2];
  const T* const columns = factors + k * n;
#pragma GCC unroll 8
  for (std::int64_t at = 0; at < kRows; ++at)
#pragma GCC unroll 2
    for (std::int64_t part = 0; part < 2; ++part)
      found[at][part] = load(strip + (2 * (k + at) + part) * kLanes);
#pragma GCC unroll 8
  for (std::int64_t step = 0; step < kRows; ++step) {
    const std::int64_t at = kIsUpper ? kRows - 1 - step : step;
#pragma GCC unroll 2
    for (std::int64_t part = 0; part < 2; ++part) {
      if constexpr (kIsUpper) found[at][part] = quotient(found[at][part], all(columns[at * n + k + at]));
      store(strip + (2 * (k + at) + part) * kLanes, found[at][part]);
#pragma GCC unroll 8
      for (std::int64_t later = step + 1; later < kRows; ++later) {
        const std::int64_t row = kIsUpper ? kRows - 1 - later : later;
        found[row][part] = take_product(found[row][part], found[at][part], all(columns[at * n + k + row]));
      }
    }
  }
  const std::int64_t end = kIsUpper ? k : n;
  for (std::int64_t i = kIsUpper ? 0 : k + kRows; i < end; ++i) {
    T* const row = strip + 2 * i * kLanes;
    auto first = load(row), second = load(row + kLanes);
#pragma GCC unroll 8
    for (std::int64_t at = 0; at < kRows; ++at) {
      const auto factor = all(columns[at * n + i]);
      first = take_product(first, found[at][0], factor);
      second = take_product(second, found[at][1], factor);
    }
    store(row, first), store(row + kLanes, second);
  }
}

template <class T>
void solve(const SmallSolve& job) noexcept {
  constexpr std::int64_t kWidth = 2 * kLanesOf<T>, kSize = sizeof(T);
  const auto* const factors = static_cast<const T*>(job.factors);
  auto* const strip = static_cast<T*>(job.room);
  const std::int64_t n = job.n, whole = n / kColumns * kColumns;
  for (std::int64_t j = 0; j < job.sides; j += kWidth) {
    const std::int64_t width = std::min(kWidth, job.sides - j);
    for (std::int64_t i = 0; i < n; ++i) {
      const std::byte* const from = job.b + job.order[i] * job.b_row + j * job.b_column;
      T* const to = strip + i * kWidth;
      if (width != kWidth) std::fill_n(to, kWidth, T{0});
      if (job.b_column == kSize)
        std::memcpy(to, from, static_cast<std::size_t>(width * kSize));
      else
        for (std::int64_t at = 0; at < width; ++at) std::memcpy(to + at, from + at * job.b_column, sizeof(T));
    }
    for (std::int64_t k = 0; k < whole; k += kColumns) solve_rows<T, kColumns, false>(factors, n, k, strip);
    for (std::int64_t k = whole; k < n; ++k) solve_rows<T, 1, false>(factors, n, k, strip);
    for (std::int64_t k = n; k-- > whole;) solve_rows<T, 1, true>(factors, n, k, strip);
    for (std::int64_t k = whole; (k -= kColumns) >= 0;) solve_rows<T, kColumns, true>(factors, n, k, strip);
    for (std::int64_t i = 0; i < n; ++i)
      std::memcpy(job.x + i * job.x_row + j * kSize, strip + i * kWidth,
                  static_cast<std::size_t>(width * kSize));
  }
}

// The sums of products of a column with others.
template <class T>
[[gnu::target(GRIDCALL_TARGET)]] inline void dot_columns(const T* const (&others)[kColumns], const T* with,
                                                         std::int64_t begin, std::int64_t end,
                                                         T (&dots)[kColumns]) noexcept {
  VectorOf<T> sums[kColumns];
#pragma GCC unroll 8
  for (std::int64_t at = 0; at < kColumns; ++at) sums[at] = all(T{0});
  for (std::int64_t i = begin; i < end; i += kLanesOf<T>) {
    const auto mine = load(with + i);
#pragma GCC unroll 8
    for (std::int64_t at = 0; at < kColumns; ++at)
      sums[at] = add_product(sums[at], load(others[at] + i), mine);
  }
#pragma GCC unroll 8
  for (std::int64_t at = 0; at < kColumns; ++at) dots[at] = sum_of(sums[at]);
}

// Up to kColumns reflectors as columns v, zeros above each one's first element, and T: together they are 1 -
// v T v^T.
template <class T>
struct Reflectors {
  T *v, *t;
  std::int64_t leading, begin, end;  // of vectors of rows

  T* column(std::int64_t at) const noexcept { return v + at * leading; }

  // Takes the elements behind row `first` of a column.
  void take_column(std::int64_t at, const T* from, std::int64_t first) const noexcept {
    std::fill(column(at) + begin, column(at) + first + 1, T{0});
    std::copy(from + first + 1, from + end, column(at) + first + 1);
  }

  // Makes columns p to p + side of `a` R, with the reflectors behind its diagonal. Returns false for squares
  // that are near the ends of the range.
  [[gnu::target(GRIDCALL_TARGET)]] bool factorize(T* a, std::int64_t p, std::int64_t side) const noexcept {
    constexpr T kMaxSquare = sizeof(T) == 4 ? T(0x1p100) : T(0x1p900),
                kLeast = sizeof(T) == 4 ? T(0x1p-80) : T(0x1p-800);
    std::fill(t, t + kColumns * kColumns, T{0});
    for (std::int64_t at = 0; at < side; ++at) {
      T* const x = a + (p + at) * leading;
      const std::int64_t first = p + at;
      take_column(at, x, first);
      const T* others[kColumns];
      for (std::int64_t i = 0; i < kColumns; ++i)
        others[i] = i <= at ? column(i) : a + (p + std::min(i, side - 1)) * leading;
      T dots[kColumns];
      dot_columns(others, column(at), begin, end, dots);
      const T alpha = x[first], square = alpha * alpha + dots[at];
      if (!(square < kMaxSquare)) return false;
      T factor = 0;
      if (dots[at] < kLeast) {
        if (std::any_of(x + first + 1, x + end, [](T each) { return each != 0; })) return false;
      } else {
        const T norm = std::sqrt(square), beta = alpha > 0 ? -norm : norm, scale = 1 / (alpha - beta);
        factor = (beta - alpha) / beta;
        x[first] = beta;
        for (std::int64_t i = begin; i < end; i += kLanesOf<T>)
          store(column(at) + i, product(load(column(at) + i), all(scale)));
        std::copy(column(at) + first + 1, column(at) + end, x + first + 1);
        for (T& dot : dots) dot *= scale;
      }
      column(at)[first] = 1;
      for (std::int64_t i = 0; i < at; ++i) dots[i] += column(i)[first];
      t[at * kColumns + at] = factor;
      for (std::int64_t i = 0; i < at; ++i)
        for (std::int64_t k = i; k < at; ++k) t[i * kColumns + at] -= factor * t[i * kColumns + k] * dots[k];
      for (std::int64_t j = at + 1; j < side; ++j) {
        T* const y = a + (p + j) * leading;
        const auto dot = all(factor * (dots[j] + y[first]));
        for (std::int64_t i = begin; i < end; i += kLanesOf<T>)
          store(y + i, take_product(load(y + i), load(column(at) + i), dot));
      }
    }
    return true;
  }

  // Reflects columns, by the transposed product first.
  template <bool kIsTransposed, std::int64_t kAcross>
  [[gnu::target(GRIDCALL_TARGET)]] void reflect(T* y) const noexcept {
    VectorOf<T> sums[kColumns][kAcross];
#pragma GCC unroll 8
    for (std::int64_t at = 0; at < kColumns; ++at)
#pragma GCC unroll 3
      for (std::int64_t j = 0; j < kAcross; ++j) sums[at][j] = all(T{0});
    for (std::int64_t i = begin; i < end; i += kLanesOf<T>) {
      VectorOf<T> mine[kAcross];
#pragma GCC unroll 3
      for (std::int64_t j = 0; j < kAcross; ++j) mine[j] = load(y + j * leading + i);
#pragma GCC unroll 8
      for (std::int64_t at = 0; at < kColumns; ++at) {
        const auto reflector = load(column(at) + i);
#pragma GCC unroll 3
        for (std::int64_t j = 0; j < kAcross; ++j) sums[at][j] = add_product(sums[at][j], reflector, mine[j]);
      }
    }
    T dots[kColumns][kAcross];
#pragma GCC unroll 8
    for (std::int64_t at = 0; at < kColumns; ++at)
#pragma GCC unroll 3
      for (std::int64_t j = 0; j < kAcross; ++j) dots[at][j] = sum_of(sums[at][j]);
#pragma GCC unroll 8
    for (std::int64_t at = 0; at < kColumns; ++at)
#pragma GCC unroll 3
      for (std::int64_t j = 0; j < kAcross; ++j) {
        T sum = 0;
        for (std::int64_t k = kIsTransposed ? 0 : at; k < (kIsTransposed ? at + 1 : kColumns); ++k)
          sum += t[kIsTransposed ? k * kColumns + at : at * kColumns + k] * dots[k][j];
        sums[at][j] = all(sum);
      }
    for (std::int64_t i = begin; i < end; i += kLanesOf<T>) {
      VectorOf<T> mine[kAcross];
#pragma GCC unroll 3
      for (std::int64_t j = 0; j < kAcross; ++j) mine[j] = load(y + j * leading + i);
#pragma GCC unroll 8
      for (std::int64_t at = 0; at < kColumns; ++at) {
        const auto reflector = load(column(at) + i);
#pragma GCC unroll 3
        for (std::int64_t j = 0; j < kAcross; ++j) mine[j] = take_product(mine[j], reflector, sums[at][j]);
      }
#pragma GCC unroll 3
      for (std::int64_t j = 0; j < kAcross; ++j) store(y + j * leading + i, mine[j]);
    }
  }
  template <bool kIsTransposed>
  void reflect_all(T* y, std::int64_t columns) const noexcept {
    for (; columns >= 3; columns -= 3, y += 3 * leading) reflect<kIsTransposed, 3>(y);
    for (; columns > 0; --columns, y += leading) reflect<kIsTransposed, 1>(y);
  }
};

template <class T>
bool qr(const SmallQr& job) noexcept {
  constexpr std::int64_t kLanes = kLanesOf<T>;
  const std::int64_t m = job.m, n = job.n, least = std::min(m, n), leading = small_leading(m);
  auto *const a = static_cast<T*>(job.a), *const q = static_cast<T*>(job.q),
              *const v = static_cast<T*>(job.room);
  const auto reflectors_of = [&](std::int64_t p) {
    return Reflectors<T>{v, v + kColumns * leading + p * kColumns, leading, p / kLanes * kLanes,
                         (m + kLanes - 1) / kLanes * kLanes};
  };
  for (std::int64_t j = 0; j < n; ++j) std::fill(a + j * leading + m, a + (j + 1) * leading, T{0});
  for (std::int64_t j = 0; j < least; ++j) {
    std::fill(q + j * leading, q + (j + 1) * leading, T{0});
    q[j * leading + j] = 1;
  }
  const auto clear = [&](const Reflectors<T>& those, std::int64_t side) {
    for (std::int64_t at = side; at < kColumns; ++at)
      std::fill(those.column(at) + those.begin, those.column(at) + those.end, T{0});
  };
  for (std::int64_t p = 0; p < least; p += kColumns) {
    const Reflectors<T> those = reflectors_of(p);
    const std::int64_t side = std::min(kColumns, least - p);
    clear(those, 0);
    if (!those.factorize(a, p, side)) return false;
    those.template reflect_all<true>(a + (p + side) * leading, n - p - side);
  }
  for (std::int64_t p = (least - 1) / kColumns * kColumns; p >= 0; p -= kColumns) {
    const Reflectors<T> those = reflectors_of(p);
    const std::int64_t side = std::min(kColumns, least - p);
    clear(those, side);
    for (std::int64_t at = 0; at < side; ++at) {
      those.take_column(at, a + (p + at) * leading, p + at);
      those.column(at)[p + at] = 1;
    }
    those.template reflect_all<false>(q + p * leading, least - p);
  }
  return true;
}

// NOLINTEND(misc-definitions-in-headers)
