// SPDX-License-Identifier: Apache-2.0
//
// The blocks that one worker has suspended because they wait for others, and the ranges of blocks behind
// them. Decides which one has the next time slice, and how long it is.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cpu/exec/block.h"
#include "cpu/queue/command.h"

namespace gridcall::cpu {

// Blocks that a worker has claimed, behind one that was suspended. A reference to the command comes
// with it.
struct PendingRange {
  LaunchCommand* launch;
  std::uint64_t first;
  std::uint64_t count;
};

class WaitingBlocks {
 public:
  struct TimeSlice {
    Block* block;
    bool oldest;
    std::int64_t length_ns;
    std::int64_t began_ns;
  };

  bool empty() const noexcept { return fibers_.empty() && suspended_.empty() && pending_ranges_.empty(); }
  // For whatever is added next. False: no memory.
  bool make_room() noexcept;
  // Whether a further block may be begun beside those that wait.
  bool room_for_block() const noexcept;
  // Blocks of cooperative launches.
  std::uint64_t cooperative() const noexcept { return cooperative_; }
  void add(Block* block) noexcept;

  // Blocks whose threads all wait, as fibers: each is run every time.
  const std::vector<Block*>& fibers() const noexcept { return fibers_; }
  void remove_fibers(std::size_t index) noexcept;

  // Blocks with suspended runs: one of them has a time slice.
  bool has_suspended() const noexcept { return !suspended_.empty(); }
  TimeSlice begin_slice() noexcept;
  void end_slice(const TimeSlice& slice, bool over) noexcept;

  bool has_pending_ranges() const noexcept { return !pending_ranges_.empty(); }
  void add_pending_range(const PendingRange& range) noexcept { pending_ranges_.push_back(range); }
  PendingRange take_pending_range() noexcept;

  // Writes the launches that wait here, at most `capacity`. Returns how many.
  std::size_t list_launches(const Command** launches, std::size_t capacity) const noexcept;
  // While it backs off, no further block of those is begun.
  bool is_backing_off() const noexcept;

 private:
  void follow(const LaunchCommand& launch) noexcept;

  std::vector<Block*> fibers_;
  std::vector<Block*> suspended_;  // the oldest first
  std::vector<PendingRange> pending_ranges_;
  std::uint64_t threads_ = 0;  // of the blocks
  std::uint64_t cooperative_ = 0;
  std::size_t position_ = 0;      // in `suspended_`: which has the next slice
  bool forwards_ = false;         // and where the next one is
  std::uint64_t seen_ended_ = 0;  // LaunchCommand::last_ended at the last slice
  std::int64_t others_ns_ = 0;    // what the others took since the slice of the oldest
  std::int64_t backoff_until_ns_ = 0;
  std::int64_t suspended_since_end_ = 0;  // blocks suspended since the last one ended
};

}  // namespace gridcall::cpu
