// SPDX-License-Identifier: Apache-2.0
//
// Places where threads wait for each other.

#include <algorithm>
#include <bit>
#include <map>

#include "fuzz/interpreter/machine.h"

namespace gridcall::kernels {
namespace {

bool is_of_warp(Meeting meeting) {
  return meeting < Meeting::kBarrier;
}
bool is_of_block(Meeting meeting) {
  return meeting >= Meeting::kBarrier && meeting <= Meeting::kBarrierOr;
}

}  // namespace

void Machine::go_on(unsigned thread, std::uint64_t result) {
  registers(thread)[waits_at(thread).to] = result;
  threads_[thread].state = State::kReady;
  ++threads_[thread].next;
}

// Whether somebody need not wait any more.
bool Machine::release() {
  bool released = false;
  for (unsigned first = 0; first < count_; first += kLanes) released |= release_warp(first);
  return release_named() || release_block() || released;
}

bool Machine::release_warp(unsigned first) {
  std::uint32_t here = 0, waiting = 0;
  for (unsigned lane = 0; lane < kLanes && first + lane < count_; ++lane) {
    const Thread& thread = threads_[first + lane];
    if (thread.state == State::kExited) continue;
    here |= 1u << lane;
    if (thread.state == State::kWaits && is_of_warp(meeting_of(first + lane))) waiting |= 1u << lane;
  }
  bool released = false;
  while (waiting != 0) {
    const auto lane = static_cast<unsigned>(std::countr_zero(waiting));
    const auto mask = static_cast<std::uint32_t>(operand(first + lane, 0));
    if ((mask >> lane & 1) == 0) throw Undefined{"a lane is not in its own mask"};
    const std::uint32_t members = mask & here;
    std::uint32_t same = 0;
    for (std::uint32_t left = members & waiting; left != 0; left &= left - 1) {
      const auto other = static_cast<unsigned>(std::countr_zero(left));
      if (operand(first + other, 0) == mask) same |= 1u << other;
    }
    if (same == members) {
      meet(first, members, mask);
      released = true;
    }
    waiting &= ~same;
  }
  return released;
}

void Machine::meet(unsigned first, std::uint32_t members, std::uint32_t mask) {
  const auto leader = first + static_cast<unsigned>(std::countr_zero(members));
  const Meeting meeting = meeting_of(leader);
  for (std::uint32_t left = members; left != 0; left &= left - 1) {
    if (meeting_of(first + static_cast<unsigned>(std::countr_zero(left))) != meeting)
      throw Undefined{"lanes of one mask meet at different functions"};
  }
  if (meeting >= Meeting::kShuffle && meeting <= Meeting::kShuffleXor)
    return shuffle(first, members, meeting);
  std::uint64_t results[kLanes] = {};
  std::uint64_t common = meeting == Meeting::kWarp ? 0 : reduce(first, members, meeting);
  if (meeting == Meeting::kMatchAll) {
    if (members != mask) throw Undefined{"__match_all_sync names a lane that has left"};
    for (std::uint32_t left = members; left != 0; left &= left - 1) {
      const unsigned thread = first + static_cast<unsigned>(std::countr_zero(left));
      registers(thread)[operand(thread, 2)] = common != 0;
    }
    common = common != 0 ? members : 0;
  }
  for (std::uint32_t left = members; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    results[lane] = common;
    if (meeting != Meeting::kMatchAny) continue;
    results[lane] = 0;
    for (std::uint32_t others = members; others != 0; others &= others - 1) {
      const auto other = static_cast<unsigned>(std::countr_zero(others));
      if (operand(first + other, 1) == operand(first + lane, 1)) results[lane] |= 1u << other;
    }
  }
  for (std::uint32_t left = members; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    go_on(first + lane, results[lane]);
  }
}

std::uint64_t Machine::reduce(unsigned first, std::uint32_t members, Meeting meeting) {
  const auto leader = first + static_cast<unsigned>(std::countr_zero(members));
  auto result = static_cast<std::uint32_t>(operand(leader, 1));
  if (meeting == Meeting::kBallot) result = result != 0 ? 1u << (leader - first) : 0;
  if (meeting == Meeting::kMatchAll) result = 1;
  for (std::uint32_t left = members & (members - 1); left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const auto value = static_cast<std::uint32_t>(operand(first + lane, 1));
    switch (meeting) {
      case Meeting::kBallot:
        result |= value != 0 ? 1u << lane : 0;
        break;
      case Meeting::kAny:
      case Meeting::kReduceOr:
        result |= value;
        break;
      case Meeting::kAll:
      case Meeting::kReduceAnd:
        result &= value;
        break;
      case Meeting::kReduceAdd:
        result += value;
        break;
      case Meeting::kReduceXor:
        result ^= value;
        break;
      case Meeting::kReduceMinimum:
        result = std::min(result, value);
        break;
      case Meeting::kReduceMaximum:
        result = std::max(result, value);
        break;
      case Meeting::kMatchAll:
        result &= value == static_cast<std::uint32_t>(operand(leader, 1)) ? 1u : 0u;
        break;
      default:
        break;
    }
  }
  return result;
}

void Machine::shuffle(unsigned first, std::uint32_t members, Meeting meeting) {
  std::uint64_t results[kLanes] = {};
  const std::uint64_t width = operand(first + static_cast<unsigned>(std::countr_zero(members)), 3);
  if (width == 0 || width > kLanes || !std::has_single_bit(width)) throw Undefined{"a shuffle's width"};
  for (std::uint32_t left = members; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const unsigned thread = first + lane;
    if (operand(thread, 3) != width) throw Undefined{"lanes of one mask meet with different widths"};
    const std::uint64_t begin = lane & ~(width - 1), number = operand(thread, 2);
    std::uint64_t source = 0;
    if (meeting == Meeting::kShuffle) {
      source = begin | (number & (width - 1));
    } else {
      if (number >= kLanes) throw Undefined{"a shuffle's distance"};
      source = meeting == Meeting::kShuffleUp     ? (lane < begin + number ? lane : lane - number)
               : meeting == Meeting::kShuffleDown ? (lane + number >= begin + width ? lane : lane + number)
                                                  : lane ^ number;
      if (meeting == Meeting::kShuffleXor && source >= begin + width) source = lane;
    }
    if ((members >> source & 1) == 0) throw Undefined{"a lane is asked that is not there"};
    results[lane] = operand(first + static_cast<unsigned>(source), 1);
  }
  for (std::uint32_t left = members; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    go_on(first + lane, results[lane]);
  }
}

// All that have not left must have come.
bool Machine::release_block() {
  std::uint64_t count = 0, all = 0;
  Meeting meeting = Meeting::kBarrier;
  for (unsigned thread = 0; thread < count_; ++thread) {
    if (threads_[thread].state == State::kExited) continue;
    if (threads_[thread].state != State::kWaits || !is_of_block(meeting_of(thread))) return false;
    if (all != 0 && meeting_of(thread) != meeting)
      throw Undefined{"threads of one barrier come to different functions"};
    meeting = meeting_of(thread);
    ++all;
    count += operand(thread, 0) != 0 ? 1 : 0;
  }
  const std::uint64_t result = meeting == Meeting::kBarrierCount ? count
                               : meeting == Meeting::kBarrierAnd ? std::uint64_t{count == all}
                                                                 : std::uint64_t{count != 0};
  for (unsigned thread = 0; thread < count_; ++thread) {
    if (threads_[thread].state == State::kWaits) go_on(thread, result);
  }
  return all != 0;
}

bool Machine::release_named() {
  bool released = false;
  std::map<std::uint64_t, std::vector<unsigned>> waiting;
  for (unsigned thread = 0; thread < count_; ++thread) {
    if (threads_[thread].state != State::kWaits) continue;
    if (meeting_of(thread) == Meeting::kNamedBarrier) waiting[operand(thread, 0)].push_back(thread);
  }
  for (const auto& [number, threads] : waiting) {
    const std::uint64_t wanted = operand(threads.front(), 1);
    for (const unsigned thread : threads) {
      if (operand(thread, 1) != wanted)
        throw Undefined{"threads of one named barrier expect different numbers"};
    }
    if (threads.size() > wanted) throw Undefined{"more threads at a named barrier than it is for"};
    if (threads.size() != wanted) continue;
    for (const unsigned thread : threads) go_on(thread, 0);
    released = true;
  }
  return released;
}

std::string Machine::waiting() const {
  std::string text;
  unsigned told = 0;
  for (unsigned thread = 0; thread < count_ && told < 6; ++thread) {
    if (threads_[thread].state != State::kWaits) continue;
    ++told;
    text += "thread " + std::to_string(thread) + " at instruction " + std::to_string(threads_[thread].next) +
            " of kind " + std::to_string(waits_at(thread).value) + "; ";
  }
  return text;
}

}  // namespace gridcall::kernels
