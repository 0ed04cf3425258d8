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

// An object that has work on streams and finds out itself how it ended.
class StreamObserver {
 public:
  // The host has waited for the stream: adds what failed on it. Called with a lock held that detach takes;
  // it waits for nothing.
  virtual void stream_waited() noexcept = 0;

 protected:
  ~StreamObserver() = default;
};

class LateFailures {
 public:
  // Behind a wait for the stream that has succeeded; nullptr: the default stream. Throws what is kept for it.
  void check(driver::CUstream stream) {
    if (__builtin_expect(some_.load(std::memory_order_acquire) != 0, 0)) check_some(&stream);
  }
  // Behind a wait for the whole context.
  void check_all() {
    if (__builtin_expect(some_.load(std::memory_order_acquire) != 0, 0)) check_some(nullptr);
  }

  // Only the first failure of a stream is kept.
  void add(driver::CUstream stream, const Failure& failure);
  // The stream is gone, and its handle may come again.
  void forget(driver::CUstream stream) noexcept;

  void attach(StreamObserver& observer);
  void detach(StreamObserver& observer) noexcept;

 private:
  void check_some(const driver::CUstream* stream);

  std::atomic<std::size_t> some_{0};  // failures and followers
  std::mutex observers_lock_;
  std::vector<StreamObserver*> observers_;
  std::mutex lock_;
  std::vector<std::pair<driver::CUstream, Failure>> failures_;
};

}  // namespace gridcall::core
