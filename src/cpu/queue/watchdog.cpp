// SPDX-License-Identifier: Apache-2.0

#include "cpu/queue/watchdog.h"

#include <pthread.h>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "cpu/base/futex.h"
#include "cpu/base/thread.h"
#include "cpu/queue/scheduler.h"
#include "cpu/queue/workers.h"

namespace gridcall::cpu {

namespace {

constexpr std::int64_t kLookNs = 20000000;
// The period after a suspended run, when other runs may have to be suspended soon.
constexpr std::int64_t kSoonNs = 1000000;
constexpr std::int64_t kSoonForNs = 1000000000;

// The delay after which the watchdog must have lacked a processor, as when the whole process is stopped
// (SIGSTOP).
constexpr std::int64_t kStoppedNs = 300000000;

constinit std::atomic<std::uint32_t> asleep{0};
constinit std::atomic<bool> started{false};
// A count that changes to end a wait early, and when the wait ends by itself.
constinit std::atomic<std::uint32_t> alarm{0};
constinit std::atomic<std::int64_t> wakes_at{0};

struct Sample {
  std::uint32_t steps = 0;
  std::uint32_t suspend = 0;
};

class Watchdog {
 public:
  explicit Watchdog(std::unique_ptr<Sample[]> seen) noexcept : seen_(std::move(seen)) {}

  [[noreturn]] void run() noexcept {
    for (;;) {
      // The alarm is read before the launches, so that a launch that begins later ends the wait.
      const std::uint32_t seen = alarm.load(std::memory_order_seq_cst);
      wakes_at.store(Scheduler::kNever, std::memory_order_seq_cst);
      if (now_ns() >= next_look_ns_) {
        if (!look()) sleep();
        const std::int64_t now = now_ns();
        next_look_ns_ = now + (now < soon_until_ns_ ? kSoonNs : kLookNs);
      }
      const std::int64_t until = std::min(next_look_ns_, end_overdue());
      wakes_at.store(until, std::memory_order_seq_cst);
      const std::int64_t left = until - now_ns();
      if (left > 0) futex_wait_for(alarm, seen, left);
    }
  }

 private:
  // Returns false if no kernel has run since the last call.
  bool look() noexcept {
    bool some = false;
    for (std::uint32_t i = 0; i < workers_count(); ++i) {
      Worker* worker = worker_at(i);
      if (!worker) continue;
      Sample& seen = seen_[i];
      const std::uint32_t steps = worker->steps.load(std::memory_order_relaxed);
      const std::uint32_t suspend = worker->runs_suspended.load(std::memory_order_relaxed);
      const bool busy = worker->busy.load(std::memory_order_seq_cst);
      some = some || busy || steps != seen.steps;
      if (suspend != seen.suspend) soon_until_ns_ = now_ns() + kSoonForNs;
      if (steps == seen.steps && busy && worker->in_kernel.load(std::memory_order_relaxed)) {
        worker->suspend_requested.store(true, std::memory_order_relaxed);
        worker->interrupt.store(1, std::memory_order_seq_cst);
      }
      seen = {steps, suspend};
    }
    return some;
  }

  // Returns the time when the next launch's limit expires. Time during which the process was stopped does not
  // count.
  std::int64_t end_overdue() noexcept {
    Scheduler& queue = scheduler();
    const std::int64_t now = now_ns();
    const std::int64_t expected = std::exchange(ran_ns_, now) + kLookNs;
    if (queue.limited_count.load(std::memory_order_seq_cst) == 0) return Scheduler::kNever;
    std::int64_t next = Scheduler::kNever;
    {
      const std::lock_guard lock(queue.lock);
      if (now - expected > kStoppedNs) queue.forgive_locked(expected, now);
      next = queue.end_overdue_locked(now);
    }
    workers_wake();
    return next;
  }

  void sleep() noexcept {
    asleep.store(1, std::memory_order_seq_cst);
    // The worker had seen that the watchdog was awake.
    if (look()) {
      asleep.store(0, std::memory_order_relaxed);
      return;
    }
    while (asleep.load(std::memory_order_relaxed) != 0) futex_wait(asleep, 1);
    ran_ns_ = now_ns();
    look();
  }

  std::unique_ptr<Sample[]> seen_;
  std::int64_t soon_until_ns_ = 0;
  std::int64_t next_look_ns_ = 0;
  std::int64_t ran_ns_ = now_ns();
};

void* watchdog_main(void* raw) {
  ::pthread_setname_np(::pthread_self(), "gridcall-watch");
  static_cast<Watchdog*>(raw)->run();
}

}  // namespace

bool watchdog_runs() noexcept {
  return started.load(std::memory_order_acquire);
}

bool watchdog_start() noexcept {
  if (watchdog_runs()) return true;
  std::unique_ptr<Sample[]> seen(new (std::nothrow) Sample[workers_count()]);
  if (!seen) return false;
  std::unique_ptr<Watchdog> watchdog(new (std::nothrow) Watchdog(std::move(seen)));
  if (!watchdog) return false;
  if (!thread_start(watchdog_main, watchdog.get(), 128 * 1024)) return false;
  watchdog.release();
  started.store(true, std::memory_order_release);
  return true;
}

void watchdog_note_kernel(Worker& worker) noexcept {
  if (worker.busy.load(std::memory_order_relaxed)) return;
  worker.busy.store(true, std::memory_order_seq_cst);
  if (asleep.load(std::memory_order_seq_cst) == 0 || asleep.exchange(0, std::memory_order_relaxed) == 0)
    return;
  futex_wake(asleep, 1);
}

void watchdog_note_limit(LaunchCommand& launch, std::int64_t now) noexcept {
  Scheduler& queue = scheduler();
  {
    const std::lock_guard lock(queue.lock);
    if (launch.began_ns != 0) return;
    queue.begin_limit_locked(&launch, now);
  }
  if (now > wakes_at.load(std::memory_order_seq_cst) - launch.limit_ns) return;
  alarm.fetch_add(1, std::memory_order_seq_cst);
  futex_wake(alarm, 1);
}

}  // namespace gridcall::cpu
