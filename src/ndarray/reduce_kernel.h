// SPDX-License-Identifier: Apache-2.0
//
// The kernel of one pass of a reduction.

#pragma once

#include <cstdint>
#include <span>

#include "ndarray/kernel.h"
#include "ndarray/loops.h"

namespace gridcall::ndarray {

inline bool is_arg(core::Reduction reduction) noexcept {
  return reduction == core::Reduction::kArgMin || reduction == core::Reduction::kArgMax;
}

// The largest grid of a pass along y, and of chunks.
inline constexpr std::uint64_t kMaxChunks = 65535;

// One pass: `kept` has the loops of the results and of the source, `reduced` those of the source alone.
struct Pass {
  const Loops& kept;
  const Loops& reduced;
  const char* in;  // a storage name
  const char* accumulator;
  const char* out;  // the storage name of the results; for partial results that of the accumulator
  core::Reduction reduction;
  bool by_blocks;
  bool is_partial;  // there is a result for each chunk
  bool is_wide;
  std::uint64_t chunk;

  std::uint64_t chunks() const noexcept { return divide_up(reduced.count(), chunk); }
};

void run_pass(core::Context& context, const Pass& pass, const core::Stream* stream,
              std::span<core::Mem* const> memory);

}  // namespace gridcall::ndarray
