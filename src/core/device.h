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
  // For a list that could not be finished.
  static void discard(Device* device) noexcept;

  HandleValue handle() const noexcept { return handle_; }
  int index() const noexcept { return index_; }
  int ordinal() const noexcept { return ordinal_; }  // as its driver counts
  bool is_cpu() const noexcept { return driver_.kind == driver::Kind::kCpu; }
  const driver::Driver& driver() const noexcept { return driver_; }
  const driver::Table& table() const noexcept { return driver_.table; }
  driver::CUdevice id() const noexcept { return id_; }
  std::optional<std::uint64_t> native() override { return static_cast<std::uint64_t>(id_); }

  // These ask the driver each time: they work without a context and after the device was lost.
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

  // The device's context: its primary one, retained when it is first asked for and then for good. Making one
  // takes a GPU some 200 ms, and giving it back would wait for its work.
  Context& context();
  Context* made_context() const noexcept { return context_.load(std::memory_order_acquire); }

  // The image formats of which it makes arrays, the order in the upper half of each; empty until they were
  // kept.
  // `flags`: of gc_array_flags, four bits.
  std::vector<std::uint64_t> image_formats(std::uint64_t flags, unsigned dimensions);
  void keep_image_formats(std::uint64_t flags, unsigned dimensions, std::vector<std::uint64_t> formats);

  // The fault that made a GPU unusable for this process, or nullptr.
  const Failure* loss() const noexcept { return loss_.load(std::memory_order_acquire); }
  void lose(const Failure& cause) noexcept;

  // Throws UNSUPPORTED unless the driver has the function.
  void need_function(bool has_it, const char* name) const;
  // Throws Failure for a driver call without a context.
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
// Returns the failure of a list of devices that is empty, with the files that were tried.
Failure empty_list(Status status, const std::string& prefix, const std::string& gpu_reason);
// The fault that made one of the driver's GPUs unusable, or nullptr.
const Failure* driver_loss(const driver::Driver& driver) noexcept;
Device& device_at(std::int64_t index, const char* name = "index");
// "gpu", "cpu", "gpu:1", "0", a PCI bus id, a UUID.
Device& device_find(std::string_view text);

}  // namespace gridcall::core
