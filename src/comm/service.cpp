// SPDX-License-Identifier: Apache-2.0

#include "comm/service.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/thread.h"
#include "core/context.h"

namespace gridcall::comm {

namespace {

using Clock = core::Comm::Clock;

constexpr std::size_t kStackBytes = std::size_t{1} << 20;
// How often the words are read while something is outstanding: an error is noticed that much later.
constexpr auto kLookEvery = std::chrono::milliseconds(50);
constexpr auto kReapEvery = std::chrono::milliseconds(5);

std::atomic<bool> made{false};

}  // namespace

Service& Service::get() {
  static Service* const service = [] {
    made.store(true, std::memory_order_relaxed);
    return new Service;
  }();
  return *service;
}

bool Service::is_made() noexcept {
  return made.load(std::memory_order_relaxed);
}

void Service::start() {
  const std::lock_guard lock(lock_);
  if (is_started_) return;
  const auto start = [&](void* (*run)(void*)) {
    if (start_thread(nullptr, kStackBytes, run, this) != 0)
      throw Failure(status::kOutOfHostMemory,
                    "a thread that watches over communicators could not be started");
  };
  start([](void* self) -> void* {
    static_cast<Service*>(self)->watch();
    return nullptr;
  });
  start([](void* self) -> void* {
    static_cast<Service*>(self)->give_back();
    return nullptr;
  });
  is_started_ = true;
}

void Service::add(core::Comm& comm) {
  comm.context().late_failures().attach(comm);
  comm.is_watched_ = true;
  const std::lock_guard lock(lock_);
  comms_.push_back(&comm);
}

void Service::wake_slowly() noexcept {
  const std::lock_guard lock(lock_);
  sleeps_.store(false, std::memory_order_release);
  changed_.notify_one();
}

void Service::watch() {
  std::unique_lock lock(lock_);
  for (;;) {
    // A call that queues after this store wakes the thread; what was queued before is seen below.
    sleeps_.store(true, std::memory_order_seq_cst);
    const Clock::time_point now = Clock::now();
    std::optional<Clock::time_point> next;
    if (process_over()) return;
    for (core::Comm* comm : comms_) {
      std::optional<Clock::time_point> wanted = now + kLookEvery;
      try {
        wanted = comm->watch(now);
      } catch (...) {
        // The host's memory has ended: it looks again.
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

void Service::reap(core::Comm& comm) noexcept {
  const std::lock_guard lock(released_lock_);
  comm.next_deferred = std::exchange(released_, &comm);
  released_changed_.notify_one();
}

bool Service::ends(core::Comm& comm) {
  // What it has queued is done, or given up.
  if (comm.state_.load() != core::CommState::kFailed && comm.state_.load() != core::CommState::kAborted &&
      !comm.is_idle())
    return false;
  if (!comm.is_held_once()) return false;  // it is being aborted
  if (comm.is_watched_) {
    comm.context().late_failures().detach(comm);
    const std::lock_guard watched(lock_);
    std::erase(comms_, &comm);
    comm.is_watched_ = false;
  }
  return comm.end_gracefully(Clock::now());
}

// Takes no memory, which may have ended.
void Service::give_back() {
  core::Object* dead = nullptr;
  std::unique_lock lock(released_lock_);
  for (;;) {
    if (!dead) {
      released_changed_.wait(lock, [&] { return released_ != nullptr; });
    } else {
      released_changed_.wait_for(lock, kReapEvery);
    }
    core::Object* list = std::exchange(released_, nullptr);
    lock.unlock();
    if (process_over()) return;
    for (core::Object* each : {std::exchange(dead, nullptr), list}) {
      while (each) {
        auto* const comm = static_cast<core::Comm*>(each);
        each = std::exchange(each->next_deferred, nullptr);
        bool has_ended = false;
        try {
          has_ended = ends(*comm);
        } catch (...) {
          // The host's memory has ended: it tries again.
        }
        if (has_ended)
          delete comm;
        else
          comm->next_deferred = std::exchange(dead, comm);
      }
    }
    lock.lock();
  }
}

}  // namespace gridcall::comm
