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

// Blocks that a worker has claimed, behind a suspended one. It holds a reference to the command.
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
  // Reserves room for the next block. Returns false if memory is short.
  bool make_room() noexcept;
  // Returns true if a further block may begin beside the waiting ones.
  bool room_for_block() const noexcept;
  // Returns the number of blocks of cooperative launches.
  std::uint64_t cooperative() const noexcept { return cooperative_; }
  void add(Block* block) noexcept;

  // Returns the blocks whose threads all wait on fibers; each of them runs in every round.
  const std::vector<Block*>& fibers() const noexcept { return fibers_; }
  void remove_fibers(std::size_t index) noexcept;

  // Returns true if there are blocks with suspended runs, one of which has a time slice.
  bool has_suspended() const noexcept { return !suspended_.empty(); }
  TimeSlice begin_slice() noexcept;
  void end_slice(const TimeSlice& slice, bool over) noexcept;

  bool has_pending_ranges() const noexcept { return !pending_ranges_.empty(); }
  void add_pending_range(const PendingRange& range) noexcept { pending_ranges_.push_back(range); }
  PendingRange take_pending_range() noexcept;

  // Writes at most `capacity` of the launches that wait here, and returns their number.
  std::size_t list_launches(const Command** launches, std::size_t capacity) const noexcept;
  // Returns true if no further block of those launches may begin yet.
  bool is_backing_off() const noexcept;

 private:
  void follow(const LaunchCommand& launch) noexcept;

  std::vector<Block*> fibers_;
  std::vector<Block*> suspended_;  // oldest first
  std::vector<PendingRange> pending_ranges_;
  std::uint64_t threads_ = 0;  // the threads of the blocks
  std::uint64_t cooperative_ = 0;
  std::size_t position_ = 0;      // the index in `suspended_` of the block with the next slice
  bool forwards_ = false;         // the direction to the next one
  std::uint64_t seen_ended_ = 0;  // the LaunchCommand::last_ended at the last slice
  std::int64_t others_ns_ = 0;    // the time of the others since the slice of the oldest
  std::int64_t backoff_until_ns_ = 0;
  std::int64_t suspended_since_end_ = 0;  // the blocks that were suspended since the last one ended
};

}  // namespace gridcall::cpu
