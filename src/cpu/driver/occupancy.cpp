// SPDX-License-Identifier: Apache-2.0

#include "cpu/driver/occupancy.h"

#include <algorithm>
#include <cstdint>
#include <mutex>

#include "cpu/driver/api.h"
#include "cpu/driver/context.h"
#include "cpu/image/module.h"
#include "cpu/queue/scheduler.h"
#include "cpu/queue/workers.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

// Enough threads to fill a block's vectors, and few enough that its state stays in the cache.
constexpr std::uint32_t kSuggestedThreads = 256;

// Returns the function's kernel, or NULL.
const KernelDescription* kernel_of(CUfunction handle) noexcept {
  const Function* function = current_context().find_locked(handle);
  return function ? function->kernel : nullptr;
}

}  // namespace

CUresult api::cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, CUfunction function,
                                                                   int block_size, std::size_t shared_bytes,
                                                                   unsigned flags) {
  constexpr unsigned kDisableCachingOverride = 1;
  if (block_size <= 0 || (flags & ~kDisableCachingOverride) != 0) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(scheduler().lock);
  const KernelDescription* kernel = kernel_of(function);
  if (!kernel) return CUDA_ERROR_INVALID_HANDLE;
  *blocks = static_cast<int>(resident_blocks(*kernel, static_cast<std::uint64_t>(block_size), shared_bytes));
  return CUDA_SUCCESS;
}

CUresult api::cuOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, CUfunction function,
                                               CUoccupancyB2DSize shared_bytes_of, std::size_t shared_bytes,
                                               int block_size_limit) {
  if (block_size_limit < 0) return CUDA_ERROR_INVALID_VALUE;
  std::uint32_t threads = 0;
  KernelDescription kernel{};
  {
    const std::lock_guard lock(scheduler().lock);
    const KernelDescription* found = kernel_of(function);
    if (!found) return CUDA_ERROR_INVALID_HANDLE;
    kernel = *found;
  }
  threads = std::min(kSuggestedThreads, kernel.max_threads);
  if (block_size_limit != 0) threads = std::min(threads, static_cast<std::uint32_t>(block_size_limit));
  // More than one warp is rounded down to whole warps.
  if (threads > kWarpSize) threads -= threads % kWarpSize;
  if (shared_bytes_of) {
    while (threads > kWarpSize &&
           resident_blocks(kernel, threads, shared_bytes_of(static_cast<int>(threads))) == 0)
      threads -= kWarpSize;
    shared_bytes = shared_bytes_of(static_cast<int>(threads));
  }
  const std::uint32_t blocks = resident_blocks(kernel, threads, shared_bytes);
  *block_size = blocks != 0 ? static_cast<int>(threads) : 0;
  *grid_size = static_cast<int>(blocks * workers_count());
  return CUDA_SUCCESS;
}

}  // namespace gridcall::cpu
