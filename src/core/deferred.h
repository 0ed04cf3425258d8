// SPDX-License-Identifier: Apache-2.0
//
// Released objects, which go back to the driver when no work uses them any more. Adding one neither
// blocks nor calls the driver. A sweep gives back what is finished with: memory that only one slot used is
// behind other memory of that slot alone, so a sweep costs what it gives back and a look at each slot.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "base/spin_lock.h"
#include "core/driver_object.h"
#include "core/stream_slot.h"

namespace gridcall::core {

class StreamSlots;

enum class Sweep {
  kCheap,      // for calls that create something: takes little time, asks the driver every 200 microseconds
  kNow,        // gives back all that needs no wait for a kernel
  kMemoryLow,  // gives back even if the driver waits for kernels that do not use the memory
  kPressed,    // gives back as kMemoryLow does, but takes little time
};

class Deferred {
 public:
  // `device_memory`: the size of the device's memory in bytes.
  explicit Deferred(std::uint64_t device_memory) noexcept : byte_limit_(device_memory / 4) {}

  // Adds an object. Work that was queued before `now`, on the context's clock, may still use it.
  void add(DriverObject* object, std::uint64_t now) noexcept;
  bool is_empty() const noexcept { return count_.load(std::memory_order_relaxed) == 0; }
  std::uint64_t count() const noexcept { return count_.load(std::memory_order_relaxed); }
  std::uint64_t bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }
  std::uint64_t descriptors() const noexcept { return descriptors_.load(std::memory_order_relaxed); }
  // Returns true if too many objects wait for an idle device.
  bool has_much() const noexcept {
    return bytes() > byte_limit_ || count() > kMaxCount || descriptors() > kMaxDescriptors;
  }

  // While a program defers cleanup, objects are given back only if their memory is needed.
  std::uint32_t cleanup_deferrals() const noexcept {
    return cleanup_deferrals_.load(std::memory_order_relaxed);
  }
  // Begins or ends one deferral. Returns true if the last one ended. Throws INVALID_STATE.
  bool defer_cleanup(bool defers);
  bool may_sweep(Sweep how) const noexcept {
    return __builtin_expect(cleanup_deferrals() == 0, 1) || how == Sweep::kMemoryLow ||
           how == Sweep::kPressed;
  }

  // Locks the right to sweep, which one thread holds at a time; returns an empty lock if this thread has
  // nothing to do.
  std::unique_lock<SpinLock> begin_sweep(Sweep how) noexcept;
  // Gives objects back, with the context current; waits for a running kernel only if the driver does and
  // `how` allows it. `frees_at_once`: the driver does not wait for work that uses the memory.
  void sweep(StreamSlots& slots, Sweep how, bool frees_at_once) noexcept;
  // Drops all objects of a lost device: the driver's part is lost, the library's part is freed.
  void drop_all() noexcept;

 private:
  struct List {
    DriverObject* first = nullptr;
    DriverObject* last = nullptr;
    void push(DriverObject* object) noexcept;
    DriverObject* pop() noexcept;
  };
  struct Pass;
  // The index of a list is the slot whose work used its objects, or one of these numbers.
  static constexpr unsigned kUnused = kStreamSlots;
  static constexpr unsigned kMixed = kStreamSlots + 1;
  static constexpr unsigned kAnySlot = kStreamSlots + 2;  // work that the library was not told of may use it
  static constexpr unsigned kLists = kStreamSlots + 3;

  void sort(const Pass& pass) noexcept;
  void ask_each(List& list, Pass& pass) noexcept;
  void give_back_finished(Pass& pass) noexcept;
  void give_back_idle(Pass& pass) noexcept;
  bool give_back_front(List& list, Pass& pass) noexcept;
  void drop(DriverObject* object) noexcept;

  static constexpr std::uint64_t kMaxCount = 65536;
  static constexpr std::uint64_t kMaxDescriptors = 32;

  const std::uint64_t byte_limit_;  // a quarter of the device's memory
  std::atomic<std::uint32_t> cleanup_deferrals_{0};
  std::atomic<DriverObject*> added_{nullptr};  // newest first
  std::atomic<std::uint64_t> count_{0};
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<std::uint64_t> descriptors_{0};  // the file descriptors that they keep open
  SpinLock sweeping_;
  // The thread that sweeps owns the members below.
  DriverObject* unsorted_ = nullptr;  // a list from `added_`
  List new_;                          // streams and events that have not been asked yet
  List waiting_;                      // streams and events that had work
  std::array<List, kLists> lists_;
  std::uint64_t slots_ = 0;  // the slots whose list is not empty
  std::uint64_t asked_at_ = 0;
};

}  // namespace gridcall::core
