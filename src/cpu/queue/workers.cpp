// SPDX-License-Identifier: Apache-2.0

#include "cpu/queue/workers.h"

#include <pthread.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <new>

#include "cpu/base/futex.h"
#include "cpu/base/immortal.h"
#include "cpu/base/machine.h"
#include "cpu/base/thread.h"
#include "cpu/exec/fault.h"
#include "cpu/queue/runner.h"
#include "cpu/queue/watchdog.h"
#include "cpu/queue/worker_pool.h"

namespace gridcall::cpu {

namespace {

// The interval after which missing threads are requested again.
constexpr std::int64_t kTryAgainNs = 10000000;

void* worker_main(void* raw) {
  auto* runner = static_cast<Runner*>(raw);
  char name[16];
  std::snprintf(name, sizeof name, runner->worker.index < 100 ? "gridcall-cpu-%u" : "gridcall-cp%u",
                runner->worker.index % 10000);
  ::pthread_setname_np(::pthread_self(), name);
  fiber_adopt_thread(runner->worker.main);
  fault_prepare_thread(runner->signal_stack);
  set_this_worker(&runner->worker);
  runner->run();
}

}  // namespace

WorkerPool& worker_pool() noexcept {
  return immortal<WorkerPool>();
}

void WorkerPool::wake(int count) noexcept {
  WorkerPool& all = worker_pool();
  all.epoch.fetch_add(1, std::memory_order_seq_cst);
  futex_wake(all.epoch, count);
}

std::uint32_t workers_count() noexcept {
  return device_facts().cores;
}

namespace {

// Returns false if the system has no memory or no thread for it. The next attempt reuses the parts that were
// made.
bool start_worker(WorkerPool& all, std::uint32_t index) noexcept {
  Runner* runner = all.runners[index];
  if (!runner) runner = all.runners[index] = new (std::nothrow) Runner;
  if (!runner) return false;
  runner->worker.index = index;
  if (!runner->signal_stack) runner->signal_stack = fault_new_signal_stack();
  if (!runner->signal_stack) return false;
  all.reachable.store(index + 1, std::memory_order_seq_cst);
  return thread_start(worker_main, runner, 512 * 1024);
}

void start_missing_locked(WorkerPool& all) noexcept {
  if (!all.runners) all.runners.reset(new (std::nothrow) Runner* [workers_count()] {});
  std::uint32_t count = all.started.load(std::memory_order_relaxed);
  while (all.runners && count < workers_count() && start_worker(all, count)) ++count;
  all.started.store(count, std::memory_order_release);
  const bool all_there = count != 0 && watchdog_start() && count == workers_count();
  all.next_try.store(now_ns() + kTryAgainNs, std::memory_order_relaxed);
  all.complete.store(all_there, std::memory_order_release);
}

}  // namespace

bool workers_start(bool watched) noexcept {
  WorkerPool& all = worker_pool();
  if (__builtin_expect(all.complete.load(std::memory_order_acquire), 1)) return true;
  const auto enough = [&] {
    return all.started.load(std::memory_order_acquire) != 0 && (!watched || watchdog_runs());
  };
  if (enough() && now_ns() < all.next_try.load(std::memory_order_relaxed)) return true;
  fault_install_handlers();
  const std::lock_guard lock(all.lock);
  if (!all.complete.load(std::memory_order_relaxed)) start_missing_locked(all);
  return enough();
}

Worker* worker_at(std::uint32_t index) noexcept {
  const WorkerPool& all = worker_pool();
  return index < all.reachable.load(std::memory_order_acquire) ? &all.runners[index]->worker : nullptr;
}

void workers_stop(Command& command) noexcept {
  command.stop.store(true, std::memory_order_seq_cst);
  for (std::uint32_t i = 0; Worker* worker = worker_at(i); ++i)
    worker->interrupt.store(1, std::memory_order_seq_cst);
}

void workers_note_ready_locked() noexcept {
  worker_pool().noted.store(true, std::memory_order_relaxed);
}

void workers_wake() noexcept {
  WorkerPool& all = worker_pool();
  if (!all.noted.load(std::memory_order_relaxed) || !all.noted.exchange(false, std::memory_order_seq_cst))
    return;
  // A spinning worker looks again, under the lock, before it sleeps.
  if (all.spinners.load(std::memory_order_seq_cst) != 0) return;
  if (all.sleepers.load(std::memory_order_seq_cst) != 0) WorkerPool::wake(1);
}

}  // namespace gridcall::cpu
