// SPDX-License-Identifier: Apache-2.0
//
// form-fma: fuses a sum and a product that has no other use, if both may be contracted. The code generator
// then has nothing left to contract, so that both tiers and all variants of their code round alike.

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include "cc/passes/device/flushing.h"
#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

bool may_contract(const llvm::Instruction& instruction) {
  llvm::Type* type = instruction.getType();
  return (type->isFloatTy() || type->isDoubleTy()) && instruction.hasAllowContract();
}

// Returns the product if it may be fused into a sum of `block`; a code generator does not look further
// either. A flush of the product is skipped, because a fused operation flushes its operands and its result.
llvm::Instruction* product(llvm::Value* value, const llvm::BasicBlock* block) {
  while (is_flush(value) && value->hasOneUse()) value = llvm::cast<llvm::Instruction>(value)->getOperand(0);
  auto* instruction = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (!instruction || instruction->getOpcode() != llvm::Instruction::FMul) return nullptr;
  const bool fits =
      may_contract(*instruction) && instruction->hasOneUse() && instruction->getParent() == block;
  return fits ? instruction : nullptr;
}

void contract(llvm::BinaryOperator& sum) {
  const bool subtracts = sum.getOpcode() == llvm::Instruction::FSub;
  llvm::Instruction* left = product(sum.getOperand(0), sum.getParent());
  llvm::Instruction* right = left ? nullptr : product(sum.getOperand(1), sum.getParent());
  llvm::Instruction* factors = left ? left : right;
  if (!factors) return;
  llvm::IRBuilder<> builder(&sum);
  builder.setFastMathFlags(sum.getFastMathFlags());
  llvm::Value* first = factors->getOperand(0);
  llvm::Value* rest = sum.getOperand(left ? 1 : 0);
  if (subtracts && left) rest = builder.CreateFNeg(rest);
  if (subtracts && right) first = builder.CreateFNeg(first);
  llvm::Value* fused =
      builder.CreateIntrinsic(llvm::Intrinsic::fma, {sum.getType()}, {first, factors->getOperand(1), rest});
  fused->takeName(&sum);
  sum.replaceAllUsesWith(fused);
  llvm::RecursivelyDeleteTriviallyDeadInstructions(&sum);
}

}  // namespace

llvm::PreservedAnalyses FormFMA::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::BinaryOperator*> sums;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const bool is_sum = instruction.getOpcode() == llvm::Instruction::FAdd ||
                          instruction.getOpcode() == llvm::Instruction::FSub;
      if (is_sum && may_contract(instruction)) sums.push_back(llvm::cast<llvm::BinaryOperator>(&instruction));
    }
    for (llvm::BinaryOperator* sum : sums) contract(*sum);
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (llvm::isa<llvm::FPMathOperator>(instruction)) instruction.setHasAllowContract(false);
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
