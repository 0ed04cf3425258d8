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

// A rank sends it to all others.
struct PeerRecord {
  std::uint64_t host = 0;     // boot and process namespace: where a process number means the same
  std::uint64_t started = 0;  // as the system counts, so that a number that came again is found out
  std::int32_t pid = 0;
  std::int32_t version = 0;  // of the engine
  std::uint64_t reserved = 0;

  static PeerRecord own(const Engine& engine);
};
static_assert(sizeof(PeerRecord) == 32);

// Returns "", or which two ranks have which versions.
std::string version_difference(const Engine& engine, std::span<const PeerRecord> all);

class Peers {
 public:
  using Clock = std::chrono::steady_clock;

  // Watches the other processes of the own host.
  Peers(std::span<const PeerRecord> all, std::uint32_t own);
  ~Peers();
  Peers(const Peers&) = delete;
  Peers& operator=(const Peers&) = delete;

  struct Lost {
    std::uint32_t rank = 0;
    std::int32_t pid = 0;
  };
  // Returns a rank whose process ended some time ago: a rank that has come to the end of an operation may
  // leave before the others see it.
  std::optional<Lost> lost(Clock::time_point now);

 private:
  struct WatchedRank {
    std::uint32_t rank = 0;
    std::int32_t pid = 0;
    int file = -1;  // -1: it had ended before it could be opened
    std::optional<Clock::time_point> ended;
  };
  std::mutex lock_;
  std::vector<WatchedRank> watched_;
};

}  // namespace gridcall::comm
