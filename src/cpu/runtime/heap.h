// SPDX-License-Identifier: Apache-2.0
//
// malloc and free inside kernels: one arena of limited size, whose records kernels cannot overwrite.

#pragma once

#include <cstddef>

namespace gridcall::cpu {

void* heap_alloc(std::size_t bytes) noexcept;
// False when `address` is no live allocation of the heap.
bool heap_free(void* address) noexcept;
void heap_reset() noexcept;

}  // namespace gridcall::cpu
