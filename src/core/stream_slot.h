// SPDX-License-Identifier: Apache-2.0
//
// A slot is the library's view of one of a context's queues: the default stream is slot 0, every stream has
// one. With 64 of them "which queues may still use this memory" is one word, and a launch pays one load and
// one compare for it.

#pragma once

#include <atomic>
#include <cstdint>

#include "base/spin_lock.h"
#include "driver/types.h"

namespace gridcall::core {

inline constexpr unsigned kStreamSlots = 64;
inline constexpr unsigned kDefaultSlot = 0;
// Shared by all streams beyond the 62nd: not known to be idle before the whole context is, or they are all
// gone.
inline constexpr unsigned kSharedSlot = 63;

// 0 for the numbers of streams that capture (core/capture.h), from kStreamSlots on.
inline constexpr std::uint64_t slot_bit(unsigned slot) {
  return slot < kStreamSlots ? std::uint64_t{1} << slot : 0;
}

class Object;

struct alignas(64) StreamSlot {
  // Held while the driver is asked about the stream or the stream is destroyed; never waited for on a hot
  // path.
  SpinLock polling;
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

// The slots that may still use something. `inherited` is what earlier owners of a pool's block queued: work
// on another slot has to wait for it. `exposed`: its address was given away, so work may use it unseen.
struct Usage {
  std::atomic<std::uint64_t> slots{0};
  std::uint64_t inherited = 0;
  std::atomic<bool> exposed{false};
  Object* owner = nullptr;  // what holds whatever is used: while it has a reference, that stays

  std::uint64_t told() const noexcept { return slots.load(std::memory_order_relaxed) | inherited; }
  // For an object that takes the place of another.
  void take_over(const Usage& other) noexcept {
    slots.store(other.slots.load(std::memory_order_relaxed), std::memory_order_relaxed);
    inherited = other.inherited;
    exposed.store(other.exposed.load(std::memory_order_relaxed), std::memory_order_relaxed);
  }
  // All ones where any slot may use it.
  std::uint64_t possible() const noexcept {
    return exposed.load(std::memory_order_relaxed) ? ~std::uint64_t{0} : told();
  }
};

}  // namespace gridcall::core
