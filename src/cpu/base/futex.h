// SPDX-License-Identifier: Apache-2.0
//
// The two futex calls and the pause instruction: what everything that waits in this driver is made of.

#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstdint>
#include <ctime>

namespace gridcall::cpu {

static_assert(sizeof(std::atomic<std::uint32_t>) == 4 && std::atomic<std::uint32_t>::is_always_lock_free);

inline void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept {
  ::syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), FUTEX_WAIT_PRIVATE, expected, nullptr,
            nullptr, 0);
}

inline void futex_wait_for(std::atomic<std::uint32_t>& word, std::uint32_t expected,
                           std::int64_t nanoseconds) noexcept {
  const timespec time{static_cast<time_t>(nanoseconds / 1000000000),
                      static_cast<long>(nanoseconds % 1000000000)};
  ::syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), FUTEX_WAIT_PRIVATE, expected, &time, nullptr,
            0);
}

inline void futex_wake(std::atomic<std::uint32_t>& word, int count) noexcept {
  ::syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), FUTEX_WAKE_PRIVATE, count, nullptr, nullptr,
            0);
}

// Waits on a word in memory that processes share.
inline void futex_wait_shared_for(std::atomic<std::uint32_t>& word, std::uint32_t expected,
                                  std::int64_t nanoseconds) noexcept {
  const timespec time{static_cast<time_t>(nanoseconds / 1000000000),
                      static_cast<long>(nanoseconds % 1000000000)};
  ::syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), FUTEX_WAIT, expected, &time, nullptr, 0);
}

inline void futex_wake_shared(std::atomic<std::uint32_t>& word) noexcept {
  ::syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

inline void cpu_pause() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// The time to spin before a sleep, adapted to the success of earlier spins. On an idle machine a spin saves
// two context switches; on a busy core it only delays the thread that is waited for.
class SpinTime {
 public:
  explicit constexpr SpinTime(std::int32_t most_ns) noexcept : most_(most_ns), now_(most_ns) {}
  std::int64_t next() noexcept {
    // The whole time is tried from time to time, because the machine may be less busy by now.
    const bool probe = rounds_.fetch_add(1, std::memory_order_relaxed) % 16 == 0;
    return probe ? most_ : now_.load(std::memory_order_relaxed);
  }
  void learn(bool helped) noexcept {
    const std::int32_t now = now_.load(std::memory_order_relaxed);
    now_.store(helped ? most_ : now / 2, std::memory_order_relaxed);
  }

 private:
  const std::int32_t most_;
  std::atomic<std::int32_t> now_;
  std::atomic<std::uint32_t> rounds_{0};
};

inline std::int64_t now_ns() noexcept {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::int64_t>(time.tv_sec) * 1000000000 + time.tv_nsec;
}

}  // namespace gridcall::cpu
