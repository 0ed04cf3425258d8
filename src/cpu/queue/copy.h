// SPDX-License-Identifier: Apache-2.0
//
// Copies, fills and work of the host: which thread does one, and what it waits for.

#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/queue/transfer.h"
#include "driver/types.h"

namespace gridcall::cpu {

struct Command;
struct Context;

// to_device, from_device: the side must lie in a range of the device.
driver::CUresult copy(Context& context, std::uintptr_t destination, std::uintptr_t source, std::size_t bytes,
                      bool to_device, bool from_device, driver::CUstream stream, bool synchronous);
driver::CUresult fill(Context& context, driver::CUdeviceptr destination, std::uint32_t value,
                      std::uint32_t value_bytes, std::size_t count, driver::CUstream stream);

// The end of a box copy. The box must have at least one row and one byte per row, and every pitch must cover
// its row or slice.
struct BoxEnd {
  std::uintptr_t address = 0;
  Pitches pitches;
  bool is_device = false;
};
driver::CUresult copy_box(Context& context, const BoxEnd& to, const BoxEnd& from, const Box& box,
                          driver::CUstream stream, bool synchronous);
driver::CUresult fill_box(Context& context, const BoxEnd& to, const Box& box, const void* pattern,
                          std::size_t pattern_bytes, driver::CUstream stream);
// Calls the function with a copy of the data.
driver::CUresult host_work(Context& context, driver::CUhostFn function, const void* data, std::size_t bytes,
                           unsigned flags, driver::CUstream stream);
// Runs the work of the host that a thread waits for, or that is before that in its stream, if no worker has
// begun it: on another core it takes longer, because caches are cold and a thread must wake up, twice.
// Returns false if there is none.
bool run_for_wait(const Command& awaited, std::uint32_t least) noexcept;

}  // namespace gridcall::cpu
