// SPDX-License-Identifier: Apache-2.0
//
// How an engine is called: with the communicator's context current, which it still is afterwards (NCCL leaves
// its own there), and in the order of the callers.

#pragma once

#include <mutex>

#include "comm/comm.h"
#include "core/handle.h"

namespace gridcall::comm {

class CurrentKept {
 public:
  explicit CurrentKept(core::Context& context) noexcept : context_(context) {}
  ~CurrentKept() {
    if (context_.is_cpu()) return;
    driver::CUcontext now = nullptr;
    if (context_.table().cuCtxGetCurrent(&now) == driver::CUDA_SUCCESS && now != context_.driver_handle())
      context_.table().cuCtxSetCurrent(context_.driver_handle());
  }
  CurrentKept(const CurrentKept&) = delete;
  CurrentKept& operator=(const CurrentKept&) = delete;

 private:
  core::Context& context_;
};

template <class Body>
ncclResult_t run_engine(core::Context& context, Body&& body) {
  return context.run([&] {
    const CurrentKept kept(context);
    return body();
  });
}

// The caller holds references on what it uses: who waits here holds up nothing that others release.
class OrderLock {
 public:
  explicit OrderLock(std::mutex& mutex) : mutex_(mutex) {
    if (mutex_.try_lock()) return;
    const core::EpochPause pause;
    mutex_.lock();
  }
  ~OrderLock() { mutex_.unlock(); }
  OrderLock(const OrderLock&) = delete;
  OrderLock& operator=(const OrderLock&) = delete;

 private:
  std::mutex& mutex_;
};

}  // namespace gridcall::comm

namespace gridcall::core {

template <class Body>
std::optional<comm::ncclResult_t> Comm::ask(Body&& body) {
  const std::lock_guard lock(engine_lock_);
  const comm::ncclComm_t native = native_;
  if (!native) return std::nullopt;
  return comm::run_engine(*context_, [&] { return body(native); });
}

}  // namespace gridcall::core
