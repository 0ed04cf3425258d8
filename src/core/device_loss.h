// SPDX-License-Identifier: Apache-2.0
//
// The results of a context's driver calls: a failure in words, and the loss of the device. A GPU that a
// kernel has failed on returns that fault from every later call of the process; the first call that sees it
// keeps it here.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "core/check.h"
#include "core/device.h"
#include "core/notification.h"

namespace gridcall::core {

// The last launches, for the report of a fault that is noticed later. It has no locks, so a report may show a
// launch twice or miss one.
class LaunchRing {
 public:
  static constexpr unsigned kSize = 16;

  void add(const char* kernel, const std::uint32_t grid[3], const std::uint32_t block[3]) noexcept {
    const std::uint64_t number = next_.load(std::memory_order_relaxed);
    next_.store(number + 1, std::memory_order_relaxed);
    Entry& entry = entries_[number % kSize];
    entry.kernel.store(kernel, std::memory_order_relaxed);
    for (unsigned i = 0; i < 3; ++i) {
      entry.shape[i].store(grid[i], std::memory_order_relaxed);
      entry.shape[3 + i].store(block[i], std::memory_order_relaxed);
    }
  }
  // Returns the launches, newest first: "scale<<<(4,1,1),(256,1,1)>>>".
  std::vector<std::string> lines() const;

 private:
  struct Entry {
    std::atomic<const char*> kernel{nullptr};  // an interned name
    std::atomic<std::uint32_t> shape[6] = {};
  };
  std::array<Entry, kSize> entries_;
  std::atomic<std::uint64_t> next_{0};
};

// Returns the failure DEVICE_LOST of a call on a device that `cause` made unusable.
Failure device_lost(const Device& device, const Failure& cause);

class DeviceLoss {
 public:
  explicit DeviceLoss(Device& device) noexcept : device_(device), table_(device.table()) {}

  Device& device() const noexcept { return device_; }
  const driver::Table& table() const noexcept { return table_; }
  bool is_cpu() const noexcept { return device_.is_cpu(); }

  // Returns the fault that made a GPU unusable, or nullptr.
  const Failure* cause() const noexcept { return cause_.load(std::memory_order_acquire); }
  // Throws DEVICE_LOST if there is one.
  void refuse_if_lost() const {
    if (const Failure* first = cause(); __builtin_expect(first != nullptr, 0)) refuse(*first);
  }

  // Throws unless `result` is CUDA_SUCCESS, and notes the loss of the device. `undone` says which part of a
  // call was skipped that only reports the fault of an earlier kernel, "the copy was not made"; it is nullptr
  // for a call that waits.
  [[gnu::always_inline]] void check(driver::CUresult result, const char* call, const char* undone = nullptr) {
    if (__builtin_expect(result != driver::CUDA_SUCCESS, 0)) refuse(result, call, undone);
  }
  // Returns the failure that check() throws. If memory is short, it has the status alone, so that a fault
  // taken from the driver is still reported.
  Failure failure(driver::CUresult result, const char* call, const char* undone = nullptr);

  // Notes that a GPU is lost, for calls with another purpose (polls, memory). A fault on the CPU device stays
  // with its stream, for the next call that waits for the stream or works on it.
  void notice(driver::CUresult result, const char* call) noexcept;
  // Returns true if the work that a poll asked about has ended, with or without a fault.
  bool is_over(driver::CUresult result, const char* call) noexcept;

  LaunchRing& launches() noexcept { return launches_; }

  // Adds a token that a stream has still to post. No driver posts the tokens of a lost device.
  void add_notification(Notification& notification) noexcept;
  bool some_tokens_outstanding() noexcept { return notifications_.some_outstanding(); }
  void post_all_tokens() noexcept { notifications_.post_all(); }

 private:
  [[noreturn]] void refuse(const Failure& cause) const;
  [[noreturn]] void refuse(driver::CUresult result, const char* call, const char* undone);
  void lose(const Failure& cause) noexcept;
  Failure described(driver::CUresult result, const char* call, const char* undone);

  Device& device_;
  const driver::Table& table_;
  std::atomic<const Failure*> cause_{nullptr};  // never freed
  LaunchRing launches_;
  Notifications notifications_;
};

}  // namespace gridcall::core
