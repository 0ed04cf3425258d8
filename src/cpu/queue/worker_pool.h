// SPDX-License-Identifier: Apache-2.0
//
// The state that the workers share. For workers.cpp and runner.cpp alone.

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

namespace gridcall::cpu {

class Runner;

struct WorkerPool {
  std::mutex lock;
  std::atomic<std::uint32_t> started{0};
  // The number of workers that workers_stop may reach: one more while a thread is being made, for it may run
  // before `started` says so.
  std::atomic<std::uint32_t> reachable{0};
  std::atomic<bool> complete{false};      // every worker and the watchdog are there
  std::atomic<std::int64_t> next_try{0};  // when what is not there is asked for again
  std::atomic<std::uint32_t> epoch{0};
  std::atomic<std::uint32_t> sleepers{0};  // written under the scheduler's lock
  std::atomic<std::uint32_t> spinners{0};
  std::atomic<bool> noted{false};
  std::unique_ptr<Runner*[]> runners;  // set before `reachable` is, and for good

  static void wake(int count) noexcept;
};

WorkerPool& worker_pool() noexcept;

}  // namespace gridcall::cpu
