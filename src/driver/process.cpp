// SPDX-License-Identifier: Apache-2.0

#include "driver/process.h"

#include <pthread.h>

#include <cstdlib>

namespace gridcall::driver {

namespace detail {
std::atomic<bool> forked{false};
std::atomic<bool> exiting{false};
}  // namespace detail

void process_watch() noexcept {
  static std::atomic<bool> watching{false};
  if (watching.exchange(true)) return;
  std::atexit([] { detail::exiting.store(true, std::memory_order_seq_cst); });
  pthread_atfork(nullptr, nullptr, [] { detail::forked.store(true, std::memory_order_seq_cst); });
}

}  // namespace gridcall::driver
