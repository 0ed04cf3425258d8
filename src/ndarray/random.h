// SPDX-License-Identifier: Apache-2.0
//
// Random numbers that follow from a seed and the number's place alone.

#pragma once

#include <cstdint>
#include <string>

#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

// The numbers of gc_random_generator.
enum class Generator : std::int32_t { kPhilox, kXorwow, kMrg32k3a, kSobol32 };

struct Random {
  core::RandomDistribution distribution;
  Generator generator;
  std::uint32_t dimension;  // of Sobol's sequences
  std::uint64_t seed, offset;
  double a, b;
};

void fill_random(core::Ndarray& ndarray, const Random& random, core::Stream* stream);

// Returns the shortest of a few texts from which the number is read again.
std::string text_of(double value);

}  // namespace gridcall::ndarray
