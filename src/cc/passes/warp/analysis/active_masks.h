// SPDX-License-Identifier: Apache-2.0
//
// Finds the warp functions that need no wait, because their masks name only lanes that run the call together.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

#include "cc/passes/warp/analysis/source.h"
#include "cc/passes/warp/analysis/vector_shapes.h"

namespace gridcall::cc::warp {

class ActiveMasks {
 public:
  // `diverging` are the blocks that end in divergent branches, except those with one edge that only leaves
  // the kernel.
  ActiveMasks(Source& source, const VectorShapes& shapes, const VectorizeConfig& config,
              llvm::ArrayRef<const BasicBlock*> diverging)
      : source_(source), shapes_(shapes), config_(config), diverging_(diverging) {}

  // Returns whether every lane that the mask of a warp function names, and that has not left the kernel, is
  // known to run the call at the same time.
  bool names_active_lanes(const llvm::CallInst& call) const;

 private:
  bool is_convergent(const BasicBlock* block) const;
  bool runs_with_lanes_of(const BasicBlock* block, const BasicBlock* earlier) const;
  bool is_subset(const Value* mask, const BasicBlock* block, unsigned depth) const;
  bool vote_took_branch(const llvm::CallInst& vote, const BasicBlock* block) const;
  std::uint32_t lanes_known_active(const BasicBlock* block) const;
  std::uint32_t lanes_that_satisfy(const Value* condition, bool holds) const;

  Source& source_;
  const VectorShapes& shapes_;
  const VectorizeConfig& config_;
  llvm::ArrayRef<const BasicBlock*> diverging_;
};

}  // namespace gridcall::cc::warp
