// SPDX-License-Identifier: Apache-2.0
//
// A rank's session with its engine: the engine's handle, and the only way to call it. A call is made with the
// rank's context current, which it still is afterwards (NCCL leaves its own there), and under a lock that an
// abort does not wait for longer than half a second.

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comm/engine.h"
#include "comm/service.h"
#include "core/context.h"
#include "core/object.h"

namespace gridcall::comm {

class ContextKept {
 public:
  explicit ContextKept(core::Context& context) noexcept : context_(context) {}
  ~ContextKept() {
    if (context_.is_cpu()) return;
    driver::CUcontext now = nullptr;
    if (context_.table().cuCtxGetCurrent(&now) == driver::CUDA_SUCCESS && now != context_.driver_handle())
      context_.table().cuCtxSetCurrent(context_.driver_handle());
  }
  ContextKept(const ContextKept&) = delete;
  ContextKept& operator=(const ContextKept&) = delete;

 private:
  core::Context& context_;
};

// Returns the result of `body`, which calls an engine.
template <class Body>
ncclResult_t run_engine(core::Context& context, Body&& body) {
  return context.run([&] {
    const ContextKept kept(context);
    return body();
  });
}

class Session {
 public:
  // `owner` is held during an abort. `label` names the rank in messages.
  Session(core::Object& owner, core::Context& context, const Engine& engine, const std::string& label)
      : engine_(engine), owner_(owner), context_(context), label_(label) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const Engine& engine() const noexcept { return engine_; }
  // Returns the engine's handle, or NULL before it is made and after it has ended. It does not change under
  // the lock, unless a call does not return and is aborted.
  ncclComm_t handle() const noexcept { return handle_.load(); }
  void set_handle(ncclComm_t handle) noexcept { handle_ = handle; }
  std::unique_lock<std::mutex> lock() { return std::unique_lock(lock_); }

  // Calls `body(handle)`. Returns nullopt if the session has ended.
  template <class Body>
  std::optional<ncclResult_t> call(Body&& body) {
    const std::lock_guard lock(lock_);
    const ncclComm_t handle = handle_;
    if (!handle) return std::nullopt;
    return run_engine(context_, [&] { return body(handle); });
  }
  // Calls `body()` under the locks of all sessions, which are sorted by address, and lets the watchdog see
  // the duration. Returns nullopt if one of them has ended.
  template <class Body>
  static std::optional<ncclResult_t> call_all(std::span<Session* const> sessions, Body&& body);

  // Returns the engine's state of its work: done, in progress, or an error; nullopt if the session has ended.
  std::optional<ncclResult_t> poll();
  // Returns the engine's error, if there is one. With `tries`, a busy session has none.
  std::optional<Failure> error(bool tries);
  Failure failure(ncclResult_t result, const char* call) const {
    return engine_.error(result, call, handle_, label_);
  }
  // Returns the begin of the running call of call_all.
  std::optional<Clock::time_point> busy_since() const noexcept;

  // Destroys the communicator after ncclCommFinalize.
  void destroy();
  // Makes the engine end the work, once, and does not wait for it.
  void abort();
  // Waits for the end of an abort. Returns false after the timeout.
  bool wait_for_abort(Clock::time_point until);
  // Called by the reaper repeatedly. Returns true when the engine's part is freed. `is_healthy`: without an
  // abort, if the other ranks agree soon; `is_finalized`: they have been asked.
  bool end(Clock::time_point now, bool is_healthy, bool is_finalized) noexcept;

 private:
  void abort_now() noexcept;

  const Engine& engine_;
  core::Object& owner_;
  core::Context& context_;
  const std::string& label_;

  std::mutex lock_;
  std::atomic<ncclComm_t> handle_{nullptr};     // an abort takes the handle from a call that does not return
  std::atomic<std::int64_t> busy_since_ns_{0};  // 0: no call is running

  std::mutex abort_lock_;
  std::condition_variable aborted_;
  bool aborts_ = false, has_aborted_ = false;
  // The time until which a released session waits for the other ranks.
  std::optional<Clock::time_point> grace_;
};

template <class Body>
std::optional<ncclResult_t> Session::call_all(std::span<Session* const> sessions, Body&& body) {
  std::vector<std::unique_lock<std::mutex>> locks;
  locks.reserve(sessions.size());
  bool has_ended = false;
  for (Session* session : sessions) {
    locks.push_back(session->lock());
    has_ended = has_ended || !session->handle();
    session->busy_since_ns_.store(Clock::now().time_since_epoch().count(), std::memory_order_release);
  }
  std::optional<ncclResult_t> result;
  if (!has_ended) {
    Service::get().wake();
    result = run_engine(sessions.front()->context_, body);
  }
  for (Session* session : sessions) session->busy_since_ns_.store(0, std::memory_order_release);
  return result;
}

}  // namespace gridcall::comm
