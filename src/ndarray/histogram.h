// SPDX-License-Identifier: Apache-2.0
//
// Counts of elements in bins.

#pragma once

#include "core/memory/pool.h"
#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

// Bins of one width from `lower` to `upper`, or between edges. Any pointer may be nullptr.
struct Histogram {
  double lower, upper;
  core::Ndarray* edges;
  core::Ndarray* weights;
  core::Pool* pool;
};

void histogram(core::Ndarray& counts, core::Ndarray& src, const Histogram& histogram, core::Stream* stream);

}  // namespace gridcall::ndarray
