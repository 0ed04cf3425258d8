// SPDX-License-Identifier: Apache-2.0
//
// Failures of work that a driver counts as done: an operation of a communicator that was ended leaves its
// stream without a fault. Who waits for the stream next gets the failure, once.

#pragma once

#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "driver/types.h"

namespace gridcall::core {

// An object that has work on streams and detects its failures by itself.
class StreamObserver {
 public:
  // Adds the failures of a stream that the host has waited for. The caller holds a lock that detach takes;
  // the function does not wait.
  virtual void stream_waited() noexcept = 0;

 protected:
  ~StreamObserver() = default;
};

class LateFailures {
 public:
  // Throws the failure that is stored for the stream, after a successful wait for it; nullptr is the default
  // stream.
  void check(driver::CUstream stream) {
    if (__builtin_expect(some_.load(std::memory_order_acquire) != 0, 0)) check_some(&stream);
  }
  // Throws likewise after a wait for the whole context.
  void check_all() {
    if (__builtin_expect(some_.load(std::memory_order_acquire) != 0, 0)) check_some(nullptr);
  }

  // Stores the first failure of a stream; later ones are dropped.
  void add(driver::CUstream stream, const Failure& failure);
  // Forgets a destroyed stream, whose handle may be reused.
  void forget(driver::CUstream stream) noexcept;

  void attach(StreamObserver& observer);
  void detach(StreamObserver& observer) noexcept;

 private:
  void check_some(const driver::CUstream* stream);

  std::atomic<std::size_t> some_{0};  // the number of failures and observers
  std::mutex observers_lock_;
  std::vector<StreamObserver*> observers_;
  std::mutex lock_;
  std::vector<std::pair<driver::CUstream, Failure>> failures_;
};

}  // namespace gridcall::core
