// SPDX-License-Identifier: Apache-2.0
//
// Checks whether the emitter can emit a variant's plan. It runs before emission, so that emission cannot fail
// on the contents of a source.

#pragma once

#include <llvm/Support/Error.h>

#include "cc/passes/warp/analysis/execution_plan.h"
#include "cc/passes/warp/analysis/source.h"
#include "cc/passes/warp/analysis/vector_shapes.h"

namespace gridcall::cc::warp {

// Checks all blocks of the plan.
llvm::Error check_legality(const ExecutionPlan& plan, const VectorShapes& shapes,
                           const VectorizeConfig& config);

// Checks the values that a coroutine stores beside its frame: local variables, and values that are live while
// lanes wait separately.
llvm::Error check_frame(const Source& source, const VectorizeConfig& config);

}  // namespace gridcall::cc::warp
