// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <complex>
#include <utility>

#include "fake_cublas/control.h"

namespace {

constexpr int kNotInitialized = 1, kInvalidValue = 7;

int handle_of_all;

template <class T>
void multiply(const fake_cublas_state& call, const T* a, const T* b, T* c) {
  for (std::int64_t at = 0; at < call.count; ++at, a += call.stride_a, b += call.stride_b, c += call.stride_c)
    for (std::int64_t i = 0; i < call.m; ++i)
      for (std::int64_t j = 0; j < call.n; ++j) {
        T sum{};
        for (std::int64_t k = 0; k < call.k; ++k)
          sum += a[call.transpose_a ? k + i * call.lda : i + k * call.lda] *
                 b[call.transpose_b ? j + k * call.ldb : k + j * call.ldb];
        c[i + j * call.ldc] = sum;
      }
}

template <class T>
void substitute(bool is_upper, bool has_ones, std::int64_t m, std::int64_t n, const T* a, std::int64_t lda,
                T* b, std::int64_t ldb) {
  for (T* x = b; x != b + n * ldb; x += ldb)
    for (std::int64_t step = 0; step < m; ++step) {
      const std::int64_t k = is_upper ? m - 1 - step : step;
      if (!has_ones) x[k] /= a[k + k * lda];
      for (std::int64_t i = is_upper ? 0 : k + 1; i < (is_upper ? k : m); ++i) x[i] -= a[i + k * lda] * x[k];
    }
}

// The factors 1 and 0, of the type that belongs to the computation.
template <class T>
bool are_factors(const void* alpha, const void* beta) {
  return *static_cast<const T*>(alpha) == T(1) && *static_cast<const T*>(beta) == T(0);
}

// LU with exchanges of rows. Returns 1 and the first column whose pivot is 0, or 0.
template <class T>
int factorize(T* a, int n, int lda, int* pivots) {
  int info = 0;
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k; i < n; ++i)
      if (std::abs(a[k * lda + i]) > std::abs(a[k * lda + pivot])) pivot = i;
    pivots[k] = pivot + 1;
    for (int j = 0; j < n; ++j) std::swap(a[j * lda + k], a[j * lda + pivot]);
    if (a[k * lda + k] == T(0) && info == 0) info = k + 1;
    for (int i = k + 1; i < n; ++i) {
      a[k * lda + i] /= a[k * lda + k];
      for (int j = k + 1; j < n; ++j) a[j * lda + i] -= a[k * lda + i] * a[j * lda + k];
    }
  }
  return info;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

fake_cublas_state fake_cublas;

int cublasCreate_v2(void** handle) {
  *handle = &handle_of_all;
  ++fake_cublas.handles;
  return 0;
}
int cublasDestroy_v2(void* handle) {
  if (handle != &handle_of_all) return kNotInitialized;
  --fake_cublas.handles;
  return 0;
}
int cublasGetProperty(int property, int* value) {
  constexpr int kVersion[] = {12, 4, 5};
  *value = kVersion[property];
  return 0;
}
const char* cublasGetStatusString(int status) {
  return status == 0 ? "CUBLAS_STATUS_SUCCESS" : "CUBLAS_STATUS_EXECUTION_FAILED";
}
int cublasSetStream_v2(void* handle, const void* stream) {
  if (handle != &handle_of_all) return kNotInitialized;
  fake_cublas.stream = stream;
  fake_cublas.workspace = nullptr;  // as cuBLAS does
  return 0;
}
int cublasSetWorkspace_v2(void* handle, const void* workspace, std::size_t bytes) {
  if (handle != &handle_of_all) return kNotInitialized;
  if (reinterpret_cast<std::uintptr_t>(workspace) % 256 != 0) return kInvalidValue;
  fake_cublas.workspace = workspace;
  fake_cublas.workspace_bytes = bytes;
  return 0;
}
int cublasGemmStridedBatchedEx_64(void* handle, int transpose_a, int transpose_b, std::int64_t m,
                                  std::int64_t n, std::int64_t k, const void* alpha, const void* a,
                                  int a_type, std::int64_t lda, long long stride_a, const void* b, int b_type,
                                  std::int64_t ldb, long long stride_b, const void* beta, void* c, int c_type,
                                  std::int64_t ldc, long long stride_c, std::int64_t count, int compute_type,
                                  int algorithm) {
  fake_cublas_state& call = fake_cublas;
  if (handle != &handle_of_all || !call.workspace) return kNotInitialized;
  if (const int result = call.next_result) {
    call.next_result = 0;
    return result;
  }
  if (a_type != b_type || a_type != c_type || algorithm != -1 || count < 1 || count > 65535 || m < 1 ||
      n < 1 || k < 1 || lda < std::max<std::int64_t>(transpose_a ? k : m, 1) || ldb < (transpose_b ? n : k) ||
      ldc < m || stride_a < 0 || stride_b < 0 || (count > 1 && stride_c < 1))
    return kInvalidValue;
  ++call.calls;
  call.transpose_a = transpose_a, call.transpose_b = transpose_b, call.type = a_type;
  call.compute_type = compute_type;
  call.m = m, call.n = n, call.k = k, call.lda = lda, call.ldb = ldb, call.ldc = ldc, call.count = count;
  call.stride_a = stride_a, call.stride_b = stride_b, call.stride_c = stride_c;
  const auto run = [&]<class T, class Factor>(T, Factor) {
    if (!are_factors<Factor>(alpha, beta)) return kInvalidValue;
    multiply(call, static_cast<const T*>(a), static_cast<const T*>(b), static_cast<T*>(c));
    return 0;
  };
  // CUDA_R_32F, CUDA_C_32F: CUBLAS_COMPUTE_32F or its TF32; CUDA_R_64F, CUDA_C_64F: CUBLAS_COMPUTE_64F.
  const bool is_single = compute_type == 68 || compute_type == 77;
  if (a_type == 0 && is_single) return run(0.0F, 0.0F);
  if (a_type == 4 && is_single) return run(std::complex<float>(), std::complex<float>());
  if (a_type == 1 && compute_type == 70) return run(0.0, 0.0);
  if (a_type == 5 && compute_type == 70) return run(std::complex<double>(), std::complex<double>());
  // Halves are not computed: their factors are float.
  if ((a_type == 2 || a_type == 14) && compute_type == 68)
    return are_factors<float>(alpha, beta) ? 0 : kInvalidValue;
  return kInvalidValue;
}

