// SPDX-License-Identifier: Apache-2.0

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include "cc/ir/runtime.h"
#include "cc/passes/warp/analysis/source.h"
#include "cc/passes/warp/analysis/stable_values.h"
#include "cc/passes/warp/vectorize.h"

namespace gridcall::cc::warp {
namespace {

// Returns the blocks at whose start the value is live.
llvm::SmallPtrSet<const BasicBlock*, 16> lives_into(const Instruction& value) {
  llvm::SmallPtrSet<const BasicBlock*, 16> result;
  llvm::SmallVector<const BasicBlock*> work;
  auto needed_at_end_of = [&](const BasicBlock* block) {
    if (block != value.getParent()) work.push_back(block);
  };
  for (const llvm::Use& use : value.uses()) {
    auto* user = llvm::cast<Instruction>(use.getUser());
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) {
      needed_at_end_of(phi->getIncomingBlock(use));
    } else {
      needed_at_end_of(user->getParent());
    }
  }
  while (!work.empty()) {
    const BasicBlock* block = work.pop_back_val();
    if (!result.insert(block).second) continue;
    for (const BasicBlock* before : llvm::predecessors(block)) needed_at_end_of(before);
  }
  return result;
}

llvm::SmallVector<llvm::CallInst*> waiting_calls(llvm::Function& entry) {
  llvm::SmallVector<llvm::CallInst*> calls;
  for (Instruction& instruction : llvm::instructions(entry)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call && call->getCalledFunction() &&
        is_waiting_runtime_function(call->getCalledFunction()->getName())) {
      calls.push_back(call);
    }
  }
  return calls;
}

}  // namespace

Resumptions split_at_waits(llvm::Function& entry) {
  const llvm::SmallVector<llvm::CallInst*> calls = waiting_calls(entry);
  // A barrier without a reduction returns 0, so that its result need not be kept.
  for (llvm::CallInst* call : calls) {
    if (call->getCalledFunction()->getName() != "gridcall_rt_barrier") continue;
    auto* kind = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1));
    if (kind && kind->isZero()) call->replaceAllUsesWith(kind);
  }
  llvm::SmallVector<BasicBlock*> behind;
  for (llvm::CallInst* call : calls)
    behind.push_back(llvm::SplitBlock(call->getParent(), call->getNextNode()));

  Resumptions result;
  result.blocks.insert(behind.begin(), behind.end());
  llvm::SmallVector<Instruction*> values;
  StableValues stable;
  for (Instruction& instruction : llvm::instructions(entry)) {
    if (!instruction.getType()->isVoidTy() && !stable(&instruction)) values.push_back(&instruction);
  }
  for (Instruction* value : values) {
    const auto live = lives_into(*value);
    llvm::SmallDenseMap<BasicBlock*, llvm::PHINode*> kept;
    for (BasicBlock* block : behind) {
      if (!live.contains(block)) continue;
      kept[block] = llvm::PHINode::Create(value->getType(), 1, value->getName() + ".kept", block->begin());
    }
    if (kept.empty()) continue;
    result.kept.emplace_back(value->getType(), llvm::SmallVector<const llvm::PHINode*, 2>());
    for (BasicBlock* block : behind) {
      if (llvm::PHINode* phi = kept.lookup(block)) result.kept.back().second.push_back(phi);
    }
    llvm::SmallVector<llvm::Use*> uses;
    for (llvm::Use& use : value->uses()) uses.push_back(&use);
    llvm::SSAUpdater updater;
    updater.Initialize(value->getType(), value->getName());
    updater.AddAvailableValue(value->getParent(), value);
    for (BasicBlock* block : behind) {
      if (llvm::PHINode* phi = kept.lookup(block)) updater.AddAvailableValue(block, phi);
    }
    for (BasicBlock* block : behind) {
      llvm::PHINode* phi = kept.lookup(block);
      if (!phi) continue;
      BasicBlock* before = block->getSinglePredecessor();
      phi->addIncoming(updater.GetValueAtEndOfBlock(before), before);
    }
    for (llvm::Use* use : uses) {
      auto* user = llvm::cast<Instruction>(use->getUser());
      if (llvm::isa<llvm::PHINode>(user)) {
        updater.RewriteUse(*use);
      } else if (user->getParent() == value->getParent()) {
        continue;
      } else if (llvm::PHINode* phi = kept.lookup(user->getParent())) {
        use->set(phi);
      } else {
        updater.RewriteUse(*use);
      }
    }
  }
  // A value from outside of a loop that is kept across a wait inside is now defined in the loop, which must
  // be brought into closed form again.
  llvm::DominatorTree dominators(entry);
  llvm::LoopInfo loops(dominators);
  for (llvm::Loop* loop : loops) llvm::formLCSSARecursively(*loop, dominators, &loops, nullptr);
  return result;
}

}  // namespace gridcall::cc::warp
