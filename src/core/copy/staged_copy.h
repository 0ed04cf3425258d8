// SPDX-License-Identifier: Apache-2.0
//
// Copies of ordinary host memory to and from a GPU by several threads: they move the bytes between the memory
// and page-locked chunks, which the device copies meanwhile. A driver does that with one thread.

#pragma once

#include "core/copy/region.h"
#include "core/stream.h"

namespace gridcall::core {

// Smaller copies are faster by the driver, but for those back that are smaller still: an H200's take 3
// quarters of the time through page-locked memory.
inline constexpr std::uint64_t kStagedBytes = std::uint64_t{4} << 20;
inline constexpr std::uint64_t kSmallBytes = std::uint64_t{256} << 10;

// A region of which one end is ordinary host memory. Returns when it is copied; the context must be current.
// False: nothing is queued, and the caller makes the copy by the driver. Throws what the driver says.
bool copy_staged(Context& context, const CopyRegion& region, Queue queue);
// Copies a line of kSmallBytes at most to the host, by the calling thread. Returns false if nothing runs any
// more.
bool copy_small_to_host(Context& context, const CopyRegion& line, Queue queue);

}  // namespace gridcall::core
