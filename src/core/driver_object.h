// SPDX-License-Identifier: Apache-2.0
//
// Objects that own something of the driver's.

#pragma once

#include <cstdint>

#include "core/object.h"

namespace gridcall::core {

// Something that goes back to the driver. Its last reference queues it on its context; the context gives it
// back when that cannot wait for a running kernel. Its functions are defined with the context's.
class DriverObject : public Object {
 public:
  Context& context() const noexcept { return *context_; }
  Context* context_or_null() noexcept final { return context_; }

  // Whether a driver may wait for everything that runs on the device to give it back (memory, modules).
  virtual bool waits_for_device() const noexcept = 0;
  // Whose work may use it; all ones: anybody's. And who was told to use it.
  virtual std::uint64_t slots_in_use() const noexcept = 0;
  virtual std::uint64_t slots_told() const noexcept { return slots_in_use(); }
  virtual std::uint64_t device_bytes() const noexcept { return 0; }
  // Whether the process has a descriptor open as long as the driver has it.
  virtual bool holds_descriptor() const noexcept { return false; }
  // Calls the driver, with the context current. Not called if the device is lost. False: not yet.
  virtual bool give_back() noexcept = 0;
  // After give_back, or instead of it.
  virtual void destroy() noexcept { delete this; }

  std::uint64_t deferred_at = 0;  // the context's moment when it was released

 protected:
  explicit DriverObject(Context& context) noexcept;
  ~DriverObject() override;
  void last_reference() noexcept override;

  Context* const context_;
};

}  // namespace gridcall::core
