// SPDX-License-Identifier: Apache-2.0
//
// add-loop-fuel: every loop spends the thread's fuel and yields when none is left, so that a polling thread
// lets the thread it waits for run, and an endless kernel can be cancelled. Short innermost loops with a
// known bound are not changed. A function that may call itself, directly or not, spends fuel too: code
// generation turns a call in tail position into a jump, so that recursion needs neither a loop nor stack.
// Needs add-thread-context.

#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>

#include "cc/ir/loop_headers.h"
#include "cc/ir/runtime.h"
#include "cc/passes/passes.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

constexpr unsigned kShortLoop = 256;
// In a function with more loops than this, every loop spends fuel.
constexpr std::size_t kMaxLoops = 256;

void spend(llvm::Instruction* before) {
  llvm::Module& module = *before->getModule();
  llvm::Value* thread = before->getFunction()->getArg(0);
  llvm::IRBuilder<> builder(before);
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

// Returns the functions that may be entered again before they return. The callers of a pointer are unknown.
llvm::SmallPtrSet<llvm::Function*, 8> recursive_functions(llvm::Module& module) {
  llvm::SmallPtrSet<llvm::Function*, 8> found;
  llvm::CallGraph graph(module);
  for (auto cycle = llvm::scc_begin(&graph); !cycle.isAtEnd(); ++cycle)
    if (cycle.hasCycle())
      for (llvm::CallGraphNode* node : *cycle)
        if (node->getFunction()) found.insert(node->getFunction());
  for (llvm::Function& function : module)
    if (function.hasAddressTaken()) found.insert(&function);
  return found;
}

}  // namespace

llvm::PreservedAnalyses AddLoopFuel::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  const auto recursive = recursive_functions(module);
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.getName().starts_with(kWarpPrefix)) continue;
    const auto headers = long_loop_headers(function, functions, kShortLoop, kMaxLoops);
    for (llvm::BasicBlock* header : headers) spend(&*header->getFirstInsertionPt());
    if (recursive.contains(&function)) spend(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
