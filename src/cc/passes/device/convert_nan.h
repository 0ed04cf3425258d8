// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace gridcall::cc {

// The result of a saturating conversion to an integer, which takes NaN for 0, as PTX's cvt gives it: the
// topmost bit alone for NaN where the source is a double or the result has 64 bits (PTX ISA, "cvt"). Builds
// behind the call.
inline llvm::Value* convert_nan(llvm::IRBuilder<>& builder, llvm::CallInst* call) {
  const unsigned bits = call->getType()->getScalarSizeInBits();
  llvm::Value* number = call->getArgOperand(0);
  if (bits != 64 && !number->getType()->isDoubleTy()) return call;
  return builder.CreateSelect(builder.CreateFCmpUNO(number, number),
                              llvm::ConstantInt::get(call->getType(), llvm::APInt::getSignMask(bits)), call);
}

}  // namespace gridcall::cc
