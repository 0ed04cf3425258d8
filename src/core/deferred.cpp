// SPDX-License-Identifier: Apache-2.0

#include "core/deferred.h"

#include <time.h>

#include <bit>
#include <mutex>

#include "core/check.h"
#include "core/stream_slots.h"

namespace gridcall::core {

namespace {

constexpr std::uint64_t kAskEveryNs = 200'000;
// The time limit of a bounded sweep, which still gives back enough for one release per call.
constexpr std::uint64_t kBudgetNs = 100'000;
constexpr unsigned kLeastGivenBack = 4;
constexpr unsigned kMaxSorted = 256;
constexpr unsigned kMaxAsked = 32;

std::uint64_t monotonic_ns() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace

struct Deferred::Pass {
  StreamSlots& slots;
  const bool bounded;
  const bool may_wait;
  std::uint64_t& asked_at;
  bool asking = false;
  bool knows_asking = false;
  std::uint64_t began = 0;
  unsigned given_back = 0;

  Pass(StreamSlots& of, Sweep how, std::uint64_t& last_asked) noexcept
      : slots(of),
        bounded(how == Sweep::kCheap || how == Sweep::kPressed),
        may_wait(how == Sweep::kMemoryLow || how == Sweep::kPressed),
        asked_at(last_asked),
        asking(how != Sweep::kCheap),
        knows_asking(how != Sweep::kCheap) {}

