// SPDX-License-Identifier: Apache-2.0
//
// What was released and goes back to the driver when no work uses it any more. Adding something neither
// blocks nor calls the driver. A sweep gives back what is finished with: memory that only one slot used is
// behind other memory of that slot alone, so a sweep costs what it gives back and a look at each slot.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "base/spin_lock.h"
#include "core/stream_slot.h"

namespace gridcall::core {

class Context;
class DriverObject;

enum class Sweep {
  kCheap,      // for calls that create something: takes little time, asks the driver every 200 microseconds
  kNow,        // whatever can go without waiting for a kernel
  kMemoryLow,  // also if the driver waits for kernels of others; not for those that use the memory
  kPressed,    // the same, but takes little time
};

class Deferred {
 public:
  // Who released it is done with it; what work was queued before may still use it.
  void add(DriverObject* object) noexcept;
  bool is_empty() const noexcept { return count_.load(std::memory_order_relaxed) == 0; }
  std::uint64_t count() const noexcept { return count_.load(std::memory_order_relaxed); }
  std::uint64_t bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }
  std::uint64_t descriptors() const noexcept { return descriptors_.load(std::memory_order_relaxed); }
  // Waits for a running kernel only if the driver does and `how` allows it.
  void sweep(Context& context, Sweep how) noexcept;

 private:
  struct List {
    DriverObject* first = nullptr;
    DriverObject* last = nullptr;
    void push(DriverObject* object) noexcept;
    DriverObject* pop() noexcept;
  };
  struct Pass;
  // The list of what a single slot used has that slot's number.
  static constexpr unsigned kUnused = kStreamSlots;
  static constexpr unsigned kMixed = kStreamSlots + 1;
  static constexpr unsigned kAnySlot = kStreamSlots + 2;  // work may use it that was not told so
  static constexpr unsigned kLists = kStreamSlots + 3;

  void sort(const Pass& pass) noexcept;
  void drop_all() noexcept;
  void ask_each(List& list, Pass& pass) noexcept;
  void give_back_finished(Pass& pass) noexcept;
  void give_back_idle(Pass& pass) noexcept;
  bool give_back_front(List& list, Pass& pass) noexcept;
  void drop(DriverObject* object) noexcept;

  std::atomic<DriverObject*> added_{nullptr};  // newest first
  std::atomic<std::uint64_t> count_{0};
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<std::uint64_t> descriptors_{0};  // that the process has open for them
  SpinLock sweeping_;
  // All below belongs to who sweeps.
  DriverObject* unsorted_ = nullptr;  // taken from `added_`
  List new_;                          // streams and events that have not been asked yet,
  List waiting_;                      // and those that had work when they were
  std::array<List, kLists> lists_;
  std::uint64_t slots_ = 0;  // whose list is not empty
  std::uint64_t asked_at_ = 0;
};

}  // namespace gridcall::core
