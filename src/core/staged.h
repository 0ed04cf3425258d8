// SPDX-License-Identifier: Apache-2.0
//
// A launch with arrays of the host as arguments: gc_launch_staged.

#pragma once

#include <cstdint>
#include <span>

#include "core/launch.h"

namespace gridcall::core {

// The layout of gc_host_arg (src/api/launch.cpp compares them).
struct [[gnu::may_alias]] HostArgument {
  std::uint32_t index;
  std::int32_t direction;  // a HostDirection
  std::uint64_t address;
  std::uint64_t size;
  std::uint64_t type;  // the type; the upper half is reserved and zero
};

// The alignment of host arrays that a kernel of the CPU device uses in place: that of CUDA's widest vector
// type.
inline constexpr std::uint64_t kHostAlignment = 16;

// Returns when no work uses the arrays any more. `arguments`: the arguments of the other parameters.
void launch_staged(Kernel& kernel, Stream* stream, const Shape& shape, const LaunchEvents& events,
                   std::span<const Argument> arguments, std::span<const std::byte> bytes,
                   std::span<const HostArgument> arrays);

}  // namespace gridcall::core
