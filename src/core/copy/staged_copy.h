// SPDX-License-Identifier: Apache-2.0
//
// Copies of ordinary host memory to and from a GPU by several threads: they move the bytes between the memory
// and page-locked chunks, which the device copies meanwhile. A driver does that with one thread.

#pragma once

#include "core/copy/region.h"
#include "core/stream.h"

namespace gridcall::core {

// The driver copies fewer bytes faster, except copies of up to kSmallBytes to the host: on an H200 those take
// three quarters of the time through page-locked memory.
inline constexpr std::uint64_t kStagedBytes = std::uint64_t{4} << 20;
inline constexpr std::uint64_t kSmallBytes = std::uint64_t{256} << 10;

// Copies a region with ordinary host memory at one end, and returns when it is copied; the context must be
// current. Returns false if nothing was queued and the driver must make the copy. Throws the driver's
// failures.
bool copy_staged(Context& context, const CopyRegion& region, Queue queue);
// Copies a line of at most kSmallBytes to the host on the calling thread. Returns false if no work runs any
// more.
bool copy_small_to_host(Context& context, const CopyRegion& line, Queue queue);

}  // namespace gridcall::core
