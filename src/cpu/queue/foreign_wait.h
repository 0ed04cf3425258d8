// SPDX-License-Identifier: Apache-2.0
//
// Commands that wait for a record of an event of another process. A thread of its own, started with the first
// one, sleeps until a record is done and lets the command go on.

#pragma once

#include "cpu/queue/scheduler.h"
#include "cpu/queue/shared_event.h"

namespace gridcall::cpu {

// The fate of a wait whose record's process ends before its work was done.
enum class IfAbandoned : std::uint8_t { kCancel, kGoOn };

// The new command, which is not queued yet, waits for the record too. False: there is no memory or no thread
// for that, and nothing was done.
bool foreign_wait_add_locked(Command& command, SharedEvent& event, const SharedRecord& record,
                             IfAbandoned if_abandoned) noexcept;

// It was not queued after all.
void foreign_wait_remove_locked(const Command& command) noexcept;

// Called without the lock, after the command of an added wait was queued.
void foreign_wait_begin() noexcept;

// Ends the waits of a cancelled stream's commands.
void foreign_wait_cancel_locked(const Stream& stream) noexcept;

}  // namespace gridcall::cpu
