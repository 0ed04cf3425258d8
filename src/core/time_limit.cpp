// SPDX-License-Identifier: Apache-2.0

#include "core/time_limit.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <utility>

#include "base/environment.h"
#include "core/capture.h"
#include "core/device_loss.h"

namespace gridcall::core {

using namespace driver;

namespace {

std::uint64_t now_ns() noexcept {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                        std::chrono::steady_clock::now().time_since_epoch())
                                        .count());
}

std::string seconds(std::uint64_t nanoseconds) {
  char text[40];
  std::snprintf(text, sizeof text, "%.10g s", static_cast<double>(nanoseconds) * 1e-9);
  return text;
}

// Throws INVALID_ARGUMENT if the variable cannot be parsed.
std::uint64_t default_limit() {
  constexpr auto kName = environment::Name::KERNEL_TIMEOUT;
  if (std::string defect = environment::defect(kName); !defect.empty())
    throw Failure(status::kInvalidArgument, std::move(defect));
  return environment::nanoseconds(kName, 0);
}

}  // namespace

std::atomic<bool> no_default_time_limit{false};

std::uint64_t time_limit_of_some(std::uint64_t nanoseconds) {
  if (nanoseconds == kNoTimeLimit) return 0;
  if (nanoseconds != 0) return nanoseconds;
  static const std::uint64_t standard = default_limit();
  if (standard == 0) no_default_time_limit.store(true, std::memory_order_relaxed);
  return standard;
}

TimeLimits::Scope TimeLimits::Scope::of(const DriverStream* stream) noexcept {
  if (!stream) return {};
  return {.stream = stream->driver_handle(), .blocking = stream->blocking()};
}

bool TimeLimits::is_in(const WatchedLaunch& launch, const Scope& scope) noexcept {
  if (launch.number >= scope.before) return false;
  return scope.everything || launch.stream == scope.stream || (scope.blocking && !launch.stream) ||
         (!scope.stream && launch.blocking);
}

void TimeLimits::destroy(WatchedLaunch& launch) const noexcept {
  // The driver keeps the events until they have happened.
  if (launch.begin) results_.table().cuEventDestroy(launch.begin);
  if (launch.end) results_.table().cuEventDestroy(launch.end);
  launch.begin = launch.end = nullptr;
}

TimeLimits::WatchedLaunch TimeLimits::begin(const DriverStream* stream, const char* kernel,
                                            std::uint64_t limit_ns) {
  let_go();
  {
    const std::lock_guard lock(lock_);
    launches_.reserve(launches_.size() + 8);
  }
  const Table& table = results_.table();
  WatchedLaunch launch;
  launch.stream = stream ? stream->driver_handle() : nullptr;
  launch.blocking = !stream || stream->blocking();
  launch.limit_ns = limit_ns;
  launch.kernel = kernel;
  try {
    results_.check(table.cuEventCreate(&launch.begin, CU_EVENT_DISABLE_TIMING), "cuEventCreate");
    results_.check(table.cuEventCreate(&launch.end, CU_EVENT_DISABLE_TIMING), "cuEventCreate");
    // A launch on an idle stream begins at once.
    const CUresult idle = table.cuStreamQuery(launch.stream);
    if (idle != CUDA_ERROR_NOT_READY) results_.check(idle, "cuStreamQuery");
    if (idle == CUDA_SUCCESS) launch.began_ns = now_ns();
    results_.check(table.cuEventRecord(launch.begin, launch.stream), "cuEventRecord");
  } catch (...) {
    destroy(launch);
    throw;
  }
  return launch;
}

void TimeLimits::end(WatchedLaunch& launch, bool queued) noexcept {
  const CUresult recorded = queued ? results_.table().cuEventRecord(launch.end, launch.stream) : CUDA_SUCCESS;
  const std::lock_guard lock(lock_);
  if (!queued || recorded != CUDA_SUCCESS || launches_.size() == launches_.capacity()) {
    // The kernel was launched but has no time limit.
    destroy(launch);
    return;
  }
  launch.number = next_.fetch_add(1, std::memory_order_relaxed);
  launches_.push_back(launch);
  pending_.store(static_cast<std::uint32_t>(launches_.size()), std::memory_order_relaxed);
}

std::uint64_t TimeLimits::check_some(const Scope& scope) {
  const Table& table = results_.table();
  const std::lock_guard lock(lock_);
  const std::uint64_t now = now_ns();
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < launches_.size();) {
    WatchedLaunch& launch = launches_[i];
    bool over = table.cuEventQuery(launch.end) != CUDA_ERROR_NOT_READY;
    if (!over) {
      if (launch.began_ns == 0 && table.cuEventQuery(launch.begin) != CUDA_ERROR_NOT_READY)
        launch.began_ns = now;
      if (is_in(launch, scope)) {
        // A launch that has not begun is checked again.
        const std::uint64_t ran = launch.began_ns ? now - launch.began_ns : 0;
        const std::uint64_t left = launch.limit_ns > ran ? launch.limit_ns - ran : 0;
        if (left == 0) {
          Failure failure(
              status::kLaunchTimeout,
              std::string("kernel `") + launch.kernel + "` has run for " + seconds(ran) +
                  ", its time limit is " + seconds(launch.limit_ns) + ", and " + results_.device().label() +
                  " cannot end a kernel: it still runs; wait again, now without a limit, or end the "
                  "process");
          destroy(launch);
          launch = launches_.back();
          launches_.pop_back();
          pending_.store(static_cast<std::uint32_t>(launches_.size()), std::memory_order_relaxed);
          throw failure;
        }
        next = next == 0 ? now + left : std::min(next, now + left);
      }
      ++i;
      continue;
    }
    destroy(launch);
    launch = launches_.back();
    launches_.pop_back();
  }
  pending_.store(static_cast<std::uint32_t>(launches_.size()), std::memory_order_relaxed);
  return next;
}

void TimeLimits::let_go() noexcept {
  check_some(Scope{.everything = true, .before = 0});  // no launch is before 0, so it does not throw
}

void TimeLimits::wait_for_some(const Scope& scope) {
  // The pauses grow, as in Stream::wait.
  std::uint64_t pause_ns = 2000;
  while (const std::uint64_t next = check_some(scope)) {
    const std::uint64_t now = now_ns();
    std::this_thread::sleep_for(
        std::chrono::nanoseconds(std::min(pause_ns, next > now ? next - now : std::uint64_t{1000})));
    pause_ns = std::min<std::uint64_t>(pause_ns + pause_ns / 4, 1000000);
    check_process();
  }
}

}  // namespace gridcall::core
