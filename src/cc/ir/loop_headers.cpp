// SPDX-License-Identifier: Apache-2.0

#include "cc/ir/loop_headers.h"

#include <utility>

#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "cc/ir/names.h"

namespace gridcall::cc {

llvm::SetVector<llvm::BasicBlock*> long_loop_headers(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& functions,
                                                     unsigned short_loop, std::size_t most_loops) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> edges;
  llvm::FindFunctionBackedges(function, edges);
  llvm::SetVector<llvm::BasicBlock*> headers;
  if (edges.empty()) return headers;
  auto& loops = functions.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = functions.getResult<llvm::ScalarEvolutionAnalysis>(function);
  for (auto& [from, to] : edges) {
    auto* header = const_cast<llvm::BasicBlock*>(to);
    if (from->getTerminator()->hasMetadata(kLaneLoopMetadata)) continue;
    llvm::Loop* loop = loops.getLoopFor(header);
    if (edges.size() <= most_loops && loop && loop->getHeader() == header && loop->isInnermost()) {
      const unsigned trips = evolution.getSmallConstantMaxTripCount(loop);
      if (trips != 0 && trips <= short_loop) continue;
    }
    headers.insert(header);
  }
  return headers;
}

void keep_copy(llvm::Loop& loop, llvm::Value* condition, llvm::LoopInfo& loops,
               llvm::DominatorTree& dominators) {
  llvm::BasicBlock* const test = loop.getLoopPreheader();
  llvm::BasicBlock* const exit = loop.getUniqueExitBlock();
  llvm::BasicBlock* const exiting = loop.getExitingBlock();
  llvm::BasicBlock* const own = llvm::SplitBlock(test, test->getTerminator(), &dominators, &loops);
  llvm::ValueToValueMapTy map;
  llvm::SmallVector<llvm::BasicBlock*> copies;
  llvm::cloneLoopWithPreheader(exit, test, &loop, map, ".together", &loops, &dominators, copies);
  llvm::remapInstructionsInBlocks(copies, map);
  llvm::ReplaceInstWithInst(test->getTerminator(),
                            llvm::BranchInst::Create(own, llvm::cast<llvm::BasicBlock>(map[own]), condition));
  for (llvm::PHINode& phi : exit->phis()) {
    llvm::Value* const value = phi.getIncomingValueForBlock(exiting);
    llvm::Value* const copied = map.lookup(value);
    phi.addIncoming(copied ? copied : value, llvm::cast<llvm::BasicBlock>(map[exiting]));
  }
  dominators.changeImmediateDominator(exit, test);
}

}  // namespace gridcall::cc
