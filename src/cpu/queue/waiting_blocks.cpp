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

// The limits of threads in waiting blocks on one worker: kWaitingThreads always
// (MAX_THREADS_PER_MULTIPROCESSOR), and more while the system has spare memory, a page or two for each.
constexpr std::uint64_t kWaitingThreads = 8 * std::uint64_t{kMaxThreadsPerBlock};
constexpr std::uint64_t kMaxWaitingThreads = 64 * std::uint64_t{kMaxThreadsPerBlock};
// The back-off of a worker with suspended blocks before it begins another one. A suspended block may only
// take long, and then an idle worker should begin the next one. The more blocks were suspended since the last
// one ended, the shorter it is.
constexpr std::int64_t kBackoffNs = 20000000;
constexpr std::int64_t kBackoffHalvings = 8;
// The time slice of a suspended block. The slice of the oldest is as long as all others together, up to a
// maximum, so that it ends.
constexpr std::int64_t kShortestSliceNs = 1000000;
constexpr std::int64_t kLongestSliceNs = 20000000;

// Returns a weight, because a run's stack and a warp's state take more memory than a fiber's.
std::uint64_t weight(const Block& block) noexcept {
  const std::uint32_t threads = block.context.thread_count;
  return block.fibers ? threads : std::max(threads, kWarpSize);
}

}  // namespace

bool WaitingBlocks::make_room() noexcept {
  try {
    if (fibers_.size() == fibers_.capacity()) fibers_.reserve(fibers_.size() * 2 + 8);
    if (suspended_.size() == suspended_.capacity()) suspended_.reserve(suspended_.size() * 2 + 8);
    if (pending_ranges_.size() == pending_ranges_.capacity())
      pending_ranges_.reserve(pending_ranges_.size() * 2 + 8);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

bool WaitingBlocks::room_for_block() const noexcept {
  return threads_ < kWaitingThreads ||
         (threads_ < kMaxWaitingThreads && system_available_bytes() > device_facts().total_bytes / 4);
}

void WaitingBlocks::add(Block* block) noexcept {
  threads_ += weight(*block);
  if (block->launch->is_cooperative) ++cooperative_;
  if (block->fibers) {
    fibers_.push_back(block);
    return;
  }
  // The newest block is resumed first, because the block that it waits for may be suspended too.
  suspended_.push_back(block);
  position_ = suspended_.size() - 1;
  forwards_ = false;
  block->started_ns = now_ns();
  // The block waits for blocks that must begin.
  if (block->launch->blocks_meet()) return;
  backoff_until_ns_ =
      block->started_ns + kBackoffNs * kBackoffHalvings / (kBackoffHalvings + suspended_since_end_);
  ++suspended_since_end_;
}

void WaitingBlocks::remove_fibers(std::size_t index) noexcept {
  threads_ -= weight(*fibers_[index]);
  if (fibers_[index]->launch->is_cooperative) --cooperative_;
  fibers_[index] = fibers_.back();
  fibers_.pop_back();
}

// Follows another worker's block that has ended: its neighbour has probably waited for it.
void WaitingBlocks::follow(const LaunchCommand& launch) noexcept {
  const std::uint64_t over = launch.last_ended.load(std::memory_order_relaxed);
  if (over == seen_ended_) return;
  seen_ended_ = over;
  const auto distance = [&](const Block* block) {
    if (block->launch != &launch) return ~std::uint64_t{0};
    const std::uint64_t number = block->number();
    return number > over ? number - over : over - number;
  };
  const auto nearest =
      std::min_element(suspended_.begin(), suspended_.end(),
                       [&](const Block* a, const Block* b) { return distance(a) < distance(b); });
  position_ = static_cast<std::size_t>(nearest - suspended_.begin());
  forwards_ = (*nearest)->number() > over;
}

WaitingBlocks::TimeSlice WaitingBlocks::begin_slice() noexcept {
  const bool oldest = others_ns_ >= kLongestSliceNs || (others_ns_ != 0 && position_ == 0);
  if (!oldest) follow(LaunchCommand::of(*suspended_[position_]->launch));
  return {suspended_[oldest ? 0 : position_], oldest,
          oldest ? std::min(others_ns_, kLongestSliceNs) : kShortestSliceNs, now_ns()};
}

// The slices go forwards and then backwards, so that a block that waits for its neighbour need not wait for
// all others.
void WaitingBlocks::end_slice(const TimeSlice& slice, bool over) noexcept {
  const std::int64_t now = now_ns();
  others_ns_ = slice.oldest ? 0 : others_ns_ + now - slice.began_ns;
  if (over) {
    Block* block = slice.block;
    seen_ended_ = block->number();
    LaunchCommand::of(*block->launch).last_ended.store(seen_ended_, std::memory_order_relaxed);
    suspended_.erase(suspended_.begin() + static_cast<std::ptrdiff_t>(slice.oldest ? 0 : position_));
    suspended_since_end_ = 0;
    backoff_until_ns_ = now + std::max(kBackoffNs, now - block->started_ns);
    threads_ -= weight(*block);
    if (block->launch->is_cooperative) --cooperative_;
  }
  if (slice.oldest && !over) return;
  if (forwards_) {
    if (!over) ++position_;
    if (position_ < suspended_.size()) return;
    forwards_ = false;
    position_ = suspended_.empty() ? 0 : suspended_.size() - 1;
  } else if (position_ != 0) {
    --position_;
  } else {
    forwards_ = true;
  }
}

PendingRange WaitingBlocks::take_pending_range() noexcept {
  const PendingRange range = pending_ranges_.back();
  pending_ranges_.pop_back();
  return range;
}

std::size_t WaitingBlocks::list_launches(const Command** launches, std::size_t capacity) const noexcept {
  std::size_t count = 0;
  for (const std::vector<Block*>* blocks : {&suspended_, &fibers_}) {
    for (const Block* block : *blocks) {
      if (count == capacity) return count;
      const Command* const launch = &LaunchCommand::of(*block->launch);
      if (std::find(launches, launches + count, launch) == launches + count) launches[count++] = launch;
    }
  }
  return count;
}

bool WaitingBlocks::is_backing_off() const noexcept {
  return !suspended_.empty() && now_ns() < backoff_until_ns_;
}

}  // namespace gridcall::cpu
