// SPDX-License-Identifier: Apache-2.0
//
// A lane is the library's view of one of a context's queues: the default stream is lane 0, every stream has
// one. With 64 of them "which queues may still use this memory" is one word, and a launch pays one load and
// one compare for it.

#pragma once

#include <atomic>
#include <cstdint>

#include "driver/types.h"

namespace gridcall::core {

inline constexpr unsigned kLanes = 64;
inline constexpr unsigned kDefaultLane = 0;
// Shared by all streams beyond the 62nd: never known to be idle before the whole context is.
inline constexpr unsigned kSharedLane = 63;

inline constexpr std::uint64_t lane_bit(unsigned lane) {
  return std::uint64_t{1} << lane;
}

struct alignas(64) Lane {
  // Held while the driver is asked about the stream or the stream is destroyed; never waited for on a hot
  // path.
  std::atomic<bool> polling{false};
  driver::CUstream stream = nullptr;

  // Moments of the context's clock: when work was queued last, and before which everything queued is done.
  std::atomic<std::uint64_t> queued_at{0};
  std::atomic<std::uint64_t> done_at{1};
  // An event behind the work queued at `fence_at`, made when it is first needed. Guarded by `polling`.
  driver::CUevent fence = nullptr;
  bool fence_pending = false;
  std::uint64_t fence_at = 0;

  // Whether what was queued at or before the moment is done.
  bool is_past(std::uint64_t moment) const noexcept {
    const std::uint64_t queued = queued_at.load(std::memory_order_acquire);
    const std::uint64_t done = done_at.load(std::memory_order_acquire);
    return done > moment || done > queued;
  }
};

// Which lanes may still use something. `inherited` is what earlier owners of a pool's block queued: work on
// another lane has to wait for it. `exposed`: its address was given away, so work may use it unseen.
struct Usage {
  std::atomic<std::uint64_t> lanes{0};
  std::uint64_t inherited = 0;
  std::atomic<bool> exposed{false};

  std::uint64_t told() const noexcept { return lanes.load(std::memory_order_relaxed) | inherited; }
  // All ones where any lane may use it.
  std::uint64_t possible() const noexcept {
    return exposed.load(std::memory_order_relaxed) ? ~std::uint64_t{0} : told();
  }
};

}  // namespace gridcall::core
