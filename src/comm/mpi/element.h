// SPDX-License-Identifier: Apache-2.0
//
// Work on elements that MPI itself cannot do: reductions of the small floating-point types, scaling,
// division.

#pragma once

#include <cstddef>
#include <cstdint>

#include "comm/mpi/mpi.h"
#include "comm/nccl_types.h"
#include "core/types.h"

namespace gridcall::comm::mpi {

inline constexpr int kDataTypes = 12;

std::size_t size_of(ncclDataType_t type) noexcept;
core::ScalarType scalar_type_of(ncclDataType_t type) noexcept;
bool is_floating(ncclDataType_t type) noexcept;
// Returns the type by which MPI moves the elements, and reduces them if it can.
Element element_of(ncclDataType_t type) noexcept;
// Returns NULL if MPI reduces the type itself.
Combine combine_of(ncclDataType_t type, BasicReduction reduction) noexcept;

// Computes dst[i] = src[i] * factor in the type; `dst` may be `src`. `factor` has the bits of one element.
void scale(void* dst, const void* src, std::size_t count, ncclDataType_t type, std::uint64_t factor) noexcept;
// Returns the bits of 1 / `count` in a floating-point type.
std::uint64_t reciprocal(ncclDataType_t type, int count) noexcept;
// Divides integers, towards zero.
void divide(void* values, std::size_t count, ncclDataType_t type, int divisor) noexcept;

}  // namespace gridcall::comm::mpi
