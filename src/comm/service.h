// SPDX-License-Identifier: Apache-2.0
//
// Two threads of the library, made with the first communicator that has an engine. The watchdog sees
// operations that are late and engines that report errors; it reads plain memory and sleeps when nothing is
// outstanding. The reaper gives back communicators that were released.

#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "comm/comm.h"

namespace gridcall::comm {

class Service {
 public:
  // Never destroyed: its threads outlive everything.
  static Service& get();
  static bool is_made() noexcept;

  // Throws if its threads cannot be started.
  void start();
  void add(core::Comm& comm);
  // Takes it over; nobody has a reference any more.
  void reap(core::Comm& comm) noexcept;
  // Something is outstanding.
  void wake() noexcept {
    if (__builtin_expect(sleeps_.load(std::memory_order_acquire), 0)) wake_slowly();
  }

 private:
  Service() = default;
  void wake_slowly() noexcept;
  void watch();
  // Whether nothing is left of a communicator that was released.
  bool ends(core::Comm& comm);
  void give_back();

  std::mutex lock_;
  std::condition_variable changed_;
  std::atomic<bool> sleeps_{false};
  bool is_started_ = false;
  std::vector<core::Comm*> comms_;

  std::mutex released_lock_;
  std::condition_variable released_changed_;
  core::Object* released_ = nullptr;  // a list by next_deferred
};

}  // namespace gridcall::comm
