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

// The readable and writable pages [begin, begin + bytes) become the first ones of the file, shared. The
// handlers of faults are installed. One call at a time. After a failure the pages are what they were.
driver::CUresult moved_pages_move(std::uintptr_t begin, std::size_t bytes, int file) noexcept;

// For the handler of faults: whether the access at the address was refused because of such a move, and works
// now. Waits for the end of a move. Async-signal-safe.
bool moved_pages_wait(std::uintptr_t address) noexcept;

}  // namespace gridcall::cpu
