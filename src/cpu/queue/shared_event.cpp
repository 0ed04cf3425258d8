// SPDX-License-Identifier: Apache-2.0

#include "cpu/queue/shared_event.h"

#include <sys/mman.h>

#include <cstdio>
#include <new>

#include "cpu/base/fault_text.h"
#include "cpu/base/futex.h"
#include "cpu/memory/guarded_pages.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

constexpr std::uint64_t kMemberBits = 8;
// The interval at which a waiting thread checks that the other process still runs.
constexpr std::int64_t kSharedLookNs = 50000000;

constexpr std::uint64_t number_of(std::uint64_t word) noexcept {
  return word >> kMemberBits;
}
constexpr unsigned index_of(std::uint64_t word) noexcept {
  return word & (EventPage::kMembers - 1);
}
void raise(std::atomic<std::uint64_t>& value, std::uint64_t to) noexcept {
  std::uint64_t now = value.load(std::memory_order_relaxed);
  while (now < to && !value.compare_exchange_weak(now, to, std::memory_order_seq_cst)) {
  }
}

EventPage::Place& place_of(EventPage& page, std::uint64_t number) noexcept {
  return page.places[number % EventPage::kPlaces];
}

}  // namespace

CUresult SharedEvent::map(Descriptor&& file, bool imported, SharedEvent*& made) {
  void* const page = ::mmap(nullptr, kPageBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (page == MAP_FAILED) return CUDA_ERROR_OUT_OF_MEMORY;
  if (imported) file.reset();
  auto* const event = new (std::nothrow)
      SharedEvent(static_cast<EventPage*>(page), static_cast<Descriptor&&>(file), imported);
  if (!event) {
    ::munmap(page, kPageBytes);
    throw std::bad_alloc();
  }
  if (!event->join()) {
    event->release_locked();  // no other thread knows the event
    fault_text_format("%u processes have the event open, and no more can", EventPage::kMembers - 1);
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  made = event;
  return CUDA_SUCCESS;
}

CUresult SharedEvent::make(SharedEvent*& made) {
  Descriptor file;
  if (const CUresult refused = shared_file_make(1, file)) return refused;
  return map(static_cast<Descriptor&&>(file), false, made);
}

CUresult SharedEvent::open(const SharedHandle& handle, SharedEvent*& made) {
  Descriptor file;
  if (const CUresult refused = shared_file_open(handle, SharedKind::kEvent, file)) return refused;
  return map(static_cast<Descriptor&&>(file), true, made);
}

void SharedEvent::release_locked() noexcept {
  if (--references_ != 0) return;
  if (index_ != 0) page_->members[index_].store(0, std::memory_order_seq_cst);
  ::munmap(page_, kPageBytes);
  delete this;
}

CUresult SharedEvent::export_handle(SharedHandle& handle) noexcept {
  bool is_new = false;
  return shared_file_export(file_.get(), SharedKind::kEvent, {1, 0, sizeof(EventPage)}, handle, is_new);
}

void SharedEvent::withdraw() noexcept {
  if (imported_) return;
  shared_file_withdraw(file_.get(), 1, 0);
  file_.reset();  // work that still runs holds the page
}

// ---- Members ---------------------------------------------------------------------------------------------

namespace {

constexpr std::uint64_t word_of(const PeerProcess& process) noexcept {
  return std::uint64_t{process.pid} << 32 | process.began;
}
constexpr PeerProcess process_of(std::uint64_t word) noexcept {
  return {static_cast<std::uint32_t>(word >> 32), static_cast<std::uint32_t>(word)};
}

}  // namespace

// Removes the process of this place from the records that it made and did not complete.
void SharedEvent::abandon(unsigned index) noexcept {
  const auto mark = [index](std::atomic<std::uint64_t>& word) {
    std::uint64_t now = word.load(std::memory_order_seq_cst);
    while (now != 0 && index_of(now) == index &&
           !word.compare_exchange_weak(now, number_of(now) << kMemberBits, std::memory_order_seq_cst)) {
    }
  };
  mark(page_->newest);
  for (EventPage::Place& place : page_->places) mark(place.newest);
}

bool SharedEvent::join() noexcept {
  const std::uint64_t own = word_of(this_process());
  const auto take = [&](unsigned index, std::uint64_t from) {
    if (!page_->members[index].compare_exchange_strong(from, own, std::memory_order_seq_cst)) return false;
    index_ = index;
    return true;
  };
  for (unsigned index = 1; index < EventPage::kMembers; ++index)
    if (take(index, 0)) return true;
  for (unsigned index = 1; index < EventPage::kMembers; ++index) {
    const std::uint64_t word = page_->members[index].load(std::memory_order_seq_cst);
    if ((word != 0 && is_running(process_of(word))) || !take(index, word)) continue;
    abandon(index);
    return true;
  }
  return false;
}

PeerProcess SharedEvent::member(std::uint64_t word) const noexcept {
  const unsigned index = index_of(word);
  return index == 0 ? PeerProcess{} : process_of(page_->members[index].load(std::memory_order_seq_cst));
}

// ---- Records ---------------------------------------------------------------------------------------------

SharedRecord SharedEvent::newest() const noexcept {
  const std::uint64_t word = page_->newest.load(std::memory_order_seq_cst);
  return {number_of(word), member(word)};
}

bool SharedEvent::is_done(std::uint64_t number) const noexcept {
  return number == 0 || place_of(*page_, number).done.load(std::memory_order_seq_cst) >= number;
}

bool SharedEvent::is_abandoned(const SharedRecord& record) const noexcept {
  if (record.process.pid != 0 && is_running(record.process)) return false;
  return !is_done(record.number);  // the record may be done by now
}

bool SharedEvent::is_abandoned_by_now(const SharedRecord& record) noexcept {
  constexpr std::int64_t kPollNs = 10000000;
  if (abandoned_.load(std::memory_order_relaxed) == record.number) return !is_done(record.number);
  const std::int64_t now = now_ns();
  if (record.process.pid != 0 && now < next_look_ns_.load(std::memory_order_relaxed)) return false;
  next_look_ns_.store(now + kPollNs, std::memory_order_relaxed);
  if (!is_abandoned(record)) return false;
  abandoned_.store(record.number, std::memory_order_relaxed);
  return true;
}

bool SharedEvent::wait(const SharedRecord& record) noexcept {
  add_sleeper();
  bool done = false;
  std::int64_t next_look = now_ns() + kSharedLookNs;
  for (;;) {
    const std::uint32_t seen = changes().load(std::memory_order_seq_cst);
    done = is_done(record.number);
    if (done) break;
    const std::int64_t now = now_ns();
    if (now >= next_look || record.process.pid == 0) {
      if (is_abandoned(record)) break;
      next_look = now + kSharedLookNs;
    }
    futex_wait_shared_for(changes(), seen, kSharedLookNs);
  }
  remove_sleeper();
  return done;
}

std::uint64_t SharedEvent::begin_record_locked(SharedRecord& before) noexcept {
  const std::uint64_t number = page_->last.fetch_add(1, std::memory_order_seq_cst) + 1;
  EventPage::Place& place = place_of(*page_, number);
  const std::uint64_t other = place.newest.load(std::memory_order_seq_cst);
  before = is_done(number_of(other)) ? SharedRecord{} : SharedRecord{number_of(other), member(other)};
  const std::uint64_t word = number << kMemberBits | index_;
  raise(place.newest, word);
  raise(page_->newest, word);
  return number;
}

void SharedEvent::end_record_locked(std::uint64_t number) noexcept {
  raise(place_of(*page_, number).done, number);
  page_->changes.fetch_add(1, std::memory_order_seq_cst);
  if (page_->sleepers.load(std::memory_order_seq_cst) != 0) futex_wake_shared(page_->changes);
}

void describe_abandoned(const SharedRecord& record, char* text, std::size_t capacity) noexcept {
  if (record.process.pid == 0) {
    std::snprintf(text, capacity, "a process that recorded the event ended before its work was done");
    return;
  }
  std::snprintf(text, capacity, "process %u, which recorded the event, ended before its work was done",
                record.process.pid);
}

}  // namespace gridcall::cpu
