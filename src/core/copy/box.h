// SPDX-License-Identifier: Apache-2.0
//
// Rectangles and fills as the driver takes them. The context must be current.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/copy/region.h"

namespace gridcall::core {

// A result of the driver, and the function that returned it.
struct CallResult {
  driver::CUresult result;
  const char* call;
};

// The smallest CU_DEVICE_ATTRIBUTE_MAX_PITCH of any device; drivers refuse a larger pitch.
inline constexpr std::uint64_t kLeastMaxPitch = 0x7fffffff;

// Copies a box as one command; the region was checked, as collapsed() returns it. A blocking call takes no
// stream.
CallResult copy_box(Context& context, const CopyRegion& region, bool is_blocking, driver::CUstream stream);
// Copies a box with an array at an end. Ends that are memory have their pitches set.
CallResult copy_array_box(Context& context, const CopyRegion& region, bool is_blocking,
                          driver::CUstream stream);
// Copies such a region between two contexts of one driver; no end is given by the host's address.
CallResult copy_box_between(Context& to, Context& from, const CopyRegion& region, driver::CUstream stream);

inline constexpr std::size_t kMaxPatternBytes = 128;
// Throws INVALID_ARGUMENT or OUT_OF_RANGE unless rows of `width` bytes consist of whole patterns of that
// size.
void check_pattern(std::size_t size, std::uint64_t width);
// Fills the destination of such a region with a pattern whose size divides the width.
CallResult fill_box(Context& context, const CopyRegion& region, std::span<const std::byte> pattern,
                    driver::CUstream stream);

}  // namespace gridcall::core
