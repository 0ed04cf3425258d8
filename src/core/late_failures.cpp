// SPDX-License-Identifier: Apache-2.0

#include "core/late_failures.h"

#include <algorithm>

namespace gridcall::core {

void LateFailures::add(driver::CUstream stream, const Failure& failure) {
  const std::lock_guard lock(lock_);
  for (const auto& kept : failures_)
    if (kept.first == stream) return;
  failures_.emplace_back(stream, failure);
  some_.fetch_add(1, std::memory_order_release);
}

void LateFailures::forget(driver::CUstream stream) noexcept {
  if (some_.load(std::memory_order_acquire) == 0) return;
  const std::lock_guard lock(lock_);
  const auto gone = std::remove_if(failures_.begin(), failures_.end(),
                                   [&](const auto& kept) { return kept.first == stream; });
  some_.fetch_sub(static_cast<std::size_t>(failures_.end() - gone), std::memory_order_release);
  failures_.erase(gone, failures_.end());
}

void LateFailures::attach(StreamObserver& observer) {
  const std::lock_guard lock(observers_lock_);
  observers_.push_back(&observer);
  some_.fetch_add(1, std::memory_order_release);
}

void LateFailures::detach(StreamObserver& observer) noexcept {
  const std::lock_guard lock(observers_lock_);
  const auto found = std::find(observers_.begin(), observers_.end(), &observer);
  if (found == observers_.end()) return;
  observers_.erase(found);
  some_.fetch_sub(1, std::memory_order_release);
}

void LateFailures::check_some(const driver::CUstream* stream) {
  {
    const std::lock_guard lock(observers_lock_);
    for (StreamObserver* observer : observers_) observer->stream_waited();
  }
  const std::lock_guard lock(lock_);
  const auto found = std::find_if(failures_.begin(), failures_.end(),
                                  [&](const auto& kept) { return !stream || kept.first == *stream; });
  if (found == failures_.end()) return;
  Failure failure = std::move(found->second);
  failures_.erase(found);
  some_.fetch_sub(1, std::memory_order_release);
  throw failure;
}

}  // namespace gridcall::core
