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

// Queue reductions; without axes, over all. Of several, each has an output and an expression, and
// `reductions` one for each or one for all; `options` has what CUSTOM combines by, and the preamble.
void reduce(core::Ndarray& out, core::Ndarray& src, std::int32_t reduction,
            std::span<const std::uint32_t> axes, core::Stream* stream);
void transform_reduce(std::span<core::Ndarray* const> outputs, std::string_view expressions,
                      std::span<core::Ndarray* const> inputs, std::span<const Scalar> scalars,
                      std::span<const std::int32_t> reductions, const Combination& options,
                      std::span<const std::uint32_t> axes, core::Stream* stream);

// --- Functions for scans

// Throws INVALID_ARGUMENT unless the types go with the reduction.
void check_reduction(const core::Ndarray& out, core::Ndarray& src, core::Reduction reduction);

}  // namespace gridcall::ndarray
