// SPDX-License-Identifier: Apache-2.0
//
// Threads that move bytes of the host for the calls that wait for them. They never call a driver. Started by
// the first copy that can use them; they live as long as the process, and hold nothing while they are idle.

#pragma once

#include <atomic>
#include <cstdint>

namespace gridcall::core {

// A copy in pieces, numbered from 0; threads take them in order.
class CopyJob {
 public:
  virtual ~CopyJob() = default;
  virtual void run(std::uint64_t piece) noexcept = 0;

 protected:
  CopyJob() = default;

  CopyJob(const CopyJob&) = delete;
  CopyJob& operator=(const CopyJob&) = delete;

 private:
  friend class CopyWorkers;
  // The workers' lock guards the members below.
  CopyJob* next_job_ = nullptr;
  std::uint64_t next_piece_ = 0;
  std::uint64_t allowed_ = 0;  // threads may take the pieces below this number
  std::uint32_t running_ = 0;
};

class CopyWorkers {
 public:
  // The number of threads, with the caller's own, that an H200's copies need; more of them compete for the
  // caches.
  static constexpr unsigned kMax = 6;

  static CopyWorkers& instance() noexcept;

  // Starts the threads and returns their number: the other processors that the process may use, at most kMax;
  // 0 if none.
  unsigned start() noexcept;

  void add(CopyJob& job) noexcept;
  void allow(CopyJob& job, std::uint64_t pieces) noexcept;
  // Runs a piece of the job on the calling thread. Returns false if there is none to take.
  bool help(CopyJob& job) noexcept;
  // Hands out no more pieces of the job, and returns when none runs.
  void remove(CopyJob& job) noexcept;

 private:
  static void* work(void* workers);
  void serve() noexcept;
  CopyJob* take_locked(std::uint64_t& piece) noexcept;
  void run(CopyJob& job, std::uint64_t piece) noexcept;
};

}  // namespace gridcall::core
