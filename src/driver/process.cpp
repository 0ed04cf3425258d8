// SPDX-License-Identifier: Apache-2.0

#include "driver/process.h"

#include <pthread.h>

#include <cstdlib>

namespace gridcall::driver {

namespace detail {
std::atomic<bool> forked{false};
std::atomic<bool> exiting{false};
}  // namespace detail

namespace {
std::atomic<void (*)()> at_exit{nullptr};
}  // namespace

void process_at_exit(void (*function)()) noexcept {
  at_exit.store(function);
}

void process_watch() noexcept {
  static std::atomic<bool> watching{false};
  if (watching.exchange(true)) return;
  std::atexit([] {
    detail::exiting.store(true, std::memory_order_seq_cst);
    if (auto* const function = at_exit.load()) function();
  });
  pthread_atfork(nullptr, nullptr, [] { detail::forked.store(true, std::memory_order_seq_cst); });
}

}  // namespace gridcall::driver
