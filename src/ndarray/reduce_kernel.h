// SPDX-License-Identifier: Apache-2.0
//
// The kernel of one pass of a reduction.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ndarray/combination.h"
#include "ndarray/kernel.h"
#include "ndarray/loops.h"
#include "ndarray/map.h"

namespace gridcall::ndarray {

// The largest grid of a pass along y, and of chunks.
inline constexpr std::uint64_t kMaxChunks = 65535;

// A result of the elements, all of which are read once.
struct Result {
  Combination combination;
  core::ScalarType type;
  std::string_view expression;
};

// One pass: `kept` has the loops of the results and of the operands of `map`, whose expressions the results
// have, `reduced` those of the operands alone. The last index of ARG_MIN and ARG_MAX is what they find. With
// CUSTOM among the results, elements are combined in their order.
struct Pass {
  const Loops& kept;
  const Loops& reduced;
  const Map& map;
  std::span<const Result> results;
  std::uint64_t partial_size;  // the bytes of a partial result
  bool by_blocks = false;
  bool writes_partial = false;  // there is a result for each chunk
  bool reads_partial = false;   // the operand is what another pass wrote
  bool is_wide = false;
  std::uint64_t chunk = 1;

  std::uint64_t chunks() const noexcept { return divide_up(reduced.count(), chunk); }
  std::size_t outputs() const noexcept { return writes_partial ? 1 : results.size(); }
};

// `scalars`: the addresses of the scalars' bytes.
void run_pass(core::Context& context, const Pass& pass, const core::Stream* stream,
              std::span<core::Mem* const> memory, std::span<const void* const> scalars);

}  // namespace gridcall::ndarray
