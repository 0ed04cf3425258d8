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

  // `interprocess`: without timing.
  static Ref<Event> create(Context& context, bool blocking_sync, bool timing, bool interprocess = false);

  // Another library's CUevent: it is not destroyed.
  static Ref<Event> wrap(Context& context, std::uint64_t native);

  // Another process's, by what its ipc_handle() returned.
  static Ref<Event> open_ipc(Context& context, std::span<const std::byte> handle);
  std::array<std::uint8_t, 64> ipc_handle();

  driver::CUevent driver_handle() const noexcept { return event_; }

  std::optional<std::uint64_t> native() override { return native_number(event_); }

  void record(const Stream* stream);
  // In which it was recorded last, or nullptr.
  Ref<Capture> capture();
  void synchronize();
  // False if they have not all happened in that time.
  static bool synchronize_for(std::span<Event* const> events, std::uint64_t timeout_ns);
  bool query();
  // From `start` to this one.
  std::int64_t elapsed_ns(const Event& start);

  bool waits_for_device() const noexcept override { return false; }
  std::uint64_t slots_in_use() const noexcept override { return 0; }
  bool give_back() noexcept override;

  explicit Event(Context& context) noexcept;
  ~Event() override;

 private:
  // The launches before it that have a time limit.
  std::optional<TimeLimits::Scope> scope();
  void set_capture(Ref<Capture> capture) noexcept;
  // It has happened: reports what failed on its stream.
  void check_late();

  driver::CUevent event_ = nullptr;
  bool timing_ = true;
  bool owned_ = true;
  bool interprocess_ = false;  // and made here
  std::atomic<bool> recorded_{false};
  std::atomic<driver::CUstream> stream_{nullptr};  // on which it was recorded last
  // Work queued before it was recorded, if launches with a time limit were under way.
  std::atomic<bool> has_scope_{false};
  std::mutex scope_lock_;
  TimeLimits::Scope scope_;
  std::atomic<bool> is_captured_{false};
  std::mutex capture_lock_;
  Ref<Capture> capture_;
};

}  // namespace gridcall::core
