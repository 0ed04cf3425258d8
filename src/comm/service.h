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

// A rank, as the two threads know it.
class ServiceRank {
 public:
  // Called by the watchdog. Returns when to look again at the latest, or nothing if nothing is in flight.
  virtual std::optional<Clock::time_point> watch(Clock::time_point now) = 0;
  // Called by the reaper, again and again. Returns true when it has deleted itself.
  virtual bool reap(Clock::time_point now) = 0;

  // A link of the reaper's list.
  ServiceRank* next_released = nullptr;

 protected:
  ~ServiceRank() = default;
};

class Service {
 public:
  // Never destroyed: its threads outlive everything.
  static Service& get();

  // Throws if its threads cannot be started.
  void start();
  void watch(ServiceRank& rank);
  void unwatch(ServiceRank& rank) noexcept;
  // Takes it over: nobody has a reference any more.
  void reap(ServiceRank& rank) noexcept;
  // Tells the watchdog that something is in flight.
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
  ServiceRank* released_ = nullptr;  // a list
};

}  // namespace gridcall::comm
