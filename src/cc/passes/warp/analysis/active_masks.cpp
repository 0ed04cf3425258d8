// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/analysis/active_masks.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

namespace gridcall::cc::warp {
namespace {

using namespace llvm::PatternMatch;

constexpr unsigned kMaxDepth = 8;

// Returns the name of the runtime function that the call calls, without its prefix; "" for other calls.
llvm::StringRef runtime_name(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  llvm::StringRef name = callee ? callee->getName() : "";
  return name.consume_front("gridcall_rt_") ? name : "";
}

// Returns the condition that a vote's i32 predicate is extended from.
const llvm::Value* condition_of(const llvm::Value* predicate) {
  llvm::Value* inner = nullptr;
  while (match(predicate, m_ZExtOrSExt(m_Value(inner)))) predicate = inner;
  return predicate;
}

}  // namespace

bool ActiveMasks::names_active_lanes(const llvm::CallInst& call) const {
  const BasicBlock* block = call.getParent();
  return is_convergent(block) || is_subset(call.getArgOperand(1), block, 0);
}

// Returns whether all lanes that have not left the kernel run the block together.
bool ActiveMasks::is_convergent(const BasicBlock* block) const {
  return llvm::none_of(diverging_, [&](const BasicBlock* branch) {
    const BranchDivergence& divergence = source_.divergence.of(branch);
    return divergence.region.contains(block) ||
           llvm::any_of(divergence.temporal, [&](const llvm::Loop* loop) { return loop->contains(block); });
  });
}

// Returns whether all lanes that run `earlier` together run `block` together if any of them reaches it,
// before any of them runs `earlier` again.
bool ActiveMasks::runs_with_lanes_of(const BasicBlock* block, const BasicBlock* earlier) const {
  if (block == earlier) return true;
  if (!source_.dominators.dominates(earlier, block)) return false;
  const llvm::Loop* around = source_.loops.getLoopFor(earlier);
  if (around && !around->contains(block)) return false;
  return llvm::none_of(diverging_, [&](const BasicBlock* branch) {
    const BranchDivergence& divergence = source_.divergence.of(branch);
    if (divergence.region.contains(block) && !divergence.region.contains(earlier)) return true;
    return llvm::any_of(divergence.temporal, [&](const llvm::Loop* loop) {
      return loop->contains(block) && !loop->contains(earlier);
    });
  });
}

bool ActiveMasks::is_subset(const llvm::Value* mask, const BasicBlock* block, unsigned depth) const {
  if (depth > kMaxDepth) return false;
  if (auto* number = llvm::dyn_cast<llvm::ConstantInt>(mask)) {
    const auto named = static_cast<std::uint32_t>(number->getZExtValue());
    return (named & ~lanes_known_active(block)) == 0;
  }
  llvm::Value *left = nullptr, *right = nullptr;
  if (match(mask, m_And(m_Value(left), m_Value(right))))
    return is_subset(left, block, depth + 1) || is_subset(right, block, depth + 1);
  if (match(mask, m_Select(m_Value(), m_Value(left), m_Value(right))))
    return is_subset(left, block, depth + 1) && is_subset(right, block, depth + 1);
  auto* call = llvm::dyn_cast<llvm::CallInst>(mask);
  if (!call) return false;
  const llvm::StringRef name = runtime_name(*call);
  if (name == "activemask" || name == "ballot" || name == "match_any" || name == "match_all") {
    if (runs_with_lanes_of(block, call->getParent())) return true;
    return name == "ballot" && vote_took_branch(*call, block);
  }
  return false;
}

// Recognizes: unsigned mask = __ballot_sync(..., condition); if (condition) { ... mask ... }
bool ActiveMasks::vote_took_branch(const llvm::CallInst& vote, const BasicBlock* block) const {
  const llvm::Value* condition = condition_of(vote.getArgOperand(2));
  for (const BasicBlock* at = block; at;) {
    const BasicBlock* before = at->getSinglePredecessor();
    auto* branch = before ? llvm::dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
    if (branch && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1)) {
      llvm::Value* opposite = nullptr;
      const bool same = branch->getCondition() == condition;
      const bool negated = match(branch->getCondition(), m_Not(m_Value(opposite))) && opposite == condition;
      if ((same && branch->getSuccessor(0) == at) || (negated && branch->getSuccessor(1) == at)) {
        return runs_with_lanes_of(before, vote.getParent()) && runs_with_lanes_of(block, at);
      }
    }
    auto* node = source_.dominators.getNode(at)->getIDom();
    at = node ? node->getBlock() : nullptr;
  }
  return false;
}

// Returns lanes that run the block if any lane does.
std::uint32_t ActiveMasks::lanes_known_active(const BasicBlock* block) const {
  for (const BasicBlock* at = block; at;) {
    const BasicBlock* before = at->getSinglePredecessor();
    auto* branch = before ? llvm::dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
    if (branch && branch->isConditional() && shapes_.is_divergent(branch) &&
        branch->getSuccessor(0) != branch->getSuccessor(1)) {
      if (!is_convergent(before) || !runs_with_lanes_of(block, at)) return 0;
      return lanes_that_satisfy(branch->getCondition(), branch->getSuccessor(0) == at);
    }
    auto* node = source_.dominators.getNode(at)->getIDom();
    at = node ? node->getBlock() : nullptr;
  }
  return 0;
}

// Returns the lanes that satisfy the condition whenever any lane does. The condition compares a value that is
// a multiple of 32 in lane 0 and grows by one from lane to lane.
std::uint32_t ActiveMasks::lanes_that_satisfy(const llvm::Value* condition, bool holds) const {
  auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
  auto* bound = compare ? llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1)) : nullptr;
  if (!bound || config_.lanes != 32) return 0;
  const VectorShape shape = shapes_.of(compare->getOperand(0));
  if (!shape.affine() || shape.checked || shape.stride != 1 || shape.alignment < config_.lanes) return 0;
  const auto predicate = holds ? compare->getPredicate() : compare->getInversePredicate();
  const auto lane = static_cast<std::uint32_t>(bound->getValue().getLoBits(5).getZExtValue());
  const auto below = [](std::uint32_t end) { return end == 0 ? ~0u : (1u << end) - 1; };
  switch (predicate) {
    case llvm::CmpInst::ICMP_EQ:
      return 1u << lane;
    case llvm::CmpInst::ICMP_NE:
      return ~(1u << lane);
    case llvm::CmpInst::ICMP_ULT:
    case llvm::CmpInst::ICMP_SLT:
      return below(lane);
    case llvm::CmpInst::ICMP_ULE:
    case llvm::CmpInst::ICMP_SLE:
      return below((lane + 1) % 32);
    case llvm::CmpInst::ICMP_UGE:
    case llvm::CmpInst::ICMP_SGE:
      return ~0u << lane;
    case llvm::CmpInst::ICMP_UGT:
    case llvm::CmpInst::ICMP_SGT:
      return lane == 31 ? ~0u : ~0u << (lane + 1);
    default:
      return 0;
  }
}

}  // namespace gridcall::cc::warp
