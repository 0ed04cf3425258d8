// SPDX-License-Identifier: Apache-2.0
//
// A way to read and write an array in kernels.

#pragma once

#include <cstdint>

#include "core/array.h"

namespace gridcall::core {

class Surface final : public DriverObject {
 public:
  static constexpr HandleType kType = HandleType::kSurface;

  static Ref<Surface> create(Array& array);

  driver::CUsurfObject driver_handle() const noexcept { return surface_; }
  std::optional<std::uint64_t> native() override {
    usage().exposed.store(true, std::memory_order_relaxed);
    return surface_;
  }
  Ref<Array> array() const { return array_; }
  // Returns the array's usage, because work that uses the surface uses the array.
  Usage& usage() noexcept { return array_->usage(); }

  bool waits_for_device() const noexcept override { return true; }
  std::uint64_t slots_told() const noexcept override { return array_->usage().told(); }
  std::uint64_t slots_in_use() const noexcept override { return array_->usage().possible(); }
  bool give_back() noexcept override;

  explicit Surface(Array& array) noexcept : DriverObject(array.context()), array_(&array) {}

 private:
  const Ref<Array> array_;
  driver::CUsurfObject surface_ = 0;
};

}  // namespace gridcall::core
