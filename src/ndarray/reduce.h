// SPDX-License-Identifier: Apache-2.0
//
// Sums and the like along dimensions of an array, or of an expression of several.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/ndarray/ndarray.h"
#include "ndarray/combination.h"
#include "ndarray/map.h"

namespace gridcall::ndarray {

// Queue a reduction; without axes, over all.
void reduce(core::Ndarray& out, core::Ndarray& src, std::int32_t reduction,
            std::span<const std::uint32_t> axes, core::Stream* stream);
void transform_reduce(core::Ndarray& out, std::string_view expression, std::span<core::Ndarray* const> inputs,
                      std::span<const Scalar> scalars, const Combination& combination,
                      std::span<const std::uint32_t> axes, core::Stream* stream);

// --- Functions for scans

// Throws INVALID_ARGUMENT unless the types go with the reduction.
void check_reduction(const core::Ndarray& out, core::Ndarray& src, core::Reduction reduction);

}  // namespace gridcall::ndarray
