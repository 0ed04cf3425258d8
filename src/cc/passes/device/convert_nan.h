// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace gridcall::cc {

// Returns the result that PTX's cvt has for a saturating conversion to an integer: LLVM converts NaN to 0,
// cvt to the topmost bit alone if the source is a double or the result has 64 bits (PTX ISA, "cvt"). Inserts
// code after the call.
inline llvm::Value* convert_nan(llvm::IRBuilder<>& builder, llvm::CallInst* call) {
  const unsigned bits = call->getType()->getScalarSizeInBits();
  llvm::Value* number = call->getArgOperand(0);
  if (bits != 64 && !number->getType()->isDoubleTy()) return call;
  return builder.CreateSelect(builder.CreateFCmpUNO(number, number),
                              llvm::ConstantInt::get(call->getType(), llvm::APInt::getSignMask(bits)), call);
}

}  // namespace gridcall::cc
