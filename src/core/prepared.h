// SPDX-License-Identifier: Apache-2.0
//
// Prepared launches.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/launch.h"
#include "core/one_thread.h"

namespace gridcall::core {

// A launch whose kernel, shape and arguments were checked once.
class Prepared final : public Object {
 public:
  static constexpr HandleType kType = HandleType::kPrepared;

  Prepared(Kernel& kernel, const Shape& shape, const LaunchEvents& events,
           std::span<const Argument> arguments, std::span<const std::byte> bytes);

  void set_shape(const Shape& shape, const LaunchEvents& events);

  void set_argument(std::size_t index, const Argument& argument, std::span<const std::byte> bytes);
  // `shape` nullptr: as it stands; with it the events. No arguments: as they stand.
  void launch(const Shape* shape, const LaunchEvents& events, std::span<const Argument> arguments,
              std::span<const std::byte> bytes, const Stream* stream);
  Context& context() const noexcept { return kernel_->context(); }
  Context* context_or_null() noexcept override { return &context(); }

 private:
  void check_shape(const Shape& shape, const LaunchEvents& events) const;
  void store_shape(const Shape& shape, const LaunchEvents& events);
  void store(std::size_t index, const CheckedArgument& checked);
  void replace(const Shape* shape, const LaunchEvents& events, std::span<const Argument> arguments,
               std::span<const std::byte> bytes);
  [[noreturn]] void refuse_missing() const;

  const Ref<Kernel> kernel_;
  Shape shape_;
  Ref<Event> start_, end_;  // or null
  OneThread one_thread_;
  std::uint64_t marked_slots_ = 0;       // on which all memory is known as used
  std::unique_ptr<std::byte[]> values_;  // as the kernel's parameter block lays them out
  std::unique_ptr<void*[]> pointers_;
  std::vector<UsedObject> used_;  // one for each argument, or null
  std::vector<bool> is_missing_;  // which arguments have a type and no value yet
  std::size_t missing_ = 0;       // how many
};

}  // namespace gridcall::core
