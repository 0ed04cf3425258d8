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
    return Ends{value, value, true, true, nullptr};
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
    // The freeze is needed because the right side may be poison if the left one decides.
    Value* exact = a->exact && b->exact ? build.CreateAnd(a->exact, b->exact)
                   : a->exact           ? a->exact
                                        : b->exact;
    if (exact) exact = build.CreateFreeze(exact);
    return Ends{joined(a->first, b->first), joined(a->last, b->last), a->falls && b->falls,
                a->rises && b->rises, exact};
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
  if (!shape.affine() || shape.checked || !values.same_for_all(bound) || !counted->getType()->isIntegerTy())
    return std::nullopt;
  const std::int64_t distance = shape.stride * (std::int64_t{build.lanes()} - 1);
  Value* first = values.scalar(counted);
  Value* last = build.CreateAdd(
      first, llvm::ConstantInt::get(counted->getType(), static_cast<std::uint64_t>(distance), true));
  // A loop's `i += gridDim.x * blockDim.x` may wrap, because it is unsigned.
  Value* exact = nullptr;
  if (!shapes.counts_exactly(counted, compare->isSigned())) {
    if (distance == 0 || counted->getType()->getIntegerBitWidth() < 32 ||
        distance != static_cast<int>(distance))
      return std::nullopt;
    using Predicate = llvm::CmpInst::Predicate;
    const Predicate grows = compare->isSigned() ? Predicate::ICMP_SLT : Predicate::ICMP_ULT;
    exact = distance > 0 ? build.CreateICmp(grows, first, last) : build.CreateICmp(grows, last, first);
  }
  Value* limit = values.scalar(bound);
  const bool below = predicate == llvm::CmpInst::ICMP_SLT || predicate == llvm::CmpInst::ICMP_SLE ||
                     predicate == llvm::CmpInst::ICMP_ULT || predicate == llvm::CmpInst::ICMP_ULE;
  const bool falls = below == (shape.stride > 0);
  return Ends{build.CreateICmp(predicate, first, limit), build.CreateICmp(predicate, last, limit), falls,
              !falls, exact};
}

}  // namespace gridcall::cc::warp
