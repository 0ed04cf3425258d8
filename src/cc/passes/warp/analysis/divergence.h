// SPDX-License-Identifier: Apache-2.0
//
// The effect of a divergent branch on control flow: the block where its lanes reconverge, the blocks that
// only a part of them run until then, the loops that they leave in different iterations, and the blocks that
// they reach on disjoint paths, so that phis there differ between lanes.
//
// The analysis follows from the execution plan: lanes that wait for a block reconverge there, and all lanes
// in a loop begin each iteration together. LLVM's uniformity analysis makes the same assumptions;
// tests/unit/cc/divergence.cpp compares the two. LLVM 19's is not used because it reports some varying values
// as uniform: it stops the search for joins too early (later versions do not), and it misses phis of
// constants at exits that lanes take in different iterations.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include <memory>

namespace gridcall::cc::warp {

struct BranchDivergence {
  // The block that every lane reaches together; NULL if lanes never reconverge.
  const llvm::BasicBlock* reconvergence = nullptr;
  // Blocks between the branch and the reconvergence, without back edges of loops around the branch.
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> region;
  // Loops that some lanes leave while others begin another iteration, innermost first.
  llvm::SmallVector<const llvm::Loop*, 2> temporal;
  // Blocks that two disjoint paths reach.
  llvm::SmallPtrSet<const llvm::BasicBlock*, 4> joins;
};

class DivergenceAnalysis {
 public:
  // Every cycle of the function must be a natural loop.
  DivergenceAnalysis(llvm::Function& function, const llvm::LoopInfo& loops);

  // Returns the divergence of the conditional branch that ends the block.
  const BranchDivergence& of(const llvm::BasicBlock* block);

 private:
  void follow(const llvm::BasicBlock* block, BranchDivergence& result) const;

  const llvm::LoopInfo& loops_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> order_;  // reverse post-order
  llvm::DenseMap<const llvm::BasicBlock*, std::unique_ptr<BranchDivergence>> known_;
};

}  // namespace gridcall::cc::warp
