// SPDX-License-Identifier: Apache-2.0
//
// A token on its way from a stream to a completion. The driver posts it when the stream gets there. A driver
// that has lost its GPU calls nobody, so a context knows what is outstanding and posts it when it notices.

#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "core/object.h"

namespace gridcall::core {

class Notification;

// A queue that tokens are posted to.
class TokenQueue : public Object {
 public:
  // Takes over a reference on the notification. From any thread.
  virtual void post(Notification& notification) noexcept = 0;
};

class Notification {
 public:
  Notification(TokenQueue& queue, std::uint64_t token) noexcept;
  ~Notification();
  Notification(const Notification&) = delete;
  Notification& operator=(const Notification&) = delete;

  std::uint64_t token() const noexcept { return token_; }
  bool is_posted() const noexcept { return posted_.load(std::memory_order_acquire); }
  // Once: later calls only drop the reference. Takes over a reference.
  void post() noexcept;
  void unretain() noexcept;
  // The function that the driver calls.
  static void reached(void* notification) noexcept { static_cast<Notification*>(notification)->post(); }

  Notification* next_posted = nullptr;  // in its queue

 private:
  friend class Notifications;

  std::atomic<std::uint32_t> references_{2};  // the driver's, which becomes the queue's, and the context's
  std::atomic<bool> posted_{false};
  Ref<TokenQueue> queue_;  // until it is posted
  const std::uint64_t token_;
  Notification* previous_ = nullptr;  // of the context
  Notification* next_ = nullptr;
};

// Memories that post a token when they go; a completion that waits looks for them.
inline constinit std::atomic<std::uint32_t> tokens_of_memory{0};
// Whether a GPU may have tokens outstanding.
inline constinit std::atomic<bool> tokens_of_gpus{false};

// The tokens outstanding on a context, in the order in which they were queued. Posted ones go when
// others come.
class Notifications {
 public:
  Notifications() = default;
  ~Notifications() { post_all(); }
  Notifications(const Notifications&) = delete;
  Notifications& operator=(const Notifications&) = delete;

  // Takes over a reference.
  void add(Notification& notification) noexcept;
  bool some_outstanding() noexcept;
  void post_all() noexcept;

 private:
  void look_at_some() noexcept;
  void unlink(Notification& notification) noexcept;

  std::mutex lock_;
  Notification* first_ = nullptr;
  Notification* last_ = nullptr;
  Notification* next_look_ = nullptr;
};

}  // namespace gridcall::core
