// SPDX-License-Identifier: Apache-2.0
//
// What MPI itself cannot do with elements: reductions of the small floating-point types, scaling, division.

#pragma once

#include <cstddef>
#include <cstdint>

#include "comm/mpi/mpi.h"
#include "comm/nccl_types.h"

namespace gridcall::comm::mpi {

inline constexpr int kDataTypes = 12;

std::size_t size_of(ncclDataType_t type) noexcept;
const char* name_of(ncclDataType_t type) noexcept;
bool is_floating(ncclDataType_t type) noexcept;
// What MPI moves it as, and reduces it as if it can.
Element element_of(ncclDataType_t type) noexcept;
// NULL: MPI reduces the type itself.
Combine combine_of(ncclDataType_t type, BasicReduction reduction) noexcept;

// dst[i] = src[i] * factor, in the type; `dst` may be `src`. `factor` has the bits of one element.
void scale(void* dst, const void* src, std::size_t count, ncclDataType_t type, std::uint64_t factor) noexcept;
// The bits of 1 / `count`, of a floating-point type.
std::uint64_t reciprocal(ncclDataType_t type, int count) noexcept;
// Of whole numbers, towards zero.
void divide(void* values, std::size_t count, ncclDataType_t type, int divisor) noexcept;

}  // namespace gridcall::comm::mpi
