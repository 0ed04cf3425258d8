// SPDX-License-Identifier: Apache-2.0

#include "core/completion.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include "base/os.h"
#include "core/context_list.h"

namespace gridcall::core {

namespace {

using Clock = std::chrono::steady_clock;

// The longest sleep before a call looks again, because tokens may become outstanding on a GPU meanwhile.
constexpr std::uint64_t kIdleNs = 1'000'000'000;
// The first pause between two checks for memory that is not in use any more.
constexpr std::uint64_t kFirstPauseNs = 200'000;
constexpr std::uint64_t kLastPauseNs = 20'000'000;

// A count above any that will be read.
constexpr std::uint64_t kClosedCount = std::uint64_t{1} << 48;

std::uint64_t since(Clock::time_point begin) noexcept {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count());
}

void add_to(int counter, std::uint64_t count) noexcept {
  [[maybe_unused]] const ssize_t written = write(counter, &count, sizeof count);
}

}  // namespace

Completion::Completion(int counter) noexcept : counter_(counter), process_(::getpid()) {}

Completion::~Completion() {
  // Nobody posts any more, because every poster holds a reference.
  for (Notification* list : {taken_, posted_.load(std::memory_order_acquire)}) {
    while (list) std::exchange(list, list->next_posted)->unretain();
  }
  ::close(counter_);
}

Ref<Completion> Completion::create() {
  check_process();
  handle_collect_some();
  const int counter = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE);
  if (counter < 0)
    throw Failure(status::kIo, "no file descriptor for the completion: " + error_text(errno) +
                                   ": close some, or raise the limit (ulimit -n)");
  try {
    return make<Completion>(counter);
  } catch (...) {
    ::close(counter);
    throw;
  }
}

// A forked child shares the eventfd with its parent: reading it would take the parent's tokens.
void Completion::check() const {
  check_process();
  if (::getpid() != process_)
    throw Failure(status::kForked,
                  "`completion` was made before this process was forked, and its tokens come to the parent: "
                  "make one in the child");
}

std::int32_t Completion::descriptor() const {
  check();
  return counter_;
}

void Completion::post(Notification& notification) noexcept {
  Notification* head = posted_.load(std::memory_order_relaxed);
  do {
    notification.next_posted = head;
  } while (!posted_.compare_exchange_weak(head, &notification, std::memory_order_release,
                                          std::memory_order_relaxed));
  add_to(counter_, 1);
}

void Completion::close() noexcept {
  if (!closed_.exchange(true) && ::getpid() == process_) add_to(counter_, kClosedCount);
}

bool Completion::take(std::uint64_t& token) {
  std::uint64_t one = 0;
  const std::lock_guard lock(lock_);
  // The descriptor is polled first, because the program may have made it blocking, as Go's os.File does. The
  // reader holds the lock, so a token that is there is not taken by another thread.
  pollfd wanted{counter_, POLLIN, 0};
  if (poll(&wanted, 1, 0) == 0) return false;
  if (read(counter_, &one, sizeof one) != sizeof one) {
    if (errno == EAGAIN || errno == EINTR) return false;
    throw Failure(status::kIo, "the descriptor of `completion` cannot be read: " + error_text(errno) +
                                   ": it belongs to the library, do not close it");
  }
  if (!taken_) {
    Notification* posted = posted_.exchange(nullptr, std::memory_order_acquire);
    while (posted) {
      Notification* const next = std::exchange(posted->next_posted, taken_);
      taken_ = std::exchange(posted, next);
    }
  }
  Notification* const oldest = taken_;
  if (!oldest) return false;  // the queue was closed meanwhile
  taken_ = oldest->next_posted;
  token = oldest->token();
  oldest->unretain();
  return true;
}

std::optional<std::uint64_t> Completion::wait(std::uint64_t timeout_ns) {
  const Ref<Completion> keep(this);
  const Clock::time_point begin = Clock::now();
  std::uint64_t pause_ns = kFirstPauseNs;
  for (;;) {
    check();
    if (closed_.load(std::memory_order_acquire))
      throw Failure(status::kInvalidHandle,
                    "`completion` was released while this call waited: release it when nobody waits");
    std::uint64_t token = 0;
    if (take(token)) return token;
    const EpochPause pause;
    const bool looked = notice_losses();
    const bool sweeps = tokens_of_memory.load(std::memory_order_relaxed) != 0;
    if (sweeps) sweep_everywhere();
    if ((looked || sweeps) && take(token)) return token;  // the token of a lost GPU, or of released memory
    const std::uint64_t passed = since(begin);
    if (passed >= timeout_ns) return std::nullopt;
    std::uint64_t sleep = std::min(looked ? kLookForLossesNs : kIdleNs, timeout_ns - passed);
    if (sweeps) {
      sleep = std::min(sleep, pause_ns);
      pause_ns = std::min(pause_ns * 2, kLastPauseNs);
    }
    const timespec limit{static_cast<time_t>(sleep / 1'000'000'000),
                         static_cast<long>(sleep % 1'000'000'000)};
    pollfd wanted{counter_, POLLIN, 0};
    ppoll(&wanted, 1, &limit, nullptr);
  }
}

}  // namespace gridcall::core
