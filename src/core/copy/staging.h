// SPDX-License-Identifier: Apache-2.0
//
// Memory that copies of a context pass through: pools for what lasts as long as a call or a mapping,
// page-locked chunks for ordinary memory of the host, and the kernel for patterns.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>

#include "core/copy/copy_chunks.h"
#include "core/copy/pattern_kernel.h"
#include "core/memory/pool.h"

namespace gridcall::core {

class Staging final : public ContextService {
 public:
  static constexpr Place kPlace = kStaging;
  // The bytes that an unused pool may keep.
  static constexpr std::uint64_t kKeptBytes = std::uint64_t{64} << 20;
  // Returns the same for temporary arrays, since a GPU's driver waits for all work before it frees memory.
  // Called behind pool().
  std::uint64_t kept_bytes_of_arrays() const noexcept {
    return kept_bytes_of_arrays_.load(std::memory_order_relaxed);
  }

  explicit Staging(Context& context) noexcept : context_(context) {}

  // Returns the pool of page-locked memory for copies through the host, or of device memory. The pool holds
  // the context.
  Ref<Pool> pool(MemPlace place);
  CopyChunks& chunks() noexcept { return chunks_; }
  PatternKernel& pattern_kernel() noexcept { return pattern_kernel_; }

  // Drops a pool that was not used for a second, or with `now` at once, if nothing is mapped.
  void drop_references(Context& context, bool now) noexcept override;
  void free_unused(Context& context) noexcept override;
  void context_ends(Context& context) noexcept override;

 private:
  struct ChunkPool {
    Ref<Pool> pool;
    std::chrono::steady_clock::time_point used_at;
  };

  Context& context_;
  std::mutex lock_;
  ChunkPool pools_[2];  // device memory, host memory
  std::atomic<std::uint64_t> kept_bytes_of_arrays_{0};
  CopyChunks chunks_;
  PatternKernel pattern_kernel_;
};

}  // namespace gridcall::core
