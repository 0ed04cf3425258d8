// SPDX-License-Identifier: Apache-2.0
//
// The operations of a rank, in the order of its calls, until they are done. They are numbered, and each ends
// with a write of a number into page-locked memory, a word for each stream, so that a thread of the library
// (service.h) sees without a driver call which of them are late.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "comm/service.h"
#include "comm/signature.h"
#include "core/memory/mem.h"

namespace gridcall::comm {

// An operation, or a graph's launch, that is queued and not known to be done.
struct InFlight {
  std::uint64_t sequence = 0;  // the rank's number of the group's last operation
  bool is_graph = false;
  Signature signature;
  std::vector<core::Ref<core::Object>> kept;  // memory that the engine may write after an abort
  Clock::time_point since;
  std::uint32_t number = 0;  // the stream's number, which mark() sets
};

class Timeline {
 public:
  explicit Timeline(core::Context& context) : context_(context) {}
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  // Allocates the first words, so that the first operation need not.
  void add_words();
  // Counts queued operations, and returns the number of the last one.
  std::uint64_t start(std::uint64_t operations) noexcept {
    return started_.fetch_add(operations, std::memory_order_relaxed) + operations;
  }
  std::uint64_t started() const noexcept { return started_.load(std::memory_order_relaxed); }
  std::uint64_t done() const noexcept { return done_.load(std::memory_order_relaxed); }

  // Queues the write after the stream's work. Requires a current context and Rank::order().
  void mark(driver::CUstream stream, unsigned slot, InFlight&& operation);
  // Reads the words, and returns true if no work is in flight.
  bool is_idle();
  // Returns the earliest time at which an operation is late, and sets `late` to one that is late now.
  std::optional<Clock::time_point> deadline(Clock::time_point now, Clock::duration limit, std::string& late);
  // Stores a failure for each stream that has an operation in flight, whose memory is then never freed.
  void fail(const Failure& failure);

 private:
  struct StreamRecord {
    driver::CUstream stream = nullptr;
    const std::uint32_t* word = nullptr;
    driver::CUdeviceptr address = 0;
    core::Mem* memory = nullptr;
    std::uint32_t queued = 0;
    Clock::time_point progress;  // the time at which the newest finished one was noticed
    std::deque<InFlight> in_flight;
  };
  StreamRecord& record_of(driver::CUstream stream);
  bool look_locked(Clock::time_point now);

  core::Context& context_;
  std::atomic<std::uint64_t> started_{0}, done_{0};
  std::mutex lock_;
  std::deque<StreamRecord> records_;
  std::vector<core::Ref<core::Mem>> words_;
};

}  // namespace gridcall::comm
