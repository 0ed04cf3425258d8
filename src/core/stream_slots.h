// SPDX-License-Identifier: Apache-2.0
//
// The stream slots of a context, and its clock: which streams have work, which of it is done, and who may
// still use what. A moment of the clock stands for all work that was queued before it.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "core/capture.h"
#include "core/device_loss.h"
#include "core/stream_slot.h"

namespace gridcall::core {

class StreamSlots {
 public:
  explicit StreamSlots(DeviceLoss& results) noexcept : results_(results), table_(results.table()) {}

  unsigned take(driver::CUstream stream) noexcept;
  // Returns false while the stream has work, so that the slot cannot be used again. `destroys`: the stream is
  // the library's own.
  bool give_back(unsigned slot, driver::CUstream stream, bool destroys) noexcept;
  // The stream is about to be destroyed, and its work may still run: nobody asks about it any more.
  void forget_stream(unsigned slot) noexcept;
  // Waits for all work, for nothing else tells whether that of the stream is done. Returns false if it cannot
  // yet.
  bool give_back_destroyed(unsigned slot) noexcept;

  // Work was queued on it.
  void queued(unsigned slot) noexcept {
    if (__builtin_expect(slot < kStreamSlots, 1)) return raise(slots_[slot].queued_at, now());
    if (!captures_.of(slot)) queued_anywhere();
  }
  // Around waiting for a slot: the work that was queued before the moment that the first returns is done when
  // the wait has succeeded. Until then it counts as running, for every thread.
  std::uint64_t settle_begin() noexcept { return clock_.fetch_add(1) + 1; }
  void settle(unsigned slot, std::uint64_t moment) noexcept {
    if (slot < kSharedSlot) raise(slots_[slot].done_at, moment);
  }
  // Behind a wait for the whole context.
  void settle_all(std::uint64_t moment) noexcept {
    for (StreamSlot& slot : slots_) raise(slot.done_at, moment);
  }

  // Returns whether what is queued on the stream is recorded for a CUDA graph and not run. To
  // ask such a stream whether it is idle, or to wait for it, ends the capture. The default stream counts
  // while a stream that is ordered with it captures. The context must be current.
  bool is_capturing(driver::CUstream stream) const noexcept;
  // Returns whether it captures; also true where the driver does not tell.
  bool may_capture(driver::CUstream stream) const noexcept;
  bool some_capture(std::uint64_t slots) noexcept;
  // Throws the failure that a driver reports where a capture would end, which goes on. `why` takes the place
  // of its text.
  [[noreturn]] void refuse_capture(const char* why) const;
  // Returns the captures that this library began.
  Captures& captures() noexcept { return captures_; }

  // Returns whether the stream has nothing to do: a poll, which takes no fault away. Throws any other failure
  // of the driver.
  bool is_idle(driver::CUstream stream);
  // Returns whether the event has happened, likewise.
  bool has_happened(driver::CUevent event);

  // Declares that work on `slot` is about to use something.
  void use(Usage& usage, unsigned slot) {
    if (__builtin_expect((usage.slots.load(std::memory_order_relaxed) & slot_bit(slot)) == 0, 0))
      use_first(usage, slot);
  }
  // Work that is queued on `slot` from here on comes behind all work that uses it so far, and uses it too.
  // The context must be current.
  void order_behind_uses(Usage& usage, unsigned slot);

  // Returns the moment that work queued so far belongs to; compare with a slot's done_at.
  std::uint64_t now() const noexcept { return clock_.load(std::memory_order_acquire); }
  // Returns those of `slots` that may still run work queued at or before `moment`. `ask`: ask the driver and
  // put events where it helps later; else only what is known. The context must be current to ask.
  std::uint64_t unfinished(std::uint64_t slots, std::uint64_t moment, bool ask) noexcept;
  // Returns those that exist.
  std::uint64_t all() const noexcept { return taken_.load(std::memory_order_acquire); }
  // Returns those that have work. The context must be current to ask.
  std::uint64_t busy() noexcept;

  // Waits too, with the context current, and reports no kernel's fault: for a call that only wants memory
  // back.
  driver::CUresult wait_for_all() noexcept;

  // Held while the driver is asked about the slot's stream.
  SpinLock& polling(unsigned slot) noexcept { return slots_[slot].polling; }
  // The context ends, with no work left.
  void destroy_fences() noexcept;

 private:
  void queued_anywhere() noexcept;
  void use_first(Usage& usage, unsigned slot);
  void order_behind(unsigned later, unsigned earlier);
  bool slot_idle(unsigned slot) noexcept;
  void ask_fence(unsigned slot, std::uint64_t moment) noexcept;
  void destroy_fence(StreamSlot& slot) noexcept;
  static void raise(std::atomic<std::uint64_t>& value, std::uint64_t to) noexcept {
    std::uint64_t now = value.load(std::memory_order_relaxed);
    while (now < to && !value.compare_exchange_weak(now, to, std::memory_order_acq_rel)) {
    }
  }

  DeviceLoss& results_;
  const driver::Table& table_;
  std::array<StreamSlot, kStreamSlots> slots_;
  Captures captures_;
  std::atomic<std::uint64_t> taken_{slot_bit(kDefaultSlot) | slot_bit(kSharedSlot)};
  std::atomic<std::uint32_t> shared_streams_{0};
  std::atomic<std::uint64_t> clock_{1};
};

}  // namespace gridcall::core
