// SPDX-License-Identifier: Apache-2.0
//
// Arrays in the device's own layout that are made of elements: gc_array_from_ndarray and gc_array_from_host.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/array.h"
#include "core/ndarray/ndarray.h"
#include "ndarray/host_copy.h"

namespace gridcall::ndarray {

// Queues the copy. Throws INVALID_ARGUMENT for a shape that no array has, UNSUPPORTED for a type.
core::Ref<core::Array> to_array(core::Ndarray& ndarray, std::uint64_t array_flags, std::uint64_t from_flags,
                                core::Stream* stream);
// Returns when `data` may be reused. Its elements have the layout `host`, and `spec` has that layout too.
core::Ref<core::Array> to_array(core::Context& context, std::span<const std::byte> data,
                                const core::NdarraySpec& spec, const HostLayout& host,
                                std::uint64_t array_flags, std::uint64_t from_flags);

}  // namespace gridcall::ndarray
