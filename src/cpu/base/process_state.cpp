// SPDX-License-Identifier: Apache-2.0

#include "cpu/base/process_state.h"

#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>

namespace gridcall::cpu {

using namespace driver;

namespace {

enum Phase : int { kNotInitialized, kRunning, kExiting, kForked };

constinit std::atomic<int> phase{kNotInitialized};
constinit std::mutex begin_lock;
using Action = void (*)() noexcept;
constinit Action exit_action = nullptr;

void in_child() noexcept {
  phase.store(kForked, std::memory_order_relaxed);
}
void at_exit() noexcept {
  int running = kRunning;
  if (phase.compare_exchange_strong(running, kExiting)) exit_action();
}

}  // namespace

CUresult enter() noexcept {
  switch (phase.load(std::memory_order_acquire)) {
    case kRunning:
      return CUDA_SUCCESS;
    case kExiting:
      return CUDA_ERROR_DEINITIALIZED;
    default:
      return CUDA_ERROR_NOT_INITIALIZED;
  }
}

CUresult process_begin(void (*read)() noexcept, void (*action)() noexcept) {
  if (phase.load(std::memory_order_acquire) != kNotInitialized) return enter();
  const std::lock_guard lock(begin_lock);
  if (phase.load(std::memory_order_acquire) != kNotInitialized) return enter();
  read();
  exit_action = action;
  // A failure is not stored: the next call repeats the missing steps.
  constinit static bool watches_fork = false;
  if (!watches_fork && ::pthread_atfork(nullptr, nullptr, in_child) != 0) throw std::bad_alloc();
  watches_fork = true;
  if (std::atexit(at_exit) != 0) throw std::bad_alloc();
  phase.store(kRunning, std::memory_order_release);
  return CUDA_SUCCESS;
}

bool exiting() noexcept {
  return phase.load(std::memory_order_relaxed) == kExiting;
}

}  // namespace gridcall::cpu
