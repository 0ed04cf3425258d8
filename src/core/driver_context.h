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
  // The driver's number, which it never gives twice; 0 where it gives none.
  std::uint64_t id() const noexcept { return id_; }

 protected:
  explicit DriverContext(Kind kind) noexcept : kind_(kind) {}
  driver::CUcontext handle_ = nullptr;
  std::uint64_t id_ = 0;

 private:
  const Kind kind_;
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

// The program's own: created and destroyed.
class OwnContext final : public DriverContext {
 public:
  OwnContext(Device& device, unsigned flags);
  ~OwnContext() override;

 private:
  Device& device_;
};

// Another library's.
class WrappedContext final : public DriverContext {
 public:
  WrappedContext(driver::CUcontext handle, std::uint64_t id) noexcept : DriverContext(Kind::kWrapped) {
    handle_ = handle;
    id_ = id;
  }
};

}  // namespace gridcall::core
