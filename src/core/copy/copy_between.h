// SPDX-License-Identifier: Apache-2.0
//
// Copies between the memories of two contexts.

#pragma once

#include "core/copy/region.h"

namespace gridcall::core {

// Copies a checked region, as collapsed() returns it. The stream belongs to either context; nullptr is the
// default stream of the destination's. The copy runs after the work queued so far on the stream and on the
// other context's default stream, and before the work queued later on both. Two drivers have no common queue,
// so the host waits for one of them and for the copy.
void copy_between(const CopyRegion& region, Stream* stream);

// Copies with ordinary host memory at an end; returns when that memory may be reused (copy.cpp).
void copy_box_blocking(Context& context, const CopyRegion& region, Stream* stream);

}  // namespace gridcall::core
