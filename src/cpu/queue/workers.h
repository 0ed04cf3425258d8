// SPDX-License-Identifier: Apache-2.0
//
// The OS threads that run kernels, copies and fills.

#pragma once

#include <cstdint>

namespace gridcall::cpu {

struct Command;
struct Worker;

// Starts the missing threads. If some cannot be started, it tries again now and then, or at once if the
// watchdog is required and does not run. Returns false if there is no worker, or no watchdog although it is
// required.
bool workers_start(bool watched = false) noexcept;

// Tells the workers of new ready work. Called with the scheduler's lock held; cheap.
void workers_note_ready_locked() noexcept;

// Wakes a sleeping worker if newly noted work needs one. Called without the lock.
void workers_wake() noexcept;

// Returns the number of workers that run or will run.
std::uint32_t workers_count() noexcept;

// Returns NULL before the worker has started. Workers never end.
Worker* worker_at(std::uint32_t index) noexcept;

// Stops the launch: none of its blocks begins, and running ones end at their next check.
void workers_stop(Command& command) noexcept;

}  // namespace gridcall::cpu
