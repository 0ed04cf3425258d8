// SPDX-License-Identifier: Apache-2.0

#include "base/sole_thread.h"

#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace gridcall {

constinit std::atomic<bool> SoleThread::is_chosen{false};
constinit thread_local bool SoleThread::is_it = false;

namespace {

bool membarrier(int command) noexcept {
  return ::syscall(SYS_membarrier, command, 0, 0) == 0;
}

}  // namespace

void SoleThread::allow() noexcept {
  // With several threads the registration takes 5 ms and more. A folder has a link for each folder in it.
  struct stat threads;
  if (::stat("/proc/self/task", &threads) != 0 || threads.st_nlink != 3) return;
  if (!membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED)) return;
  static const bool watches_fork = ::pthread_atfork(nullptr, nullptr, after_fork) == 0;
  if (!watches_fork) return;
  is_chosen.store(false, std::memory_order_relaxed);
  state.store(State::kAlone, std::memory_order_release);
}

void SoleThread::add() noexcept {
  if (state.load(std::memory_order_acquire) == State::kSeveral) return;
  if (is_chosen.exchange(true, std::memory_order_acq_rel)) return end();
  is_it = true;
}

void SoleThread::end() noexcept {
  std::uint8_t alone = State::kAlone;
  state.compare_exchange_strong(alone, State::kEnding, std::memory_order_seq_cst);
  if (!membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED)) {
    // The program has forbidden it since. Nothing keeps stores from other processors for so long.
    const timespec moment{0, 1'000'000};
    ::nanosleep(&moment, nullptr);
  }
  while (inside.load(std::memory_order_acquire)) ::sched_yield();
  state.store(State::kSeveral, std::memory_order_release);
}

// A child of another thread's does not have the sole one, and must not wait for it.
void SoleThread::after_fork() noexcept {
  if (!is_it) inside.store(false, std::memory_order_relaxed);
}

}  // namespace gridcall
