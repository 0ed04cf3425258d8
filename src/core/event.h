// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <array>
#include <optional>
#include <span>

#include "core/stream.h"

namespace gridcall::core {

class Event final : public DriverObject {
 public:
  static constexpr HandleType kType = HandleType::kEvent;

  // `interprocess`: other processes may open the event, which has no timing.
  static Ref<Event> create(Context& context, bool blocking_sync, bool timing, bool interprocess = false);

  // Wraps another library's CUevent, which is not destroyed.
  static Ref<Event> wrap(Context& context, std::uint64_t native);

  // Opens another process's event, by the bytes that its ipc_handle() returned.
  static Ref<Event> open_ipc(Context& context, std::span<const std::byte> handle);
  std::array<std::uint8_t, 64> ipc_handle();

  driver::CUevent driver_handle() const noexcept { return event_; }

  std::optional<std::uint64_t> native() override { return native_number(event_); }

  void record(const Stream* stream);
  // Returns the capture that it was recorded in last, or nullptr.
  Ref<Capture> capture();
  void synchronize();
  // Returns false if not all of the events have happened in time.
  static bool synchronize_for(std::span<Event* const> events, std::uint64_t timeout_ns);
  bool query();
  // Returns the time from `start` to this event.
  std::int64_t elapsed_ns(const Event& start);

  bool waits_for_device() const noexcept override { return false; }
  std::uint64_t slots_in_use() const noexcept override { return 0; }
  bool give_back() noexcept override;

  explicit Event(Context& context) noexcept;
  ~Event() override;

 private:
  // Returns the launches before the event that have a time limit.
  std::optional<TimeLimits::Scope> scope();
  void set_capture(Ref<Capture> capture) noexcept;
  // Reports the failures on its stream after the event has happened.
  void check_late();

  driver::CUevent event_ = nullptr;
  bool timing_ = true;
  bool owned_ = true;
  bool interprocess_ = false;  // this library created it for other processes
  std::atomic<bool> recorded_{false};
  std::atomic<driver::CUstream> stream_{nullptr};  // the stream that it was recorded on last
  // Work queued before the event was recorded, if launches with a time limit were pending.
  std::atomic<bool> has_scope_{false};
  std::mutex scope_lock_;
  TimeLimits::Scope scope_;
  std::atomic<bool> is_captured_{false};
  std::mutex capture_lock_;
  Ref<Capture> capture_;
};

}  // namespace gridcall::core
