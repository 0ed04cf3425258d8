// SPDX-License-Identifier: Apache-2.0

#include "cpu/queue/foreign_wait.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <mutex>
#include <new>

#include "cpu/base/futex.h"
#include "cpu/base/thread.h"
#include "cpu/queue/workers.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

struct ForeignWait {
  Command* command;
  SharedEvent* event;
  SharedRecord record;
  IfAbandoned if_abandoned;
  ForeignWait* next;
};

// The list of waits, which the scheduler's lock guards.
constinit ForeignWait* waits = nullptr;
constinit bool started = false;
// The number of waits that were added.
constinit std::atomic<std::uint32_t> added{0};

constexpr std::int64_t kLookNs = 50000000;
// The interval on systems that cannot wait for several words at once.
constexpr std::int64_t kPollNs = 500000;

// The struct of the kernel's futex_waitv (Linux 5.16).
struct Word {
  std::uint64_t value;
  std::uint64_t address;
  std::uint32_t flags;
  std::uint32_t reserved;
};
constexpr std::size_t kMaxWords = 128;
constexpr long kWaitv = 449;
constexpr std::uint32_t kWord32 = 2, kPrivate = 128;

// Ends one wait: the command continues, or is skipped with the commands behind it.
void end_locked(ForeignWait* wait) noexcept {
  Scheduler& queue = scheduler();
  wait->event->remove_sleeper();
  wait->event->release_locked();
  Command* const command = wait->command;
  delete wait;
  queue.unblock_locked(command);
  queue.release_locked(command);
}

void abandon_locked(const ForeignWait& wait) noexcept {
  char* const text = fault_new_text();
  if (text) describe_abandoned(wait.record, text, kFaultTextBytes);
  scheduler().fail_locked(wait.command, GRIDCALL_DRIVER_ERROR_CANCELLED, text);
}

// Removes the waits for which `is_over` returns true from the list, and returns them.
template <class IsOver>
void end_each_locked(IsOver is_over) noexcept {
  ForeignWait* over = nullptr;
  ForeignWait** end = &over;
  for (ForeignWait** place = &waits; *place;) {
    ForeignWait* const wait = *place;
    if (!is_over(*wait)) {
      place = &wait->next;
      continue;
    }
    *place = wait->next;
    wait->next = nullptr;
    *end = wait;
    end = &wait->next;
  }
  // The waits end in the order of their arrival, because one may be behind another.
  while (over) {
    ForeignWait* const wait = over;
    over = wait->next;
    end_locked(wait);
  }
}

class Watch {
 public:
  [[noreturn]] void run() noexcept {
    for (;;) {
      collect();
      sleep();
      release();
    }
  }

 private:
  // Ends the waits that are over, and collects the words to watch for the others.
  void collect() noexcept {
    Scheduler& queue = scheduler();
    {
      const std::lock_guard lock(queue.lock);
      // The word is read before the waits, so that a later change ends the sleep.
      words_[0] = {added.load(std::memory_order_seq_cst), address_of(added), kWord32 | kPrivate, 0};
      count_ = 1;
      all_fit_ = true;
      for (ForeignWait* wait = waits; wait; wait = wait->next) note(*wait);
      const bool look = now_ns() >= next_look_;
      if (look) next_look_ = now_ns() + kLookNs;
      end_each_locked([look](const ForeignWait& wait) {
        if (wait.event->is_done(wait.record.number)) return true;
        if (!look || !wait.event->is_abandoned(wait.record)) return false;
        if (wait.if_abandoned == IfAbandoned::kCancel) abandon_locked(wait);
        return true;
      });
      idle_ = !waits;
    }
    workers_wake();
  }

  static std::uint64_t address_of(std::atomic<std::uint32_t>& word) noexcept {
    return reinterpret_cast<std::uintptr_t>(&word);
  }

  void note(const ForeignWait& wait) noexcept {
    const std::uint64_t address = address_of(wait.event->changes());
    for (std::size_t i = 1; i < count_; ++i)
      if (words_[i].address == address) return;
    if (count_ == kMaxWords) {
      all_fit_ = false;
      return;
    }
    words_[count_] = {wait.event->changes().load(std::memory_order_seq_cst), address, kWord32, 0};
    events_[count_++] = wait.event;
    wait.event->retain_locked();  // keeps the page while the thread sleeps on it
  }

  void sleep() noexcept {
    if (idle_) {
      release();
      futex_wait(added, static_cast<std::uint32_t>(words_[0].value));
      return;
    }
    if (all_fit_ && has_waitv_) {
      const std::int64_t until = now_ns() + kLookNs;
      const timespec time{static_cast<time_t>(until / 1000000000), static_cast<long>(until % 1000000000)};
      if (::syscall(kWaitv, words_.data(), static_cast<unsigned>(count_), 0, &time, CLOCK_MONOTONIC) >= 0)
        return;
      if (errno == EAGAIN || errno == ETIMEDOUT || errno == EINTR) return;
      has_waitv_ = false;
    }
    futex_wait_for(added, static_cast<std::uint32_t>(words_[0].value), kPollNs);
  }

  void release() noexcept {
    if (count_ == 1) return;
    const std::lock_guard lock(scheduler().lock);
    while (count_ > 1) events_[--count_]->release_locked();
  }

  std::array<Word, kMaxWords> words_{};
  std::array<SharedEvent*, kMaxWords> events_{};
  std::size_t count_ = 0;
  bool all_fit_ = true;
  bool idle_ = false;
  bool has_waitv_ = true;
  std::int64_t next_look_ = 0;
};

void* watch_main(void*) {
  ::pthread_setname_np(::pthread_self(), "gridcall-ipc");
  static constinit Watch watch;
  watch.run();
}

bool start_locked() noexcept {
  if (started) return true;
  started = thread_start(watch_main, nullptr, 128 * 1024);
  return started;
}

}  // namespace

bool foreign_wait_add_locked(Command& command, SharedEvent& event, const SharedRecord& record,
                             IfAbandoned if_abandoned) noexcept {
  auto* const wait = new (std::nothrow) ForeignWait{&command, &event, record, if_abandoned, nullptr};
  if (!wait || !start_locked()) {
    delete wait;
    return false;
  }
  event.retain_locked();
  event.add_sleeper();
  ++command.references;
  ++command.blockers;
  ForeignWait** place = &waits;
  while (*place) place = &(*place)->next;
  *place = wait;
  return true;
}

void foreign_wait_remove_locked(const Command& command) noexcept {
  ForeignWait** place = &waits;
  while (*place && (*place)->command != &command) place = &(*place)->next;
  ForeignWait* const wait = *place;
  if (!wait) return;
  *place = wait->next;
  wait->event->remove_sleeper();
  wait->event->release_locked();
  --wait->command->blockers;
  scheduler().release_locked(wait->command);
  delete wait;
}

void foreign_wait_begin() noexcept {
  added.fetch_add(1, std::memory_order_seq_cst);
  futex_wake(added, 1);
}

void foreign_wait_cancel_locked(const Stream& stream) noexcept {
  end_each_locked([&stream](const ForeignWait& wait) { return wait.command->stream == &stream; });
}

}  // namespace gridcall::cpu
