// SPDX-License-Identifier: Apache-2.0
//
// The words that nearly every call reads. A driver leaves the processor's caches cold, so they share one
// line.

#pragma once

#include <atomic>
#include <cstdint>

namespace gridcall {

struct alignas(64) EachCall {
  // The number of states of this process in which a launch is more than a launch: it has forked or exits, a
  // device is lost, a stream captures, a profiler records, a module has textures bound.
  std::atomic<std::uint32_t> rare_states{0};
  std::atomic<std::uint8_t> log_level{255};  // base/log.h
  std::atomic<std::uint8_t> sole_thread{2};  // SoleThread::State::kSeveral
  std::atomic<bool> inside_sole{false};      // the sole thread is in a Section
  std::uint64_t handle_secret = 0;           // core/handle.h
  std::atomic<std::uint64_t> epoch{1};
};
extern constinit EachCall each_call;

inline bool some_rare_state() noexcept {
  return __builtin_expect(each_call.rare_states.load(std::memory_order_relaxed) != 0, 0);
}
inline void begin_rare_state() noexcept {
  each_call.rare_states.fetch_add(1, std::memory_order_seq_cst);
}
inline void end_rare_state() noexcept {
  each_call.rare_states.fetch_sub(1, std::memory_order_seq_cst);
}

}  // namespace gridcall
