// SPDX-License-Identifier: Apache-2.0
//
// Values that are known for each lane, because they depend on the lane's number alone: threadIdx.x % 32, and
// the row or column of a tile computed from it.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constant.h>

#include "cc/passes/warp/analysis/vector_shapes.h"

namespace gridcall::cc::warp {

class LaneConstants {
 public:
  LaneConstants(const VectorShapes& shapes, const VectorizeConfig& config)
      : shapes_(shapes), config_(config) {}

  // Returns the vector of all lanes' values; NULL if a value is unknown or all are equal.
  llvm::Constant* of(const llvm::Value* value);

 private:
  const VectorShapes& shapes_;
  const VectorizeConfig& config_;
  llvm::DenseMap<const llvm::Value*, llvm::Constant*> known_;
};

}  // namespace gridcall::cc::warp
