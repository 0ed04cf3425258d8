// SPDX-License-Identifier: Apache-2.0

#include "cpu/queue/value_wait.h"

#include <pthread.h>

#include <mutex>

#include "cpu/base/futex.h"
#include "cpu/base/thread.h"
#include "cpu/queue/scheduler.h"
#include "cpu/queue/workers.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

// The list of waits, which the scheduler's lock guards.
constinit Command* waits = nullptr;
constinit Command** waits_end = &waits;
constinit bool started = false;
constinit bool asleep = false;  // true until the sleeping thread is woken
// The number of waits that were added.
constinit std::atomic<std::uint32_t> added{0};

constexpr std::int64_t kLookNs = 50000;
constexpr std::int64_t kSoonNs = 100000000;  // the thread polls often for this time, then seldom
constexpr std::int64_t kSeldomNs = 1000000;
// The time without waits after which the thread sleeps: a wake-up for each of many short waits would cost
// more.
constexpr std::int64_t kStayNs = 20000000;

bool has_value(const ValueWaitCommand& wait) noexcept {
  const std::uint64_t seen = __atomic_load_n(wait.word, __ATOMIC_ACQUIRE);
  switch (wait.condition) {
    case CU_STREAM_WAIT_VALUE_EQ:
      return seen == wait.value;
    case CU_STREAM_WAIT_VALUE_AND:
      return (seen & wait.value) != 0;
    case CU_STREAM_WAIT_VALUE_NOR:
      return ~(seen | wait.value) != 0;
    default:
      return static_cast<std::int64_t>(seen - wait.value) >= 0;
  }
}

// Returns true if a word may be written without a notification.
bool has_to_look_locked() noexcept {
  for (const Command* command = waits; command; command = command->next)
    if (!static_cast<const ValueWaitCommand*>(command)->is_announced) return true;
  return false;
}

template <class IsOver>
Command* take_locked(IsOver is_over) noexcept {
  Command* taken = nullptr;
  Command** end = &taken;
  Command** place = &waits;
  while (*place) {
    Command* const command = *place;
    if (!is_over(*static_cast<ValueWaitCommand*>(command))) {
      place = &command->next;
      continue;
    }
    *place = command->next;
    command->next = nullptr;
    *end = command;
    end = &command->next;
  }
  waits_end = place;
  return taken;
}

void* look_main(void*) {
  ::pthread_setname_np(::pthread_self(), "gridcall-value");
  std::int64_t since = now_ns();  // the time since which it sleeps, or has no words to check
  bool was_idle = true;
  std::uint32_t seen = 0;
  for (;;) {
    bool idle = false;
    bool sleep = false;
    std::uint32_t count = 0;
    {
      const std::lock_guard lock(scheduler().lock);
      scheduler().values_written_locked();
      count = added.load(std::memory_order_relaxed);
      idle = !has_to_look_locked();
      if (idle != was_idle || count != seen) since = now_ns();
      sleep = asleep = idle && now_ns() - since >= kStayNs;
    }
    workers_wake();
    was_idle = idle;
    seen = count;
    if (sleep) {
      futex_wait(added, count);
    } else {
      futex_wait_for(added, count, !idle && now_ns() - since < kSoonNs ? kLookNs : kSeldomNs);
    }
  }
}

}  // namespace

bool value_wait_start_locked() noexcept {
  if (!started) started = thread_start(look_main, nullptr, 128 * 1024);
  return started;
}

bool value_wait_begin_locked(ValueWaitCommand& wait) noexcept {
  const bool is_cancelled = wait.skipped && wait.fault && wait.fault->code == GRIDCALL_DRIVER_ERROR_CANCELLED;
  if (is_cancelled || has_value(wait)) return false;
  wait.next = nullptr;
  *waits_end = &wait;
  waits_end = &wait.next;
  // The thread would take the processor from the work that it waits for.
  if (wait.is_announced) return true;
  added.fetch_add(1, std::memory_order_seq_cst);
  if (asleep) futex_wake(added, 1);
  asleep = false;
  return true;
}

Command* value_wait_take_locked() noexcept {
  return waits ? take_locked([](const ValueWaitCommand& wait) { return has_value(wait); }) : nullptr;
}

Command* value_wait_take_locked(const Stream* stream) noexcept {
  return take_locked([stream](const ValueWaitCommand& wait) { return wait.stream == stream; });
}

}  // namespace gridcall::cpu
