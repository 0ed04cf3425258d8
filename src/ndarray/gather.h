// SPDX-License-Identifier: Apache-2.0
//
// Elements of a dimension by their indices.

#pragma once

#include <cstdint>

#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

struct Indexing {
  std::uint32_t axis;
  bool wraps, clips, adds;
};

void take(core::Ndarray& ndarray, core::Ndarray& src, core::Ndarray& indices, const Indexing& indexing,
          core::Stream* stream);
void put(core::Ndarray& ndarray, core::Ndarray& indices, core::Ndarray& values, const Indexing& indexing,
         core::Stream* stream);

}  // namespace gridcall::ndarray
