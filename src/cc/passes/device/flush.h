// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>

namespace gridcall::cc {

// Returns the value that .ftz gives: a subnormal number becomes zero of its sign (PTX ISA, "Floating Point
// Instructions"). The value is a float or a vector of floats.
inline llvm::Value* flush(llvm::IRBuilder<>& builder, llvm::Value* value) {
  llvm::Type* type = value->getType();
  llvm::Type* word = type->getWithNewType(builder.getInt32Ty());
  llvm::Value* bits = builder.CreateBitCast(value, word);
  llvm::Value* has_exponent = builder.CreateICmpNE(
      builder.CreateAnd(bits, llvm::ConstantInt::get(word, 0x7f800000)), llvm::ConstantInt::get(word, 0));
  llvm::Value* sign = builder.CreateAnd(bits, llvm::ConstantInt::get(word, 0x80000000));
  return builder.CreateBitCast(builder.CreateSelect(has_exponent, bits, sign), type);
}

}  // namespace gridcall::cc
