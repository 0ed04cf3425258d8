// SPDX-License-Identifier: Apache-2.0
//
// guard-division: integer division by zero ends the launch with a fault instead of a signal in the host, and
// INT_MIN / -1 wraps as on a GPU. Runs before the optimizer, which may assume that neither happens. 128-bit
// divisions are expanded, since there is no library to call. Shifts by the width or more have PTX's result.

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/IntegerDivision.h>

#include "cc/ir/runtime.h"
#include "cc/passes/passes.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

bool is_division(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::SDiv:
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SRem:
    case llvm::Instruction::URem:
      return instruction.getType()->isIntegerTy();
    default:
      return false;
  }
}

llvm::FunctionCallee fault_function(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  auto* type =
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), {llvm::Type::getInt32Ty(context)}, false);
  llvm::FunctionCallee callee = module.getOrInsertFunction(std::string(kDevicePrefix) + "fault", type);
  if (auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee())) {
    function->setDoesNotReturn();
    function->setDoesNotThrow();
    function->addFnAttr(llvm::Attribute::Cold);
  }
  return callee;
}

void guard(llvm::BinaryOperator* division) {
  llvm::Value* divisor = division->getOperand(1);
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(divisor);
  bool can_be_zero = !constant || constant->isZero();
  bool is_signed =
      division->getOpcode() == llvm::Instruction::SDiv || division->getOpcode() == llvm::Instruction::SRem;
  bool can_overflow = is_signed && (!constant || constant->isMinusOne());

  llvm::Module& module = *division->getModule();
  llvm::MDNode* unlikely = llvm::MDBuilder(module.getContext()).createUnlikelyBranchWeights();
  llvm::Type* type = division->getType();
  if (can_be_zero) {
    llvm::IRBuilder<> builder(division);
    // The freeze keeps a poison divisor from making the test itself undefined.
    if (!constant) {
      divisor = builder.CreateFreeze(divisor, "divisor");
      division->setOperand(1, divisor);
    }
    llvm::Value* is_zero = builder.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type));
    llvm::Instruction* end =
        llvm::SplitBlockAndInsertIfThen(is_zero, division->getIterator(), true, unlikely);
    llvm::IRBuilder<>(end).CreateCall(
        fault_function(module),
        {llvm::ConstantInt::get(llvm::Type::getInt32Ty(module.getContext()),
                                static_cast<std::uint32_t>(cpu::Fault::kDivideByZero))});
  }
  if (can_overflow) {
    // x / -1 is -x and x % -1 is 0, wrapping: the code divides by 1 instead and corrects the result.
    llvm::IRBuilder<> builder(division);
    llvm::Value* is_minus_one = builder.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type));
    llvm::Value* dividend = division->getOperand(0);
    division->setOperand(1, builder.CreateSelect(is_minus_one, llvm::ConstantInt::get(type, 1), divisor));
    division->setIsExact(false);
    builder.SetInsertPoint(division->getNextNode());
    bool is_remainder = division->getOpcode() == llvm::Instruction::SRem;
    llvm::Value* otherwise = is_remainder ? llvm::Constant::getNullValue(type) : builder.CreateNeg(dividend);
    auto* result = llvm::cast<llvm::Instruction>(builder.CreateSelect(is_minus_one, otherwise, division));
    division->replaceUsesWithIf(result, [&](llvm::Use& use) { return use.getUser() != result; });
  }
}

// A shift by more bits than there are leaves none, or copies of the sign.
void clamp(llvm::BinaryOperator* shift) {
  llvm::Type* type = shift->getType();
  llvm::IRBuilder<> builder(shift);
  llvm::Value* by = builder.CreateFreeze(shift->getOperand(1));
  llvm::Constant* last = llvm::ConstantInt::get(type, type->getIntegerBitWidth() - 1);
  llvm::Value* fits = builder.CreateICmpULE(by, last);
  if (shift->getOpcode() == llvm::Instruction::AShr) {
    shift->setOperand(1, builder.CreateSelect(fits, by, last));
    return;
  }
  shift->setOperand(1, by);
  builder.SetInsertPoint(shift->getNextNode());
  auto* result =
      llvm::cast<llvm::Instruction>(builder.CreateSelect(fits, shift, llvm::Constant::getNullValue(type)));
  shift->replaceUsesWithIf(result, [&](llvm::Use& use) { return use.getUser() != result; });
}

}  // namespace

llvm::PreservedAnalyses GuardDivision::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::BinaryOperator*> divisions, shifts;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (instruction.isShift() && instruction.getType()->isIntegerTy() &&
          !llvm::isa<llvm::Constant>(instruction.getOperand(1)))
        shifts.push_back(llvm::cast<llvm::BinaryOperator>(&instruction));
      if (is_division(instruction)) divisions.push_back(llvm::cast<llvm::BinaryOperator>(&instruction));
    }
    changed |= !shifts.empty();
    for (llvm::BinaryOperator* shift : shifts) clamp(shift);
    for (llvm::BinaryOperator* division : divisions) {
      changed = true;
      guard(division);
      if (division->getType()->getIntegerBitWidth() <= 64) continue;
      if (division->getOpcode() == llvm::Instruction::SDiv ||
          division->getOpcode() == llvm::Instruction::UDiv) {
        llvm::expandDivision(division);
      } else {
        llvm::expandRemainder(division);
      }
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
