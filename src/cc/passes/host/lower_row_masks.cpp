// SPDX-License-Identifier: Apache-2.0
//
// lower-row-masks: computes masks that are equal in all lanes of a row with one bit a row. With AVX-512 the
// code generator makes the integer of such a mask lane by lane, some hundred instructions that wait for each
// other; before, from the elements of a vector.

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueHandle.h>

#include <cstdint>
#include <numeric>

#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

using llvm::Constant;
using llvm::Instruction;
using llvm::Type;
using llvm::Value;

constexpr int kRows = 2;  // of a warp whose block has rows of 16

unsigned mask_lanes(const Value* mask) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(mask->getType());
  return type && type->getElementType()->isIntegerTy(1) ? type->getNumElements() : 0;
}

class RowMasks {
 public:
  explicit RowMasks(bool has_masks) : has_masks_(has_masks) {}

  void run(llvm::Function& function) {
    llvm::SmallVector<Instruction*> found;
    for (Instruction& each : llvm::instructions(function))
      if (mask_lanes(&each) > kRows && bits_of(&each)) found.push_back(&each);
    for (Instruction* mask : found) replace(*mask);
    for (Instruction* mask : llvm::reverse(found))
      if (mask->use_empty()) mask->eraseFromParent();
  }

 private:
  // The bit of each row, or NULL; a bit may be a comparison that is replaced.
  struct Bits {
    llvm::WeakTrackingVH rows[kRows];
    explicit operator bool() const { return rows[0] && rows[1]; }
  };

  static Bits bits_of_constant(const Constant& mask) {
    Bits bits;
    const unsigned lanes = mask_lanes(&mask);
    for (unsigned lane = 0; lane < lanes; ++lane) {
      Constant* element = mask.getAggregateElement(lane);
      llvm::WeakTrackingVH& row = bits.rows[lane / (lanes / kRows)];
      if (!element || (row && row != element) || !llvm::isa<llvm::ConstantInt>(element)) return {};
      row = element;
    }
    return bits;
  }

  // Returns the bit of all lanes of `part`, or NULL.
  static Value* splat_of(Value* part) {
    using namespace llvm::PatternMatch;
    if (auto* constant = llvm::dyn_cast<Constant>(part)) {
      auto* bit = constant->getSplatValue();
      return bit && llvm::isa<llvm::ConstantInt>(bit) ? bit : nullptr;
    }
    Value* bit = nullptr;
    return match(part, m_Shuffle(m_InsertElt(m_Undef(), m_Value(bit), m_ZeroInt()), m_Undef(), m_ZeroMask()))
               ? bit
               : nullptr;
  }

  // Returns whether `shuffle` puts its operands one behind the other.
  static bool joins(const llvm::ShuffleVectorInst& shuffle) {
    llvm::SmallVector<int> in_order(mask_lanes(&shuffle));
    std::iota(in_order.begin(), in_order.end(), 0);
    return in_order.size() == kRows * mask_lanes(shuffle.getOperand(0)) &&
           shuffle.getShuffleMask() == llvm::ArrayRef<int>(in_order);
  }

  Bits bits_of(Value* mask) {
    if (auto* constant = llvm::dyn_cast<Constant>(mask)) return bits_of_constant(*constant);
    if (const auto known = known_.find(mask); known != known_.end()) return known->second;
    auto* from = llvm::dyn_cast<Instruction>(mask);
    known_[mask] = {};  // unreachable code may be a circle
    const Bits bits = from ? bits_of_instruction(*from) : Bits();
    return known_[mask] = bits;
  }

