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
// The slot that all streams beyond the 62nd share. It is known to be idle only when the whole context is, or
// when its streams are gone.
inline constexpr unsigned kSharedSlot = 63;

// Returns 0 for the numbers of streams that capture (core/capture.h), which begin at kStreamSlots.
inline constexpr std::uint64_t slot_bit(unsigned slot) {
  return slot < kStreamSlots ? std::uint64_t{1} << slot : 0;
}

class Object;

struct alignas(64) StreamSlot {
  // Held while the driver is asked about the stream or destroys it; never waited for on a hot path.
  SpinLock polling;
  driver::CUstream stream = nullptr;

  // Times of the context's clock: the last time that work was queued, and the time before which all queued
  // work is done.
  std::atomic<std::uint64_t> queued_at{0};
  std::atomic<std::uint64_t> done_at{1};
  // An event after the work queued at `fence_at`, created at its first use. Guarded by `polling`.
  driver::CUevent fence = nullptr;
  bool fence_pending = false;
  std::uint64_t fence_at = 0;

  // Returns true if work that was queued at or before the moment is done.
  bool is_past(std::uint64_t moment) const noexcept {
    const std::uint64_t queued = queued_at.load(std::memory_order_acquire);
    const std::uint64_t done = done_at.load(std::memory_order_acquire);
    return done > moment || done > queued;
  }
};

// The slots that may still use an object. `inherited`: the slots of a pool block's earlier owners, whose work
// a new owner on another slot must wait for. `exposed`: the program knows the address, so work may use it
// without a handle.
struct Usage {
  std::atomic<std::uint64_t> slots{0};
  std::uint64_t inherited = 0;
  std::atomic<bool> exposed{false};
  Object* owner = nullptr;  // a reference on it keeps the object alive

  std::uint64_t told() const noexcept { return slots.load(std::memory_order_relaxed) | inherited; }
  // Takes over the uses of an object that this one replaces.
  void take_over(const Usage& other) noexcept {
    slots.store(other.slots.load(std::memory_order_relaxed), std::memory_order_relaxed);
    inherited = other.inherited;
    exposed.store(other.exposed.load(std::memory_order_relaxed), std::memory_order_relaxed);
  }
  // Returns all ones if any slot may use the object.
  std::uint64_t possible() const noexcept {
    return exposed.load(std::memory_order_relaxed) ? ~std::uint64_t{0} : told();
  }
};

}  // namespace gridcall::core
