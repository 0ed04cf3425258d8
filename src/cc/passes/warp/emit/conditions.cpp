// SPDX-License-Identifier: Apache-2.0
//
// `i < n`, with i counting along with the lanes: whether all lanes say so, or none, is told from the first
// one and the last one.

#include <llvm/IR/PatternMatch.h>

#include "cc/passes/warp/emit/variant.h"

namespace gridcall::cc::warp {

using namespace llvm::PatternMatch;

std::optional<Variant::Ends> Variant::ends_of(Value* condition) {
  if (same_for_all(condition)) {
    Value* value = scalar(condition);
    return Ends{value, value, true, true};
  }
  Value* left = nullptr;
  Value* right = nullptr;
  const bool is_and = match(condition, m_LogicalAnd(m_Value(left), m_Value(right)));
  if (is_and || match(condition, m_LogicalOr(m_Value(left), m_Value(right)))) {
    const std::optional<Ends> a = ends_of(left);
    const std::optional<Ends> b = a ? ends_of(right) : std::nullopt;
    if (!b || !((a->falls && b->falls) || (a->rises && b->rises))) return std::nullopt;
    auto joined = [&](Value* x, Value* y) {
      return is_and ? build_.CreateLogicalAnd(x, y) : build_.CreateLogicalOr(x, y);
    };
    return Ends{joined(a->first, b->first), joined(a->last, b->last), a->falls && b->falls,
                a->rises && b->rises};
  }
  auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
  if (compare == nullptr || !compare->isRelational()) return std::nullopt;
  llvm::CmpInst::Predicate predicate = compare->getPredicate();
  Value* counted = compare->getOperand(0);
  Value* bound = compare->getOperand(1);
  if (same_for_all(counted)) {
    std::swap(counted, bound);
    predicate = llvm::CmpInst::getSwappedPredicate(predicate);
  }
  const VectorShape shape = shapes_.of(counted);
  if (!shape.affine() || shape.checked || !same_for_all(bound) || !counted->getType()->isIntegerTy() ||
      !shapes_.counts_exactly(counted, compare->isSigned())) {
    return std::nullopt;
  }
  Value* first = scalar(counted);
  Value* last = build_.CreateAdd(
      first,
      llvm::ConstantInt::get(counted->getType(),
                             static_cast<std::uint64_t>(shape.stride * (std::int64_t{lanes_} - 1)), true));
  Value* limit = scalar(bound);
  const bool below = predicate == llvm::CmpInst::ICMP_SLT || predicate == llvm::CmpInst::ICMP_SLE ||
                     predicate == llvm::CmpInst::ICMP_ULT || predicate == llvm::CmpInst::ICMP_ULE;
  const bool falls = below == (shape.stride > 0);
  return Ends{build_.CreateICmp(predicate, first, limit), build_.CreateICmp(predicate, last, limit), falls,
              !falls};
}

}  // namespace gridcall::cc::warp
