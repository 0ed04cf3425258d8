// SPDX-License-Identifier: Apache-2.0
//
// The stream slots of a context, and its clock: which streams have work, which of it is done, and who may
// still use what. A moment of the clock stands for all work that was queued before it.

#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

#include "core/capture.h"
#include "core/device_loss.h"
#include "core/stream_slot.h"

namespace gridcall::core {

class StreamSlots {
 public:
  explicit StreamSlots(DeviceLoss& results) noexcept : results_(results), table_(results.table()) {}

  unsigned take(driver::CUstream stream) noexcept;
  // Gives back a slot; returns false while the stream has work. `destroys`: the stream is the library's own.
  bool give_back(unsigned slot, driver::CUstream stream, bool destroys) noexcept;
  // Forgets a stream that will be destroyed while its work may still run, so that nobody asks about it.
  void forget_stream(unsigned slot) noexcept;
  // Waits for all work of the context, which includes the work of a destroyed stream. Returns false if it
  // must be called again.
  bool give_back_destroyed(unsigned slot) noexcept;

  // Records that work was queued on the slot.
  void queued(unsigned slot) noexcept {
    if (__builtin_expect(slot < kStreamSlots, 1)) return raise(slots_[slot].queued_at, now());
    if (!captures_.of(slot)) queued_anywhere();
  }
  // Returns the word that queued() raises for a slot.
  std::atomic<std::uint64_t>& queued_at(unsigned slot) noexcept { return slots_[slot].queued_at; }
  // Records that work was queued on the slot of that word.
  void queued(std::atomic<std::uint64_t>& queued_at) noexcept { raise(queued_at, now()); }
  // Begins a wait for a slot: work that was queued before the returned moment is done once the wait succeeds.
  // Until then it counts as running for every thread.
  std::uint64_t settle_begin() noexcept { return clock_.fetch_add(1) + 1; }
  void settle(unsigned slot, std::uint64_t moment) noexcept {
    if (slot < kSharedSlot) raise(slots_[slot].done_at, moment);
  }
  // Ends a wait for the whole context. No work is queued on a slot that nobody has taken, and a slot on which
  // none was queued since the last wait is known to be idle.
  void settle_all(std::uint64_t moment) noexcept {
    for (std::uint64_t rest = all(); rest != 0; rest &= rest - 1) {
      StreamSlot& slot = slots_[static_cast<unsigned>(std::countr_zero(rest))];
      if (slot.done_at.load(std::memory_order_acquire) <= slot.queued_at.load(std::memory_order_acquire))
        raise(slot.done_at, moment);
    }
  }

  // Returns true if work on the stream is captured into a CUDA graph instead of run. A query or a wait would
  // end the capture. The default stream counts while a stream that is ordered with it captures. The context
  // must be current.
  bool is_capturing(driver::CUstream stream) const noexcept;
  // Returns true if the stream captures, or if the driver does not tell.
  bool may_capture(driver::CUstream stream) const noexcept;
  bool some_capture(std::uint64_t slots) noexcept;
  // Throws the failure that a driver reports for a call that would end a capture; the capture goes on. `why`
  // replaces its text.
  [[noreturn]] void refuse_capture(const char* why) const;
  // Returns the captures that this library began.
  Captures& captures() noexcept { return captures_; }

  // Returns true if the stream is idle: a query that takes no fault away. Throws any other failure of the
  // driver.
  bool is_idle(driver::CUstream stream);
  // Returns true if the event has happened, likewise.
  bool has_happened(driver::CUevent event);

  // Records that work on `slot` will use an object.
  void use(Usage& usage, unsigned slot) {
    if (__builtin_expect((usage.slots.load(std::memory_order_relaxed) & slot_bit(slot)) == 0, 0))
      use_first(usage, slot);
  }
  // Orders work queued on `slot` from here on after all uses so far, and records it as a use. The context
  // must be current.
  void order_behind_uses(Usage& usage, unsigned slot);

  // Returns the current moment; work that is queued now has it, and a slot's done_at compares with it.
  std::uint64_t now() const noexcept { return clock_.load(std::memory_order_acquire); }
  // Returns those of `slots` that may still run work queued at or before `moment`. `ask`: asks the driver,
  // and records events if they help later. The context must be current then.
  std::uint64_t unfinished(std::uint64_t slots, std::uint64_t moment, bool ask) noexcept;
  // Returns the slots in use.
  std::uint64_t all() const noexcept { return taken_.load(std::memory_order_acquire); }
  // Returns the slots that have work. The context must be current to ask.
  std::uint64_t busy() noexcept;

  // Waits for all work, with the context current, and reports no kernel's fault, for calls that only need
  // memory.
  driver::CUresult wait_for_all() noexcept;

  // Returns the lock that is held while the driver is asked about the slot's stream.
  SpinLock& polling(unsigned slot) noexcept { return slots_[slot].polling; }
  // Destroys the events of a context that ends and has no work left.
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
