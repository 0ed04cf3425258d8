// SPDX-License-Identifier: Apache-2.0
//
// BLAS and LAPACK on the host, for the CPU device: OpenBLAS, BLIS or MKL, opened when a product, a
// factorisation or a version is first asked for.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/memory/mem.h"
#include "ndarray/gemm.h"

namespace gridcall::ndarray {

// Fortran's gemm. All integers are passed as 64 bits: a library of 32 bits reads their lower halves.
using GemmFunction = void (*)(const char* transpose_a, const char* transpose_b, const std::int64_t* m,
                              const std::int64_t* n, const std::int64_t* k, const void* alpha, const void* a,
                              const std::int64_t* lda, const void* b, const std::int64_t* ldb,
                              const void* beta, void* c, const std::int64_t* ldc, std::size_t length_a,
                              std::size_t length_b);

// The functions of LAPACK, and trsm and syrk of BLAS, that factorisations call.
enum class HostRoutine : std::uint8_t {
  kGetrf,
  kGetrs,
  kPotrf,
  kGeqrf,
  kOrgqr,
  kGesdd,
  kSyevd,
  kTrsm,
  kSyrk
};

// LAPACK's functions: of the library that has BLAS, or of one that has LAPACK alone.
struct HostLapack {
  std::string path;              // "" if there is none
  std::string reason;            // says why there is none
  std::array<int, 3> version{};  // zeros: it does not tell
  // By HostRoutine, for float, double, complex64 and complex128.
  std::array<std::array<void (*)(), 4>, 9> functions{};
};

struct HostBlas {
  std::string path;              // the file that was opened; "" if there is none
  std::string reason;            // says why there is none
  bool is_chosen = false;        // GRIDCALL_BLAS names it
  std::int64_t most = 0;         // the greatest integer that it takes
  std::array<int, 3> version{};  // zeros: it does not tell
  GemmFunction sgemm = nullptr, dgemm = nullptr, cgemm = nullptr, zgemm = nullptr;
  int (*threads)() = nullptr;  // the number of OpenBLAS's threads
  HostLapack lapack;
};

// The products of numbers that take less time, some 40 us, than to wake a worker and to wait for it; and
// those that OpenBLAS does on one thread, with little on the stack.
inline constexpr std::uint64_t kShortProducts = 128 * 128 * 128, kFlatProducts = 64 * 64 * 64;

// Returns the side of real matrices up to which the kernels of host_small.h take less time than the library's
// threads: 0 if it was chosen, or there are none.
std::int64_t small_side(const HostBlas& blas, core::ScalarType type) noexcept;

// Throws UNSUPPORTED if GRIDCALL_BLAS names libraries of which none can be used.
const HostBlas& host_blas();

// Queues the products, unless the library does not take numbers as large as theirs. Returns true if it did.
bool run_host_gemm(const HostBlas& blas, core::Context& context, const Gemm& gemm,
                   std::span<core::Mem* const> memory, const core::Stream* stream);

// A function of the host, its data, which are copied, whether it takes less time than to hand it to a worker,
// and whether it needs a stack of megabytes.
struct HostCall {
  void (*function)(void*);
  const void* data;
  std::size_t bytes;
  bool is_short, is_deep;
};
// Queues the call, which uses the memory. The calling thread does a short one at once if nothing is before
// it.
void queue_host_work(core::Context& context, const HostCall& call, std::span<core::Mem* const> memory,
                     const core::Stream* stream);

}  // namespace gridcall::ndarray
