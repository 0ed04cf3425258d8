// SPDX-License-Identifier: Apache-2.0
//
// Images of the CPU device as they leave the library and come back: an object of gridcall-cc behind a header
// with its length and digest. Native code cannot be checked further: what is refused is damage, not malice.

#pragma once

#include <cstddef>
#include <vector>

#include "image/image.h"

namespace gridcall::program {

std::vector<std::byte> with_header(image::Bytes object);

// Returns the object inside. Throws Failure INVALID_IMAGE or INCOMPATIBLE_IMAGE.
image::Bytes without_header(image::Bytes image);

}  // namespace gridcall::program