// As cuBLAS's with the side left and no transposition.
#define TRSM(LETTER, TYPE)                                                                              \
  int cublas##LETTER##trsm_v2_64(void* handle, int side, int fill, int transpose, int diagonal,         \
                                 std::int64_t m, std::int64_t n, const void* alpha, const void* a,      \
                                 std::int64_t lda, void* b, std::int64_t ldb) {                         \
    fake_cublas_state& call = fake_cublas;                                                              \
    if (handle != &handle_of_all || !call.workspace) return kNotInitialized;                            \
    if (side != 0 || transpose != 0 || m < 0 || n < 0 || lda < m || ldb < m ||                          \
        *static_cast<const TYPE*>(alpha) != TYPE(1))                                                    \
      return kInvalidValue;                                                                             \
    call.m = m, call.n = n, ++call.calls;                                                               \
    substitute(fill == 1, diagonal == 1, m, n, static_cast<const TYPE*>(a), lda, static_cast<TYPE*>(b), \
               ldb);                                                                                    \
    return std::exchange(call.next_result, 0);                                                          \
  }
TRSM(S, float)
TRSM(D, double)
TRSM(C, std::complex<float>)
TRSM(Z, std::complex<double>)

// Rows are exchanged before the right sides are solved for.
#define BATCHED(LETTER, TYPE)                                                                                \
  int cublas##LETTER##getrfBatched(void* handle, int n, TYPE* const* a, int lda, int* pivots, int* info,     \
                                   int count) {                                                              \
    if (handle != &handle_of_all || !fake_cublas.workspace) return kNotInitialized;                          \
    for (int i = 0; i < count; ++i) info[i] = factorize(a[i], n, lda, pivots + i * n);                       \
    return 0;                                                                                                \
  }                                                                                                          \
  int cublas##LETTER##getrsBatched(void* handle, int transpose, int n, int k, const TYPE* const* a, int lda, \
                                   const int* pivots, TYPE* const* b, int ldb, int* info, int count) {       \
    if (handle != &handle_of_all || !fake_cublas.workspace) return kNotInitialized;                          \
    if (transpose != 0 || lda < n || ldb < n || !info) return kInvalidValue;                                 \
    for (int i = 0; i < count; ++i) {                                                                        \
      for (int row = 0; row < n; ++row)                                                                      \
        for (int j = 0; j < k; ++j) std::swap(b[i][j * ldb + row], b[i][j * ldb + pivots[i * n + row] - 1]); \
      for (const bool is_upper : {false, true}) substitute(is_upper, !is_upper, n, k, a[i], lda, b[i], ldb); \
    }                                                                                                        \
    return 0;                                                                                                \
  }
BATCHED(S, float)
BATCHED(D, double)
BATCHED(C, std::complex<float>)
BATCHED(Z, std::complex<double>)
}
