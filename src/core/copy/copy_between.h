// SPDX-License-Identifier: Apache-2.0
//
// Copies between the memories of two contexts.

#pragma once

#include "core/copy/region.h"

namespace gridcall::core {

// The region was checked, and is as collapsed() returns it. The stream is of either context; nullptr: the
// default stream of the destination's.
// The copy is ordered behind what the stream and the default stream of the other context have been given, and
// what those are given later behind the copy. Between two drivers, which have no common queue, the host waits
// for the one and the copy.
void copy_between(const CopyRegion& region, Stream* stream);

// With ordinary host memory at an end of the region: returns when that may be used again (copy.cpp).
void copy_box_blocking(Context& context, const CopyRegion& region, Stream* stream);

}  // namespace gridcall::core
