// SPDX-License-Identifier: Apache-2.0
//
// `i < n` with an affine i: the condition at the first and at the last lane decides whether all lanes have
// it, or none.

#pragma once

#include <optional>

#include "cc/passes/warp/emit/lane_values.h"

namespace gridcall::cc::warp {

// A condition that is monotonic over the lanes.
struct Ends {
  Value* first;  // the first lane's
  Value* last;
  bool falls;  // if it holds in a lane, it holds in all lanes before it
  bool rises;
  Value* exact;  // true if no lane's value wraps, without which the two decide nothing; NULL: always true
};

// Emits the two; nothing for a condition of another kind.
std::optional<Ends> ends_of(Value* condition, LaneValues& values, const VectorShapes& shapes,
                            WarpBuilder& build);

}  // namespace gridcall::cc::warp