  Bits bits_of_instruction(Instruction& mask) {
    Bits bits;
    llvm::IRBuilder<> build(&mask);
    if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&mask)) {
      if (joins(*shuffle))
        for (int row = 0; row < kRows; ++row)
          bits.rows[row] = splat_of(shuffle->getOperand(static_cast<unsigned>(row)));
      return bits;
    }
    if (!llvm::isa<llvm::BinaryOperator, llvm::SelectInst>(&mask)) return bits;
    llvm::SmallVector<Bits, 3> operands;
    for (Value* operand : mask.operands()) {
      if (mask_lanes(operand) != mask_lanes(&mask)) return {};
      operands.push_back(bits_of(operand));
      if (!operands.back()) return {};
    }
    for (int row = 0; row < kRows; ++row) {
      Value *first = operands[0].rows[row], *second = operands[1].rows[row];
      bits.rows[row] =
          operands.size() == kRows
              ? build.CreateBinOp(llvm::cast<llvm::BinaryOperator>(mask).getOpcode(), first, second)
              : build.CreateSelect(first, second, operands[2].rows[row]);
    }
    return bits;
  }

  Value* spread(llvm::IRBuilder<>& build, Value* bit, unsigned lanes) const {
    return has_masks_ ? build.CreateBitCast(build.CreateSExt(bit, build.getIntNTy(lanes)),
                                            llvm::FixedVectorType::get(build.getInt1Ty(), lanes))
                      : build.CreateVectorSplat(lanes, bit);
  }

  static void replace_with(Instruction* old, Value* value) {
    old->replaceAllUsesWith(value);
    old->eraseFromParent();
  }

  void replace(Instruction& mask) {
    const Bits bits = known_[&mask];
    const unsigned lanes = mask_lanes(&mask), length = lanes / kRows;
    for (llvm::User* user : llvm::make_early_inc_range(mask.users())) {
      auto* cast = llvm::dyn_cast<llvm::BitCastInst>(user);
      auto* part = llvm::dyn_cast<llvm::ShuffleVectorInst>(user);
      if (cast && cast->getType()->isIntegerTy()) {
        replace_integer(*cast, bits, length);
      } else if (cast && cast->getType()->isVectorTy() && cast->getType()->getScalarSizeInBits() == length) {
        replace_integers(*cast, bits);
      } else if (part && part->getOperand(0) == &mask && mask_lanes(part) == length) {
        int first = 0;
        if (llvm::ShuffleVectorInst::isExtractSubvectorMask(part->getShuffleMask(), static_cast<int>(lanes),
                                                            first) &&
            first % static_cast<int>(length) == 0) {
          llvm::IRBuilder<> build(part);
          replace_with(part, spread(build, bits.rows[first / static_cast<int>(length)], length));
        }
      }
    }
    // Only AVX-512 profits: its vectors of masks are integers.
    if (mask.use_empty() || !has_masks_) return;
    llvm::IRBuilder<> build(&mask);
    llvm::SmallVector<int> in_order(lanes);
    std::iota(in_order.begin(), in_order.end(), 0);
    Value* const low = spread(build, bits.rows[0], length);
    Value* const high = spread(build, bits.rows[1], length);
    mask.replaceAllUsesWith(build.CreateShuffleVector(low, high, in_order));
  }

  // The mask as one integer, mostly compared with none or all.
  static void replace_integer(llvm::BitCastInst& cast, const Bits& bits, unsigned length) {
    for (llvm::User* user : llvm::make_early_inc_range(cast.users())) {
      auto* compare = llvm::dyn_cast<llvm::ICmpInst>(user);
      const auto* with = compare ? llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1)) : nullptr;
      if (!with || !compare->isEquality() || !(with->isZero() || with->isMinusOne())) continue;
      llvm::IRBuilder<> build(compare);
      Value* holds = with->isZero() ? build.CreateOr(bits.rows[0], bits.rows[1])
                                    : build.CreateAnd(bits.rows[0], bits.rows[1]);
      if (with->isZero() == (compare->getPredicate() == llvm::CmpInst::ICMP_EQ))
        holds = build.CreateNot(holds);
      replace_with(compare, holds);
    }
    if (cast.use_empty()) {
      cast.eraseFromParent();
      return;
    }
    llvm::IRBuilder<> build(&cast);
    auto* const type = llvm::cast<llvm::IntegerType>(cast.getType());
    const auto ones = [&](int row) {
      return build.getInt(llvm::APInt::getBitsSet(2 * length, static_cast<unsigned>(row) * length,
                                                  static_cast<unsigned>(row + 1) * length));
    };
    Value* const none = llvm::ConstantInt::get(type, 0);
    Value* const low = build.CreateSelect(bits.rows[0], ones(0), none);
    Value* const high = build.CreateSelect(bits.rows[1], ones(1), none);
    replace_with(&cast, build.CreateOr(low, high));
  }

  // An integer for each row, of which the first active lane is found.
  static void replace_integers(llvm::BitCastInst& cast, const Bits& bits) {
    for (llvm::User* user : llvm::make_early_inc_range(cast.users())) {
      auto* row = llvm::dyn_cast<llvm::ExtractElementInst>(user);
      const auto* index = row ? llvm::dyn_cast<llvm::ConstantInt>(row->getIndexOperand()) : nullptr;
      if (!index) continue;
      llvm::IRBuilder<> build(row);
      Value* const bit = bits.rows[index->getZExtValue()];
      for (llvm::User* counts : llvm::make_early_inc_range(row->users())) {
        auto* count = llvm::dyn_cast<llvm::IntrinsicInst>(counts);
        if (!count || count->getIntrinsicID() != llvm::Intrinsic::cttz) continue;
        build.SetInsertPoint(count);
        Type* const type = count->getType();
        replace_with(count, build.CreateSelect(bit, llvm::ConstantInt::get(type, 0),
                                               llvm::ConstantInt::get(type, type->getIntegerBitWidth())));
      }
      build.SetInsertPoint(row);
      replace_with(row, build.CreateSExt(bit, row->getType()));
    }
    if (cast.use_empty()) cast.eraseFromParent();
  }

  bool has_masks_;
  llvm::DenseMap<Value*, Bits> known_;
};

}  // namespace

llvm::PreservedAnalyses LowerRowMasks::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  auto* const bytes = llvm::FixedVectorType::get(llvm::Type::getInt8Ty(module.getContext()), 32);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    RowMasks(functions.getResult<llvm::TargetIRAnalysis>(function).isLegalMaskedLoad(bytes, llvm::Align(1)))
        .run(function);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
