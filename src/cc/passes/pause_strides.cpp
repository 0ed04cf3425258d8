// SPDX-License-Identifier: Apache-2.0
//
// pause-strides: the warps of a block that loop over a grid stay side by side: each lets the others of its block
// come up with it every few rounds, so that together they read and write memory in longer runs. A pause is a
// suspension as at a barrier, but one that nobody has to come to.

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <cstddef>

#include "cc/passes/passes.h"
#include "cc/passes/runtime.h"
#include "cc/passes/strides.h"
#include "cpu/image.h"

namespace gridcall::cc {
namespace {

constexpr unsigned kRounds = 8;
// Nearer ones the processor's prefetchers follow.
constexpr std::uint64_t kFarBytes = 4096;

bool suspends(const llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::coro_suspend;
}

bool parks(const llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         call->getCalledFunction()->getName() == "gridcall_rt_warp_released";
}

// Around the loop one whose rounds are kRounds of its own, with a pause in between where they lie far apart.
void add_pauses(llvm::Loop& loop, const StridedAccess& strided, llvm::DominatorTree& dominators,
                llvm::LoopInfo& loops, llvm::BasicBlock* suspend, llvm::BasicBlock* cleanup) {
  llvm::BasicBlock* header = loop.getHeader();
  llvm::BasicBlock* before = loop.getLoopPreheader();
  llvm::Function& function = *header->getParent();
  llvm::LLVMContext& context = function.getContext();
  llvm::BasicBlock* again = llvm::SplitEdge(loop.getLoopLatch(), header, &dominators, &loops);
  llvm::BasicBlock* outer = llvm::SplitEdge(before, header, &dominators, &loops);
  auto* rest = llvm::BasicBlock::Create(context, "rest", &function, header);
  auto* pause = llvm::BasicBlock::Create(context, "pause", &function, header);
  auto* resumed = llvm::BasicBlock::Create(context, "pause.over", &function, header);
  outer->setName("side.by.side");

  llvm::IRBuilder<> build(before->getTerminator());
  llvm::Type* type = strided.step->getType();
  const std::uint64_t size = function.getParent()->getDataLayout().getTypeAllocSize(
      strided.place->getSourceElementType());
  llvm::Value* far = build.CreateICmpUGE(strided.step, llvm::ConstantInt::get(type, kFarBytes / size), "far");

  build.SetInsertPoint(rest);
  for (llvm::PHINode& phi : header->phis()) {
    // So that it is kept where the loop is left for a while, not in each of its rounds.
    llvm::PHINode* kept = build.CreatePHI(phi.getType(), 1);
    kept->addIncoming(phi.getIncomingValueForBlock(again), again);
    llvm::PHINode* from = llvm::IRBuilder<>(&*outer->begin()).CreatePHI(phi.getType(), 3);
    from->addIncoming(phi.getIncomingValueForBlock(outer), before);
    from->addIncoming(kept, rest);
    from->addIncoming(kept, resumed);
    phi.setIncomingValueForBlock(outer, from);
  }
  build.CreateCondBr(far, pause, outer);
  build.SetInsertPoint(pause);
  build.CreateStore(build.getInt32(static_cast<std::uint32_t>(cpu::BarrierReduction::kPaused)),
                    build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), function.getArg(0),
                                                     offsetof(cpu::WarpContext, barrier_reduction)),
                    /*isVolatile*/ true);
  llvm::Value* state = build.CreateIntrinsic(llvm::Intrinsic::coro_suspend, {},
                                             {llvm::ConstantTokenNone::get(context), build.getFalse()});
  llvm::SwitchInst* choice = build.CreateSwitch(state, suspend, 2);
  choice->addCase(build.getInt8(0), resumed);
  choice->addCase(build.getInt8(1), cleanup);
  build.SetInsertPoint(resumed);
  build.CreateBr(outer);

  build.SetInsertPoint(&*header->begin());
  llvm::PHINode* round = build.CreatePHI(build.getInt32Ty(), 2, "round");
  again->getTerminator()->eraseFromParent();
  build.SetInsertPoint(again);
  llvm::Value* next = build.CreateAdd(round, build.getInt32(1), "", true, true);
  build.CreateCondBr(build.CreateICmpULT(next, build.getInt32(kRounds)), header, rest);
  round->addIncoming(build.getInt32(0), outer);
  round->addIncoming(next, again);
}

}  // namespace

llvm::PreservedAnalyses PauseStrides::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.isPresplitCoroutine()) continue;
    llvm::SwitchInst* choice = nullptr;
    bool parking = false;
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& instruction : block) {
        parking |= parks(instruction);
        if (suspends(instruction) && instruction.hasOneUse())
          choice = llvm::dyn_cast<llvm::SwitchInst>(instruction.user_back());
      }
    }
    // Where lanes wait apart the runtime asks them, not warps, who goes on.
    if (choice == nullptr || choice->getNumCases() != 2 || parking) continue;
    llvm::BasicBlock* suspend = choice->getDefaultDest();
    llvm::BasicBlock* cleanup = choice->findCaseValue(llvm::ConstantInt::get(
                                                          llvm::Type::getInt8Ty(module.getContext()), 1))
                                    ->getCaseSuccessor();
    auto& loops = functions.getResult<llvm::LoopAnalysis>(function);
    auto& dominators = functions.getResult<llvm::DominatorTreeAnalysis>(function);
    llvm::SmallVector<std::pair<llvm::Loop*, StridedAccess>> chosen;
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
      bool stops = false;
      for (llvm::BasicBlock* block : loop->blocks()) {
        for (llvm::Instruction& instruction : *block) stops |= suspends(instruction);
      }
      if (stops || loop->getLoopPreheader() == nullptr || loop->getLoopLatch() == nullptr) continue;
      const auto strided = find_strided(*loop, loops);
      if (!strided.empty()) chosen.emplace_back(loop, strided.front());
    }
    for (auto& [loop, strided] : chosen) add_pauses(*loop, strided, dominators, loops, suspend, cleanup);
    if (!chosen.empty()) functions.invalidate(function, llvm::PreservedAnalyses::none());
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
