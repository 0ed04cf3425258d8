// SPDX-License-Identifier: Apache-2.0
//
// copy-strided-loops: puts a copy of a loop with a large stride in front of it, if running its iterations
// changes nothing but the loop's own values. The copy stops before the first iteration that it would not end,
// and the loop goes on from there. It is for join-warps, which runs it for several warps as one, or deletes
// it; the loop itself is interleaved (yield-in-strided-loops), so that no loop over warps could contain it.

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <cstddef>

#include "cc/passes/host/joint_loops.h"
#include "cc/passes/passes.h"
#include "cc/passes/warp/analysis/strides.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

constexpr std::size_t kMaxInstructions = 96;

// A stop check, which the loop may have already: a load through the warp's context, or the call behind it.
bool is_stop_check(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    const auto* place = llvm::dyn_cast<llvm::LoadInst>(load->getPointerOperand());
    if (!place || load->getOrdering() != llvm::AtomicOrdering::Monotonic || load->isVolatile()) return false;
    llvm::APInt offset(64, 0);
    const llvm::Value* warp = place->getPointerOperand()->stripAndAccumulateConstantOffsets(
        place->getDataLayout(), offset, /*AllowNonInbounds*/ true);
    return llvm::getUnderlyingObject(warp, 0) == place->getFunction()->getArg(0) &&
           offset == offsetof(cpu::WarpContext, stop);
  }
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == "gridcall_rt_warp_stop";
}

void copy(llvm::Loop& loop) {
  llvm::BasicBlock* header = loop.getHeader();
  llvm::BasicBlock* before = loop.getLoopPreheader();
  llvm::Function& function = *header->getParent();
  llvm::LLVMContext& context = function.getContext();
  llvm::Module& module = *function.getParent();
  auto* ahead = llvm::BasicBlock::Create(context, "ahead", &function, header);
  auto* behind = llvm::BasicBlock::Create(context, "behind", &function, header);
  llvm::ValueToValueMapTy map;
  llvm::SmallVector<llvm::BasicBlock*> copies;
  for (llvm::BasicBlock* block : loop.blocks()) {
    llvm::BasicBlock* copied = llvm::CloneBasicBlock(block, map, ".ahead", &function);
    copied->moveBefore(behind);
    map[block] = copied;
    copies.push_back(copied);
  }
  map[before] = ahead;
  llvm::remapInstructionsInBlocks(copies, map);
  llvm::SmallVector<llvm::BasicBlock*> exiting;  // one entry for each edge
  for (llvm::BasicBlock* block : copies) {
    llvm::Instruction* end = block->getTerminator();
    for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
      if (llvm::is_contained(copies, end->getSuccessor(i))) continue;
      end->setSuccessor(i, behind);
      exiting.push_back(block);
    }
  }
  llvm::cast<llvm::BasicBlock>(map[loop.getLoopLatch()])
      ->getTerminator()
      ->setMetadata(kJointMetadata, llvm::MDNode::get(context, {}));
  for (llvm::PHINode& phi : header->phis()) {
    llvm::PHINode* from = llvm::PHINode::Create(phi.getType(), 2, "", behind);
    from->addIncoming(phi.getIncomingValueForBlock(before), before);
    for (llvm::BasicBlock* block : exiting) from->addIncoming(map[&phi], block);
    phi.setIncomingValueForBlock(before, from);
  }
  header->replacePhiUsesWith(before, behind);
  llvm::BranchInst::Create(llvm::cast<llvm::BasicBlock>(map[header]), ahead);
  llvm::BranchInst::Create(header, behind);
  llvm::FunctionCallee joined = module.getOrInsertFunction(kJoinedFunction, llvm::Type::getInt1Ty(context));
  auto* declared = llvm::cast<llvm::Function>(joined.getCallee());
  declared->setDoesNotThrow();
  declared->setWillReturn();
  declared->setOnlyAccessesInaccessibleMemory();
  llvm::Instruction* end = before->getTerminator();
  llvm::IRBuilder<> build(end);
  build.CreateCondBr(build.CreateCall(joined), ahead, behind);
  end->eraseFromParent();
}

}  // namespace

bool is_repeatable(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return !instruction.mayHaveSideEffects() || (call && call->getIntrinsicID() == llvm::Intrinsic::prefetch) ||
         is_stop_check(instruction);
}

bool is_joint_candidate(const llvm::Loop& loop) {
  if (!loop.isInnermost() || !loop.getLoopLatch()) return false;
  bool vectors = false;  // of floating point: sums of integers are added as fast as they are loaded
  for (const llvm::PHINode& phi : loop.getHeader()->phis()) {
    // A loop under a mask is for few lanes.
    if (phi.getType()->isIntOrIntVectorTy(1)) return false;
    vectors |= phi.getType()->isVectorTy() && phi.getType()->isFPOrFPVectorTy();
  }
  std::size_t count = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    count += block->size();
    if (!llvm::isa<llvm::BranchInst>(block->getTerminator()) || !llvm::all_of(*block, is_repeatable))
      return false;
  }
  return vectors && count <= kMaxInstructions;
}

llvm::PreservedAnalyses CopyStridedLoops::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (function.isDeclaration() || !function.isPresplitCoroutine()) continue;
    auto& loops = functions.getResult<llvm::LoopAnalysis>(function);
    auto& evolution = functions.getResult<llvm::ScalarEvolutionAnalysis>(function);
    auto& dominators = functions.getResult<llvm::DominatorTreeAnalysis>(function);
    llvm::SmallVector<llvm::Loop*> chosen;
    for (llvm::Loop* loop : loops.getTopLevelLoops()) {
      if (!is_joint_candidate(*loop) || !find_stride(*loop, loops, evolution, /*of_warps*/ true).step)
        continue;
      if (!loop->getLoopPreheader() &&
          !llvm::InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, /*PreserveLCSSA*/ false))
        continue;
      chosen.push_back(loop);
    }
    for (llvm::Loop* loop : chosen) copy(*loop);
    if (!chosen.empty()) functions.invalidate(function, llvm::PreservedAnalyses::none());
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
