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

// A queue of tokens.
class TokenQueue : public Object {
 public:
  // Takes over a reference on the notification. Any thread may call it.
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
  // Posts the token once; later calls only drop the reference. Takes over a reference.
  void post() noexcept;
  void unretain() noexcept;
  // The callback that the driver calls.
  static void reached(void* notification) noexcept { static_cast<Notification*>(notification)->post(); }

  Notification* next_posted = nullptr;  // the next one in its queue

 private:
  friend class Notifications;

  std::atomic<std::uint32_t> references_{2};  // one of the context, one of the driver or the queue
  std::atomic<bool> posted_{false};
  Ref<TokenQueue> queue_;  // nullptr after the post
  const std::uint64_t token_;
  Notification* previous_ = nullptr;  // the neighbour in the context's list
  Notification* next_ = nullptr;
};

// The number of memories that post a token at their release, so that a waiting completion looks for them.
inline constinit std::atomic<std::uint32_t> tokens_of_memory{0};
// Set if a GPU may have tokens outstanding.
inline constinit std::atomic<bool> tokens_of_gpus{false};

// The outstanding tokens of a context, in the order in which they were queued. Posted ones are removed when
// others are added.
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
