// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/analysis/strides.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "cc/ir/check_bounds.h"

namespace gridcall::cc {
namespace {

// Returns the address that an instruction accesses, and the accessed type.
llvm::Value* place_of(llvm::Instruction& instruction, llvm::Type*& type) {
  if (llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction)) {
    type = llvm::getLoadStoreType(&instruction);
    return pointer;
  }
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!call) return nullptr;
  const bool store = call->getIntrinsicID() == llvm::Intrinsic::masked_store;
  if (!store && call->getIntrinsicID() != llvm::Intrinsic::masked_load) return nullptr;
  type = store ? call->getArgOperand(0)->getType() : call->getType();
  return call->getArgOperand(store ? 1 : 0);
}

Stride stride_of(llvm::Instruction& instruction, const llvm::Loop& loop, llvm::ScalarEvolution& evolution,
                 bool of_warps) {
  llvm::Type* type = nullptr;
  llvm::Value* place = place_of(instruction, type);
  if (place && check::Check::is(place)) place = check::Check(*llvm::cast<llvm::CallInst>(place)).address();
  auto* gep = llvm::dyn_cast_or_null<llvm::GetElementPtrInst>(place);
  if (!gep || type->isVectorTy() != of_warps || gep->getType()->isVectorTy()) return {};
  // All indices but the last are loop-invariant.
  for (const llvm::Use& operand : llvm::drop_end(gep->operands())) {
    if (!loop.isLoopInvariant(operand)) return {};
  }
  // The index may extend an induction variable that could wrap.
  llvm::Value* index = gep->getOperand(gep->getNumOperands() - 1);
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(index)) index = cast->getOperand(0);
  if (!evolution.isSCEVable(index->getType())) return {};
  auto* sum = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(index));
  if (!sum || sum->getLoop() != &loop || !sum->isAffine()) return {};
  const llvm::SCEV* step = sum->getStepRecurrence(evolution);
  if (llvm::isa<llvm::SCEVConstant>(step) || !evolution.isLoopInvariant(step, &loop)) return {};
  const std::uint64_t bytes = gep->getModule()->getDataLayout().getTypeAllocSize(gep->getResultElementType());
  return bytes != 0 ? Stride{step, bytes} : Stride{};
}

}  // namespace

Stride find_stride(const llvm::Loop& loop, const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
                   bool of_warps) {
  for (llvm::BasicBlock* block : loop.blocks()) {
    if (loops.getLoopFor(block) != &loop) continue;
    for (llvm::Instruction& instruction : *block) {
      if (const Stride stride = stride_of(instruction, loop, evolution, of_warps); stride.step) return stride;
    }
  }
  return {};
}

bool strides_far(llvm::Function& function, llvm::DominatorTree& dominators, llvm::LoopInfo& loops) {
  if (loops.empty()) return false;
  llvm::TargetLibraryInfoImpl library(llvm::Triple(function.getParent()->getTargetTriple()));
  llvm::TargetLibraryInfo library_info(library);
  llvm::AssumptionCache assumptions(function);
  llvm::ScalarEvolution evolution(function, library_info, assumptions, dominators, loops);
  return llvm::any_of(loops.getLoopsInPreorder(), [&](const llvm::Loop* loop) {
    return find_stride(*loop, loops, evolution, /*of_warps*/ false).step != nullptr;
  });
}

}  // namespace gridcall::cc
