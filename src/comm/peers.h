// SPDX-License-Identifier: Apache-2.0
//
// The other ranks of a communicator whose engine does not notice every lost rank: they tell each other once
// what they are. NCCL often does not see that a process of the same host has ended; a file descriptor of each
// such process does.

#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comm/engine.h"

namespace gridcall::comm {

// The record of a rank, which it sends to all others.
struct PeerRecord {
  std::uint64_t host = 0;     // the boot and the process namespace, in which process numbers are unique
  std::uint64_t started = 0;  // the start time in ticks, to detect a reused process number
  std::int32_t pid = 0;
  std::int32_t version = 0;  // the engine's version
  std::uint64_t reserved = 0;

  static PeerRecord own(const Engine& engine);
};
static_assert(sizeof(PeerRecord) == 32);

// Returns "", or a sentence that names two ranks with different versions.
std::string version_difference(const Engine& engine, std::span<const PeerRecord> all);

class Peers {
 public:
  using Clock = std::chrono::steady_clock;

  // Watches the other processes of this host.
  Peers(std::span<const PeerRecord> all, std::uint32_t own);
  ~Peers();
  Peers(const Peers&) = delete;
  Peers& operator=(const Peers&) = delete;

  struct Lost {
    std::uint32_t rank = 0;
    std::int32_t pid = 0;
  };
  // Returns a rank whose process ended some time ago. The delay is needed because a rank may exit at the end
  // of an operation before the others notice that end.
  std::optional<Lost> lost(Clock::time_point now);

 private:
  struct WatchedRank {
    std::uint32_t rank = 0;
    std::int32_t pid = 0;
    int file = -1;  // -1: the process had ended before it could be opened
    std::optional<Clock::time_point> ended;
  };
  std::mutex lock_;
  std::vector<WatchedRank> watched_;
};

}  // namespace gridcall::comm
