// SPDX-License-Identifier: Apache-2.0
//
// add-loop-fuel: every loop spends the thread's fuel and yields when it is used up, so that a thread that
// polls lets the one it waits for run, and an endless kernel can be cancelled. Short innermost loops with
// a known bound are not changed. Needs add-thread-context.

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>

#include "cc/ir/runtime.h"
#include "cc/passes/passes.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

constexpr unsigned kShortLoop = 256;
// The analysis of a loop visits all loops around and before it. In a function with more loops than this,
// every loop spends fuel.
constexpr std::size_t kMostLoops = 256;

void spend(llvm::BasicBlock* header) {
  llvm::Module& module = *header->getModule();
  llvm::Value* thread = header->getParent()->getArg(0);
  llvm::IRBuilder<> builder(&*header->getFirstInsertionPt());
  llvm::Value* address =
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), thread, offsetof(cpu::ThreadContext, fuel));
  llvm::Value* fuel =
      builder.CreateSub(builder.CreateLoad(builder.getInt32Ty(), address), builder.getInt32(1), "fuel");
  builder.CreateStore(fuel, address);
  llvm::Value* empty = builder.CreateICmpSLE(fuel, builder.getInt32(0));
  llvm::MDNode* unlikely = llvm::MDBuilder(module.getContext()).createUnlikelyBranchWeights();
  llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(empty, builder.GetInsertPoint(), false, unlikely);
  llvm::IRBuilder<>(end).CreateCall(runtime_function(module, "gridcall_rt_yield"), {thread});
}

}  // namespace

llvm::PreservedAnalyses AddLoopFuel::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.getName().starts_with(kWarpPrefix)) continue;
    llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> edges;
    llvm::FindFunctionBackedges(function, edges);
    if (edges.empty()) continue;
    auto& loops = functions.getResult<llvm::LoopAnalysis>(function);
    auto& evolution = functions.getResult<llvm::ScalarEvolutionAnalysis>(function);
    llvm::SetVector<llvm::BasicBlock*> headers;
    for (auto& [from, to] : edges) {
      auto* header = const_cast<llvm::BasicBlock*>(to);
      llvm::Loop* loop = loops.getLoopFor(header);
      if (edges.size() <= kMostLoops && loop != nullptr && loop->getHeader() == header &&
          loop->isInnermost()) {
        unsigned trips = evolution.getSmallConstantMaxTripCount(loop);
        if (trips != 0 && trips <= kShortLoop) continue;
      }
      headers.insert(header);
    }
    for (llvm::BasicBlock* header : headers) spend(header);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
