// SPDX-License-Identifier: Apache-2.0
//
// Pages that go to a file in place, while kernels and threads of the host use them: they are made read-only,
// copied, and replaced by the file's. Who writes meanwhile faults, and the handler of faults has it wait here
// and write again.

#pragma once

#include <cstddef>
#include <cstdint>

#include "driver/types.h"

namespace gridcall::cpu {

// Moves the readable and writable pages [begin, begin + bytes) to the begin of the file, shared. The fault
// handlers must be installed, and only one thread may call it. After a failure the pages are unchanged.
driver::CUresult moved_pages_move(std::uintptr_t begin, std::size_t bytes, int file) noexcept;

// Returns true if the access at the address was refused because of such a move, and works now. Waits for the
// end of a move. Async-signal-safe, for the fault handler.
bool moved_pages_wait(std::uintptr_t address) noexcept;

}  // namespace gridcall::cpu
