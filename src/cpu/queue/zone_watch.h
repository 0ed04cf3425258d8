// SPDX-License-Identifier: Apache-2.0
//
// Whose fault it is that a red zone was written: of the launches that used the buffer when it was.

#pragma once

#include "cpu/queue/command.h"

namespace gridcall::cpu {

// Before its first block runs, by every worker that claims some: one does it, the others wait for that.
void zone_watch_begin(LaunchCommand& launch) noexcept;
// Called behind its last block. What it wrote into red zones is its fault, or a further line of the one it
// has.
void zone_watch_end(LaunchCommand& launch) noexcept;
void zone_watch_end_locked(LaunchCommand& launch) noexcept;

}  // namespace gridcall::cpu
