// SPDX-License-Identifier: Apache-2.0
//
// add-stop-checks: each back edge of a warp entry's loops tests whether its worker was asked to stop, so that
// an endless kernel can be cancelled, and a warp that waits for other warps or blocks can be suspended. Short
// innermost loops with a known bound are not changed. The pass runs late, because its load would keep other
// loads from being hoisted out of the loop, but before coroutines are split, while the context is argument 0.

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

constexpr unsigned kUncheckedLoop = 1024;

llvm::Value* read_place(llvm::IRBuilder<>& builder, llvm::Value* warp) {
  llvm::LoadInst* place = builder.CreateLoad(
      builder.getPtrTy(),
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), warp, offsetof(cpu::WarpContext, stop)));
  place->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(builder.getContext(), {}));
  return place;
}

// `place` is the address of the request; NULL if it must be loaded first.
void check(llvm::BasicBlock* header, llvm::Value* place) {
  llvm::Module& module = *header->getModule();
  llvm::Value* warp = header->getParent()->getArg(0);
  llvm::IRBuilder<> builder(&*header->getFirstInsertionPt());
  if (!place) place = read_place(builder, warp);
  llvm::LoadInst* stop = builder.CreateAlignedLoad(builder.getInt8Ty(), place, llvm::Align(1), "stop");
  stop->setAtomic(llvm::AtomicOrdering::Monotonic);
  llvm::Value* stopped = builder.CreateICmpNE(stop, builder.getInt8(0));
  llvm::MDNode* unlikely = llvm::MDBuilder(module.getContext()).createUnlikelyBranchWeights();
  llvm::Instruction* end =
      llvm::SplitBlockAndInsertIfThen(stopped, builder.GetInsertPoint(), false, unlikely);
  llvm::Function* function = runtime_function(module, "gridcall_rt_warp_stop");
  llvm::IRBuilder<>(end).CreateCall(function, {warp})->setCallingConv(function->getCallingConv());
}

}  // namespace

llvm::PreservedAnalyses AddStopChecks::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.getName().starts_with(kWarpPrefix)) continue;
    // Such a kernel has no loops, and cannot be suspended between warps of several blocks.
    if (function.hasFnAttribute(kBlockRunsAttribute)) continue;
    const auto headers = long_loop_headers(function, functions, kUncheckedLoop);
    // The address is loaded once for all loops, except in coroutines, where it would be live across barriers
    // and hence in memory anyway.
    llvm::Value* place = nullptr;
    if (!headers.empty() && function.hasFnAttribute(kWholeBlocksAttribute)) {
      llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
      place = read_place(builder, function.getArg(0));
    }
    for (llvm::BasicBlock* header : headers) check(header, place);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
