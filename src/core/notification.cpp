// SPDX-License-Identifier: Apache-2.0

#include "core/notification.h"

namespace gridcall::core {

Notification::Notification(TokenQueue& queue, std::uint64_t token) noexcept : queue_(&queue), token_(token) {}

Notification::~Notification() = default;

void Notification::unretain() noexcept {
  if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

void Notification::post() noexcept {
  if (posted_.exchange(true, std::memory_order_acq_rel)) return unretain();
  // From now on the queue holds the token, and the token no longer holds the queue.
  const Ref<TokenQueue> queue = std::move(queue_);
  queue->post(*this);
}

// ----------------------------------------------------------------------------------------------------------

void Notifications::unlink(Notification& each) noexcept {
  (each.previous_ ? each.previous_->next_ : first_) = each.next_;
  (each.next_ ? each.next_->previous_ : last_) = each.previous_;
}

// Looks at two tokens for each one that is added, so that posted tokens do not accumulate.
void Notifications::look_at_some() noexcept {
  for (int looks = 0; looks < 2; ++looks) {
    Notification* each = next_look_ ? next_look_ : first_;
    if (!each) return;
    next_look_ = each->next_;
    if (!each->is_posted()) continue;
    unlink(*each);
    each->unretain();
  }
}

void Notifications::add(Notification& added) noexcept {
  const std::lock_guard lock(lock_);
  look_at_some();
  added.previous_ = last_;
  (last_ ? last_->next_ : first_) = &added;
  last_ = &added;
}

bool Notifications::some_outstanding() noexcept {
  const std::lock_guard lock(lock_);
  for (const Notification* each = first_; each; each = each->next_)
    if (!each->is_posted()) return true;
  return false;
}

void Notifications::post_all() noexcept {
  Notification* each = nullptr;
  {
    const std::lock_guard lock(lock_);
    each = first_;
    first_ = last_ = next_look_ = nullptr;
  }
  while (each) {
    Notification* const next = each->next_;
    each->post();
    each = next;
  }
}

}  // namespace gridcall::core
