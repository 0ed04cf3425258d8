// SPDX-License-Identifier: Apache-2.0
//
// Copies between arrays and ordinary memory of the host, in which elements lie in any way.

#pragma once

#include <cstddef>
#include <span>

#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

// The fields of gc_ndarray_layout. Without strides and an offset the memory has exactly the array's elements.
struct HostLayout {
  core::ScalarType type{};  // 0: the array's type
  std::span<const std::int64_t> strides{};
  std::uint64_t offset = 0;
  bool order_f = false;
};

// Both return when the host memory may be reused.
void copy_from_host(core::Ndarray& ndarray, std::span<const std::byte> data, const HostLayout& layout,
                    core::Stream* stream);
void copy_to_host(core::Ndarray& ndarray, std::span<std::byte> data, const HostLayout& layout,
                  core::Stream* stream);

// Throws INVALID_ARGUMENT unless the memory and the elements have the same size.
void check_host_size(std::uint64_t size, const core::Layout& layout, const core::Element& element,
                     const char* name);

}  // namespace gridcall::ndarray
