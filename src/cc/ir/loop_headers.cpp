// SPDX-License-Identifier: Apache-2.0

#include "cc/ir/loop_headers.h"

#include <utility>

#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>

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

}  // namespace gridcall::cc
