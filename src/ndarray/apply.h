// SPDX-License-Identifier: Apache-2.0
//
// An expression of C++ for each element.

#pragma once

#include <span>
#include <string_view>

#include "core/ndarray/ndarray.h"
#include "ndarray/map.h"

namespace gridcall::ndarray {

// Queues the evaluation of an expression.
void apply(core::Ndarray& out, std::string_view expression, std::span<core::Ndarray* const> inputs,
           std::span<const Scalar> scalars, core::Stream* stream);

}  // namespace gridcall::ndarray
