// SPDX-License-Identifier: Apache-2.0
//
// A lock of one byte that is held for a few instructions, or for driver calls that queue and do not wait. For
// std::lock_guard and std::unique_lock.

#pragma once

#include <sched.h>

#include <atomic>

#include "base/sole_thread.h"

namespace gridcall {

class SpinLock {
 public:
  void lock() noexcept {
    while (!try_lock()) wait();
  }
  bool try_lock() noexcept { return !SoleThread::Section().exchange(locked_, true); }
  void unlock() noexcept { locked_.store(false, std::memory_order_release); }

 private:
  [[gnu::noinline]] void wait() noexcept {
    for (int i = 0; i < 64 && locked_.load(std::memory_order_relaxed); ++i)
      std::atomic_signal_fence(std::memory_order_seq_cst);
    if (locked_.load(std::memory_order_relaxed)) ::sched_yield();
  }

  std::atomic<bool> locked_{false};
};

}  // namespace gridcall
