// SPDX-License-Identifier: Apache-2.0
//
// Commands that wait until a word in memory has a value. Anyone may write the word: a stream's own write and
// gridcallValuesWritten say so and the wait ends at once; what kernels and the host store is found by a
// thread that looks now and then, seldom after a while. It sleeps while nothing waits but for words of which
// the writer says so (GRIDCALL_STREAM_WAIT_VALUE_ANNOUNCED).

#pragma once

#include "cpu/queue/command.h"

namespace gridcall::cpu {

// Starts the thread once. Returns false if the system has none.
bool value_wait_start_locked() noexcept;

// Begins the wait of a command that has no other blocker. Returns false if its word already has the value.
bool value_wait_begin_locked(ValueWaitCommand& wait) noexcept;

// Removes the commands whose word has its value from the list, and returns them linked by `next` in the order
// of their arrival.
Command* value_wait_take_locked() noexcept;
// Removes and returns all commands of a stream.
Command* value_wait_take_locked(const Stream* stream) noexcept;

}  // namespace gridcall::cpu
