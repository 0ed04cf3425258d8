// SPDX-License-Identifier: Apache-2.0

#include <dlfcn.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "fake_cusolver/control.h"

// The work space that a routine wants, in elements: as much as LAPACK's needs.
enum { kLength = 4096 };
constexpr int kNotInitialized = 1, kInvalidValue = 3;

#pragma GCC visibility push(default)
extern "C" fake_cusolver_state fake_cusolver;
fake_cusolver_state fake_cusolver;
#pragma GCC visibility pop

namespace {

int handle_of_all;

template <class... Arguments>
void lapack(const std::string& name, Arguments... arguments) {
  static void* const library = [] {
    void* const blas = dlopen("libopenblas.so.0", RTLD_NOW);
    return blas ? blas : dlopen("liblapack.so.3", RTLD_NOW);
  }();
  void* const function = library ? dlsym(library, (name + "_").c_str()) : nullptr;
  fake_cusolver.has_lapack = function != nullptr;
  if (function)
    reinterpret_cast<void (*)(Arguments..., std::size_t, std::size_t)>(function)(arguments..., 1, 1);
}

// Notes a call. Returns the result for it.
int begin(const void* handle, const char* name, int m, int n, int k, int lda, bool is_right) {
  fake_cusolver_state& state = fake_cusolver;
  if (handle != &handle_of_all || !state.stream) return kNotInitialized;
  if (m < 0 || n < 0 || k < 0 || lda < std::max(m, 1) || !is_right) return kInvalidValue;
  state.name = name, state.m = m, state.n = n, state.k = k, state.lda = lda;
  ++state.calls;
  return std::exchange(state.next_result, 0);
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {
// NOLINTBEGIN(readability-identifier-naming): cuSOLVER's names stay as they are.

int cusolverDnCreate(void** handle) {
  *handle = &handle_of_all;
  ++fake_cusolver.handles;
  return 0;
}
int cusolverDnDestroy(void* handle) {
  if (handle != &handle_of_all) return kNotInitialized;
  --fake_cusolver.handles;
  return 0;
}
int cusolverGetProperty(int property, int* value) {
  constexpr int kVersion[] = {11, 6, 4};
  *value = kVersion[property];
  return 0;
}
int cusolverDnSetStream(void* handle, const void* stream) {
  if (handle != &handle_of_all) return kNotInitialized;
  fake_cusolver.stream = stream ? stream : &handle_of_all;
  return 0;
}

// The functions of a type: LETTER is cuSOLVER's, letter LAPACK's, OR and SY or UN and HE. The last ones of a
// complex type have a work space of reals more.
#define SIZE(NAME, ...)                                           \
  int NAME##_bufferSize(void* handle, __VA_ARGS__, int* length) { \
    if (handle != &handle_of_all) return kNotInitialized;         \
    *length = kLength;                                            \
    return 0;                                                     \
  }
#define TYPE(LETTER, letter, OR, SY, is_complex)                                                            \
  SIZE(cusolverDn##LETTER##getrf, int, int, void*, int)                                                     \
  SIZE(cusolverDn##LETTER##potrf, int, int, void*, int)                                                     \
  SIZE(cusolverDn##LETTER##geqrf, int, int, void*, int)                                                     \
  SIZE(cusolverDn##LETTER##OR##gqr, int, int, int, void*, int, void*)                                       \
  SIZE(cusolverDn##LETTER##SY##evd, int, int, int, void*, int, void*)                                       \
  int cusolverDn##LETTER##getrf(void* handle, int m, int n, void* a, int lda, void* work, int* pivots,      \
                                int* info) {                                                                \
    if (const int result = begin(handle, "getrf", m, n, 0, lda, work != nullptr)) return result;            \
    lapack(#letter "getrf", &m, &n, a, &lda, pivots, info);                                                 \
    return 0;                                                                                               \
  }                                                                                                         \
  int cusolverDn##LETTER##getrs(void* handle, int transpose, int n, int k, const void* a, int lda,          \
                                const int* pivots, void* b, int ldb, int* info) {                           \
    if (const int result = begin(handle, "getrs", n, n, k, lda, transpose == 0 && ldb >= n)) return result; \
    lapack(#letter "getrs", "N", &n, &k, a, &lda, pivots, b, &ldb, info);                                   \
    return 0;                                                                                               \
  }                                                                                                         \
  int cusolverDn##LETTER##potrf(void* handle, int fill, int n, void* a, int lda, void*, int length,         \
                                int* info) {                                                                \
    if (const int result = begin(handle, "potrf", n, n, 0, lda, fill == 0 && length == kLength))            \
      return result;                                                                                        \
    lapack(#letter "potrf", "L", &n, a, &lda, info);                                                        \
    return 0;                                                                                               \
  }                                                                                                         \
  int cusolverDn##LETTER##geqrf(void* handle, int m, int n, void* a, int lda, void* tau, void* work,        \
                                int length, int* info) {                                                    \
    if (const int result = begin(handle, "geqrf", m, n, 0, lda, length == kLength)) return result;          \
    lapack(#letter "geqrf", &m, &n, a, &lda, tau, work, &length, info);                                     \
    return 0;                                                                                               \
  }                                                                                                         \
  int cusolverDn##LETTER##OR##gqr(void* handle, int m, int n, int k, void* a, int lda, const void* tau,     \
                                  void* work, int length, int* info) {                                      \
    if (const int result = begin(handle, "orgqr", m, n, k, lda, length == kLength && n <= m && k <= n))     \
      return result;                                                                                        \
    lapack(#letter #OR "gqr", &m, &n, &k, a, &lda, tau, work, &length, info);                               \
    return 0;                                                                                               \
  }                                                                                                         \
  int cusolverDn##LETTER##potrfBatched(void* handle, int fill, int n, void** a, int lda, int* info,         \
                                       int count) {                                                         \
    for (int i = 0; i < count; ++i)                                                                         \
      if (const int result =                                                                                \
              cusolverDn##LETTER##potrf(handle, fill, n, a[i], lda, nullptr, kLength, info + i))            \
        return result;                                                                                      \
    fake_cusolver.name = "potrfBatched";                                                                    \
    return 0;                                                                                               \
  }                                                                                                         \
  int cusolverDn##LETTER##SY##evd(void* handle, int vectors, int fill, int n, void* a, int lda, void* w,    \
                                  void* work, int length, int* info) {                                      \
    if (const int result = begin(handle, "syevd", n, n, 0, lda, fill == 0 && length == kLength))            \
      return result;                                                                                        \
    std::vector<double> reals(4096);                                                                        \
    std::vector<int> integers(4096);                                                                        \
    const int many = 4096;                                                                                  \
    const char* const job = vectors ? "V" : "N";                                                            \
    if (is_complex)                                                                                         \
      lapack(#letter #SY "evd", job, "L", &n, a, &lda, w, work, &length, reals.data(), &many,               \
             integers.data(), &many, info);                                                                 \
    else                                                                                                    \
      lapack(#letter #SY "evd", job, "L", &n, a, &lda, w, work, &length, integers.data(), &many, info);     \
    return 0;                                                                                               \
  }

TYPE(S, s, or, sy, false)
TYPE(D, d, or, sy, false)
TYPE(C, c, un, he, true)
TYPE(Z, z, un, he, true)

int cusolverDnCreateParams(void** parameters) {
  *parameters = &handle_of_all;
  ++fake_cusolver.parameters;
  return 0;
}
int cusolverDnDestroyParams(void* parameters) {
  if (parameters != &handle_of_all) return kNotInitialized;
  --fake_cusolver.parameters;
  return 0;
}
int cusolverDnXsyevBatched_bufferSize(void* handle, const void* parameters, int, int, int64_t, int,
                                      const void*, int64_t, int, const void*, int, size_t* bytes,
                                      size_t* host_bytes, int64_t) {
  if (handle != &handle_of_all || parameters != handle) return kNotInitialized;
  *bytes = kLength * sizeof(double) * 2, *host_bytes = 0;
  return 0;
}
int cusolverDnXsyevBatched(void* handle, const void* parameters, int vectors, int fill, int64_t n, int a_type,
                           void* a, int64_t lda, int w_type, void* w, int compute_type, void* work,
                           size_t bytes, void*, size_t, int* info, int64_t count) {
  if (parameters != handle || bytes != kLength * sizeof(double) * 2 || compute_type != a_type)
    return kInvalidValue;
  constexpr int (*kFunctions[])(void*, int, int, int, void*, int, void*, void*, int, int*) = {
      cusolverDnSsyevd, cusolverDnDsyevd, nullptr, nullptr, cusolverDnCheevd, cusolverDnZheevd};
  const int64_t real = w_type == 1 ? 8 : 4, size = a_type >= 4 ? 2 * real : real;
  for (int64_t i = 0; i < count; ++i)
    if (const int result = kFunctions[a_type](handle, vectors, fill, static_cast<int>(n),
                                              static_cast<char*>(a) + i * n * n * size, static_cast<int>(lda),
                                              static_cast<char*>(w) + i * n * real, work, kLength, info + i))
      return result;
  fake_cusolver.name = "XsyevBatched";
  return 0;
}
// NOLINTEND(readability-identifier-naming)
}
