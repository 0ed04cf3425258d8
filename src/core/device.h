// SPDX-License-Identifier: Apache-2.0
//
// The list of devices: GPUs first, the CPU device last. Made once, never freed; handles of devices live as
// long as the process.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/failure.h"
#include "core/handle.h"
#include "driver/loader.h"

namespace gridcall::core {

class Context;

class Device final : public Object {
 public:
  static constexpr HandleType kType = HandleType::kDevice;

  Device(const driver::Driver& driver, int ordinal, int index);
  // Deletes a device of a list that could not be finished.
  static void discard(Device* device) noexcept;

  HandleValue handle() const noexcept { return handle_; }
  int index() const noexcept { return index_; }
  int ordinal() const noexcept { return ordinal_; }  // the driver's number of the device
  bool is_cpu() const noexcept { return driver_.kind == driver::Kind::kCpu; }
  const driver::Driver& driver() const noexcept { return driver_; }
  const driver::Table& table() const noexcept { return driver_.table; }
  driver::CUdevice id() const noexcept { return id_; }
  std::optional<std::uint64_t> native() override { return static_cast<std::uint64_t>(id_); }

  // These ask the driver each time: they need no context and work after the device is lost.
  std::string name() const;
  std::string pci_bus_id() const;
  std::array<std::uint8_t, 16> uuid() const;
  std::uint64_t total_memory() const;
  bool try_attribute(int attribute, int& value) const;  // false if the driver does not know the number
  int attribute(int attribute) const;
  int svm_capabilities() const;  // GRIDCALL_SVM_* bits
  int major() const { return attribute(driver::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR); }
  int minor() const { return attribute(driver::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR); }

  bool can_access_peer(const Device& peer) const;

  // "device 0 (NVIDIA H200)", for messages.
  std::string label() const;

  // Returns the device's primary context, which is retained at the first call and never released. Creating it
  // takes a GPU some 200 ms, and releasing it would wait for its work.
  Context& context();
  Context* made_context() const noexcept { return context_.load(std::memory_order_acquire); }

  // Returns the image formats that arrays can have, the channel order in the upper half of each; empty before
  // they are stored. `flags`: four bits of gc_array_flags.
  std::vector<std::uint64_t> image_formats(std::uint64_t flags, unsigned dimensions);
  void keep_image_formats(std::uint64_t flags, unsigned dimensions, std::vector<std::uint64_t> formats);

  // Returns the fault that made a GPU unusable for this process, or nullptr.
  const Failure* loss() const noexcept { return loss_.load(std::memory_order_acquire); }
  void lose(const Failure& cause) noexcept;

  // Throws UNSUPPORTED unless the driver has the function.
  void need_function(bool has_it, const char* name) const;
  // Throws Failure if a driver call without a context failed.
  void check(driver::CUresult result, const char* call) const;

 private:
  const driver::Driver& driver_;
  const int ordinal_;
  const int index_;
  driver::CUdevice id_ = 0;
  HandleValue handle_ = 0;
  std::atomic<const Failure*> loss_{nullptr};
  std::atomic<Context*> context_{nullptr};
  std::mutex making_context_;
  std::mutex formats_lock_;
  std::vector<std::uint64_t> formats_[16][3];
};

std::span<Device* const> devices();
// Returns the failure for an empty list of devices, with the files that were tried.
Failure empty_list(Status status, const std::string& prefix, const std::string& gpu_reason);
// Returns the fault that made one of the driver's GPUs unusable, or nullptr.
const Failure* driver_loss(const driver::Driver& driver) noexcept;
Device& device_at(std::int64_t index, const char* name = "index");
// Finds a device by "gpu", "cpu", "gpu:1", "0", a PCI bus id or a UUID.
Device& device_find(std::string_view text);

}  // namespace gridcall::core
