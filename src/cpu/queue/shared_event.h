// SPDX-License-Identifier: Apache-2.0
//
// The part of an event that processes share: a page that all of them map. Each record of any process has a
// number of its own; who waits takes the number of the newest record and waits until that one is done. The
// numbers of the processes that have the event open tell whose end would leave a record undone.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "cpu/base/peer_process.h"
#include "cpu/base/shared_file.h"
#include "driver/types.h"

namespace gridcall::cpu {

// The contents of the shared page. Zeros are a valid state without a record.
struct EventPage {
  static constexpr unsigned kMembers = 128;
  static constexpr unsigned kPlaces = 64;

  // The newest and the completed record of one place, as number << 8 | index of the member.
  struct Place {
    std::atomic<std::uint64_t> newest;  // the newest record of those with this number modulo kPlaces
    std::atomic<std::uint64_t> done;    // the greatest number of them that is done
  };
  // pid << 32 | began; 0 if free.
  using Member = std::atomic<std::uint64_t>;

  std::atomic<std::uint32_t> changes;  // a futex that counts completions
  std::atomic<std::uint32_t> sleepers;
  std::atomic<std::uint64_t> last;    // the last number that was used
  std::atomic<std::uint64_t> newest;  // the newest record
  Place places[kPlaces];
  Member members[kMembers];  // 0: a process that has ended
};
static_assert(sizeof(EventPage) <= 4096 && std::atomic<std::uint64_t>::is_always_lock_free);

// A record to wait for.
struct SharedRecord {
  std::uint64_t number = 0;  // 0: no record
  PeerProcess process;       // pid 0: the process has ended
};

// One process's view of a shared event. The references are counted under the scheduler's lock, which all
// methods need except where noted.
class SharedEvent {
 public:
  // Make a new event, or open another process's. They return one reference, the caller's, and do not need the
  // lock.
  static driver::CUresult make(SharedEvent*& made);
  static driver::CUresult open(const SharedHandle& handle, SharedEvent*& made);
  void retain_locked() noexcept { ++references_; }
  void release_locked() noexcept;

  bool is_imported() const noexcept { return imported_; }
  driver::CUresult export_handle(SharedHandle& handle) noexcept;
  // Prevents further processes from opening it.
  void withdraw() noexcept;

  // Does not need the lock if the caller has a reference.
  SharedRecord newest() const noexcept;
  bool is_done(std::uint64_t number) const noexcept;
  // Returns true if the record's process has ended without completing it. Asks the system.
  bool is_abandoned(const SharedRecord& record) const noexcept;
  // Returns is_abandoned() for polls, with a delay of some milliseconds.
  bool is_abandoned_by_now(const SharedRecord& record) noexcept;
  std::atomic<std::uint32_t>& changes() const noexcept { return page_->changes; }
  // Called around a sleep on `changes`.
  void add_sleeper() noexcept { page_->sleepers.fetch_add(1, std::memory_order_seq_cst); }
  void remove_sleeper() noexcept { page_->sleepers.fetch_sub(1, std::memory_order_seq_cst); }
  // Waits until the record is done. Returns false if it never will be.
  bool wait(const SharedRecord& record) noexcept;

  // Begins a record of this process. `before`: a record in the same place that must be done first; number 0:
  // none.
  std::uint64_t begin_record_locked(SharedRecord& before) noexcept;
  void end_record_locked(std::uint64_t number) noexcept;

 private:
  SharedEvent(EventPage* page, Descriptor&& file, bool imported) noexcept
      : page_(page), file_(static_cast<Descriptor&&>(file)), imported_(imported) {}
  static driver::CUresult map(Descriptor&& file, bool imported, SharedEvent*& made);
  bool join() noexcept;
  void abandon(unsigned index) noexcept;
  PeerProcess member(std::uint64_t word) const noexcept;

  EventPage* const page_;
  Descriptor file_;  // the descriptor, in the process that made the event
  const bool imported_;
  unsigned index_ = 0;
  std::uint32_t references_ = 1;
  std::atomic<std::uint64_t> abandoned_{0};    // the number of an abandoned record
  std::atomic<std::int64_t> next_look_ns_{0};  // for polls
};

// Writes "the process 123, which recorded the event, ended before ..."
void describe_abandoned(const SharedRecord& record, char* text, std::size_t capacity) noexcept;

}  // namespace gridcall::cpu
