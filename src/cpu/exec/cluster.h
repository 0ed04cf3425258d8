// SPDX-License-Identifier: Apache-2.0
//
// Clusters: blocks that read and write each other's shared memory, and wait for each other.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "cpu/abi/image.h"
#include "cpu/memory/guarded_pages.h"

namespace gridcall::cpu {

// The shared memory of one block, which is a range of the memory.
class SharedMemory {
 public:
  SharedMemory() = default;
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  // Maps the memory; a second call does nothing. Returns false if the system gives no more.
  bool map() noexcept;
  // The memory ends with its pages. The bytes before it are accessible, because a vector of which some lanes
  // are inactive may begin there, and the processor takes hundreds of cycles for one that overlaps a guard
  // page.
  std::byte* data() const noexcept { return reinterpret_cast<std::byte*>(pages_.end() - kMaxSharedBytes); }
  bool holds(std::uintptr_t address) const noexcept { return address - pages_.begin < pages_.bytes; }

 private:
  GuardedPages pages_;
};

// A cluster of blocks. Its shared memory exists before a block has begun, because other blocks may have
// mapped its addresses.
class Cluster {
 public:
  bool begin(std::uint32_t blocks) noexcept;
  SharedMemory shared[kMaxClusterBlocks];

  // Returns the number of times that all blocks have arrived.
  std::uint32_t phase() const noexcept { return phase_.load(std::memory_order_acquire); }
  // Counts a block all of whose threads have arrived or exited. Returns true to the last block.
  bool arrive(std::uint32_t rank) noexcept;
  // Counts a block that has ended as arrived from now on. Returns true to the last one.
  bool end(std::uint32_t rank) noexcept;

 private:
  bool complete() noexcept;

  std::mutex lock_;
  std::uint32_t all_ = 1, arrived_ = 0, ended_ = 0;  // bit masks of ranks
  std::atomic<std::uint32_t> phase_{0};
};

// The clusters of one launch that have begun and not ended.
class Clusters {
 public:
  // Returns NULL if memory is short.
  Cluster* enter(std::uint64_t number, std::uint32_t blocks) noexcept;
  void leave(std::uint64_t number, std::uint32_t rank) noexcept;
  // Removes all clusters once no block runs.
  void clear() noexcept;

 private:
  std::mutex lock_;
  std::map<std::uint64_t, std::unique_ptr<Cluster>> running_;
  std::vector<std::unique_ptr<Cluster>> idle_;
};

}  // namespace gridcall::cpu
