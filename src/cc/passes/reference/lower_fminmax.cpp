// SPDX-License-Identifier: Apache-2.0
//
// lower-fminmax: CUDA's fmin and fmax order -0 below +0 (PTX ISA, "min", "max"). llvm.minnum and maxnum leave
// open which of two equal arguments is the result, and scalar and vector code differ. Equal numbers differ at
// most in the sign of zero, so that `or` and `and` of their bits are the minimum and the maximum.

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

bool is_no_zero(const llvm::Value* value) {
  auto* number = llvm::dyn_cast<llvm::ConstantFP>(value);
  return number && !number->isZero();
}

void order(llvm::IntrinsicInst& call) {
  llvm::Value* a = call.getArgOperand(0);
  llvm::Value* b = call.getArgOperand(1);
  llvm::Type* type = call.getType();
  llvm::IRBuilder<> build(call.getNextNode());
  llvm::Type* bits = llvm::IntegerType::get(type->getContext(), type->getScalarSizeInBits());
  if (auto* vector = llvm::dyn_cast<llvm::VectorType>(type))
    bits = llvm::VectorType::get(bits, vector->getElementCount());
  llvm::Value* x = build.CreateBitCast(a, bits);
  llvm::Value* y = build.CreateBitCast(b, bits);
  const bool is_min = call.getIntrinsicID() == llvm::Intrinsic::minnum;
  llvm::Value* both = build.CreateBitCast(is_min ? build.CreateOr(x, y) : build.CreateAnd(x, y), type);
  llvm::Value* equal = build.CreateFCmpOEQ(a, b);
  llvm::Value* result = build.CreateSelect(equal, both, &call);
  call.replaceUsesWithIf(result, [&](const llvm::Use& use) { return use.getUser() != result; });
}

}  // namespace

llvm::PreservedAnalyses LowerFMinMax::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::IntrinsicInst*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (!call || (call->getIntrinsicID() != llvm::Intrinsic::minnum &&
                    call->getIntrinsicID() != llvm::Intrinsic::maxnum)) {
        continue;
      }
      if (call->hasNoSignedZeros() || is_no_zero(call->getArgOperand(0)) ||
          is_no_zero(call->getArgOperand(1)))
        continue;
      calls.push_back(call);
    }
    for (llvm::IntrinsicInst* call : calls) order(*call);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
