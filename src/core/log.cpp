// SPDX-License-Identifier: Apache-2.0

#include "core/log.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include "base/failure.h"
#include "base/os.h"
#include "base/status.h"
#include "core/check.h"
#include "core/handle.h"

namespace gridcall::core {

namespace {

using Clock = std::chrono::steady_clock;

// The interval of checks whether the log was closed or the process forked, in case another reader empties the
// eventfd.
constexpr std::uint64_t kLookAgainNs = 1'000'000'000;

void signal(int counter) noexcept {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(counter, &one, sizeof one);
}

}  // namespace

Log::Log(int counter) noexcept : counter_(counter), process_(::getpid()) {}

Log::~Log() {
  log::remove(*this);
  ::close(counter_);
}

Ref<Log> Log::create(std::int32_t level) {
  check_process();
  handle_collect_some();
  const int counter = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (counter < 0)
    throw Failure(status::kIo, "no file descriptor for the log: " + error_text(errno) +
                                   ": close some, or raise the limit (ulimit -n)");
  Ref<Log> made;
  try {
    made = make<Log>(counter);
  } catch (...) {
    ::close(counter);
    throw;
  }
  log::add(*made, static_cast<log::Level>(level));
  return made;
}

// A forked child shares the eventfd with its parent, which gets the records.
void Log::check() const {
  check_process();
  if (::getpid() != process_)
    throw Failure(
        status::kForked,
        "`log` was made before this process was forked, and its records come to the parent: make one in "
        "the child");
}

std::int32_t Log::descriptor() const {
  check();
  return counter_;
}

void Log::take(const log::Record& record) noexcept {
  const std::lock_guard lock(lock_);
  try {
    if (entries_.size() >= kMaxRecords || closed_.load(std::memory_order_relaxed)) {
      ++lost_;
      return;
    }
    entries_.push_back({record.time_ns, lost_, record.level, record.component, std::string(record.text)});
    lost_ = 0;
  } catch (...) {
    ++lost_;
    return;
  }
  if (entries_.size() == 1) signal(counter_);
}

std::optional<Log::Entry> Log::pop() {
  const std::lock_guard lock(lock_);
  std::optional<Entry> oldest;
  if (!entries_.empty()) {
    oldest = std::move(entries_.front());
    entries_.pop_front();
  }
  std::uint64_t count = 0;
  if (entries_.empty() && !closed_.load(std::memory_order_relaxed)) {
    // signal() wrote the count, unless a forked child did; then there is no record.
    [[maybe_unused]] const ssize_t taken = ::read(counter_, &count, sizeof count);
  }
  return oldest;
}

void Log::close() noexcept {
  if (closed_.exchange(true) || ::getpid() != process_) return;
  log::remove(*this);
  const std::lock_guard lock(lock_);
  signal(counter_);
}

std::optional<Log::Entry> Log::read(std::uint64_t timeout_ns) {
  const Ref<Log> keep(this);
  const Clock::time_point begin = Clock::now();
  for (;;) {
    check();
    if (closed_.load(std::memory_order_acquire))
      throw Failure(status::kInvalidHandle,
                    "`log` was released while this call waited: release it when nobody waits");
    if (std::optional<Entry> entry = pop()) return entry;
    const auto passed = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count());
    if (passed >= timeout_ns) return std::nullopt;
    const EpochPause pause;
    const std::uint64_t sleep = std::min(kLookAgainNs, timeout_ns - passed);
    const timespec limit{static_cast<time_t>(sleep / 1'000'000'000),
                         static_cast<long>(sleep % 1'000'000'000)};
    pollfd wanted{counter_, POLLIN, 0};
    ::ppoll(&wanted, 1, &limit, nullptr);
  }
}

}  // namespace gridcall::core
