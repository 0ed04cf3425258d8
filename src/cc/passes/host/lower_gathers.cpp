// SPDX-License-Identifier: Apache-2.0
//
// lower-gathers: gathers and scatters that the processor has no instruction for (scatters before AVX-512, any
// of bytes and halfwords), lane by lane. It emits no branches, unlike LLVM's own expansion, for they are
// mispredicted where lanes diverge: an inactive lane accesses a place on the stack instead.

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

using llvm::Value;

constexpr unsigned kPlaceBytes = 16;  // the largest element

// The pointers of inactive lanes are replaced by `place`.
Value* pointers_of(llvm::IRBuilder<>& build, Value* pointers, Value* mask, llvm::Function& function,
                   llvm::AllocaInst*& place) {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(mask); constant && constant->isAllOnesValue())
    return pointers;
  if (!place) {
    llvm::IRBuilder<> start(&*function.getEntryBlock().getFirstInsertionPt());
    place = start.CreateAlloca(llvm::ArrayType::get(start.getInt8Ty(), kPlaceBytes), nullptr, "nowhere");
    place->setAlignment(llvm::Align(kPlaceBytes));
  }
  const auto lanes = llvm::cast<llvm::FixedVectorType>(pointers->getType())->getNumElements();
  return build.CreateSelect(mask, pointers, build.CreateVectorSplat(lanes, place));
}

void lower_gather(llvm::IntrinsicInst& gather, llvm::AllocaInst*& place) {
  llvm::IRBuilder<> build(&gather);
  const llvm::Align align = llvm::cast<llvm::ConstantInt>(gather.getArgOperand(1))->getAlignValue();
  Value* mask = gather.getArgOperand(2);
  Value* pointers = pointers_of(build, gather.getArgOperand(0), mask, *gather.getFunction(), place);
  auto* type = llvm::cast<llvm::FixedVectorType>(gather.getType());
  Value* all = llvm::PoisonValue::get(type);
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    Value* one =
        build.CreateAlignedLoad(type->getElementType(), build.CreateExtractElement(pointers, lane), align);
    all = build.CreateInsertElement(all, one, lane);
  }
  Value* others = gather.getArgOperand(3);
  if (!llvm::isa<llvm::UndefValue>(others)) all = build.CreateSelect(mask, all, others);
  gather.replaceAllUsesWith(all);
  gather.eraseFromParent();
}

void lower_scatter(llvm::IntrinsicInst& scatter, llvm::AllocaInst*& place) {
  llvm::IRBuilder<> build(&scatter);
  Value* all = scatter.getArgOperand(0);
  const llvm::Align align = llvm::cast<llvm::ConstantInt>(scatter.getArgOperand(2))->getAlignValue();
  Value* pointers =
      pointers_of(build, scatter.getArgOperand(1), scatter.getArgOperand(3), *scatter.getFunction(), place);
  const auto* type = llvm::cast<llvm::FixedVectorType>(all->getType());
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    build.CreateAlignedStore(build.CreateExtractElement(all, lane),
                             build.CreateExtractElement(pointers, lane), align);
  }
  scatter.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses LowerGathers::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const auto& target = functions.getResult<llvm::TargetIRAnalysis>(function);
    llvm::AllocaInst* place = nullptr;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (!intrinsic) continue;
      if (intrinsic->getIntrinsicID() == llvm::Intrinsic::masked_gather) {
        auto* type = llvm::cast<llvm::VectorType>(intrinsic->getType());
        const auto align = llvm::cast<llvm::ConstantInt>(intrinsic->getArgOperand(1))->getAlignValue();
        if (!target.isLegalMaskedGather(type, align)) lower_gather(*intrinsic, place);
      } else if (intrinsic->getIntrinsicID() == llvm::Intrinsic::masked_scatter) {
        auto* type = llvm::cast<llvm::VectorType>(intrinsic->getArgOperand(0)->getType());
        const auto align = llvm::cast<llvm::ConstantInt>(intrinsic->getArgOperand(2))->getAlignValue();
        if (!target.isLegalMaskedScatter(type, align)) lower_scatter(*intrinsic, place);
      }
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
