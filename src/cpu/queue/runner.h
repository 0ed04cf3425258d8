// SPDX-License-Identifier: Apache-2.0
//
// One worker thread: it claims work, runs its chunks, and keeps the blocks that wait for others.

#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/base/futex.h"
#include "cpu/exec/block.h"
#include "cpu/queue/command.h"
#include "cpu/queue/waiting_blocks.h"

namespace gridcall::cpu {

class Runner {
 public:
  Worker worker;
  void* signal_stack = nullptr;

  [[noreturn]] void run() noexcept;

 private:
  // ---- Choosing work
  Command* claim() noexcept;
  // Spins for a short time, then sleeps, until there is work.
  Command* wait_for_work() noexcept;
  void set_spinning(bool now) noexcept;
  // Called once per round in which every waiting block has only polled.
  void yield_if_idle() noexcept;
  void release(Command* command) noexcept;

  // ---- Execution
  void run_command(Command* command) noexcept;
  // Run chunks of one command. They return the number of finished chunks, fewer than `count` if one was
  // suspended.
  std::uint64_t run_chunks(Command* command, std::uint64_t first, std::uint64_t count) noexcept;
  std::uint64_t run_sequential(LaunchCommand* launch, std::uint64_t first, std::uint64_t count) noexcept;
  std::uint64_t run_with_fibers(LaunchCommand* launch, const LaunchCode& code, std::uint64_t index) noexcept;
  std::uint64_t run_transfer(TransferCommand* command, std::uint64_t first, std::uint64_t count) noexcept;
  // Returns true if other work waits for this worker, and it has run this command for a whole slice.
  bool slice_is_over() const noexcept;
  void run_waiting() noexcept;
  void admit_blocks(std::int64_t until) noexcept;
  // Begins blocks of cooperative launches, all of which must be resident, even if other blocks wait here.
  void admit_cooperative() noexcept;
  bool step(Block* block) noexcept { return settle(block, block->run_fibers(), "stacks"); }

  // ---- Completion
  void finish_chunks(Command* command, std::uint64_t count) noexcept;
  void fail(LaunchCommand* launch, const std::uint32_t block[3]) noexcept;
  void fail(Command* command, char* text) noexcept;
  void note_no_memory(const char* what) noexcept;
  // Returns true if the block is over, with or without a fault.
  bool settle(Block* block, BlockOutcome outcome, const char* what_for) noexcept;

  // ---- Blocks
  Block* take_block() noexcept;
  void give_block(Block* block) noexcept;
  void suspend(Block* block) noexcept;
  void end_waiting(Block* block) noexcept;

  WaitingBlocks waiting_;
  std::int64_t claimed_ns_ = 0;  // the time when it claimed its command
  std::uint32_t idle_rounds_ = 0;
  std::int64_t yielded_ns_ = 0;
  // The limit exceeds a wake-up's time; otherwise host and worker each fall asleep just before the other is
  // ready.
  SpinTime spin_{60000};
  bool spinning_ = false;  // the worker counts as a spinner
};

}  // namespace gridcall::cpu
