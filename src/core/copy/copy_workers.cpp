// SPDX-License-Identifier: Apache-2.0

#include "core/copy/copy_workers.h"

#include <sched.h>

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <new>

#include "base/thread.h"

namespace gridcall::core {

namespace {

constexpr std::size_t kStackBytes = std::size_t{128} << 10;
// The number of times that a worker looks for the next piece before it sleeps, about 30 microseconds, which
// is less than a wake-up costs.
constexpr int kLooks = 1000;

// The state of the workers, never destroyed: the threads use it until the process ends.
struct State {
  std::mutex lock;
  std::condition_variable changed;
  CopyJob* first = nullptr;
  unsigned sleeping = 0;
  std::atomic<std::uint32_t> version{0};  // increases when pieces become available
};
State& state() noexcept {
  alignas(State) static std::byte place[sizeof(State)];
  static State* const made = new (place) State;
  return *made;
}

void relax() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::atomic_signal_fence(std::memory_order_seq_cst);
#endif
}

unsigned usable_processors() noexcept {
  cpu_set_t set;
  CPU_ZERO(&set);
  // The machine has more processors than the set can hold.
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<unsigned>(CPU_COUNT(&set));
}

}  // namespace

CopyWorkers& CopyWorkers::instance() noexcept {
  static constinit CopyWorkers workers;
  return workers;
}

unsigned CopyWorkers::start() noexcept {
  static const unsigned started = [this] {
    const unsigned wanted = std::min(usable_processors() - 1, kMax);
    unsigned count = 0;
    while (count < wanted && start_thread(nullptr, kStackBytes, work, this) == 0) ++count;
    return count;
  }();
  return started;
}

void* CopyWorkers::work(void* workers) {
  static_cast<CopyWorkers*>(workers)->serve();
  return nullptr;
}

// Takes from the oldest job: a later one is not finished sooner if both are half done.
CopyJob* CopyWorkers::take_locked(std::uint64_t& piece) noexcept {
  for (CopyJob* job = state().first; job; job = job->next_job_) {
    if (job->next_piece_ == job->allowed_) continue;
    piece = job->next_piece_++;
    ++job->running_;
    return job;
  }
  return nullptr;
}

void CopyWorkers::run(CopyJob& job, std::uint64_t piece) noexcept {
  job.run(piece);
  const std::lock_guard lock(state().lock);
  --job.running_;  // the last access to the job, whose owner may delete it then
}

void CopyWorkers::serve() noexcept {
  State& shared = state();
  for (;;) {
    const std::uint32_t seen = shared.version.load(std::memory_order_acquire);
    std::uint64_t piece = 0;
    CopyJob* job = nullptr;
    {
      const std::lock_guard lock(shared.lock);
      job = take_locked(piece);
    }
    if (job) {
      run(*job, piece);
      continue;
    }
    bool is_changed = false;
    for (int look = 0; look < kLooks && !is_changed; ++look) {
      relax();
      is_changed = shared.version.load(std::memory_order_acquire) != seen;
    }
    if (is_changed) continue;
    std::unique_lock lock(shared.lock);
    ++shared.sleeping;
    while (shared.version.load(std::memory_order_relaxed) == seen) shared.changed.wait(lock);
    --shared.sleeping;
  }
}

void CopyWorkers::add(CopyJob& job) noexcept {
  const std::lock_guard lock(state().lock);
  CopyJob** last = &state().first;
  while (*last) last = &(*last)->next_job_;
  *last = &job;
}

void CopyWorkers::allow(CopyJob& job, std::uint64_t pieces) noexcept {
  State& shared = state();
  bool wakes = false;
  {
    const std::lock_guard lock(shared.lock);
    job.allowed_ = pieces;
    shared.version.fetch_add(1, std::memory_order_release);
    wakes = shared.sleeping != 0;
  }
  if (wakes) shared.changed.notify_all();
}

bool CopyWorkers::help(CopyJob& job) noexcept {
  std::uint64_t piece = 0;
  {
    const std::lock_guard lock(state().lock);
    if (job.next_piece_ == job.allowed_) return false;
    piece = job.next_piece_++;
    ++job.running_;
  }
  run(job, piece);
  return true;
}

void CopyWorkers::remove(CopyJob& job) noexcept {
  State& shared = state();
  std::unique_lock lock(shared.lock);
  CopyJob** link = &shared.first;
  while (*link != &job) link = &(*link)->next_job_;
  *link = job.next_job_;
  while (job.running_ != 0) {  // waits no longer than one piece takes
    lock.unlock();
    ::sched_yield();
    lock.lock();
  }
}

}  // namespace gridcall::core
