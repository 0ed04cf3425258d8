// SPDX-License-Identifier: Apache-2.0

#include "comm/mpi/progress.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <thread>

namespace gridcall::comm::mpi {

namespace {

constexpr std::int64_t kSpinNs = 20000;
constexpr std::int64_t kYieldNs = 1000000;
// A large message advances only while MPI is called, so the wait is longer by this for each byte of it.
constexpr std::int64_t kYieldNsPerByte = 2;
constexpr std::int64_t kSoonNs = 100000000;
constexpr std::int64_t kSlowYieldNs = 500000;
constexpr auto kOpenSeconds = std::chrono::seconds(300);
constexpr auto kExitSeconds = std::chrono::seconds(5);

}  // namespace

std::int64_t now_ns() noexcept {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::int64_t>(time.tv_sec) * 1000000000 + time.tv_nsec;
}

Progress& progress() noexcept {
  static Progress* const made = new Progress;
  return *made;
}

std::string Progress::start(std::string (*open)()) {
  std::unique_lock guard(lock);
  if (!open_) {
    open_ = open;
    pid_ = ::getpid();
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
      std::thread([this] { run(); }).detach();
    } catch (const std::exception&) {
      open_ = nullptr;
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (!open_) return "the system has no thread for it: raise the limit of threads (ulimit -u)";
  }
  if (!changed.wait_for(guard, kOpenSeconds, [this] { return is_opened_; }))
    return "MPI_Init_thread did not return within 300 s: does every process of the job come to it?";
  if (!is_registered_) {
    // Handlers run in reverse order, so MPI_Finalize is called before the handler of MPICH 5, which MPI_Init
    // registers and which tells the launcher that the process ends.
    is_registered_ = true;
    ::atexit(&Progress::at_exit);
  }
  return refusal_;
}

void Progress::run() noexcept {
  ::pthread_setname_np(::pthread_self(), "gridcall-mpi");
  std::string refusal;
  try {
    refusal = open_();
  } catch (const std::bad_alloc&) {
    refusal = "out of memory";
  }
  {
    const std::lock_guard held(lock);
    refusal_ = refusal;
    is_opened_ = true;
    changed.notify_all();
  }
  std::int64_t quiet_since = now_ns();
  std::int64_t no_yield_until = 0;
  for (;;) {
    const bool had_news = has_news_.exchange(false, std::memory_order_acquire);
    bool has_nothing = false;
    {
      const std::lock_guard held(lock);
      for (auto& task : new_tasks_) tasks_.push_back(std::move(task));
      new_tasks_.clear();
      std::erase_if(active_, [this](Communicator* comm) {
        if (!comm->is_destroyed && comm->has_work_locked()) return false;
        comm->is_active = false;
        if (!comm->is_destroyed) return true;
        comm->drop_locked();
        // The communicator is not freed, because a stream may still read its counter.
        comm->next_destroyed = destroyed_;
        destroyed_ = comm;
        return true;
      });
      round_.assign(active_.begin(), active_.end());
      has_nothing = round_.empty() && tasks_.empty();
      if (is_ending_ && has_nothing) break;
      if (is_ending_ && round_.empty()) {
        // These tasks wait for ranks that will not come.
        bool clean = true;
        for (auto& task : tasks_) clean = task->end(*mpi) && clean;
        if (!clean) has_given_up = true;
        break;
      }
    }
    if (step_all() || had_news) quiet_since = now_ns();
    const std::int64_t quiet = now_ns() - quiet_since;
    const std::int64_t patience = kYieldNs + std::min(bytes_under_way_ * kYieldNsPerByte, kSoonNs);
    if (has_nothing || quiet >= patience || (quiet >= kSpinNs && now_ns() < no_yield_until)) {
      sleep(quiet, has_nothing);
    } else if (quiet >= kSpinNs) {
      // A yield may give away a whole time slice if other threads want the processor; a sleep does not.
      const std::int64_t before = now_ns();
      ::sched_yield();
      const std::int64_t after = now_ns();
      if (after - before >= kSlowYieldNs) no_yield_until = after + kSoonNs;
    }
  }
  end_at_exit();
}

bool Progress::step_all() noexcept {
  bool moved = false;
  bytes_under_way_ = 0;
  for (Communicator* comm : round_) {
    try {
      moved = comm->step() || moved;
      bytes_under_way_ += comm->bytes_under_way();
    } catch (const std::exception& error) {
      comm->fail(ncclSystemError, error.what());
    }
  }
  for (std::size_t i = 0; i < tasks_.size();) {
    bool over = true;
    try {
      over = tasks_[i]->step(*mpi, moved);
    } catch (const std::exception&) {
      has_given_up = true;
    }
    if (over) {
      tasks_.erase(tasks_.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  return moved;
}

void Progress::sleep(std::int64_t quiet_ns, bool has_nothing) {
  std::unique_lock guard(lock);
  is_asleep_ = true;
  const auto woken = [this] { return has_news_.load(std::memory_order_relaxed) || is_ending_; };
  if (has_nothing) {
    news_.wait(guard, woken);
  } else {
    news_.wait_for(guard, std::chrono::microseconds(quiet_ns < kSoonNs ? 50 : 1000), woken);
  }
  is_asleep_ = false;
}

void Progress::wake() noexcept {
  has_news_.store(true, std::memory_order_release);
  news_.notify_one();
}

void Progress::activate_locked(Communicator& comm) {
  if (!comm.is_active) {
    active_.push_back(&comm);
    comm.is_active = true;
  }
  has_news_.store(true, std::memory_order_release);
  if (is_asleep_) news_.notify_one();
}

void Progress::add(std::unique_ptr<Task> task) {
  const std::lock_guard held(lock);
  new_tasks_.push_back(std::move(task));
  has_news_.store(true, std::memory_order_release);
  news_.notify_one();
}

Handle Progress::control() {
  if (control_ != 0) return control_;
  if (is_ours) return control_ = mpi->world();
  // A host program may receive any message on its world, so the library needs a communicator of its own.
  if (!control_begun_) {
    control_begun_ = true;
    if (mpi->duplicate_begin(mpi->world(), control_request_) != 0) return 0;
  }
  bool done = false;
  int source = 0;
  if (mpi->test(control_request_, done, source) != 0 || !done) return 0;
  control_ = mpi->duplicated();
  mpi->return_errors(control_);
  return control_;
}

// The caller knows by now whether MPI may be finalized.
void Progress::end_at_exit() noexcept {
  if (mpi && is_ours && !has_given_up) {
    bool over = false;
    if (mpi->finalized(over) == 0 && !over) mpi->finalize();
  }
  const std::lock_guard held(lock);
  has_ended_ = true;
  changed.notify_all();
}

// Gives the operations in flight a limited time to end, while the process still has its libraries.
void Progress::at_exit() noexcept {
  Progress& all = progress();
  std::unique_lock guard(all.lock, std::try_to_lock);
  if (all.pid_ != ::getpid()) return;
  if (!guard.owns_lock()) guard.lock();
  if (!all.is_opened_ || !all.mpi) return;
  all.is_ending_ = true;
  all.has_news_.store(true, std::memory_order_release);
  all.news_.notify_one();
  all.changed.wait_for(guard, kExitSeconds, [&all] { return all.has_ended_; });
}

}  // namespace gridcall::comm::mpi
