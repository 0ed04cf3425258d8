// SPDX-License-Identifier: Apache-2.0
//
// A launch as the driver API gives it: checked, and made a command. Under the scheduler's lock.

#pragma once

#include <cstdint>

#include "cpu/queue/context.h"
#include "driver/types.h"

namespace gridcall::cpu {

struct LaunchCommand;

struct LaunchAttributes {
  std::uint64_t limit_ns = 0;  // 0: no limit
  bool is_cooperative = false;
  std::uint32_t cluster[3] = {};                // 0 in x: the kernel's own
  const driver::ArgumentPart* parts = nullptr;  // one for each parameter, or NULL
};

// Returns an error if the kernel or the device does not allow the shape.
driver::CUresult check_launch_locked(const Function& function, const unsigned grid[3],
                                     const unsigned block[3], unsigned shared_bytes,
                                     const LaunchAttributes& attributes) noexcept;
// Fills a command that holds no module yet. Throws bad_alloc.
driver::CUresult fill_launch_locked(LaunchCommand& command, Context& context, Function& function,
                                    const unsigned grid[3], const unsigned block[3], unsigned shared_bytes,
                                    void** parameters, void** extra, const LaunchAttributes& attributes);

}  // namespace gridcall::cpu
