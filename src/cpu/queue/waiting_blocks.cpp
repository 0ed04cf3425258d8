// SPDX-License-Identifier: Apache-2.0

#include "cpu/queue/waiting_blocks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "cpu/base/futex.h"
#include "cpu/base/machine.h"

namespace gridcall::cpu {

namespace {

// Threads of blocks that wait for others: so many at a time on one worker (what
// MAX_THREADS_PER_MULTIPROCESSOR says), and so many while the system has memory, a page or two for each, to
// spare.
constexpr std::uint64_t kWaitingThreads = 8 * std::uint64_t{kMaxThreadsPerBlock};
constexpr std::uint64_t kMostWaitingThreads = 64 * std::uint64_t{kMaxThreadsPerBlock};
// A block that is set aside may only be long. Then the next one had better be begun by a worker that has
// nothing else to do: one that has waits so long first, less the more have been set aside and none has ended.
constexpr std::int64_t kPatienceNs = 20000000;
constexpr std::int64_t kPatienceHalves = 8;
// The turn of a block that is set aside. The oldest one's is as long as those of the others together, up to
// the longest, so that it ends.
constexpr std::int64_t kShortestTurnNs = 1000000;
constexpr std::int64_t kLongestTurnNs = 20000000;

// A strand's stack and a warp's state take more than a fiber's.
std::uint64_t weight(const Block& block) noexcept {
  const std::uint32_t threads = block.context.thread_count;
  return block.fibers ? threads : std::max(threads, kWarpSize);
}

}  // namespace

bool WaitingBlocks::make_room() noexcept {
  try {
    if (fibers_.size() == fibers_.capacity()) fibers_.reserve(fibers_.size() * 2 + 8);
    if (strands_.size() == strands_.capacity()) strands_.reserve(strands_.size() * 2 + 8);
    if (rests_.size() == rests_.capacity()) rests_.reserve(rests_.size() * 2 + 8);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

bool WaitingBlocks::room_for_block() const noexcept {
  return threads_ < kWaitingThreads ||
         (threads_ < kMostWaitingThreads && system_available_bytes() > device_facts().total_bytes / 4);
}

void WaitingBlocks::add(Block* block) noexcept {
  threads_ += weight(*block);
  if (block->fibers) {
    fibers_.push_back(block);
    return;
  }
  // What it waits for may be waiting as well: the newest first.
  strands_.push_back(block);
  place_ = strands_.size() - 1;
  forwards_ = false;
  block->started_ns = now_ns();
  patient_until_ns_ = block->started_ns + kPatienceNs * kPatienceHalves / (kPatienceHalves + fruitless_);
  ++fruitless_;
}

void WaitingBlocks::remove_fibers(std::size_t index) noexcept {
  threads_ -= weight(*fibers_[index]);
  fibers_[index] = fibers_.back();
  fibers_.pop_back();
}

// Another worker's block has ended: its neighbour is likely to have waited for it.
void WaitingBlocks::follow(const LaunchCommand& launch) noexcept {
  const std::uint64_t over = launch.last_ended.load(std::memory_order_relaxed);
  if (over == seen_over_) return;
  seen_over_ = over;
  const auto distance = [&](const Block* block) {
    if (block->launch != &launch) return ~std::uint64_t{0};
    const std::uint64_t number = block->number();
    return number > over ? number - over : over - number;
  };
  const auto nearest =
      std::min_element(strands_.begin(), strands_.end(),
                       [&](const Block* a, const Block* b) { return distance(a) < distance(b); });
  place_ = static_cast<std::size_t>(nearest - strands_.begin());
  forwards_ = (*nearest)->number() > over;
}

WaitingBlocks::Turn WaitingBlocks::begin_turn() noexcept {
  const bool oldest = others_ns_ >= kLongestTurnNs || (others_ns_ != 0 && place_ == 0);
  if (!oldest) follow(LaunchCommand::of(*strands_[place_]->launch));
  return {strands_[oldest ? 0 : place_], oldest,
          oldest ? std::min(others_ns_, kLongestTurnNs) : kShortestTurnNs, now_ns()};
}

// One after the other and then the other way round, for what waits for the one behind it, or before it, need
// not wait for a turn of all.
void WaitingBlocks::end_turn(const Turn& turn, bool over) noexcept {
  const std::int64_t now = now_ns();
  others_ns_ = turn.oldest ? 0 : others_ns_ + now - turn.began_ns;
  if (over) {
    Block* block = turn.block;
    seen_over_ = block->number();
    LaunchCommand::of(*block->launch).last_ended.store(seen_over_, std::memory_order_relaxed);
    strands_.erase(strands_.begin() + static_cast<std::ptrdiff_t>(turn.oldest ? 0 : place_));
    fruitless_ = 0;
    patient_until_ns_ = now + std::max(kPatienceNs, now - block->started_ns);
    threads_ -= weight(*block);
  }
  if (turn.oldest && !over) return;
  if (forwards_) {
    if (!over) ++place_;
    if (place_ < strands_.size()) return;
    forwards_ = false;
    place_ = strands_.empty() ? 0 : strands_.size() - 1;
  } else if (place_ != 0) {
    --place_;
  } else {
    forwards_ = true;
  }
}

Rest WaitingBlocks::take_rest() noexcept {
  const Rest rest = rests_.back();
  rests_.pop_back();
  return rest;
}

std::size_t WaitingBlocks::list_launches(const Command** launches, std::size_t capacity) const noexcept {
  std::size_t count = 0;
  for (const std::vector<Block*>* blocks : {&strands_, &fibers_}) {
    for (const Block* block : *blocks) {
      if (count == capacity) return count;
      const Command* const launch = &LaunchCommand::of(*block->launch);
      if (std::find(launches, launches + count, launch) == launches + count) launches[count++] = launch;
    }
  }
  return count;
}

bool WaitingBlocks::is_patient() const noexcept {
  return !strands_.empty() && now_ns() < patient_until_ns_;
}

}  // namespace gridcall::cpu
