// SPDX-License-Identifier: Apache-2.0
//
// What one worker has set aside: blocks that wait for others, and what stands behind them. It says whose turn
// it is, and for how long.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cpu/exec/block.h"
#include "cpu/queue/command.h"

namespace gridcall::cpu {

// Blocks of a run that a worker has taken, behind one that is set aside. A reference to the command comes
// with it.
struct Rest {
  LaunchCommand* launch;
  std::uint64_t first;
  std::uint64_t count;
};

class WaitingBlocks {
 public:
  struct Turn {
    Block* block;
    bool oldest;
    std::int64_t slice_ns;
    std::int64_t began_ns;
  };

  bool empty() const noexcept { return fibers_.empty() && strands_.empty() && rests_.empty(); }
  // For whatever is added next. False: no memory.
  bool make_room() noexcept;
  // Whether a further block may be begun beside those that wait.
  bool room_for_block() const noexcept;
  void add(Block* block) noexcept;

  // Blocks whose threads all wait, as fibers: each has a turn every time.
  const std::vector<Block*>& fibers() const noexcept { return fibers_; }
  void remove_fibers(std::size_t index) noexcept;

  // Blocks of which strands have been set aside: one of them has a turn.
  bool has_strands() const noexcept { return !strands_.empty(); }
  Turn begin_turn() noexcept;
  void end_turn(const Turn& turn, bool over) noexcept;

  bool has_rests() const noexcept { return !rests_.empty(); }
  void add_rest(const Rest& rest) noexcept { rests_.push_back(rest); }
  Rest take_rest() noexcept;

  // The launches that wait here, as many as fit: how many.
  std::size_t list_launches(const Command** launches, std::size_t capacity) const noexcept;
  // While it is patient, no further block is begun of those.
  bool is_patient() const noexcept;

 private:
  void follow(const LaunchCommand& launch) noexcept;

  std::vector<Block*> fibers_;
  std::vector<Block*> strands_;  // the oldest first
  std::vector<Rest> rests_;
  std::uint64_t threads_ = 0;    // of the blocks
  std::size_t place_ = 0;        // in `strands_`: whose turn it is
  bool forwards_ = false;        // and where the next one is
  std::uint64_t seen_over_ = 0;  // LaunchCommand::last_ended at the last turn
  std::int64_t others_ns_ = 0;   // what the others took since the oldest had its turn
  std::int64_t patient_until_ns_ = 0;
  std::int64_t fruitless_ = 0;  // blocks set aside since the last of them ended
};

}  // namespace gridcall::cpu
