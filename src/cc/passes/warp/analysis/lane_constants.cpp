// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/analysis/lane_constants.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <cstdint>

namespace gridcall::cc::warp {
namespace {

using llvm::KnownBits;

constexpr unsigned kMaxLaneDepth = 8;

class Lane {
 public:
  Lane(const VectorShapes& shapes, const VectorizeConfig& config, unsigned lane)
      : shapes_(shapes), config_(config), lane_(lane) {}

  KnownBits of(const llvm::Value* value, unsigned depth = 0) const {
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value))
      return KnownBits::makeConstant(constant->getValue());
    const unsigned width = value->getType()->getIntegerBitWidth();
    if (!llvm::isa<llvm::Instruction>(value) || depth > kMaxLaneDepth) return KnownBits(width);
    KnownBits bits = by_operation(*llvm::cast<llvm::Instruction>(value), depth + 1);
    if (!bits.isConstant()) bits = bits.unionWith(by_shape(value, width));
    // Conflicting bits belong to a poison value.
    return bits.hasConflict() ? KnownBits(width) : bits;
  }

 private:
  // Returns the lower bits, which adding a multiple of the alignment does not change.
  KnownBits by_shape(const llvm::Value* value, unsigned width) const {
    KnownBits bits(width);
    const VectorShape shape = shapes_.of(value);
    if (!shape.regular() || shape.checked || shape.alignment <= 1) return bits;
    const unsigned lane = shape.by_row() ? lane_ % config_.row_lanes : lane_;
    const llvm::APInt known =
        llvm::APInt::getLowBitsSet(width, std::min(width, llvm::Log2_64(shape.alignment)));
    const llvm::APInt distance(64, static_cast<std::uint64_t>(shape.stride) * lane);
    bits.One = distance.zextOrTrunc(width) & known;
    bits.Zero = ~bits.One & known;
    return bits;
  }

  KnownBits by_operation(const llvm::Instruction& instruction, unsigned depth) const {
    const unsigned width = instruction.getType()->getIntegerBitWidth();
    if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
      if (!cast->getSrcTy()->isIntegerTy()) return KnownBits(width);
      const KnownBits from = of(cast->getOperand(0), depth);
      switch (cast->getOpcode()) {
        case llvm::Instruction::ZExt:
          return from.zext(width);
        case llvm::Instruction::SExt:
          return from.sext(width);
        case llvm::Instruction::Trunc:
          return from.trunc(width);
        default:
          return KnownBits(width);
      }
    }
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    if (!operation) return KnownBits(width);
    const auto left = [&] { return of(operation->getOperand(0), depth); };
    const auto right = [&] { return of(operation->getOperand(1), depth); };
    switch (operation->getOpcode()) {
      case llvm::Instruction::And:
        return left() & right();
      case llvm::Instruction::Or:
        return left() | right();
      case llvm::Instruction::Xor:
        return left() ^ right();
      case llvm::Instruction::Shl:
        return KnownBits::shl(left(), right());
      case llvm::Instruction::LShr:
        return KnownBits::lshr(left(), right());
      case llvm::Instruction::Add:
        return KnownBits::computeForAddSub(true, false, false, left(), right());
      case llvm::Instruction::Sub:
        return KnownBits::computeForAddSub(false, false, false, left(), right());
      case llvm::Instruction::Mul:
        return KnownBits::mul(left(), right());
      default:
        return KnownBits(width);
    }
  }

  const VectorShapes& shapes_;
  const VectorizeConfig& config_;
  unsigned lane_;
};

}  // namespace

llvm::Constant* LaneConstants::of(const llvm::Value* value) {
  if (!llvm::isa<llvm::CastInst, llvm::BinaryOperator>(value) || !value->getType()->isIntegerTy() ||
      value->getType()->getIntegerBitWidth() > 64)
    return nullptr;
  const auto [place, is_new] = known_.try_emplace(value, nullptr);
  if (!is_new) return place->second;
  const VectorShape shape = shapes_.of(value);
  if (shape.uniform() || shape.checked) return nullptr;
  llvm::SmallVector<llvm::Constant*> lanes;
  for (unsigned lane = 0; lane < config_.lanes; ++lane) {
    const KnownBits bits = Lane(shapes_, config_, lane).of(value);
    if (!bits.isConstant()) return nullptr;
    lanes.push_back(llvm::ConstantInt::get(value->getType(), bits.getConstant()));
  }
  return place->second = llvm::ConstantVector::get(lanes);
}

}  // namespace gridcall::cc::warp
