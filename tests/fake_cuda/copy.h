// SPDX-License-Identifier: Apache-2.0
//
// Copies and fills, for the parts that have memory of their own.

#pragma once

#include "fake_cuda/state.h"

namespace fake {

// One end of a rectangle: where it begins, and the distances of its rows and slices.
struct End {
  std::uintptr_t address;
  bool is_device;
  std::size_t pitch, slice;
  const Array* array = nullptr;
};

void* host(CUdeviceptr address);
End array_end(CUarray handle, std::size_t x, std::size_t y);

}  // namespace fake
