// SPDX-License-Identifier: Apache-2.0

#include "comm/service.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/failure.h"
#include "base/os.h"
#include "base/status.h"
#include "base/thread.h"

namespace gridcall::comm {

namespace {

constexpr std::size_t kStackBytes = std::size_t{1} << 20;
// The interval at which the words are read while work is in flight, by which an error is noticed late.
constexpr auto kLookEvery = std::chrono::milliseconds(50);
constexpr auto kReapEvery = std::chrono::milliseconds(5);

}  // namespace

Service& Service::get() {
  static Service* const service = new Service;
  return *service;
}

void Service::start() {
  const std::lock_guard lock(lock_);
  if (is_started_) return;
  const auto start = [&](void* (*run)(void*)) {
    if (const int error = start_thread(nullptr, kStackBytes, run, this))
      throw Failure(status::kOutOfHostMemory, "cannot start a thread that watches over communicators: " +
                                                  error_text(error) + "; end some threads");
  };
  start([](void* self) -> void* {
    static_cast<Service*>(self)->run_watchdog();
    return nullptr;
  });
  start([](void* self) -> void* {
    static_cast<Service*>(self)->run_reaper();
    return nullptr;
  });
  is_started_ = true;
}

void Service::watch(ServiceRank& rank) {
  const std::lock_guard lock(lock_);
  watched_.push_back(&rank);
}

void Service::unwatch(ServiceRank& rank) noexcept {
  const std::lock_guard lock(lock_);
  std::erase(watched_, &rank);
}

void Service::wake_slowly() noexcept {
  const std::lock_guard lock(lock_);
  sleeps_.store(false, std::memory_order_release);
  changed_.notify_one();
}

void Service::run_watchdog() {
  std::unique_lock lock(lock_);
  for (;;) {
    // A call that queues after this store wakes the thread; earlier work is seen below.
    sleeps_.store(true, std::memory_order_seq_cst);
    const Clock::time_point now = Clock::now();
    std::optional<Clock::time_point> next;
    if (process_over()) return;
    for (ServiceRank* rank : watched_) {
      std::optional<Clock::time_point> wanted = now + kLookEvery;
      try {
        wanted = rank->watch(now);
      } catch (...) {
        // The thread looks again when memory is available.
      }
      if (wanted && (!next || *wanted < *next)) next = wanted;
    }
    if (next) {
      sleeps_.store(false, std::memory_order_release);
      changed_.wait_until(lock, std::min(*next, now + kLookEvery));
    } else {
      changed_.wait(lock, [&] { return !sleeps_.load(std::memory_order_acquire); });
    }
  }
}

void Service::reap(ServiceRank& rank) noexcept {
  const std::lock_guard lock(released_lock_);
  rank.next_released = std::exchange(released_, &rank);
  released_changed_.notify_one();
}

// Allocates nothing, because memory may be exhausted.
void Service::run_reaper() {
  ServiceRank* unfinished = nullptr;
  std::unique_lock lock(released_lock_);
  for (;;) {
    if (!unfinished) {
      released_changed_.wait(lock, [&] { return released_ != nullptr; });
    } else {
      released_changed_.wait_for(lock, kReapEvery);
    }
    ServiceRank* list = std::exchange(released_, nullptr);
    lock.unlock();
    if (process_over()) return;
    for (ServiceRank* each : {std::exchange(unfinished, nullptr), list}) {
      while (each) {
        ServiceRank* const rank = each;
        each = std::exchange(rank->next_released, nullptr);
        bool is_gone = false;
        try {
          is_gone = rank->reap(Clock::now());
        } catch (...) {
          // The thread tries again when memory is available.
        }
        if (!is_gone) rank->next_released = std::exchange(unfinished, rank);
      }
    }
    lock.lock();
  }
}

}  // namespace gridcall::comm
