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
  // The number of workers that workers_stop may reach, including a thread that is being created, because it
  // may run before `started` includes it.
  std::atomic<std::uint32_t> reachable{0};
  std::atomic<bool> complete{false};      // true if every worker and the watchdog run
  std::atomic<std::int64_t> next_try{0};  // the time when missing threads are requested again
  std::atomic<std::uint32_t> epoch{0};
  std::atomic<std::uint32_t> sleepers{0};  // written under the scheduler's lock
  std::atomic<std::uint32_t> spinners{0};
  std::atomic<bool> noted{false};
  std::unique_ptr<Runner*[]> runners;  // does not change after `reachable` does

  static void wake(int count) noexcept;
};

WorkerPool& worker_pool() noexcept;

}  // namespace gridcall::cpu
