// SPDX-License-Identifier: Apache-2.0
//
// Sums and the like along dimensions of an array.

#pragma once

#include <cstdint>
#include <span>

#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

// Queues a reduction; without axes, over all.
void reduce(core::Ndarray& out, core::Ndarray& src, std::int32_t reduction,
            std::span<const std::uint32_t> axes, core::Stream* stream);

}  // namespace gridcall::ndarray
