// SPDX-License-Identifier: Apache-2.0

#include "random_calls/delay.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

#include <atomic>
#include <cerrno>

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
void delay_threads(std::uint64_t) {}
#else

namespace {

std::atomic<std::uint64_t> delays{0};
std::atomic<std::uint64_t> threads{0};
thread_local std::uint64_t number __attribute__((tls_model("initial-exec"))) = 0;

// One in 64 sleeps, up to 0.1 ms; others let another thread run, or go on.
void pause_sometimes() {
  const std::uint64_t seed = delays.load(std::memory_order_relaxed);
  if (seed == 0) return;
  if (number == 0) number = (seed + (++threads << 32)) * 0x9e3779b97f4a7c15;
  number ^= number << 13;
  number ^= number >> 7;
  number ^= number << 17;
  const std::uint64_t drawn = number >> 32;
  if (drawn % 8 != 0) return;
  const int before = errno;
  if (drawn / 8 % 8 == 0) {
    const timespec time{0, static_cast<long>(drawn / 64 % 100000)};
    ::nanosleep(&time, nullptr);
  } else {
    ::sched_yield();
  }
  errno = before;
}

using Function = int (*)(pthread_mutex_t*);
int call(std::atomic<Function>& kept, const char* name, pthread_mutex_t* mutex) {
  Function function = kept.load(std::memory_order_relaxed);
  if (!function) {
    *reinterpret_cast<void**>(&function) = ::dlsym(RTLD_NEXT, name);
    kept.store(function, std::memory_order_relaxed);
  }
  return function(mutex);
}

std::atomic<Function> lock, unlock;

}  // namespace

void delay_threads(std::uint64_t seed) {
  delays = seed;
}

#define EXPORTED extern "C" __attribute__((visibility("default")))
EXPORTED int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  pause_sometimes();
  return call(lock, "pthread_mutex_lock", mutex);
}
EXPORTED int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  const int result = call(unlock, "pthread_mutex_unlock", mutex);
  pause_sometimes();
  return result;
}
#endif
