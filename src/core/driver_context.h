// SPDX-License-Identifier: Apache-2.0
//
// Owns a driver's context: the constructor of a subclass gets it, the destructor gives it back. core::Context
// has one of any kind.

#pragma once

#include "driver/table.h"

namespace gridcall::core {

class Device;

class DriverContext {
 public:
  DriverContext(const DriverContext&) = delete;
  DriverContext& operator=(const DriverContext&) = delete;
  virtual ~DriverContext() = default;

  driver::CUcontext handle() const noexcept { return handle_; }

 protected:
  DriverContext() = default;
  driver::CUcontext handle_ = nullptr;
};

// The device's primary context, which the CUDA runtime uses too: retained and released.
class PrimaryContext final : public DriverContext {
 public:
  // Throws Failure; a device that another library's kernel has lost is noted as lost.
  explicit PrimaryContext(Device& device);
  ~PrimaryContext() override;

 private:
  Device& device_;
};

}  // namespace gridcall::core
