// SPDX-License-Identifier: Apache-2.0

#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>

#include "cc/passes/warp/analysis/vector_shapes.h"

#include <utility>

namespace gridcall::cc::warp {
namespace {

bool leads_to_address(const llvm::Value& value, unsigned depth) {
  if (depth > 4) return false;
  for (const llvm::User* user : value.users()) {
    if (llvm::isa<llvm::GetElementPtrInst>(user)) return true;
    if (llvm::isa<llvm::BinaryOperator, llvm::CastInst>(user) && leads_to_address(*user, depth + 1))
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

}  // namespace gridcall::cc::warp
