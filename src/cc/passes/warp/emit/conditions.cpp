// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/emit/conditions.h"

#include <llvm/IR/PatternMatch.h>

#include <cstdint>
#include <utility>

namespace gridcall::cc::warp {

using namespace llvm::PatternMatch;

std::optional<Ends> ends_of(Value* condition, LaneValues& values, const VectorShapes& shapes,
                            WarpBuilder& build) {
  if (values.same_for_all(condition)) {
    Value* value = values.scalar(condition);
    return Ends{value, value, true, true};
  }
  Value* left = nullptr;
  Value* right = nullptr;
  const bool is_and = match(condition, m_LogicalAnd(m_Value(left), m_Value(right)));
  if (is_and || match(condition, m_LogicalOr(m_Value(left), m_Value(right)))) {
    const std::optional<Ends> a = ends_of(left, values, shapes, build);
    const std::optional<Ends> b = a ? ends_of(right, values, shapes, build) : std::nullopt;
    if (!b || !((a->falls && b->falls) || (a->rises && b->rises))) return std::nullopt;
    auto joined = [&](Value* x, Value* y) {
      return is_and ? build.CreateLogicalAnd(x, y) : build.CreateLogicalOr(x, y);
    };
    return Ends{joined(a->first, b->first), joined(a->last, b->last), a->falls && b->falls,
                a->rises && b->rises};
  }
  auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
  if (!compare || !compare->isRelational()) return std::nullopt;
  llvm::CmpInst::Predicate predicate = compare->getPredicate();
  Value* counted = compare->getOperand(0);
  Value* bound = compare->getOperand(1);
  if (values.same_for_all(counted)) {
    std::swap(counted, bound);
    predicate = llvm::CmpInst::getSwappedPredicate(predicate);
  }
  const VectorShape shape = shapes.of(counted);
  if (!shape.affine() || shape.checked || !values.same_for_all(bound) || !counted->getType()->isIntegerTy() ||
      !shapes.counts_exactly(counted, compare->isSigned())) {
    return std::nullopt;
  }
  Value* first = values.scalar(counted);
  Value* last = build.CreateAdd(
      first, llvm::ConstantInt::get(
                 counted->getType(),
                 static_cast<std::uint64_t>(shape.stride * (std::int64_t{build.lanes()} - 1)), true));
  Value* limit = values.scalar(bound);
  const bool below = predicate == llvm::CmpInst::ICMP_SLT || predicate == llvm::CmpInst::ICMP_SLE ||
                     predicate == llvm::CmpInst::ICMP_ULT || predicate == llvm::CmpInst::ICMP_ULE;
  const bool falls = below == (shape.stride > 0);
  return Ends{build.CreateICmp(predicate, first, limit), build.CreateICmp(predicate, last, limit), falls,
              !falls};
}

}  // namespace gridcall::cc::warp
