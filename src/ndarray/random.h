// SPDX-License-Identifier: Apache-2.0
//
// Random numbers that follow from a seed and the number's place alone.

#pragma once

#include <cstdint>
#include <string>

#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

struct Random {
  core::RandomDistribution distribution;
  std::uint64_t seed, offset;
  double a, b;
};

void fill_random(core::Ndarray& ndarray, const Random& random, core::Stream* stream);

// Returns the shortest of a few texts from which the number is read again.
std::string text_of(double value);

}  // namespace gridcall::ndarray
