// SPDX-License-Identifier: Apache-2.0
//
// Whose fault it is that a red zone was written: of the launches that used the buffer when it was.

#pragma once

#include "cpu/queue/command.h"

namespace gridcall::cpu {

// Called by every worker that claims blocks, before the first one runs: one worker begins the watch, the
// others wait for that.
void zone_watch_begin(LaunchCommand& launch) noexcept;
// Called after the last block. Damage in red zones becomes the launch's fault, or a further line of its
// fault.
void zone_watch_end(LaunchCommand& launch) noexcept;
void zone_watch_end_locked(LaunchCommand& launch) noexcept;

}  // namespace gridcall::cpu
