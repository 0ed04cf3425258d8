// SPDX-License-Identifier: Apache-2.0
//
// yield-in-strided-loops: interleaves the warps of a block in loops with large strides. Each warp yields to
// the others every few iterations, so that together they read memory in longer runs, and find data that all
// of them read in the cache. A yield is a suspension like a barrier's, but not every warp has to reach it.

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <cstddef>
#include <utility>

#include "cc/passes/host/joint_loops.h"
#include "cc/passes/passes.h"
#include "cc/passes/warp/analysis/strides.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

constexpr unsigned kIterations = 8;
// The processor's prefetchers follow strides below this.
constexpr std::uint64_t kFarBytes = 4096;

bool is(const llvm::Instruction& instruction, llvm::Intrinsic::ID which) {
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == which;
}

bool parks(const llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && call->getCalledFunction() &&
         call->getCalledFunction()->getName() == "gridcall_rt_warp_released";
}

// Nests the loop in an outer loop. One iteration of the outer loop is kIterations of the inner one, followed
// by a yield if the stride is large.
void add_yields(llvm::Loop& loop, llvm::Value* far, llvm::DominatorTree& dominators, llvm::LoopInfo& loops,
                llvm::BasicBlock* suspend, llvm::BasicBlock* cleanup) {
  llvm::BasicBlock* header = loop.getHeader();
  llvm::BasicBlock* before = loop.getLoopPreheader();
  llvm::Function& function = *header->getParent();
  llvm::LLVMContext& context = function.getContext();
  llvm::BasicBlock* again = llvm::SplitEdge(loop.getLoopLatch(), header, &dominators, &loops);
  llvm::BasicBlock* outer = llvm::SplitEdge(before, header, &dominators, &loops);
  auto* rest = llvm::BasicBlock::Create(context, "rest", &function, header);
  auto* yield = llvm::BasicBlock::Create(context, "yield", &function, header);
  auto* resumed = llvm::BasicBlock::Create(context, "yield.over", &function, header);
  outer->setName("interleaved");

  llvm::IRBuilder<> build(rest);
  for (llvm::PHINode& phi : header->phis()) {
    // A phi outside the loop stores the value in the frame at a yield only, not in each iteration.
    llvm::PHINode* kept = build.CreatePHI(phi.getType(), 1);
    kept->addIncoming(phi.getIncomingValueForBlock(again), again);
    llvm::PHINode* from = llvm::IRBuilder<>(&*outer->begin()).CreatePHI(phi.getType(), 3);
    from->addIncoming(phi.getIncomingValueForBlock(outer), before);
    from->addIncoming(kept, rest);
    from->addIncoming(kept, resumed);
    phi.setIncomingValueForBlock(outer, from);
  }
  build.CreateCondBr(far, yield, outer);
  build.SetInsertPoint(yield);
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
  build.CreateCondBr(build.CreateICmpULT(next, build.getInt32(kIterations)), header, rest);
  round->addIncoming(build.getInt32(0), outer);
  round->addIncoming(next, again);
}

}  // namespace

llvm::PreservedAnalyses YieldInStridedLoops::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.isPresplitCoroutine()) continue;
    llvm::BasicBlock* suspend = nullptr;
    llvm::BasicBlock* cleanup = nullptr;
    bool parking = false;
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& instruction : block) {
        parking |= parks(instruction);
        if (is(instruction, llvm::Intrinsic::coro_end)) suspend = &block;
        if (is(instruction, llvm::Intrinsic::coro_free)) cleanup = &block;
      }
    }
    // If lanes wait separately, the runtime resumes lanes, not warps.
    if (!suspend || !cleanup || suspend == cleanup || parking) continue;
    auto& loops = functions.getResult<llvm::LoopAnalysis>(function);
    auto& dominators = functions.getResult<llvm::DominatorTreeAnalysis>(function);
    auto& evolution = functions.getResult<llvm::ScalarEvolutionAnalysis>(function);
    llvm::SCEVExpander expander(evolution, module.getDataLayout(), "stride");
    llvm::SmallVector<std::pair<llvm::Loop*, llvm::Value*>> chosen;
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
      bool stops = false;
      for (llvm::BasicBlock* block : loop->blocks()) {
        for (llvm::Instruction& instruction : *block) stops |= is(instruction, llvm::Intrinsic::coro_suspend);
      }
      const Stride stride = stops ? Stride{} : find_stride(*loop, loops, evolution, /*of_warps*/ true);
      if (!stride.step || !loop->getLoopLatch()) continue;
      if (loop->getLoopLatch()->getTerminator()->hasMetadata(kJointMetadata)) continue;
      if (!loop->getLoopPreheader() &&
          !llvm::InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, /*PreserveLCSSA*/ false))
        continue;
      llvm::Instruction* before = loop->getLoopPreheader()->getTerminator();
      if (!expander.isSafeToExpandAt(stride.step, before)) continue;
      llvm::Value* step = expander.expandCodeFor(stride.step, nullptr, before);
      chosen.emplace_back(
          loop, llvm::IRBuilder<>(before).CreateICmpUGE(
                    step, llvm::ConstantInt::get(step->getType(), kFarBytes / stride.element_bytes), "far"));
    }
    for (auto& [loop, far] : chosen) add_yields(*loop, far, dominators, loops, suspend, cleanup);
    if (!chosen.empty()) functions.invalidate(function, llvm::PreservedAnalyses::none());
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
