// SPDX-License-Identifier: Apache-2.0

#include "cpu/watchdog.h"

#include <pthread.h>

#include <cstdint>
#include <ctime>
#include <memory>
#include <new>

#include "cpu/futex.h"
#include "cpu/workers.h"

namespace gridcall::cpu {

namespace {

constexpr std::int64_t kLookNs = 20000000;
// Once something has been set aside, for a while: who waits for it should not wait long.
constexpr std::int64_t kSoonNs = 1000000;
constexpr std::int64_t kSoonForNs = 1000000000;

constinit std::atomic<std::uint32_t> asleep{0};

struct Seen {
  std::uint32_t steps = 0;
  std::uint32_t set_aside = 0;
};

class Watchdog {
 public:
  explicit Watchdog(std::unique_ptr<Seen[]> seen) noexcept : seen_(std::move(seen)) {}

  [[noreturn]] void run() noexcept {
    for (;;) {
      if (!look()) sleep();
      const std::int64_t wait = now_ns() < soon_until_ns_ ? kSoonNs : kLookNs;
      const timespec time{0, static_cast<long>(wait)};
      clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nullptr);
    }
  }

 private:
  // False: nothing has run since the last time.
  bool look() noexcept {
    bool some = false;
    for (std::uint32_t i = 0; i < workers_count(); ++i) {
      Worker* worker = worker_at(i);
      if (worker == nullptr) continue;
      Seen& seen = seen_[i];
      const std::uint32_t steps = worker->steps.load(std::memory_order_relaxed);
      const std::uint32_t set_aside = worker->strands_set_aside.load(std::memory_order_relaxed);
      const bool busy = worker->busy.load(std::memory_order_seq_cst);
      some = some || busy || steps != seen.steps;
      if (set_aside != seen.set_aside) soon_until_ns_ = now_ns() + kSoonForNs;
      if (steps == seen.steps && busy && worker->in_kernel.load(std::memory_order_relaxed)) {
        worker->asked.store(true, std::memory_order_relaxed);
        worker->attention.store(1, std::memory_order_seq_cst);
      }
      seen = {steps, set_aside};
    }
    return some;
  }

  void sleep() noexcept {
    asleep.store(1, std::memory_order_seq_cst);
    // A worker that saw it awake after all.
    if (look()) {
      asleep.store(0, std::memory_order_relaxed);
      return;
    }
    while (asleep.load(std::memory_order_relaxed) != 0) futex_wait(asleep, 1);
    look();
  }

  std::unique_ptr<Seen[]> seen_;
  std::int64_t soon_until_ns_ = 0;
};

void* watchdog_main(void* raw) {
  pthread_setname_np(pthread_self(), "gridcall-watch");
  static_cast<Watchdog*>(raw)->run();
}

}  // namespace

void watchdog_start() noexcept {
  std::unique_ptr<Seen[]> seen(new (std::nothrow) Seen[workers_count()]);
  if (seen == nullptr) return;
  auto* watchdog = new (std::nothrow) Watchdog(std::move(seen));
  if (watchdog == nullptr) return;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 128 * 1024);
  pthread_t thread;
  if (pthread_create(&thread, &attributes, watchdog_main, watchdog) != 0) delete watchdog;
  pthread_attr_destroy(&attributes);
}

void watchdog_note_kernel(Worker& worker) noexcept {
  if (worker.busy.load(std::memory_order_relaxed)) return;
  worker.busy.store(true, std::memory_order_seq_cst);
  if (asleep.load(std::memory_order_seq_cst) == 0 || asleep.exchange(0, std::memory_order_relaxed) == 0)
    return;
  futex_wake(asleep, 1);
}

}  // namespace gridcall::cpu