  // Reads the clock at the first use only.
  bool may_ask() noexcept {
    if (!knows_asking) {
      const std::uint64_t now = monotonic_ns();
      asking = now - asked_at >= kAskEveryNs;
      if (asking) asked_at = now;
      knows_asking = true;
    }
    return asking;
  }
  bool is_over() noexcept {
    if (!bounded || given_back < kLeastGivenBack) return false;
    if (began == 0) began = monotonic_ns();
    return given_back % kLeastGivenBack == 0 && monotonic_ns() - began > kBudgetNs;
  }
  // Returns true if work on these slots may still run that was queued at or before the moment.
  bool unfinished(std::uint64_t of, std::uint64_t moment) noexcept {
    if (slots.unfinished(of, moment, false) == 0) return false;
    return !may_ask() || slots.unfinished(of, moment, true) != 0;
  }
};

void Deferred::List::push(DriverObject* object) noexcept {
  object->next_deferred = nullptr;
  if (last) {
    last->next_deferred = object;
  } else {
    first = object;
  }
  last = object;
}

DriverObject* Deferred::List::pop() noexcept {
  DriverObject* object = first;
  if (!object) return nullptr;
  first = static_cast<DriverObject*>(object->next_deferred);
  if (!first) last = nullptr;
  return object;
}

void Deferred::add(DriverObject* object, std::uint64_t now) noexcept {
  object->deferred_at = now;
  count_.fetch_add(1, std::memory_order_relaxed);
  bytes_.fetch_add(object->device_bytes(), std::memory_order_relaxed);
  if (object->holds_descriptor()) descriptors_.fetch_add(1, std::memory_order_relaxed);
  DriverObject* head = added_.load(std::memory_order_relaxed);
  do {
    object->next_deferred = head;
  } while (!added_.compare_exchange_weak(head, object, std::memory_order_release, std::memory_order_relaxed));
}

void Deferred::drop(DriverObject* object) noexcept {
  count_.fetch_sub(1, std::memory_order_relaxed);
  bytes_.fetch_sub(object->device_bytes(), std::memory_order_relaxed);
  if (object->holds_descriptor()) descriptors_.fetch_sub(1, std::memory_order_relaxed);
  object->destroy();
}

// Moves the objects that were added since the last sweep into the lists.
void Deferred::sort(const Pass& pass) noexcept {
  for (unsigned sorted = 0; !pass.bounded || sorted < kMaxSorted; ++sorted) {
    if (!unsorted_) unsorted_ = added_.exchange(nullptr, std::memory_order_acquire);
    DriverObject* object = unsorted_;
    if (!object) return;
    unsorted_ = static_cast<DriverObject*>(object->next_deferred);
    if (!object->waits_for_device()) {
      new_.push(object);
      continue;
    }
    const std::uint64_t slots = object->slots_in_use();
    unsigned list = slots == 0 ? kUnused : slots == ~std::uint64_t{0} ? kAnySlot : kMixed;
    if (std::has_single_bit(slots)) {
      list = static_cast<unsigned>(std::countr_zero(slots));
      slots_ |= slots;
    }
    lists_[list].push(object);
  }
}

// Asks about streams and events: each one when it is added, and repeatedly while it has work.
void Deferred::ask_each(List& list, Pass& pass) noexcept {
  List rest;
  for (unsigned asked = 0; !pass.bounded || asked < kMaxAsked; ++asked) {
    DriverObject* object = list.pop();
    if (!object) break;
    if (object->give_back()) {
      drop(object);
    } else {
      rest.push(object);
    }
  }
  while (DriverObject* object = rest.pop()) waiting_.push(object);
}

bool Deferred::give_back_front(List& list, Pass& pass) noexcept {
  if (!list.first->give_back()) return false;
  drop(list.pop());
  ++pass.given_back;
  return true;
}

// Gives back objects whose driver frees at once, so that the library must know that no work uses them.
void Deferred::give_back_finished(Pass& pass) noexcept {
  const auto give = [&](List& list, auto&& slots_of) {
    while (list.first && !pass.is_over()) {
      if (pass.unfinished(slots_of(*list.first), list.first->deferred_at)) return;
      if (!give_back_front(list, pass)) return;
    }
  };
  give(lists_[kUnused], [](const DriverObject&) { return std::uint64_t{0}; });
  for (std::uint64_t rest = slots_; rest != 0; rest &= rest - 1) {
    const auto slot = static_cast<unsigned>(std::countr_zero(rest));
    give(lists_[slot], [slot](const DriverObject&) { return slot_bit(slot); });
    if (!lists_[slot].first) slots_ &= ~slot_bit(slot);
  }
  give(lists_[kMixed], [](const DriverObject& object) { return object.slots_in_use(); });
  // If memory is short, only the work that the library was told of is considered, as documented.
  give(lists_[kAnySlot],
       [&](const DriverObject& object) { return pass.may_wait ? object.slots_told() : pass.slots.all(); });
}

// Gives back objects whose driver waits for all running work before it frees.
void Deferred::give_back_idle(Pass& pass) noexcept {
  const std::uint64_t all = pass.slots.all();
  std::uint64_t busy = pass.slots.unfinished(all, pass.slots.now(), false);
  if (busy != 0) busy = pass.may_ask() ? pass.slots.busy() : all;
  if (busy != 0 && !pass.may_wait) return;
  for (unsigned i = 0; i < kLists; ++i) {
    List& list = lists_[i];
    while (list.first && !pass.is_over()) {
      if ((list.first->slots_in_use() & busy) != 0 || !give_back_front(list, pass)) break;
    }
    if (i < kStreamSlots && !list.first) slots_ &= ~slot_bit(i);
  }
}

void Deferred::drop_all() noexcept {
  const auto drop_list = [&](List& list) {
    while (DriverObject* object = list.pop()) drop(object);
  };
  do {
    while (DriverObject* object = unsorted_) {
      unsorted_ = static_cast<DriverObject*>(object->next_deferred);
      drop(object);
    }
    unsorted_ = added_.exchange(nullptr, std::memory_order_acquire);
  } while (unsorted_);
  drop_list(new_);
  drop_list(waiting_);
  for (List& list : lists_) drop_list(list);
  slots_ = 0;
}

std::unique_lock<SpinLock> Deferred::begin_sweep(Sweep how) noexcept {
  if (is_empty() || process_over()) return {};
  // A thread that sweeps also does the work of this one; a call that needs the result waits for it.
  std::unique_lock sweeping(sweeping_, std::try_to_lock);
  if (!sweeping.owns_lock() && how != Sweep::kCheap && how != Sweep::kPressed) sweeping.lock();
  return sweeping;
}

void Deferred::sweep(StreamSlots& slots, Sweep how, bool frees_at_once) noexcept {
  Pass pass(slots, how, asked_at_);
  sort(pass);
  if (waiting_.first && pass.may_ask()) ask_each(waiting_, pass);
  ask_each(new_, pass);
  if (frees_at_once) {
    give_back_finished(pass);
  } else {
    give_back_idle(pass);
  }
}

bool Deferred::defer_cleanup(bool defers) {
  std::uint32_t now = cleanup_deferrals();
  do {
    if (!defers && now == 0)
      throw Failure(status::kInvalidState,
                    "`context` does not defer: each call with 0 ends what one with 1 began, and there were "
                    "as many of both");
  } while (!cleanup_deferrals_.compare_exchange_weak(now, defers ? now + 1 : now - 1));
  return !defers && now == 1;
}

}  // namespace gridcall::core
