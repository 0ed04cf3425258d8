// SPDX-License-Identifier: Apache-2.0
//
// A routine of LAPACK for each matrix of a batch, as the engines of a device take it: in Fortran's order,
// without gaps. That of the host takes a whole factorisation.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "core/memory/mem.h"
#include "core/scalar_type.h"
#include "ndarray/rows.h"

namespace gridcall::ndarray {

enum class Routine : std::uint8_t {
  kGetrf,
  kGetrs,
  kPotrf,
  kGeqrf,
  kOrgqr,
  kSyevd,
  kGesvd,  // LAPACK's alone
  // By the library's kernel alone: `a` becomes R, `b` Q and `vt` work space; or `a`, which has no more
  // columns than rows, U, `vt` V of all matrices, and work space of right_length() numbers with that, `b`
  // some as large as `a`.
  kOwnQr,
  kOwnSvd
};
inline constexpr std::size_t kRoutines = 6;  // of cuSOLVER

// Addresses of the first matrix's; that of a matrix behind it follows. An address that a routine has no use
// for is 0.
struct FactorStep {
  Routine routine;
  core::ScalarType type;
  bool has_vectors = true;  // of kSyevd
  std::int64_t m, n;        // rows and columns of a, or of the result of kOrgqr
  std::int64_t k = 0;       // the right sides of kGetrs, the reflectors of kOrgqr
  std::uint64_t count;
  std::uint64_t a;
  std::uint64_t a_step;      // the bytes from a matrix to the next
  std::uint64_t pivots = 0;  // kPivotBytes each; 0: the right sides are in their order
  std::uint64_t b = 0;       // right sides
  std::uint64_t tau = 0;     // reflectors' factors
  std::uint64_t values = 0;  // singular values or eigenvalues
  std::uint64_t u = 0, vt = 0;
  std::uint64_t info = 0;  // an int each; 0 where a routine cannot fail
  // The whole batch is one call, if there is one, which takes the pointers to all matrices, and to all right
  // sides behind them.
  bool is_one_call = false;
  std::uint64_t pointers = 0;
};
inline std::uint64_t right_length(const FactorStep& step) noexcept {
  return step.count * static_cast<std::uint64_t>(step.n) * (2 * static_cast<std::uint64_t>(step.n) + 1);
}
// An engine's integers have 32 or 64 bits.
inline constexpr std::uint64_t kPivotBytes = 8;

inline void* memory_at(std::uint64_t address) noexcept {
  return reinterpret_cast<void*>(address);
}
// Element sizes of a step: of its matrices, and of their real parts.
inline std::uint64_t size_of(const FactorStep& step) noexcept {
  return core::scalar_size(step.type);
}
inline std::uint64_t real_size_of(const FactorStep& step) noexcept {
  return core::is_complex(step.type) ? size_of(step) / 2 : size_of(step);
}
// Returns 0 to 3 for float, double, complex64 and complex128, the order of LAPACK's letters here.
inline std::size_t letter_of(core::ScalarType type) noexcept {
  return (core::is_complex(type) ? 2 : 0) +
         (type == core::ScalarType::kFloat64 || type == core::ScalarType::kComplex128 ? 1 : 0);
}

// The addresses of a step for one matrix of its batch.
inline FactorStep matrix_of(const FactorStep& batch, std::uint64_t at) noexcept {
  FactorStep one = batch;
  const auto m = static_cast<std::uint64_t>(batch.m), n = static_cast<std::uint64_t>(batch.n),
             k = std::min(m, n);
  const std::uint64_t size = size_of(batch);
  const auto move = [at](std::uint64_t& address, std::uint64_t bytes) {
    if (address != 0) address += at * bytes;
  };
  move(one.a, batch.a_step);
  move(one.pivots, n * kPivotBytes);
  move(one.b, n * static_cast<std::uint64_t>(batch.k) * size);
  move(one.tau, (batch.routine == Routine::kOrgqr ? static_cast<std::uint64_t>(batch.k) : k) * size);
  move(one.values, k * real_size_of(batch));
  move(one.u, m * k * size);
  move(one.vt, k * n * size);
  move(one.info, sizeof(std::int32_t));
  one.count = 1;
  return one;
}

// Returns zeros, and the reason, if there is no cuSOLVER. Throws UNSUPPORTED if GRIDCALL_CUSOLVER names none
// that can be used.
std::array<int, 3> cusolver_version(std::string& reason);

// A factorisation's arrays, of which some are nullptr, and the shape of their batch.
struct HostFactors {
  std::span<core::Ndarray* const> results, operands;
  std::span<const std::uint64_t> batch;
  core::Ndarray* info;
};
// Queues the factorisation that begins with the routine on LAPACK of the host. Returns false if there is
// none.
bool run_on_lapack(Routine routine, const HostFactors& factors, const Workspace& workspace);
// Returns false, and the reason, if the context has no cuSOLVER.
bool has_cusolver(core::Context& context, std::string& reason);
// Queue a step on cuSOLVER or the library's own kernel, which has not all routines. These return false if
// they do not have it.
bool run_on_cusolver(const FactorStep& step, std::span<core::Mem* const> memory, const Workspace& workspace,
                     std::string& reason);
// Returns the bytes of shared memory for kOwnQr or kOwnSvd, or 0 if a matrix does not fit there.
std::uint64_t room_of(const core::Context& context, const FactorStep& step);
bool run_own_step(const FactorStep& step, std::span<core::Mem* const> memory, const Workspace& workspace);
// Queues a kernel that makes `b` of one matrix the rows, an int64 each, that the pivots of cuSOLVER or of the
// own kernel put in place of each row.
void order_rows(const FactorStep& step, bool by_cusolver, std::span<core::Mem* const> memory,
                const Workspace& workspace);

}  // namespace gridcall::ndarray
