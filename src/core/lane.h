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
  std::atomic<bool> taken{false};
  // Held while the driver is asked about the stream or the stream is destroyed; never waited for on a hot
  // path.
  std::atomic<bool> polling{false};
  driver::CUstream stream = nullptr;

  // Everything queued before this moment of the context's clock is done.
  std::atomic<std::uint64_t> done_at{0};
  // An event behind the work queued at `fence_at`, made when it is first needed. Guarded by `polling`.
  driver::CUevent fence = nullptr;
  bool fence_pending = false;
  std::uint64_t fence_at = 0;
};

// Which lanes may still use something. `inherited` is what earlier owners of a pool's block queued: work on
// another lane has to wait for it.
struct Usage {
  std::atomic<std::uint64_t> lanes{0};
  std::uint64_t inherited = 0;
};

}  // namespace gridcall::core
