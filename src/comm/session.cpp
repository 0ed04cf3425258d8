// SPDX-License-Identifier: Apache-2.0

#include "comm/session.h"

#include <chrono>
#include <thread>

#include "base/thread.h"

namespace gridcall::comm {

namespace {

constexpr auto kAbortWaits = std::chrono::milliseconds(500);
constexpr auto kPause = std::chrono::microseconds(200);
constexpr auto kAbortGrace = std::chrono::seconds(1);
constexpr std::size_t kAbortStack = std::size_t{4} << 20;

}  // namespace

std::optional<ncclResult_t> Session::poll() {
  ncclResult_t result = ncclSuccess;
  const auto called =
      call([&](ncclComm_t handle) { return engine_.table.ncclCommGetAsyncError(handle, &result); });
  if (!called) return std::nullopt;
  return is_error(*called) ? *called : result;
}

std::optional<Failure> Session::error(bool tries) {
  std::unique_lock lock(lock_, std::defer_lock);
  if (tries ? !lock.try_lock() : (lock.lock(), false)) return std::nullopt;
  if (!handle_) return std::nullopt;
  ncclResult_t result = ncclSuccess;
  const ncclResult_t called = engine_.table.ncclCommGetAsyncError(handle_, &result);
  if (called != ncclSuccess) result = called;
  if (!is_error(result)) return std::nullopt;
  return failure(result, "ncclCommGetAsyncError");
}

std::optional<Clock::time_point> Session::busy_since() const noexcept {
  const std::int64_t since = busy_since_ns_.load(std::memory_order_acquire);
  if (since == 0) return std::nullopt;
  return Clock::time_point(Clock::duration(since));
}

void Session::destroy() {
  const std::lock_guard lock(lock_);
  const ncclComm_t handle = handle_.exchange(nullptr);
  if (handle) run_engine(context_, [&] { return engine_.table.ncclCommDestroy(handle); });
}

// Aborts on a thread of its own, because an abort may wait for the device, and so for other communicators.
void Session::abort() {
  {
    const std::lock_guard lock(abort_lock_);
    if (aborts_) return;
    aborts_ = true;
  }
  owner_.retain();
  const auto run = [](void* self) -> void* {
    auto* const session = static_cast<Session*>(self);
    session->abort_now();
    {
      const std::lock_guard lock(session->abort_lock_);
      session->has_aborted_ = true;
      session->aborted_.notify_all();
    }
    session->owner_.unretain();
    return nullptr;
  };
  if (start_thread(nullptr, kAbortStack, run, this) != 0) run(this);
}

void Session::abort_now() noexcept {
  if (process_over()) return;
  ncclComm_t handle = nullptr;
  {
    // The abort ends a call that does not return.
    std::unique_lock lock(lock_, std::try_to_lock);
    for (const auto until = Clock::now() + kAbortWaits; !lock && Clock::now() < until; (void)lock.try_lock())
      std::this_thread::sleep_for(kPause);
    handle = handle_.exchange(nullptr);
  }
  if (!handle) return;
  context_.run_quietly([&] {
    const ContextKept kept(context_);
    engine_.table.ncclCommAbort(handle);
  });
}

bool Session::wait_for_abort(Clock::time_point until) {
  std::unique_lock lock(abort_lock_);
  if (!aborts_) return true;  // the communicator was finalized
  return aborted_.wait_until(lock, until, [&] { return has_aborted_; });
}

bool Session::end(Clock::time_point now, bool is_healthy, bool is_finalized) noexcept {
  if (!handle_) return true;
  if (process_over() || !is_healthy || !engine_.shares_memory) {
    abort_now();
    return true;
  }
  const EngineTable& table = engine_.table;
  ncclResult_t result = ncclInProgress;
  const bool begins = !grace_;
  const bool entered = context_.run_quietly([&] {
    const ContextKept kept(context_);
    if (begins && !is_finalized) result = table.ncclCommFinalize(handle_);
    if (result == ncclInProgress && table.ncclCommGetAsyncError(handle_, &result) != ncclSuccess)
      result = ncclInternalError;
    if (result == ncclSuccess) table.ncclCommDestroy(handle_.exchange(nullptr));
  });
  if (begins) grace_ = now + kAbortGrace;
  if (!handle_) return true;
  if (entered && result == ncclInProgress && now < *grace_) return false;
  abort_now();
  return true;
}

}  // namespace gridcall::comm
