// SPDX-License-Identifier: Apache-2.0
//
// A launch: the arguments are compared with the kernel's own parameter table before anything is queued.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/event.h"
#include "core/kernel.h"
#include "core/one_thread.h"

namespace gridcall::core {

// The layout of gc_arg (src/api/launch.cpp compares them). `object`: a handle, or the address of a VALUE.
struct [[gnu::may_alias]] Argument {
  std::int32_t kind;
  std::uint32_t size;
  std::uint64_t bits;
  std::uint64_t object;
  std::uint64_t type;  // and, in the upper half, what is reserved: zero
};

struct Shape {
  std::uint32_t grid[3];
  std::uint32_t block[3];
  std::uint32_t shared;
  std::uint64_t time_limit_ns;  // 0: none
  bool is_cooperative = false;
  std::uint32_t cluster[3] = {};  // 0 in x: none

  bool needs_attributes() const noexcept { return is_cooperative || cluster[0] != 0; }
};

// Recorded right before and right behind the kernel, or nullptr.
struct LaunchEvents {
  Event* start = nullptr;
  Event* end = nullptr;

  void check(const Context& context) const;
};

// Zeros in y and z mean 1; a time limit is as time_limit_of takes it. Throws INVALID_ARGUMENT for a zero in
// x.
Shape shape_of(const std::uint32_t (&grid)[3], const std::uint32_t (&block)[3], std::uint64_t shared,
               std::uint64_t time_limit_ns);

// Which limit of the device or the kernel a shape breaks, in a sentence; nothing if none.
std::optional<std::string> violated_limit(const Kernel& kernel, const Shape& shape);

// Of a shape that needs attributes: throws UNSUPPORTED where the device cannot do that, INVALID_LAUNCH for a
// cluster that does not divide the grid.
void check_attributes(const Kernel& kernel, const Shape& shape);

// Queues. `bytes` are the values of arguments of kind BYTES. `stream` nullptr: the default stream.
void launch(Kernel& kernel, const Stream* stream, const Shape& shape, const LaunchEvents& events,
            std::span<const Argument> arguments, std::span<const std::byte> bytes);

// One argument, checked against one parameter: where its value lies, and the object it names, with what
// counts the work that uses it. `scratch` holds the value of such an argument.
struct CheckedArgument {
  const void* value = nullptr;
  Object* object = nullptr;
  Usage* usage = nullptr;
};
// What a launch that is kept holds of one argument.
struct UsedObject {
  Ref<Object> object;
  Usage* usage = nullptr;
};
CheckedArgument check_argument(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                               const Argument& argument, std::span<const std::byte> bytes,
                               std::uint64_t& scratch);
// A parameter that takes the address of memory which `argument`, of kind MEM, does not name: what its
// elements are. Throws ARGUMENT_MISMATCH.
void check_pointer_argument(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                            const Argument& argument);
void check_argument_count(const Kernel& kernel, std::size_t given);

// Queues what was checked; the context's own work around a driver's launch.
// `used`: what a graph that captures it keeps, for each argument; or none.
void launch_checked(Kernel& kernel, const Stream* stream, Queue queue, const Shape& shape,
                    const LaunchEvents& events, void** values, std::span<const UsedObject> used = {});

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
