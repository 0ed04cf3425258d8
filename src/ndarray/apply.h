// SPDX-License-Identifier: Apache-2.0
//
// An expression of C++ for each element.

#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/ndarray/ndarray.h"
#include "ndarray/map.h"

namespace gridcall::ndarray {

// Queues the evaluation of an expression.
void apply(core::Ndarray& out, std::string_view expression, std::span<core::Ndarray* const> inputs,
           std::span<const Scalar> scalars, core::Stream* stream);

// The fields of gc_transform_options.
struct TransformOptions {
  std::string_view preamble;
  std::vector<std::string_view> input_names, scalar_names;
};
// Queues the evaluation of an expression for each output, separated by semicolons.
void transform(std::span<core::Ndarray* const> outputs, std::string_view expressions,
               std::span<core::Ndarray* const> inputs, std::span<const Scalar> scalars,
               const TransformOptions& options, core::Stream* stream);
// Returns that launch in place of queueing it.
core::Ref<core::Prepared> prepare_transform(std::span<core::Ndarray* const> outputs,
                                            std::string_view expressions,
                                            std::span<core::Ndarray* const> inputs,
                                            std::span<const Scalar> scalars, const TransformOptions& options);

}  // namespace gridcall::ndarray
