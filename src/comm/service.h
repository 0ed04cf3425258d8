// SPDX-License-Identifier: Apache-2.0
//
// Two threads of the library, made with the first communicator that has an engine. The watchdog sees
// operations that are late and engines that report errors; it reads plain memory and sleeps when nothing is
// in flight. The reaper ends ranks that were released.

#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

#include "comm/time_limit.h"

namespace gridcall::comm {

// The interface of a rank for the two threads.
class ServiceRank {
 public:
  // Called by the watchdog. Returns the time of the next look, or nullopt if no work is in flight.
  virtual std::optional<Clock::time_point> watch(Clock::time_point now) = 0;
  // Called by the reaper repeatedly. Returns true when the object has deleted itself.
  virtual bool reap(Clock::time_point now) = 0;

  // A link of the reaper's list.
  ServiceRank* next_released = nullptr;

 protected:
  ~ServiceRank() = default;
};

class Service {
 public:
  // Returns the service, which is never destroyed, because its threads live until the process ends.
  static Service& get();

  // Throws if its threads cannot be started.
  void start();
  void watch(ServiceRank& rank);
  void unwatch(ServiceRank& rank) noexcept;
  // Takes over the rank, which has no references any more.
  void reap(ServiceRank& rank) noexcept;
  // Tells the watchdog that work is in flight.
  void wake() noexcept {
    if (__builtin_expect(sleeps_.load(std::memory_order_acquire), 0)) wake_slowly();
  }

 private:
  Service() = default;
  void wake_slowly() noexcept;
  void run_watchdog();
  void run_reaper();

  std::mutex lock_;
  std::condition_variable changed_;
  std::atomic<bool> sleeps_{false};
  bool is_started_ = false;
  std::vector<ServiceRank*> watched_;

  std::mutex released_lock_;
  std::condition_variable released_changed_;
  ServiceRank* released_ = nullptr;  // the head of a list
};

}  // namespace gridcall::comm
