// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/context.h"

namespace gridcall::core {

class Completion;
class Event;
class Graph;

class Stream final : public DriverStream {
 public:
  static constexpr HandleType kType = HandleType::kStream;

  // Creates a stream; a priority outside the context's range is clamped.
  static Ref<Stream> create(Context& context, bool non_blocking, int priority);
  // Returns a stream object for the default stream, which exists anyway.
  static Ref<Stream> default_of(Context& context);
  // Wraps another library's CUstream, which is not destroyed.
  static Ref<Stream> wrap(Context& context, std::uint64_t native);

  std::optional<std::uint64_t> native() override { return native_number(stream_); }

  void synchronize();
  bool query();                         // true if all work is done
  bool wait(std::uint64_t timeout_ns);  // true if all work is done in that time
  void cancel();
  std::int64_t attribute(std::int32_t attribute);
  // Makes work queued from here on wait for the events; the calling thread waits for an event of another
  // driver. Defined with events.
  void wait_event(Event& event);
  void wait_events(std::span<Event* const> events);
  // Posts the token to the completion when the work queued so far is over, also if it failed.
  void notify(Completion& completion, std::uint64_t token);

  // `mode`: a CUstreamCaptureMode. end_capture is defined with graphs.
  void begin_capture(std::int32_t mode);
  Ref<Graph> end_capture();

  bool waits_for_device() const noexcept override { return false; }
  std::uint64_t slots_in_use() const noexcept override { return slot_bit(own_slot_); }
  bool give_back() noexcept override;

  explicit Stream(Context& context) noexcept;
  ~Stream() override;

 private:
  // Abandons the stream's capture, which nobody can end any more.
  void abandon_capture() noexcept;

  bool owned_ = true;
  bool is_destroyed_ = false;  // the driver's stream is destroyed, and its slot is not yet given back
};

// The stream of a piece of work, or the default stream of a context.
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
