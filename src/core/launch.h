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
  std::uint64_t time_limit_ns;  // 0: no limit
  bool is_cooperative = false;
  std::uint32_t cluster[3] = {};  // 0 in x: no cluster

  bool needs_attributes() const noexcept { return is_cooperative || cluster[0] != 0; }
};

// The events that are recorded directly before and after the kernel, or nullptr.
struct LaunchEvents {
  Event* start = nullptr;
  Event* end = nullptr;

  void check(const Context& context) const;
};

// Makes a shape; zeros in y and z mean 1, and time_limit_of handles the limit. Throws INVALID_ARGUMENT for a
// zero in x.
Shape shape_of(const std::uint32_t (&grid)[3], const std::uint32_t (&block)[3], std::uint64_t shared,
               std::uint64_t time_limit_ns);

// Returns a sentence that names the limit of the device or the kernel which a shape exceeds; nullopt if none.
std::optional<std::string> violated_limit(const Kernel& kernel, const Shape& shape);

// Checks a shape that needs attributes. Throws UNSUPPORTED if the device lacks them, INVALID_LAUNCH for a
// cluster that does not divide the grid.
void check_attributes(const Kernel& kernel, const Shape& shape);

// Queues a launch. `bytes`: the values of arguments of kind BYTES. `stream` nullptr: the default stream.
void launch(Kernel& kernel, const Stream* stream, const Shape& shape, const LaunchEvents& events,
            std::span<const Argument> arguments, std::span<const std::byte> bytes);

// Queues a launch likewise, on a stream, if it is a plain one of scalars and memory that the stream has used,
// and none of the arguments is wrong. Returns the driver's result, or kNotLaunched if it did nothing, and
// launch() must do it, or refuse it. Only inside an Epoch.
inline constexpr int kNotLaunched = -1;
int launch_at_once(Kernel& kernel, const Stream& stream, const std::uint32_t (&grid)[3],
                   const std::uint32_t (&block)[3], std::uint32_t shared,
                   std::span<const Argument> arguments) noexcept;

// Returns true if a driver refuses a launch since another context is the thread's current one. CUDA's takes
// the stream's context for the launch, whichever is current, so that none is made current before.
inline bool wants_current_context(int result) noexcept {
  return result == driver::CUDA_ERROR_INVALID_CONTEXT || result == driver::CUDA_ERROR_INVALID_HANDLE;
}

// A launch that a graph contains.
struct CapturedLaunch final : CapturedWork {
  Ref<Kernel> kernel;
  Shape shape;
  std::vector<std::uint64_t> values;  // the bytes of the kernel's parameter block
  std::vector<UsedObject> used;       // one for each argument, or empty if they are not known

  CapturedLaunch(Kernel& kernel, const Shape& shape, void* const* values, std::span<const UsedObject> used);
  // Returns the address of a parameter's value.
  std::byte* value(std::size_t index) noexcept;
  // Returns the addresses of all values, as a driver takes them.
  std::vector<void*> pointers();
};

// Throws the failure of a launch that the driver refused, or the fault of an earlier kernel that it reported.
[[noreturn]] void refuse_launch(Kernel& kernel, const Shape& shape, driver::CUresult result);

// Queues a checked launch with the context's own work around it. `used`: the objects of each argument, which
// a graph that captures the launch holds; may be empty.
void launch_checked(Kernel& kernel, const Stream* stream, Queue queue, const Shape& shape,
                    const LaunchEvents& events, void** values, std::span<const UsedObject> used = {});

}  // namespace gridcall::core
