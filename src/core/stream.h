// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <span>

#include "core/context.h"

namespace gridcall::core {

class Capture;
class Completion;
class Event;
class Graph;

class Stream final : public DriverObject {
 public:
  static constexpr HandleType kType = HandleType::kStream;

  // A priority outside the context's range is moved to its nearest end.
  static Ref<Stream> create(Context& context, bool non_blocking, int priority);
  // A handle for the default stream, which is there without it.
  static Ref<Stream> default_of(Context& context);
  // Another library's CUstream: it is not destroyed.
  static Ref<Stream> wrap(Context& context, std::uint64_t native);

  driver::CUstream driver_handle() const noexcept { return stream_; }
  // Of a stream that captures a number that is no slot (core/capture.h).
  unsigned slot() const noexcept { return slot_.load(std::memory_order_relaxed); }
  bool blocking() const noexcept { return blocking_; }

  void synchronize();
  bool query();                         // true if everything is done
  bool wait(std::uint64_t timeout_ns);  // true if everything is done in that time
  void cancel();
  std::int64_t attribute(std::int32_t attribute);
  // The calling thread waits if the event is of another driver.
  void wait_event(Event& event);
  void wait_events(std::span<Event* const> events);
  // The completion gets the token when what is queued so far is over, however it ends.
  void notify(Completion& completion, std::uint64_t token);

  // A CUstreamCaptureMode.
  void begin_capture(std::int32_t mode);
  Ref<Graph> end_capture();

  bool waits_for_device() const noexcept override { return false; }
  std::uint64_t slots_in_use() const noexcept override { return slot_bit(own_slot_); }
  bool give_back() noexcept override;

  explicit Stream(Context& context) noexcept;
  ~Stream() override;

 private:
  friend class Captures;  // under whose lock these are
  const Ref<Capture>& capture() const noexcept { return capture_; }
  void set_capture(Ref<Capture> capture, unsigned slot) noexcept;
  void end_of_capture() noexcept;

  // Nobody can end the capture that was begun on it any more.
  void abandon_capture() noexcept;
  void take_slot() noexcept;

  driver::CUstream stream_ = nullptr;
  unsigned own_slot_ = kDefaultSlot;
  std::atomic<unsigned> slot_{kDefaultSlot};
  Ref<Capture> capture_;  // that it is in
  bool blocking_ = true;
  bool owned_ = true;
  bool is_destroyed_ = false;  // in the driver, and its slot is still to be given back
};

// Where work goes: a stream, or the default stream of a context. Throws WRONG_CONTEXT.
struct Queue {
  driver::CUstream stream;
  unsigned slot;
};
inline Queue queue_of(const Stream* stream) noexcept {
  return stream ? Queue{stream->driver_handle(), stream->slot()} : Queue{nullptr, kDefaultSlot};
}
[[noreturn]] void refuse_context(const char* what, const Context& its, const char* other,
                                 const Context& others);
inline void check_context(const char* what, const Context& its, const char* other, const Context& others) {
  if (__builtin_expect(&its != &others, 0)) refuse_context(what, its, other, others);
}

struct PriorityRange {
  int least = 0;
  int greatest = 0;
};
PriorityRange priority_range(Context& context);

}  // namespace gridcall::core
