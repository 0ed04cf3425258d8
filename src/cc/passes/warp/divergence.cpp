// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/divergence.h"

#include <llvm/ADT/GenericUniformityImpl.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/SSAContext.h>

#include <set>
#include <utility>

namespace gridcall::cc::warp {

using llvm::BasicBlock;
using llvm::Loop;

struct DivergenceAnalysis::Joins {
  llvm::CycleInfo cycles;
  llvm::GenericSyncDependenceAnalysis<llvm::SSAContext> synchronization;

  Joins(llvm::Function& function, const llvm::DominatorTree& dominators)
      : cycles(computed(function)), synchronization(cycles.getSSAContext(), dominators, cycles) {}

 private:
  static llvm::CycleInfo computed(llvm::Function& function) {
    llvm::CycleInfo cycles;
    cycles.compute(function);
    return cycles;
  }
};

DivergenceAnalysis::DivergenceAnalysis(llvm::Function& function, const llvm::DominatorTree& dominators,
                                       const llvm::LoopInfo& loops)
    : loops_(loops), joins_(std::make_unique<Joins>(function, dominators)) {
  unsigned position = 0;
  for (const BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function))
    order_[block] = position++;
}

DivergenceAnalysis::~DivergenceAnalysis() = default;

const BranchDivergence& DivergenceAnalysis::of(const BasicBlock* block) {
  std::unique_ptr<BranchDivergence>& known = known_[block];
  if (known != nullptr) return *known;
  known = std::make_unique<BranchDivergence>();
  find_reconvergence(block, *known);
  const auto& joins = joins_->synchronization.getJoinBlocks(block);
  known->joins.append(joins.JoinDivBlocks.begin(), joins.JoinDivBlocks.end());
  // Lanes that leave a loop in different iterations may come to an exit on different edges. LLVM's uniformity
  // analysis looks there only at values from inside of the loop, not at phis of constants.
  if (!known->temporal.empty())
    known->joins.append(joins.CycleDivBlocks.begin(), joins.CycleDivBlocks.end());
  return *known;
}

// Follows all paths from the branch at once, in an order in which a block comes after its predecessors. When
// one block alone is left to visit and no path has ended in the loop's next iteration or outside of the loop,
// every lane comes to that block. Else lanes may leave the loop apart, and the same is asked of the loop
// around it, from the exits on.
void DivergenceAnalysis::find_reconvergence(const BasicBlock* block, BranchDivergence& result) const {
  const auto earlier = [this](const BasicBlock* a, const BasicBlock* b) {
    return order_.lookup(a) < order_.lookup(b);
  };
  llvm::SmallPtrSet<const BasicBlock*, 4> starts(llvm::succ_begin(block), llvm::succ_end(block));
  for (const Loop* loop = loops_.getLoopFor(block);; loop = loop->getParentLoop()) {
    std::set<const BasicBlock*, decltype(earlier)> pending(earlier);
    llvm::SmallPtrSet<const BasicBlock*, 4> exits;
    bool next_iteration = false;
    const auto reach = [&](const BasicBlock* to) {
      if (loop != nullptr && to == loop->getHeader()) {
        next_iteration = true;
      } else if (loop != nullptr && !loop->contains(to)) {
        exits.insert(to);
      } else {
        pending.insert(to);
      }
    };
    for (const BasicBlock* start : starts) reach(start);
    while (!pending.empty()) {
      const BasicBlock* next = *pending.begin();
      if (pending.size() == 1 && exits.empty() && !next_iteration) {
        result.reconvergence = next;
        return;
      }
      pending.erase(pending.begin());
      result.region.insert(next);
      for (const BasicBlock* to : llvm::successors(next)) {
        if (order_.lookup(to) > order_.lookup(next) || (loop != nullptr && to == loop->getHeader())) reach(to);
      }
    }
    if (loop == nullptr) return;
    if (exits.empty()) {  // all begin the next iteration together
      result.reconvergence = loop->getHeader();
      return;
    }
    if (next_iteration) {
      result.temporal.push_back(loop);
      llvm::SmallVector<BasicBlock*> all;
      loop->getExitBlocks(all);
      exits.insert(all.begin(), all.end());
    }
    starts = std::move(exits);
  }
}

}  // namespace gridcall::cc::warp
