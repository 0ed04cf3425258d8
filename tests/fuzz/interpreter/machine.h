// SPDX-License-Identifier: Apache-2.0
//
// The threads of one block, and how they synchronize.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fuzz/interpreter/code.h"
#include "fuzz/interpreter/interpreter.h"

namespace gridcall::kernels {

struct Memory {
  const Parameters& parameters;
  const std::vector<std::uint32_t>& in;
  std::vector<std::uint32_t>& out;
};

class Machine {
 public:
  Machine(const Code& code, const Shape& shape, const Memory& memory);
  void run_block(const std::uint32_t (&block)[3], Schedule schedule);
  // Returns whether lanes of a warp went different ways in the last block.
  bool diverges() const;

 private:
  static constexpr unsigned kLanes = 32;
  enum class State : std::uint8_t { kReady, kWaits, kExited };
  struct Thread {
    State state = State::kReady;
    std::uint32_t next = 0;             // the instruction
    std::uint64_t steps = 0, path = 0;  // what was run, and a hash of the jumps
  };

  std::uint64_t* registers(unsigned thread) {
    return registers_.data() + std::size_t{thread} * code_.registers;
  }
  std::uint64_t builtin(unsigned thread, Builtin which) const;
  void run_thread(unsigned thread);
  void atomic(const Instruction& instruction, std::uint64_t* values);

  // meetings.cpp
  const Instruction& waits_at(unsigned thread) const { return code_.instructions[threads_[thread].next]; }
  Meeting meeting_of(unsigned thread) const { return static_cast<Meeting>(waits_at(thread).value); }
  std::uint64_t operand(unsigned thread, unsigned number) {
    return registers(thread)[waits_at(thread).a + number];
  }
  bool release();
  bool release_warp(unsigned first);
  bool release_block();
  bool release_named();
  void meet(unsigned first, std::uint32_t members, std::uint32_t mask);
  void shuffle(unsigned first, std::uint32_t members, Meeting meeting);
  std::uint64_t reduce(unsigned first, std::uint32_t members, Meeting meeting);
  void go_on(unsigned thread, std::uint64_t result);
  std::string waiting() const;

  const Code& code_;
  const Shape& shape_;
  const Memory& memory_;
  const unsigned count_;
  const std::uint32_t* block_ = nullptr;
  std::vector<Thread> threads_;
  std::vector<std::uint64_t> registers_;
  std::vector<std::uint32_t> local_, shared_;
  std::uint64_t steps_ = 0;
};

}  // namespace gridcall::kernels
