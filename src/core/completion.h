// SPDX-License-Identifier: Apache-2.0
//
// A queue of tokens that streams post to. A post comes from a thread of a driver: it takes no lock, allocates
// nothing and makes one system call, a write to an eventfd that counts the tokens. Who has read one from
// there may take one token.

#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

#include "core/notification.h"

namespace gridcall::core {

class Completion final : public TokenQueue {
 public:
  static constexpr HandleType kType = HandleType::kCompletion;

  // Throws IO if the process has no file descriptor left.
  static Ref<Completion> create();

  // Returns the oldest token, or nullopt if none arrives in time. Throws INVALID_HANDLE if the queue's handle
  // is released meanwhile.
  std::optional<std::uint64_t> wait(std::uint64_t timeout_ns);
  std::int32_t descriptor() const;

  void post(Notification& notification) noexcept override;
  // Makes waiting calls return, because the handle is about to be released. Neither blocks nor allocates.
  void close() noexcept;

  explicit Completion(int counter) noexcept;

 protected:
  ~Completion() override;

 private:
  bool take(std::uint64_t& token);
  void check() const;

  const int counter_;  // an eventfd with EFD_SEMAPHORE that counts the tokens
  const pid_t process_;
  std::atomic<bool> closed_{false};
  std::atomic<Notification*> posted_{nullptr};  // newest first
  std::mutex lock_;
  Notification* taken_ = nullptr;  // oldest first; moved here from `posted_`
};

}  // namespace gridcall::core
