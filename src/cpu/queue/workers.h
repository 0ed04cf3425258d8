// SPDX-License-Identifier: Apache-2.0
//
// The OS threads that run kernels, copies and fills.

#pragma once

#include <cstdint>

namespace gridcall::cpu {

struct Command;
struct Worker;

// Starts the threads that are missing: with fewer than there should be, it is tried again now and then, or at
// once if the watchdog is required and not running. False when the system gives no worker, or no watchdog
// where one is required.
bool workers_start(bool watched = false) noexcept;

// Tells the workers of new ready work. Called with the scheduler's lock held; cheap.
void workers_note_ready_locked() noexcept;

// Wakes a sleeping worker if one is needed for work noted since. Called without the lock.
void workers_wake() noexcept;

// The number of workers that there are or will be.
std::uint32_t workers_count() noexcept;

// NULL before it has started. They stay for good.
Worker* worker_at(std::uint32_t index) noexcept;

// Gives the launch up: none of its blocks begins, and those that run end where they look.
void workers_stop(Command& command) noexcept;

}  // namespace gridcall::cpu
