// SPDX-License-Identifier: Apache-2.0
//
// Objects that own something of the driver's.

#pragma once

#include <cstdint>

#include "core/object.h"

namespace gridcall::core {

// An object that owns something of the driver's. Its last reference queues it on its context, which gives it
// back when that cannot wait for a running kernel. Its functions are defined with the context's.
class DriverObject : public Object {
 public:
  Context& context() const noexcept { return *context_; }
  Context* context_or_null() noexcept final { return context_; }

  // Returns true if a driver may wait for all running work before it takes the object back (memory, modules).
  virtual bool waits_for_device() const noexcept = 0;
  // Return the slots whose work may use the object, all ones for any, and the slots that were told to use it.
  virtual std::uint64_t slots_in_use() const noexcept = 0;
  virtual std::uint64_t slots_told() const noexcept { return slots_in_use(); }
  virtual std::uint64_t device_bytes() const noexcept { return 0; }
  // Returns true if the process has a descriptor open as long as the driver has the object.
  virtual bool holds_descriptor() const noexcept { return false; }
  // Gives the object back, with the context current, unless the device is lost. Returns false if it must be
  // called again.
  virtual bool give_back() noexcept = 0;
  // Destroys the object after give_back, or instead of it.
  virtual void destroy() noexcept { delete this; }

  std::uint64_t deferred_at = 0;  // the time of the release on the context's clock

 protected:
  explicit DriverObject(Context& context) noexcept;
  ~DriverObject() override;
  void last_reference() noexcept override;

  Context* const context_;
};

}  // namespace gridcall::core
