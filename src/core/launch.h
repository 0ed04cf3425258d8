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

#include "core/argument.h"
#include "core/event.h"

namespace gridcall::core {

struct Shape {
  std::uint32_t grid[3];
  std::uint32_t block[3];
  std::uint32_t shared;
  std::uint64_t time_limit_ns;  // 0: none
  bool is_cooperative = false;
  std::uint32_t cluster[3] = {};  // 0 in x: none

  bool needs_attributes() const noexcept { return is_cooperative || cluster[0] != 0; }
};

// Events that are recorded right before and right behind the kernel, or nullptr.
struct LaunchEvents {
  Event* start = nullptr;
  Event* end = nullptr;

  void check(const Context& context) const;
};

// Zeros in y and z mean 1; a time limit is as time_limit_of takes it. Throws INVALID_ARGUMENT for a zero in
// x.
Shape shape_of(const std::uint32_t (&grid)[3], const std::uint32_t (&block)[3], std::uint64_t shared,
               std::uint64_t time_limit_ns);

// Returns in a sentence which limit of the device or the kernel a shape breaks; nothing if none.
std::optional<std::string> violated_limit(const Kernel& kernel, const Shape& shape);

// For a shape that needs attributes. Throws UNSUPPORTED where the device cannot do that, INVALID_LAUNCH for a
// cluster that does not divide the grid.
void check_attributes(const Kernel& kernel, const Shape& shape);

// Queues. `bytes` are the values of arguments of kind BYTES. `stream` nullptr: the default stream.
void launch(Kernel& kernel, const Stream* stream, const Shape& shape, const LaunchEvents& events,
            std::span<const Argument> arguments, std::span<const std::byte> bytes);

// A launch as a graph has it.
struct CapturedLaunch final : CapturedWork {
  Ref<Kernel> kernel;
  Shape shape;
  std::vector<std::uint64_t> values;  // bytes, as the kernel's parameters lie
  std::vector<UsedObject> used;       // one for each argument, or none if that is not known

  CapturedLaunch(Kernel& kernel, const Shape& shape, void* const* values, std::span<const UsedObject> used);
  // Returns where the value of a parameter lies.
  std::byte* value(std::size_t index) noexcept;
  // Returns the places of all values, as a driver takes them.
  std::vector<void*> pointers();
};

// Queues what was checked; the context's own work around a driver's launch.
// `used`: what a graph that captures it keeps, for each argument; or none.
void launch_checked(Kernel& kernel, const Stream* stream, Queue queue, const Shape& shape,
                    const LaunchEvents& events, void** values, std::span<const UsedObject> used = {});

}  // namespace gridcall::core
