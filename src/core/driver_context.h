// SPDX-License-Identifier: Apache-2.0
//
// A driver's context: the constructor of a subclass gets it, the destructor gives it back. core::Context has
// one of any kind.

#pragma once

#include <cstdint>

#include "driver/table.h"

namespace gridcall::core {

class Device;

class DriverContext {
 public:
  enum class Kind : std::uint8_t { kPrimary, kOwn, kWrapped };

  DriverContext(const DriverContext&) = delete;
  DriverContext& operator=(const DriverContext&) = delete;
  virtual ~DriverContext() = default;

  Kind kind() const noexcept { return kind_; }
  driver::CUcontext handle() const noexcept { return handle_; }
  // Returns the driver's number, which is never reused; 0 if the driver gives none.
  std::uint64_t id() const noexcept { return id_; }

 protected:
  explicit DriverContext(Kind kind) noexcept : kind_(kind) {}
  driver::CUcontext handle_ = nullptr;
  std::uint64_t id_ = 0;

 private:
  const Kind kind_;
};

// The device's primary context, retained and released; the CUDA runtime uses it too.
class PrimaryContext final : public DriverContext {
 public:
  // Throws Failure; notes the loss of a device whose fault another library's kernel caused.
  explicit PrimaryContext(Device& device);
  ~PrimaryContext() override;

 private:
  Device& device_;
};

// A context of the program's own, created and destroyed.
class OwnContext final : public DriverContext {
 public:
  OwnContext(Device& device, unsigned flags);
  ~OwnContext() override;

 private:
  Device& device_;
};

// A context of another library.
class WrappedContext final : public DriverContext {
 public:
  WrappedContext(driver::CUcontext handle, std::uint64_t id) noexcept : DriverContext(Kind::kWrapped) {
    handle_ = handle;
    id_ = id;
  }
};

}  // namespace gridcall::core
