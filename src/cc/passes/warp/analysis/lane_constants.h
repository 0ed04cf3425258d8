// SPDX-License-Identifier: Apache-2.0
//
// Values that are known for each lane, because they depend on the lane's number alone: threadIdx.x % 32, and
// which row or column of a tile that is.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constant.h>

#include "cc/passes/warp/analysis/vector_shapes.h"

namespace gridcall::cc::warp {

class LaneConstants {
 public:
  LaneConstants(const VectorShapes& shapes, const VectorizeConfig& config)
      : shapes_(shapes), config_(config) {}

  // The vector of all lanes' values; NULL where one is unknown, or all are the same.
  llvm::Constant* of(const llvm::Value* value);

 private:
  const VectorShapes& shapes_;
  const VectorizeConfig& config_;
  llvm::DenseMap<const llvm::Value*, llvm::Constant*> known_;
};

}  // namespace gridcall::cc::warp
