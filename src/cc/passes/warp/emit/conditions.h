// SPDX-License-Identifier: Apache-2.0
//
// A comparison `i < n` with an affine i: its results for the first and the last lane decide whether it holds
// for all lanes or for none.

#pragma once

#include <optional>

#include "cc/passes/warp/emit/lane_values.h"

namespace gridcall::cc::warp {

// A condition that is monotonic over the lanes.
struct Ends {
  Value* first;  // the condition of the first lane
  Value* last;
  bool falls;  // if it holds in a lane, it holds in all lanes before it
  bool rises;
  Value* exact;  // true if no lane's value wraps, without which the two decide nothing; NULL if always true
};

// Emits the two conditions. Returns no value for a condition of another kind.
std::optional<Ends> ends_of(Value* condition, LaneValues& values, const VectorShapes& shapes,
                            WarpBuilder& build);

}  // namespace gridcall::cc::warp
