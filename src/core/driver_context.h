// SPDX-License-Identifier: Apache-2.0
//
// How a driver's context came to be, and what is done when nobody needs it any more. core::Context does not
// know which of them it has.

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

// The one that a device has for all libraries of the process, with the CUDA runtime: retained, and released.
class PrimaryContext final : public DriverContext {
 public:
  // Throws Failure; a device that another library's kernel has lost is noted as lost.
  explicit PrimaryContext(Device& device);
  ~PrimaryContext() override;

 private:
  Device& device_;
};

}  // namespace gridcall::core
