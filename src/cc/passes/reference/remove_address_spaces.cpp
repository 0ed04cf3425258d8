// SPDX-License-Identifier: Apache-2.0
//
// remove-address-spaces: the CPU has one address space. Variables move to address space 0, casts between
// spaces disappear, and the types of all values computed from them follow.

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/ReplaceConstant.h>

#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

llvm::Type* without_address_spaces(llvm::Type* type) {
  if (auto* pointer = llvm::dyn_cast<llvm::PointerType>(type)) {
    return pointer->getAddressSpace() == 0 ? type : llvm::PointerType::getUnqual(type->getContext());
  }
  if (auto* vector = llvm::dyn_cast<llvm::VectorType>(type)) {
    llvm::Type* element = without_address_spaces(vector->getElementType());
    return element == vector->getElementType() ? type
                                               : llvm::VectorType::get(element, vector->getElementCount());
  }
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type); structure && structure->isLiteral()) {
    llvm::SmallVector<llvm::Type*> elements;
    for (llvm::Type* element : structure->elements()) elements.push_back(without_address_spaces(element));
    return llvm::StructType::get(type->getContext(), elements, structure->isPacked());
  }
  return type;
}

llvm::Constant* generic_constant(llvm::Constant* constant) {
  llvm::Type* type = without_address_spaces(constant->getType());
  if (type == constant->getType()) {
    // A cast into the generic space whose operand has become generic is redundant.
    auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant);
    if (expression && expression->getOpcode() == llvm::Instruction::AddrSpaceCast) {
      return generic_constant(expression->getOperand(0));
    }
    return constant;
  }
  if (constant->isNullValue()) return llvm::Constant::getNullValue(type);
  if (llvm::isa<llvm::PoisonValue>(constant)) return llvm::PoisonValue::get(type);
  if (llvm::isa<llvm::UndefValue>(constant)) return llvm::UndefValue::get(type);
  if (auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant)) {
    if (expression->getOpcode() == llvm::Instruction::AddrSpaceCast)
      return generic_constant(expression->getOperand(0));
    if (expression->getOpcode() == llvm::Instruction::IntToPtr) {
      return llvm::ConstantExpr::getIntToPtr(expression->getOperand(0), type);
    }
    if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(expression)) {
      llvm::SmallVector<llvm::Constant*> indices;
      for (llvm::Use& index : gep->indices()) indices.push_back(llvm::cast<llvm::Constant>(index.get()));
      return llvm::ConstantExpr::getGetElementPtr(
          gep->getSourceElementType(), generic_constant(llvm::cast<llvm::Constant>(gep->getPointerOperand())),
          indices, gep->getNoWrapFlags());
    }
  }
  if (constant->getType()->isPointerTy()) return llvm::ConstantExpr::getAddrSpaceCast(constant, type);
  return constant;
}

bool move_variables(llvm::Module& module) {
  llvm::SmallVector<llvm::GlobalVariable*> variables;
  llvm::SmallVector<llvm::Constant*> constants;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() == 0) continue;
    variables.push_back(&variable);
    constants.push_back(&variable);
  }
  if (variables.empty()) return false;
  llvm::convertUsersOfConstantsToInstructions(constants);
  for (llvm::GlobalVariable* old : variables) {
    auto* fresh = new llvm::GlobalVariable(module, old->getValueType(), old->isConstant(), old->getLinkage(),
                                           old->hasInitializer() ? old->getInitializer() : nullptr, "", old,
                                           old->getThreadLocalMode(), 0, old->isExternallyInitialized());
    fresh->takeName(old);
    fresh->copyAttributesFrom(old);
    fresh->copyMetadata(old, 0);
    // The cast folds away wherever the use casts back.
    old->replaceAllUsesWith(llvm::ConstantExpr::getAddrSpaceCast(fresh, old->getType()));
    old->eraseFromParent();
  }
  return true;
}

void rebuild_intrinsic(llvm::IntrinsicInst* call) {
  llvm::SmallVector<llvm::Type*> parameters;
  for (llvm::Value* argument : call->args()) parameters.push_back(argument->getType());
  auto* type = llvm::FunctionType::get(call->getType(), parameters, false);
  if (type == call->getFunctionType()) return;
  llvm::SmallVector<llvm::Type*> overloads;
  if (!llvm::Intrinsic::getIntrinsicSignature(call->getIntrinsicID(), type, overloads)) return;
  call->setCalledFunction(
      llvm::Intrinsic::getDeclaration(call->getModule(), call->getIntrinsicID(), overloads));
}

bool flatten(llvm::Function& function) {
  bool changed = false;
  // Changes constant operands first, then result types, then removes casts that have become empty.
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    for (llvm::Use& operand : instruction.operands()) {
      if (auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get())) {
        llvm::Constant* fresh = generic_constant(constant);
        if (fresh == constant) continue;
        operand.set(fresh);
        changed = true;
      }
    }
    llvm::Type* type = without_address_spaces(instruction.getType());
    if (type != instruction.getType()) {
      instruction.mutateType(type);
      changed = true;
    }
    if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      alloca->setAllocatedType(without_address_spaces(alloca->getAllocatedType()));
    }
  }
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(&instruction)) {
      cast->replaceAllUsesWith(cast->getPointerOperand());
      cast->eraseFromParent();
      changed = true;
    } else if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
      rebuild_intrinsic(call);
    }
  }
  return changed;
}

}  // namespace

llvm::PreservedAnalyses RemoveAddressSpaces::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = move_variables(module);
  for (llvm::Function& function : module) changed |= flatten(function);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
