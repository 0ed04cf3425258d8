// SPDX-License-Identifier: Apache-2.0

#include "core/copy/staging.h"

#include <algorithm>
#include <chrono>
#include <mutex>

namespace gridcall::core {

Ref<Pool> Staging::pool(MemPlace place) {
  // The driver is asked in front of the lock.
  if (place == MemPlace::kDevice && kept_bytes_of_arrays() == 0)
    kept_bytes_of_arrays_.store(
        context_.is_cpu() ? kKeptBytes : std::max(kKeptBytes, context_.device().total_memory() / 16),
        std::memory_order_relaxed);
  const std::lock_guard lock(lock_);
  ChunkPool& kept = pools_[place == MemPlace::kHost ? 1 : 0];
  if (!kept.pool) kept.pool = make<Pool>(context_, PoolSpec{.place = place});
  kept.used_at = std::chrono::steady_clock::now();
  return kept.pool;
}

void Staging::drop_references(Context&, bool now) noexcept {
  const std::lock_guard lock(lock_);
  for (ChunkPool& kept : pools_) {
    if (!kept.pool || !kept.pool->is_held_once()) continue;
    if (!now && std::chrono::steady_clock::now() - kept.used_at < std::chrono::seconds(1)) continue;
    kept.pool->release_held(0);
    kept.pool.reset();
  }
}

void Staging::free_unused(Context& context) noexcept {
  {
    const std::lock_guard lock(lock_);
    for (ChunkPool& kept : pools_)
      if (kept.pool) kept.pool->release_held(0);
  }
  if (!chunks_.are_unused()) return;
  // A driver may wait for all running work before it frees memory.
  context.run_quietly([&] {
    if (context.slots().busy() == 0) chunks_.free(context);
  });
}

void Staging::context_ends(Context& context) noexcept {
  chunks_.free(context);
  pattern_kernel_.free(context);
}

}  // namespace gridcall::core
