// SPDX-License-Identifier: Apache-2.0
//
// malloc and free inside kernels: one arena of limited size, whose records kernels cannot overwrite.

#pragma once

#include <cstddef>

namespace gridcall::cpu {

void* heap_take(std::size_t bytes) noexcept;
// False when `address` is no live allocation of the heap.
bool heap_give(void* address) noexcept;
void heap_reset() noexcept;

}  // namespace gridcall::cpu
