// SPDX-License-Identifier: Apache-2.0
//
// Memory in the device's own layout: a CUarray, a CUmipmappedArray, or a level of one.

#pragma once

#include <atomic>
#include <cstdint>

#include "core/stream.h"

namespace gridcall::core {

// The fields of gc_array_options.
struct ArraySpec {
  std::uint64_t flags = 0;
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  std::uint64_t depth = 0;
  std::int32_t format = 0;
  std::uint32_t channels = 0;
  std::uint32_t levels = 0;
};

class Array final : public DriverObject {
 public:
  static constexpr HandleType kType = HandleType::kArray;

  static Ref<Array> create(Context& context, const ArraySpec& spec);
  // Wraps another library's CUarray, which is not destroyed.
  static Ref<Array> wrap(Context& context, std::uint64_t native);
  Ref<Array> level(std::uint32_t index);

  const ArraySpec& spec() const noexcept { return spec_; }
  bool has_levels() const noexcept { return mipmap_ != nullptr; }
  // Returns true for cubes too, because their faces are layers.
  bool has_layers() const noexcept {
    return (spec_.flags & (driver::kArrayLayered | driver::kArrayCubemap)) != 0;
  }
  std::optional<std::uint64_t> native() override {
    usage().exposed.store(true, std::memory_order_relaxed);
    return has_levels() ? native_number(mipmap_) : native_number(array_);
  }
  driver::CUarray driver_handle() const noexcept { return array_; }  // nullptr if the array has levels
  driver::CUmipmappedArray driver_levels() const noexcept { return mipmap_; }
  std::uint32_t element_size() const noexcept { return element_size_; }
  // The units of copies and mappings: bytes of a row, rows and slices, each at least 1.
  std::uint64_t row_size() const noexcept { return spec_.width * element_size_; }
  std::uint64_t rows() const noexcept { return spec_.height == 0 ? 1 : spec_.height; }
  std::uint64_t slices() const noexcept { return spec_.depth == 0 ? 1 : spec_.depth; }
  // Throws NOT_FOUND.
  std::uint64_t attribute(std::int32_t attribute) const;
  // Throws INVALID_ARGUMENT if the array has levels. `name`: the parameter, such as "`dst_array`".
  void need_no_levels(const char* name) const;
  // Counts a mapping that begins or ends.
  void map() noexcept { mappings_.fetch_add(1, std::memory_order_relaxed); }
  void unmap() noexcept { mappings_.fetch_sub(1, std::memory_order_relaxed); }
  // Returns the usage of the whole array; a level has none of its own.
  Usage& usage() noexcept { return whole_ ? whole_->usage_ : usage_; }

  bool waits_for_device() const noexcept override { return true; }
  std::uint64_t slots_told() const noexcept override { return usage_.told(); }
  std::uint64_t slots_in_use() const noexcept override { return usage_.possible(); }
  std::uint64_t device_bytes() const noexcept override { return bytes_; }
  bool give_back() noexcept override;

  explicit Array(Context& context) noexcept : DriverObject(context) { usage_.owner = this; }

 protected:
  void last_reference() noexcept override;

 private:
  ArraySpec spec_;
  std::uint32_t element_size_ = 0;
  std::uint32_t level_ = 0;
  std::atomic<std::uint32_t> mappings_{0};
  std::uint64_t bytes_ = 0;  // the bytes of device memory; 0 if the driver gets nothing back
  driver::CUarray array_ = nullptr;
  driver::CUmipmappedArray mipmap_ = nullptr;
  Usage usage_;
  Ref<Array> whole_;  // the array that a level belongs to
};

// A box in an array; `x` and `width` are in bytes.
struct ArrayBox {
  std::uint64_t x = 0, y = 0, z = 0;
  std::uint64_t width = 0, height = 0, depth = 0;

  // Throws OUT_OF_RANGE unless the box lies in the array, and INVALID_ARGUMENT for parts of elements. With
  // the prefix "dst_" the messages name "`dst_x`".
  void check(const Array& array, const char* prefix) const;
};

}  // namespace gridcall::core
