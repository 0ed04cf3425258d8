// SPDX-License-Identifier: Apache-2.0

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/MathExtras.h>

#include "cc/passes/warp/analysis/vector_shapes.h"

#include <cstdint>
#include <utility>

namespace gridcall::cc::warp {
namespace {

constexpr std::int64_t kMaxStride = std::int64_t{1}
                                    << 20;  // of a clamped index, whose lanes span less than 2^31

bool leads_to_address(const llvm::Value& value, unsigned depth) {
  if (depth > 4) return false;
  for (const llvm::User* user : value.users()) {
    if (llvm::isa<llvm::GetElementPtrInst>(user)) return true;
    if (llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst, llvm::MinMaxIntrinsic>(user) &&
        leads_to_address(*user, depth + 1))
      return true;
  }
  return false;
}

}  // namespace

std::optional<Grouping> VectorShapes::grouping(const llvm::BinaryOperator& operation) const {
  const bool is_and = operation.getOpcode() == llvm::Instruction::And;
  if (!is_and && operation.getOpcode() != llvm::Instruction::Or &&
      operation.getOpcode() != llvm::Instruction::Xor)
    return std::nullopt;
  Grouping group{operation.getOperand(0), operation.getOperand(1), 0};
  if (of(group.lanes).stride == 0) std::swap(group.lanes, group.mask);
  const VectorShape lanes = of(group.lanes);
  const VectorShape mask = of(group.mask);
  if (!lanes.regular() || lanes.stride <= 0 || !mask.same_in_row() || mask.checked) return std::nullopt;
  const bool by_row = lanes.by_row() || mask.by_row();
  group.span = lanes.stride * static_cast<std::int64_t>(by_row ? config_.row_lanes : config_.lanes);
  const unsigned bits = operation.getType()->getIntegerBitWidth();
  if (bits < 32 || bits > 64 || !llvm::isPowerOf2_64(static_cast<std::uint64_t>(group.span)) ||
      group.span >= std::int64_t{1} << 30) {
    return std::nullopt;
  }
  if (auto* number = llvm::dyn_cast<llvm::ConstantInt>(group.mask)) {
    const std::int64_t inside = number->getSExtValue() & (group.span - 1);
    if (inside != (is_and ? group.span - 1 : 0)) return std::nullopt;
  }
  // A run-time check pays only for an index.
  return leads_to_address(operation, 0) ? std::optional(group) : std::nullopt;
}

std::optional<Clamp> VectorShapes::clamp(const llvm::Instruction& instruction) const {
  const auto moves = [&](const llvm::Value* value) {
    const VectorShape shape = of(value);
    return shape.regular() && shape.stride != 0 && shape.stride < kMaxStride && shape.stride > -kMaxStride;
  };
  const auto stays = [&](const llvm::Value* value) {
    const VectorShape shape = of(value);
    return shape.same_in_row() && !shape.checked;
  };
  const auto is_index = [](const llvm::Type* type) {
    return type->isPointerTy() || type->isIntegerTy(32) || type->isIntegerTy(64);
  };
  Clamp clamp = {};
  const llvm::Value* other = nullptr;
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(select->getCondition());
    if (!compare) return std::nullopt;
    clamp = {select->getTrueValue(), compare->getOperand(0), compare->getOperand(1), compare->getPredicate()};
    other = select->getFalseValue();
    if (!moves(clamp.moving)) {
      std::swap(clamp.moving, other);
      clamp.predicate = llvm::CmpInst::getInversePredicate(clamp.predicate);
    }
    if (!moves(clamp.compared)) {
      std::swap(clamp.compared, clamp.bound);
      clamp.predicate = llvm::CmpInst::getSwappedPredicate(clamp.predicate);
    }
  } else if (const auto* extreme = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&instruction)) {
    clamp.moving = extreme->getLHS();
    other = extreme->getRHS();
    if (!moves(clamp.moving)) std::swap(clamp.moving, other);
    clamp.compared = clamp.moving;
    clamp.bound = other;
    clamp.predicate = llvm::CmpInst::getNonStrictPredicate(extreme->getPredicate());
  } else {
    return std::nullopt;
  }
  const bool is_clamp = moves(clamp.moving) && stays(other) && moves(clamp.compared) && stays(clamp.bound) &&
                        clamp.predicate != llvm::CmpInst::ICMP_EQ && is_index(instruction.getType()) &&
                        is_index(clamp.compared->getType());
  return is_clamp && leads_to_address(instruction, 0) ? std::optional(clamp) : std::nullopt;
}

}  // namespace gridcall::cc::warp
