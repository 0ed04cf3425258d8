// SPDX-License-Identifier: Apache-2.0
//
// Prepared launches.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
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
  // A launch of the library's own, whose `values` fit: its shape stays, and of its arguments all but `free`,
  // a range of indices. `memory`: that of the first arguments.
  Prepared(Kernel& kernel, const Shape& shape, std::span<const void* const> values,
           std::span<Mem* const> memory, std::pair<std::size_t, std::size_t> free);

  void set_shape(const Shape& shape, const LaunchEvents& events);

  void set_argument(std::size_t index, const Argument& argument, std::span<const std::byte> bytes);
  // `shape` nullptr: the prepared shape is used; otherwise `events` applies with it. No arguments: the
  // prepared ones are used.
  void launch(const Shape* shape, const LaunchEvents& events, std::span<const Argument> arguments,
              std::span<const std::byte> bytes, const Stream* stream);
  Context& context() const noexcept { return kernel_->context(); }
  Context* context_or_null() noexcept override { return &context(); }

 private:
  void allocate();
  void refuse_own() const;
  void check_shape(const Shape& shape, const LaunchEvents& events) const;
  void store_shape(const Shape& shape, const LaunchEvents& events);
  void store(std::size_t index, const CheckedArgument& checked);
  void replace(const Shape* shape, const LaunchEvents& events, std::span<const Argument> arguments,
               std::span<const std::byte> bytes);
  [[noreturn]] void refuse_missing() const;

  const Ref<Kernel> kernel_;
  Shape shape_;
  Ref<Event> start_, end_;  // may be null
  OneThread one_thread_;
  std::uint64_t marked_slots_ = 0;       // the slots on which all memory is marked as used
  std::unique_ptr<std::byte[]> values_;  // the bytes of the kernel's parameter block
  std::unique_ptr<void*[]> pointers_;
  std::vector<UsedObject> used_;  // one for each argument, or null
  std::vector<bool> is_missing_;  // the arguments that have a type and no value yet
  std::size_t missing_ = 0;       // their number
  // The range of arguments that can be replaced.
  const std::pair<std::size_t, std::size_t> free_{0, SIZE_MAX};
};

}  // namespace gridcall::core
