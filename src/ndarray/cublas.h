// SPDX-License-Identifier: Apache-2.0
//
// cuBLAS, for GPUs: a handle for each context, opened when a product or a version is first asked for.

#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>

#include "core/memory/mem.h"
#include "core/services.h"
#include "ndarray/factor_step.h"
#include "ndarray/gemm.h"

namespace gridcall::ndarray {

// The functions that are called, all of cuBLAS 12 and later. NVIDIA's documentation has their types: handles
// are pointers, results and enumerators int.
struct CublasTable {
  int (*Create)(void** handle) = nullptr;
  int (*Destroy)(void* handle) = nullptr;
  int (*GetProperty)(int property, int* value) = nullptr;
  const char* (*GetStatusString)(int status) = nullptr;
  int (*SetStream)(void* handle, driver::CUstream stream) = nullptr;
  int (*SetWorkspace)(void* handle, void* workspace, std::size_t bytes) = nullptr;
  int (*GemmStridedBatchedEx)(void* handle, int transpose_a, int transpose_b, std::int64_t m, std::int64_t n,
                              std::int64_t k, const void* alpha, const void* a, int a_type, std::int64_t lda,
                              long long stride_a, const void* b, int b_type, std::int64_t ldb,
                              long long stride_b, const void* beta, void* c, int c_type, std::int64_t ldc,
                              long long stride_c, std::int64_t count, int compute_type,
                              int algorithm) = nullptr;
  // For float, double, complex64 and complex128.
  std::array<int (*)(void* handle, int side, int fill, int transpose, int diagonal, std::int64_t m,
                     std::int64_t n, const void* alpha, const void* a, std::int64_t lda, void* b,
                     std::int64_t ldb),
             4>
      trsm{};
  std::array<int (*)(void* handle, int n, void* const* a, int lda, int* pivots, int* info, int count), 4>
      getrf_batched{};
  std::array<int (*)(void* handle, int transpose, int n, int k, const void* const* a, int lda,
                     const int* pivots, void* const* b, int ldb, int* info, int count),
             4>
      getrs_batched{};
};

struct CublasLibrary {
  std::string path;
  std::array<int, 3> version{};
  CublasTable table;
};

// Returns the libraries that can be used, in the order to try them. `reason`: why there is none. Throws
// UNSUPPORTED if GRIDCALL_CUBLAS names none that can be used.
std::span<const CublasLibrary> cublas_libraries(std::string& reason);

// The handle of a context.
class Cublas final : public core::ContextService {
 public:
  static constexpr Place kPlace = kBlas;
  static constexpr std::uint64_t kWorkspaceBytes = std::uint64_t{32} << 20;

  explicit Cublas(core::Context&) noexcept {}

  // Returns false if there is no cuBLAS that works.
  bool open(core::Context& context);
  // Queues the products, unless their batches need too many calls. Returns true if it did. `workspace`:
  // memory of kWorkspaceBytes.
  bool run(core::Context& context, const Gemm& gemm, bool allows_tf32, core::Mem& workspace,
           std::span<core::Mem* const> memory, const core::Stream* stream);
  // Queues kGetrf or kGetrs of a whole batch, or the solution for a step of kGetrs of one matrix, whose right
  // sides are in the pivots' order.
  void solve(core::Context& context, const FactorStep& step, core::Mem& workspace,
             std::span<core::Mem* const> memory, const core::Stream* stream);
  void context_ends(core::Context& context) noexcept override;

 private:
  // Calls `queue` with the handle on the stream, which holds the memory.
  template <class Queue>
  void run_queued(core::Context& context, core::Mem& workspace, std::span<core::Mem* const> memory,
                  const core::Stream* stream, Queue&& queue);
  void check(core::Context& context, int result, const char* call) const;

  std::mutex lock_;  // a handle is used by one thread at a time
  const CublasLibrary* library_ = nullptr;
  void* handle_ = nullptr;
  bool was_tried_ = false;
};

}  // namespace gridcall::ndarray
