// SPDX-License-Identifier: Apache-2.0

#include "base/process.h"

#include <pthread.h>

#include <cstdlib>
#include <mutex>

#include "base/each_call.h"

namespace gridcall {

constinit EachCall each_call;

namespace detail {
std::atomic<bool> forked{false};
std::atomic<bool> exiting{false};
}  // namespace detail

namespace {
std::atomic<void (*)()> at_exit[4] = {};
}  // namespace

void process_at_exit(void (*function)()) noexcept {
  for (auto& place : at_exit) {
    void (*none)() = nullptr;
    if (place.compare_exchange_strong(none, function)) return;
  }
}

bool process_watch() noexcept {
  static std::mutex lock;
  static bool watches_exit = false, watches_fork = false;
  const std::lock_guard held(lock);
  const auto exits = [] {
    detail::exiting.store(true, std::memory_order_seq_cst);
    begin_rare_state();
    for (const auto& place : at_exit)
      if (auto* const function = place.load()) function();
  };
  const auto forks = [] {
    detail::forked.store(true, std::memory_order_seq_cst);
    begin_rare_state();
  };
  if (!watches_exit) watches_exit = std::atexit(exits) == 0;
  if (!watches_fork) watches_fork = ::pthread_atfork(nullptr, nullptr, forks) == 0;
  return watches_exit && watches_fork;
}

}  // namespace gridcall
