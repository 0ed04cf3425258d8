// SPDX-License-Identifier: Apache-2.0
//
// A strip of two vectors of rows and some columns stays in registers; its operands are read where they are.

#include "ndarray/host_small.h"

#include <immintrin.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

#include "base/environment.h"

namespace gridcall::ndarray {

namespace small {

namespace {

// The sides beyond which products of AVX-512, and of AVX2, take longer than a library's.
constexpr std::int64_t kMaxProductSide = 512, kMaxNarrowProductSide = 128;

#define GRIDCALL_INLINE [[gnu::target(GRIDCALL_TARGET), gnu::always_inline]] inline
#define GRIDCALL_VECTORS(T, Vector, kind, suffix)                                \
  GRIDCALL_INLINE Vector load(const T* at) noexcept {                            \
    return kind##_loadu_##suffix(at);                                            \
  }                                                                              \
  GRIDCALL_INLINE void store(T* at, Vector value) noexcept {                     \
    kind##_storeu_##suffix(at, value);                                           \
  }                                                                              \
  GRIDCALL_INLINE Vector all(T value) noexcept {                                 \
    return kind##_set1_##suffix(value);                                          \
  }                                                                              \
  GRIDCALL_INLINE Vector add_product(Vector sum, Vector a, Vector b) noexcept {  \
    return kind##_fmadd_##suffix(a, b, sum);                                     \
  }                                                                              \
  GRIDCALL_INLINE Vector take_product(Vector sum, Vector a, Vector b) noexcept { \
    return kind##_fnmadd_##suffix(a, b, sum);                                    \
  }                                                                              \
  GRIDCALL_INLINE Vector product(Vector a, Vector b) noexcept {                  \
    return kind##_mul_##suffix(a, b);                                            \
  }                                                                              \
  GRIDCALL_INLINE Vector quotient(Vector a, Vector b) noexcept {                 \
    return kind##_div_##suffix(a, b);                                            \
  }

[[gnu::target("avx2"), gnu::always_inline]] inline float sum_of(__m256 value) noexcept {
  const __m128 four = _mm_add_ps(_mm256_castps256_ps128(value), _mm256_extractf128_ps(value, 1));
  const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}
[[gnu::target("avx2"), gnu::always_inline]] inline double sum_of(__m256d value) noexcept {
  const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(value), _mm256_extractf128_pd(value, 1));
  return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}

// `lanes_of` returns the lanes of a vector of which `count` elements are left.
namespace avx512 {
#define GRIDCALL_TARGET "avx512f"
constexpr std::int64_t kVectorBytes = 64, kColumns = 8;
GRIDCALL_VECTORS(float, __m512, _mm512, ps)
GRIDCALL_VECTORS(double, __m512d, _mm512, pd)
template <class T>
std::uint32_t lanes_of(T, std::int64_t count) noexcept {
  return count >= 16 ? 0xffff : count <= 0 ? 0 : (std::uint32_t{1} << count) - 1;
}
GRIDCALL_INLINE __m512 load(const float* at, std::uint32_t lanes) noexcept {
  return _mm512_maskz_loadu_ps(static_cast<__mmask16>(lanes), at);
}
GRIDCALL_INLINE __m512d load(const double* at, std::uint32_t lanes) noexcept {
  return _mm512_maskz_loadu_pd(static_cast<__mmask8>(lanes), at);
}
GRIDCALL_INLINE void store(float* at, std::uint32_t lanes, __m512 value) noexcept {
  _mm512_mask_storeu_ps(at, static_cast<__mmask16>(lanes), value);
}
GRIDCALL_INLINE void store(double* at, std::uint32_t lanes, __m512d value) noexcept {
  _mm512_mask_storeu_pd(at, static_cast<__mmask8>(lanes), value);
}
// Without _mm512_reduce_add_ps, for which GCC 12 warns.
GRIDCALL_INLINE float sum_of(__m512 value) noexcept {
  return small::sum_of(__builtin_shufflevector(value, value, 0, 1, 2, 3, 4, 5, 6, 7) +
                       __builtin_shufflevector(value, value, 8, 9, 10, 11, 12, 13, 14, 15));
}
GRIDCALL_INLINE double sum_of(__m512d value) noexcept {
  return small::sum_of(__builtin_shufflevector(value, value, 0, 1, 2, 3) +
                       __builtin_shufflevector(value, value, 4, 5, 6, 7));
}
#include "ndarray/host_small_kernels.h"
#undef GRIDCALL_TARGET
}  // namespace avx512

namespace avx2 {
#define GRIDCALL_TARGET "avx2,fma"
constexpr std::int64_t kVectorBytes = 32, kColumns = 4;
GRIDCALL_VECTORS(float, __m256, _mm256, ps)
GRIDCALL_VECTORS(double, __m256d, _mm256, pd)
struct Lanes {
  const void* mask;
  bool is_whole;
};
template <class T>
Lanes lanes_of(T, std::int64_t count) noexcept {
  constexpr std::int64_t kLanes = kVectorBytes / sizeof(T);
  alignas(64) static constexpr std::int32_t kMasks[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
  const std::int64_t most = std::clamp<std::int64_t>(count, 0, kLanes);
  return {kMasks + (8 - most * 8 / kLanes), most == kLanes};
}
GRIDCALL_INLINE __m256i mask_of(Lanes lanes) noexcept {
  return _mm256_loadu_si256(static_cast<const __m256i*>(lanes.mask));
}
GRIDCALL_INLINE __m256 load(const float* at, Lanes lanes) noexcept {
  return lanes.is_whole ? load(at) : _mm256_maskload_ps(at, mask_of(lanes));
}
GRIDCALL_INLINE __m256d load(const double* at, Lanes lanes) noexcept {
  return lanes.is_whole ? load(at) : _mm256_maskload_pd(at, mask_of(lanes));
}
GRIDCALL_INLINE void store(float* at, Lanes lanes, __m256 value) noexcept {
  lanes.is_whole ? store(at, value) : _mm256_maskstore_ps(at, mask_of(lanes), value);
}
GRIDCALL_INLINE void store(double* at, Lanes lanes, __m256d value) noexcept {
  lanes.is_whole ? store(at, value) : _mm256_maskstore_pd(at, mask_of(lanes), value);
}
#include "ndarray/host_small_kernels.h"
#undef GRIDCALL_TARGET
}  // namespace avx2

enum class Vectors : std::uint8_t { kNone, kAvx2, kAvx512 };
Vectors vectors() noexcept {
  static const Vectors has = [] {
    const char* const text = environment::text(environment::Name::CPU_TARGET);
    const std::string_view target = text ? text : "";
    if (target == "x86-64" || target == "x86-64-v2") return Vectors::kNone;
    if (__builtin_cpu_supports("avx512f") != 0 && target != "x86-64-v3" && target != "haswell")
      return Vectors::kAvx512;
    return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 ? Vectors::kAvx2
                                                                                     : Vectors::kNone;
  }();
  return has;
}

// Returns the function for float or double, and these vectors.
#define GRIDCALL_CHOOSE(name, type)                                                                          \
  (small::vectors() == small::Vectors::kAvx512                                                               \
       ? ((type) == core::ScalarType::kFloat32 ? &small::avx512::name<float> : &small::avx512::name<double>) \
       : ((type) == core::ScalarType::kFloat32 ? &small::avx2::name<float> : &small::avx2::name<double>))

}  // namespace

}  // namespace small

bool has_small_kernels(core::ScalarType type) noexcept {
  return !core::is_complex(type) && small::vectors() != small::Vectors::kNone;
}

bool has_wide_small_kernels() noexcept {
  return small::vectors() == small::Vectors::kAvx512;
}

SmallProduct small_product_of(const Gemm& gemm, std::int64_t max_side) noexcept {
  const std::int64_t most = has_wide_small_kernels() ? small::kMaxProductSide : small::kMaxNarrowProductSide;
  if (gemm.transposes_a || std::max({gemm.m, gemm.n, gemm.k}) > std::min(max_side, most) ||
      !has_small_kernels(gemm.type))
    return nullptr;
  return GRIDCALL_CHOOSE(multiply, gemm.type);
}

std::int64_t small_cholesky(core::ScalarType type, void* a, std::int64_t n) noexcept {
  return GRIDCALL_CHOOSE(factorize, type)(a, n);
}

void small_solve(core::ScalarType type, const SmallSolve& job) noexcept {
  GRIDCALL_CHOOSE(solve, type)(job);
}

bool small_qr(core::ScalarType type, const SmallQr& job) noexcept {
  return GRIDCALL_CHOOSE(qr, type)(job);
}

}  // namespace gridcall::ndarray
