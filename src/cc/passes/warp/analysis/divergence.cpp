// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/analysis/divergence.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>

#include <map>
#include <utility>

namespace gridcall::cc::warp {

using llvm::BasicBlock;
using llvm::Loop;

DivergenceAnalysis::DivergenceAnalysis(llvm::Function& function, const llvm::LoopInfo& loops)
    : loops_(loops) {
  unsigned position = 0;
  for (const BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function))
    order_[block] = position++;
}

const BranchDivergence& DivergenceAnalysis::of(const BasicBlock* block) {
  std::unique_ptr<BranchDivergence>& known = known_[block];
  if (!known) {
    known = std::make_unique<BranchDivergence>();
    follow(block, *known);
  }
  return *known;
}

// Follows all paths from the branch at once, in an order in which a block comes after its predecessors. When
// only one block remains to visit and no path has ended (with the kernel, in the loop's next iteration or
// outside of the loop), every lane reaches that block. Otherwise lanes may leave the loop in different
// iterations, and the search continues in the enclosing loop, from the exits.
//
// The label of each visited block is the last block that all paths to it share: a successor of the branch or
// a join. A block that two labels reach is a join.
void DivergenceAnalysis::follow(const BasicBlock* block, BranchDivergence& result) const {
  struct Earlier {
    const llvm::DenseMap<const BasicBlock*, unsigned>* order;
    bool operator()(const BasicBlock* a, const BasicBlock* b) const {
      return order->lookup(a) < order->lookup(b);
    }
  };
  using Labels = std::map<const BasicBlock*, const BasicBlock*, Earlier>;
  const Earlier earlier{&order_};
  const auto meet = [&](Labels& labels, const BasicBlock* at, const BasicBlock* label) {
    const auto [entry, fresh] = labels.try_emplace(at, label);
    if (fresh || entry->second == label) return;
    entry->second = at;
    result.joins.insert(at);
  };
  Labels starts(earlier);
  for (const BasicBlock* successor : llvm::successors(block)) starts[successor] = successor;
  for (const Loop* loop = loops_.getLoopFor(block);; loop = loop->getParentLoop()) {
    Labels pending(earlier), exits(earlier), next_iteration(earlier);
    bool kernel_ended = false;
    const auto reach = [&](const BasicBlock* to, const BasicBlock* label) {
      const bool ends_iteration = loop && to == loop->getHeader();
      const bool leaves = loop && !loop->contains(to);
      meet(ends_iteration ? next_iteration : leaves ? exits : pending, to, label);
    };
    for (const auto& [start, label] : starts) reach(start, label);
    while (!pending.empty()) {
      const auto [next, label] = *pending.begin();
      if (pending.size() == 1 && exits.empty() && next_iteration.empty() && !kernel_ended) {
        result.reconvergence = next;
        return;
      }
      pending.erase(pending.begin());
      result.region.insert(next);
      kernel_ended = kernel_ended || llvm::succ_empty(next);
      for (const BasicBlock* to : llvm::successors(next)) {
        // The back edge of a loop that does not contain the branch adds no path.
        if (order_.lookup(to) > order_.lookup(next) || (loop && to == loop->getHeader())) reach(to, label);
      }
    }
    if (!loop) return;
    if (exits.empty()) {  // all lanes begin the next iteration together
      result.reconvergence = loop->getHeader();
      return;
    }
    if (!next_iteration.empty()) {
      // In later iterations these lanes may take any exit.
      result.temporal.push_back(loop);
      llvm::SmallVector<BasicBlock*> all;
      loop->getExitBlocks(all);
      for (const BasicBlock* exit : all) meet(exits, exit, next_iteration.begin()->second);
    }
    starts = std::move(exits);
  }
}

}  // namespace gridcall::cc::warp
