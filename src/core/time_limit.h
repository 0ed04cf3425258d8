// SPDX-License-Identifier: Apache-2.0
//
// Time limits of kernels. The CPU device ends a kernel that exceeds its own; a GPU runs every kernel to its
// end, so there an event before and one behind the launch tell a wait that the kernel is still running, and
// the wait returns. Only launches with a limit, and waits while there are such, pay for it.

#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "driver/types.h"

namespace gridcall::core {

class Context;
class DeviceLoss;
class DriverStream;

inline constexpr std::uint64_t kNoTimeLimit = ~std::uint64_t{0};

// Returns the limit of a launch that was given `nanoseconds`, or the process's default for 0; 0 means no
// limit. Throws INVALID_ARGUMENT if GRIDCALL_KERNEL_TIMEOUT cannot be parsed.
std::uint64_t time_limit_of_some(std::uint64_t nanoseconds);
extern std::atomic<bool> no_default_time_limit;  // true after the variable was read
inline std::uint64_t time_limit_of(std::uint64_t nanoseconds) {
  if (__builtin_expect(nanoseconds == 0 && no_default_time_limit.load(std::memory_order_relaxed), 1))
    return 0;
  return time_limit_of_some(nanoseconds);
}

class TimeLimits {
 public:
  explicit TimeLimits(DeviceLoss& results) noexcept : results_(results) {}

  // The launches that a wait includes: those of a stream, those of the default stream and the blocking ones,
  // or all.
  struct Scope {
    driver::CUstream stream = nullptr;  // nullptr: the default stream
    bool blocking = true;
    bool everything = false;
    std::uint64_t before = ~std::uint64_t{0};  // only launches with a smaller number

    static Scope all() noexcept { return {.everything = true}; }
    static Scope of(const DriverStream* stream) noexcept;
  };

  // Runs `launch`, which returns the driver's code, between the two events.
  template <class Launch>
  driver::CUresult watch(const DriverStream* stream, const char* kernel, std::uint64_t limit_ns,
                         Launch&& launch) {
    WatchedLaunch watched = begin(stream, kernel, limit_ns);
    const driver::CUresult result = launch();
    end(watched, result == driver::CUDA_SUCCESS);
    return result;
  }

  bool some_pending() const noexcept { return pending_.load(std::memory_order_relaxed) != 0; }
  // Waits until each launch of the scope is finished or has exceeded its limit. Throws LAUNCH_TIMEOUT, once
  // for each launch that exceeds its limit. The context must be current.
  void wait(const Scope& scope) {
    if (__builtin_expect(some_pending(), 0)) wait_for_some(scope);
  }
  void wait(Context& /*context*/, const Scope& scope) { wait(scope); }  // for callers that pass a context
  // Throws likewise, without waiting.
  void check(const Scope& scope) {
    if (__builtin_expect(some_pending(), 0)) check_some(scope);
  }
  // Gives back the events of finished launches.
  void let_go() noexcept;
  // Returns the launches that an event waits for if it is recorded on the stream now.
  Scope up_to_now(const DriverStream* stream) const noexcept {
    Scope scope = Scope::of(stream);
    scope.before = next_.load(std::memory_order_relaxed);
    return scope;
  }

 private:
  struct WatchedLaunch {
    driver::CUevent begin = nullptr;
    driver::CUevent end = nullptr;
    driver::CUstream stream = nullptr;
    bool blocking = true;
    std::uint64_t number = 0;
    std::uint64_t limit_ns = 0;
    std::uint64_t began_ns = 0;  // 0 if the begin is not known
    const char* kernel = nullptr;
  };

  WatchedLaunch begin(const DriverStream* stream, const char* kernel, std::uint64_t limit_ns);
  void end(WatchedLaunch& launch, bool queued) noexcept;
  void destroy(WatchedLaunch& launch) const noexcept;
  static bool is_in(const WatchedLaunch& launch, const Scope& scope) noexcept;
  void wait_for_some(const Scope& scope);
  // Returns the time when the first limit of the scope expires; 0 if none is pending.
  std::uint64_t check_some(const Scope& scope);

  DeviceLoss& results_;
  std::atomic<std::uint32_t> pending_{0};
  std::atomic<std::uint64_t> next_{0};
  // Held while the driver is asked about an event, which does not wait.
  std::mutex lock_;
  std::vector<WatchedLaunch> launches_;
};

}  // namespace gridcall::core
