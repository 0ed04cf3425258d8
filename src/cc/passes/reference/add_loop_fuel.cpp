// SPDX-License-Identifier: Apache-2.0
//
// add-loop-fuel: every loop spends the thread's fuel and yields when it is used up, so that a thread that
// polls lets the one it waits for run, and an endless kernel can be cancelled. Short innermost loops with
// a known bound are not changed. Needs add-thread-context.

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
    const auto headers = long_loop_headers(function, functions, kShortLoop, kMostLoops);
    for (llvm::BasicBlock* header : headers) spend(header);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
