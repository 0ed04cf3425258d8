// SPDX-License-Identifier: Apache-2.0
//
// Commands that wait for a record of an event of another process. A thread of its own, started with the first
// one, sleeps until a record is done and lets the command go on.

#pragma once

#include "cpu/queue/scheduler.h"
#include "cpu/queue/shared_event.h"

namespace gridcall::cpu {

// The end of a wait if the record's process ends before its work is done.
enum class IfAbandoned : std::uint8_t { kCancel, kGoOn };

// Makes a new command, which is not queued yet, wait for the record too. Returns false without a change if
// memory or a thread is missing.
bool foreign_wait_add_locked(Command& command, SharedEvent& event, const SharedRecord& record,
                             IfAbandoned if_abandoned) noexcept;

// Undoes an added wait whose command was not queued.
void foreign_wait_remove_locked(const Command& command) noexcept;

// Called without the lock, after the command of an added wait was queued.
void foreign_wait_begin() noexcept;

// Ends the waits of a cancelled stream's commands.
void foreign_wait_cancel_locked(const Stream& stream) noexcept;

}  // namespace gridcall::cpu
