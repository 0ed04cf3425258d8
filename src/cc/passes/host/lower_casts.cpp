// SPDX-License-Identifier: Apache-2.0
//
// lower-casts: expands saturating conversions of vectors of floats and doubles to integers, which the code
// generator does lane by lane. It clamps the number, converts it by the processor's instruction, and replaces
// the results that clamping does not give: a float has no bound like 2^31 - 1, and a NaN becomes the bound.

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <utility>

#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

using llvm::Value;

// Returns the conversion if it is one of vectors that have an instruction.
llvm::IntrinsicInst* cast_of_vector(llvm::Instruction& instruction) {
  auto* cast = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!cast || !cast->getType()->isVectorTy()) return nullptr;
  if (cast->getIntrinsicID() != llvm::Intrinsic::fptosi_sat &&
      cast->getIntrinsicID() != llvm::Intrinsic::fptoui_sat)
    return nullptr;
  const llvm::Type* from = cast->getArgOperand(0)->getType()->getScalarType();
  const unsigned bits = cast->getType()->getScalarSizeInBits();
  const bool is_known = bits >= 8 && bits <= 64 && llvm::isPowerOf2_32(bits);
  return is_known && (from->isFloatTy() || from->isDoubleTy()) ? cast : nullptr;
}

// Returns whether `user` replaces the results for NaNs by the topmost bit alone (device/convert_nan.h).
bool gives_top_bit(llvm::User* user, Value* cast, Value* number) {
  using namespace llvm::PatternMatch;
  llvm::FCmpInst::Predicate predicate;
  const auto compares = m_FCmp(predicate, m_Specific(number), m_CombineOr(m_Specific(number), m_AnyZeroFP()));
  if (match(user, m_Select(compares, m_SignMask(), m_Specific(cast))))
    return predicate == llvm::FCmpInst::FCMP_UNO;
  return match(user, m_Select(compares, m_Specific(cast), m_SignMask())) &&
         predicate == llvm::FCmpInst::FCMP_ORD;
}

void lower(llvm::IntrinsicInst& cast) {
  llvm::IRBuilder<> build(&cast);
  Value* const number = cast.getArgOperand(0);
  llvm::Type* const from = number->getType();
  llvm::Type* const to = cast.getType();
  const bool is_signed = cast.getIntrinsicID() == llvm::Intrinsic::fptosi_sat;
  const unsigned bits = to->getScalarSizeInBits();
  const auto bound = [&](const llvm::APInt& integer) {
    llvm::APFloat value(from->getScalarType()->getFltSemantics());
    const auto status = value.convertFromAPInt(integer, is_signed, llvm::APFloat::rmNearestTiesToEven);
    return std::pair(llvm::ConstantFP::get(from, value), status == llvm::APFloat::opOK);
  };
  const llvm::APInt most = is_signed ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits);
  Value* const lower = bound(is_signed ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt(bits, 0)).first;
  const auto [upper, is_exact] = bound(most);  // rounds up to the power of two
  Value* clamped = build.CreateSelect(build.CreateFCmpOGT(number, lower), number, lower);
  if (is_exact) clamped = build.CreateSelect(build.CreateFCmpOLT(clamped, upper), clamped, upper);
  // All values of the small integers are int's.
  llvm::Type* const made = bits < 32 ? to->getWithNewBitWidth(32) : to;
  Value* result =
      is_signed || bits < 32 ? build.CreateFPToSI(clamped, made) : build.CreateFPToUI(clamped, made);
  result = build.CreateTrunc(result, to);
  if (!is_exact)
    result = build.CreateSelect(build.CreateFCmpOGE(number, upper), llvm::ConstantInt::get(to, most), result);
  if (is_signed) {  // a NaN became the lower bound
    for (llvm::User* user : llvm::make_early_inc_range(cast.users())) {
      if (!gives_top_bit(user, &cast, number)) continue;
      user->replaceAllUsesWith(result);
      llvm::cast<llvm::Instruction>(user)->eraseFromParent();
    }
    if (!cast.use_empty())
      result =
          build.CreateSelect(build.CreateFCmpORD(number, number), result, llvm::Constant::getNullValue(to));
  }
  cast.replaceAllUsesWith(result);
  cast.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses LowerCasts::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*manager*/) {
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::IntrinsicInst*> casts;
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (llvm::IntrinsicInst* cast = cast_of_vector(instruction)) casts.push_back(cast);
    for (llvm::IntrinsicInst* cast : casts) lower(*cast);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
