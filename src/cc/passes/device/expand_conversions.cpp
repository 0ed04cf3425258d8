// SPDX-License-Identifier: Apache-2.0
//
// expand-conversions: conversions between 128-bit integers and floating-point numbers become those of 64
// bits, since there is no library to call. Integers round to nearest even; numbers out of range saturate, and
// NaN becomes 0.

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

using llvm::Value;

constexpr double kTwoTo64 = 0x1p64;

enum class Conversion { kNone, kFromUnsigned, kFromSigned, kToUnsigned, kToSigned };

// Clang converts to an integer by an intrinsic that saturates.
Conversion long_conversion(const llvm::Instruction& instruction) {
  const bool to_long = instruction.getType()->isIntegerTy(128);
  const bool from_long =
      instruction.getNumOperands() > 0 && instruction.getOperand(0)->getType()->isIntegerTy(128);
  if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    if (to_long && call->getIntrinsicID() == llvm::Intrinsic::fptoui_sat) return Conversion::kToUnsigned;
    if (to_long && call->getIntrinsicID() == llvm::Intrinsic::fptosi_sat) return Conversion::kToSigned;
  }
  switch (instruction.getOpcode()) {
    case llvm::Instruction::UIToFP:
      return from_long ? Conversion::kFromUnsigned : Conversion::kNone;
    case llvm::Instruction::SIToFP:
      return from_long ? Conversion::kFromSigned : Conversion::kNone;
    case llvm::Instruction::FPToUI:
      return to_long ? Conversion::kToUnsigned : Conversion::kNone;
    case llvm::Instruction::FPToSI:
      return to_long ? Conversion::kToSigned : Conversion::kNone;
    default:
      return Conversion::kNone;
  }
}

class Expander {
 public:
  explicit Expander(llvm::Instruction* conversion) : builder_(conversion), type_(conversion->getType()) {}

  Value* expand(Conversion conversion, Value* x) {
    if (conversion == Conversion::kFromUnsigned) return to_number(x);
    if (conversion == Conversion::kFromSigned) {
      Value* negative = builder_.CreateICmpSLT(x, llvm::Constant::getNullValue(x->getType()));
      Value* number = to_number(builder_.CreateSelect(negative, builder_.CreateNeg(x), x));
      if (!type_->isBFloatTy()) return builder_.CreateSelect(negative, builder_.CreateFNeg(number), number);
      // Processors without AVX512-BF16 negate by way of float, and call a function for that.
      Value* sign = builder_.CreateShl(builder_.CreateZExt(negative, builder_.getInt16Ty()), 15);
      Value* word = builder_.CreateOr(builder_.CreateBitCast(number, builder_.getInt16Ty()), sign);
      return builder_.CreateBitCast(word, type_);
    }
    Value* number = builder_.CreateFPCast(x, builder_.getDoubleTy());
    if (conversion == Conversion::kToUnsigned) return to_integer(number, 128);
    Value* negative = builder_.CreateFCmpOLT(number, real(0));
    Value* size = to_integer(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, number), 127);
    Value* result = builder_.CreateSelect(negative, builder_.CreateNeg(size), size);
    // The size saturates at 2^127 - 1.
    Value* lowest = llvm::ConstantInt::get(type_, llvm::APInt::getSignedMinValue(128));
    return builder_.CreateSelect(builder_.CreateFCmpOLE(number, real(-0x1p127)), lowest, result);
  }

 private:
  Value* real(double value) { return llvm::ConstantFP::get(builder_.getDoubleTy(), value); }

  // Converts a double of 0 and more; beyond `bits` the result has `bits` ones. Both halves are exact.
  Value* to_integer(Value* number, unsigned bits) {
    llvm::Type* half = builder_.getInt64Ty();
    auto truncate = [&](Value* part) {
      return builder_.CreateZExt(
          builder_.CreateIntrinsic(llvm::Intrinsic::fptoui_sat, {half, part->getType()}, {part}), type_);
    };
    Value* high = truncate(builder_.CreateFMul(number, real(1 / kTwoTo64)));
    Value* high_number = builder_.CreateUIToFP(builder_.CreateTrunc(high, half), builder_.getDoubleTy());
    Value* low = truncate(builder_.CreateFSub(number, builder_.CreateFMul(high_number, real(kTwoTo64))));
    Value* whole = builder_.CreateOr(builder_.CreateShl(high, 64), low);
    Value* beyond = builder_.CreateFCmpOGE(number, real(bits == 128 ? 0x1p128 : 0x1p127));
    return builder_.CreateSelect(beyond, llvm::ConstantInt::get(type_, llvm::APInt::getLowBitsSet(128, bits)),
                                 whole);
  }

  // Converts an unsigned integer: its highest bits with a last bit for those below, and then a power of two.
  // A half is rounded from a float, which has every integer that a half has; a bfloat from one that is exact.
  Value* to_number(Value* x) {
    llvm::Type* wide = x->getType();
    llvm::Type* number_type = type_->isDoubleTy() ? type_ : builder_.getFloatTy();
    Value* zeros = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, x, builder_.getFalse());
    Value* most = llvm::ConstantInt::get(wide, type_->isBFloatTy() ? 128 - 24 : 64);
    Value* shift =
        builder_.CreateSub(most, builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, zeros, most));
    Value* top = builder_.CreateLShr(x, shift);
    Value* rest = builder_.CreateICmpNE(builder_.CreateShl(top, shift), x);
    top =
        builder_.CreateTrunc(builder_.CreateOr(top, builder_.CreateZExt(rest, wide)), builder_.getInt64Ty());
    const unsigned exponent_at = number_type->isDoubleTy() ? 52 : 23;
    const unsigned bias = number_type->isDoubleTy() ? 1023 : 127;
    Value* bits = builder_.CreateTrunc(shift, builder_.getIntNTy(number_type->getScalarSizeInBits()));
    bits = builder_.CreateAdd(bits, llvm::ConstantInt::get(bits->getType(), bias));
    Value* scale = builder_.CreateBitCast(builder_.CreateShl(bits, exponent_at), number_type);
    Value* number = builder_.CreateFMul(builder_.CreateUIToFP(top, number_type), scale);
    if (!type_->isBFloatTy()) return builder_.CreateFPCast(number, type_);
    Value* word = builder_.CreateBitCast(number, builder_.getInt32Ty());
    Value* odd = builder_.CreateAnd(builder_.CreateLShr(word, 16), 1);
    word = builder_.CreateAdd(builder_.CreateAdd(word, builder_.getInt32(0x7fff)), odd);
    return builder_.CreateBitCast(builder_.CreateTrunc(builder_.CreateLShr(word, 16), builder_.getInt16Ty()),
                                  type_);
  }

  llvm::IRBuilder<> builder_;
  llvm::Type* type_;  // of the result
};

}  // namespace

llvm::PreservedAnalyses ExpandConversions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      const Conversion conversion = long_conversion(instruction);
      if (conversion == Conversion::kNone) continue;
      instruction.replaceAllUsesWith(Expander(&instruction).expand(conversion, instruction.getOperand(0)));
      instruction.eraseFromParent();
      changed = true;
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
