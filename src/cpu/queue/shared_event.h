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

// In the page. Zeros are a valid state: no record.
struct EventPage {
  static constexpr unsigned kMembers = 128;
  static constexpr unsigned kPlaces = 64;

  // Numbers and their member: number << 8 | index.
  struct Place {
    std::atomic<std::uint64_t> newest;  // the newest record of those with this number modulo kPlaces
    std::atomic<std::uint64_t> done;    // the greatest number of them that is done
  };
  // pid << 32 | began; 0: free.
  using Member = std::atomic<std::uint64_t>;

  std::atomic<std::uint32_t> changes;  // futex: counts what was done
  std::atomic<std::uint32_t> sleepers;
  std::atomic<std::uint64_t> last;    // the last number that was given
  std::atomic<std::uint64_t> newest;  // the newest record
  Place places[kPlaces];
  Member members[kMembers];  // 0: a process that has ended
};
static_assert(sizeof(EventPage) <= 4096 && std::atomic<std::uint64_t>::is_always_lock_free);

// A record to wait for.
struct SharedRecord {
  std::uint64_t number = 0;  // 0: none
  PeerProcess process;       // pid 0: it has ended
};

// One process's view. Counted references, under the scheduler's lock, which all methods need but those that
// say otherwise.
class SharedEvent {
 public:
  // A new one; one of another process. One reference, the caller's. Without the lock.
  static driver::CUresult make(SharedEvent*& made);
  static driver::CUresult open(const SharedHandle& handle, SharedEvent*& made);
  void retain_locked() noexcept { ++references_; }
  void release_locked() noexcept;

  bool is_imported() const noexcept { return imported_; }
  driver::CUresult export_handle(SharedHandle& handle) noexcept;
  // No process opens it any more.
  void withdraw() noexcept;

  // Without the lock, for a caller that has a reference.
  SharedRecord newest() const noexcept;
  bool is_done(std::uint64_t number) const noexcept;
  // Whether the record's process has ended and left it undone. Asks the system.
  bool is_abandoned(const SharedRecord& record) const noexcept;
  // is_abandoned() for polls: it may be found some milliseconds late.
  bool is_abandoned_by_now(const SharedRecord& record) noexcept;
  std::atomic<std::uint32_t>& changes() const noexcept { return page_->changes; }
  // Around a sleep on `changes`.
  void add_sleeper() noexcept { page_->sleepers.fetch_add(1, std::memory_order_seq_cst); }
  void remove_sleeper() noexcept { page_->sleepers.fetch_sub(1, std::memory_order_seq_cst); }
  // Until the record is done: false if it never will be.
  bool wait(const SharedRecord& record) noexcept;

  // A new record of this process. `before`: one that must be done first, for it has the same place; number 0:
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
  Descriptor file_;  // of the process that made it
  const bool imported_;
  unsigned index_ = 0;
  std::uint32_t references_ = 1;
  std::atomic<std::uint64_t> abandoned_{0};    // a number that was found so
  std::atomic<std::int64_t> next_look_ns_{0};  // of polls
};

// "the process 123, which recorded the event, ended before ..."
void describe_abandoned(const SharedRecord& record, char* text, std::size_t capacity) noexcept;

}  // namespace gridcall::cpu
