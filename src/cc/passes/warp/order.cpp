// SPDX-License-Identifier: Apache-2.0
//
// The order in which a version runs the blocks of a kernel, and where lanes wait for each other.

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Instructions.h>

#include "cc/passes/names.h"
#include "cc/passes/runtime.h"
#include "cc/passes/warp/version.h"
#include "cpu/image.h"

namespace gridcall::cc::warp {

namespace {

template <class Is>
bool calls(const BasicBlock* block, Is is) {
  return llvm::any_of(*block, [&](const Instruction& instruction) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call != nullptr && call->getCalledFunction() != nullptr &&
           is(call->getCalledFunction()->getName());
  });
}

bool has_named_barrier(const BasicBlock* block) {
  return calls(block, [](llvm::StringRef name) { return name == "gridcall_rt_named_barrier"; });
}

bool has_barrier(const BasicBlock* block) {
  return has_named_barrier(block) ||
         calls(block, [](llvm::StringRef name) { return name == "gridcall_rt_barrier"; });
}

bool has_effects(const BasicBlock* block) {
  return llvm::any_of(*block,
                      [](const Instruction& instruction) { return instruction.mayHaveSideEffects(); });
}

// From here straight out of the kernel.
struct WayOut {
  bool leaves = false;  // and waits for nobody before
  // What is done on it, that it alone leads to. Where it joins others there is nothing left to do.
  llvm::SmallVector<const BasicBlock*> steps;
  bool has_effects = false;

  explicit WayOut(const BasicBlock* block) {
    for (; block != nullptr; block = block->getUniqueSuccessor()) {
      if (calls(block, is_blocking_runtime_function)) return;
      const bool joined = block->getSinglePredecessor() == nullptr;
      if (joined && warp::has_effects(block)) return;
      if (!joined) {
        steps.push_back(block);
        has_effects = has_effects || warp::has_effects(block);
      }
      if (llvm::succ_empty(block)) leaves = true;
      if (joined) return;
    }
  }
};

}  // namespace

// A topological order (back edges aside) in which each loop's blocks stand together.
void Version::order_blocks() {
  // What lanes do before they leave the kernel they have done before others wait at a barrier.
  llvm::SmallPtrSet<const BasicBlock*, 8> before_leaving;
  for (const BasicBlock& block : source_.function) {
    for (const BasicBlock* successor : llvm::successors(&block)) {
      const WayOut way(successor);
      if (way.leaves && way.has_effects) before_leaving.insert(way.steps.begin(), way.steps.end());
    }
  }
  llvm::DenseMap<const BasicBlock*, unsigned> missing;
  auto is_back_edge = [&](const BasicBlock* from, const BasicBlock* to) {
    const llvm::Loop* loop = source_.loops.getLoopFor(to);
    return loop != nullptr && loop->getHeader() == to && loop->contains(from);
  };
  for (BasicBlock& block : source_.function) {
    for (BasicBlock* successor : llvm::successors(&block)) {
      if (!is_back_edge(&block, successor)) ++missing[successor];
    }
  }
  llvm::SmallVector<BasicBlock*> ready{&source_.function.getEntryBlock()};
  llvm::Loop* loop = nullptr;
  while (!ready.empty()) {
    auto chosen = ready.end();
    for (llvm::Loop* at = loop; chosen == ready.end(); at = at->getParentLoop()) {
      int best = 0;
      for (auto block = ready.begin(); block != ready.end(); ++block) {
        if (at != nullptr && !at->contains(*block)) continue;
        // The way out comes last: code after a loop or a branch must find all lanes.
        const int rank = before_leaving.contains(*block)                           ? 3
                         : !llvm::isa<llvm::ReturnInst>((*block)->getTerminator()) ? 2
                                                                                   : 1;
        if (rank > best) {
          best = rank;
          chosen = block;
        }
      }
      if (at == nullptr) break;
    }
    BasicBlock* block = *chosen;
    ready.erase(chosen);
    loop = source_.loops.getLoopFor(block);
    order_.push_back(block);
    for (BasicBlock* successor : llvm::successors(block)) {
      if (!is_back_edge(block, successor) && --missing[successor] == 0) ready.push_back(successor);
    }
  }
  if (order_.size() != source_.function.size()) unfit("its control flow cannot be ordered");

  // Without what only the masked version reaches.
  llvm::DenseSet<const BasicBlock*> reached{order_.front()};
  llvm::SmallVector<const BasicBlock*> work{order_.front()};
  while (!work.empty()) {
    const BasicBlock* block = work.pop_back_val();
    for (const BasicBlock* successor : llvm::successors(block)) {
      if (!leaves_for(block, successor) && reached.insert(successor).second) work.push_back(successor);
    }
  }
  llvm::erase_if(order_, [&](const BasicBlock* block) { return !reached.contains(block); });
  int position = 0;
  for (BasicBlock* block : order_) position_[block] = position++;
}

bool Version::parts(const BasicBlock* block) const {
  return shapes_.is_divergent(block->getTerminator()) && !alone(block);
}

void Version::find_alone() {
  for (const BasicBlock* block : order_) {
    const BasicBlock* before = block->getSinglePredecessor();
    auto* branch = before != nullptr ? llvm::dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
    if (branch == nullptr || !shapes_.is_divergent(branch) || alone(before)) continue;
    auto* compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
    if (compare == nullptr || !compare->isEquality()) continue;
    // One lane at most has the value.
    const Shape left = shapes_.of(compare->getOperand(0));
    const Shape right = shapes_.of(compare->getOperand(1));
    const bool one_equal = (left.affine() && left.stride != 0 && right.uniform()) ||
                           (right.affine() && right.stride != 0 && left.uniform());
    const std::int64_t stride = left.stride != 0 ? left.stride : right.stride;
    if (!one_equal || left.checked || right.checked || stride > 255 || stride < -255 ||
        compare->getOperand(0)->getType()->getScalarSizeInBits() < 16) {
      continue;
    }
    const unsigned way = compare->getPredicate() == llvm::CmpInst::ICMP_EQ ? 0 : 1;
    if (branch->getSuccessor(way) != block || branch->getSuccessor(1 - way) == block) continue;
    // While one waits there another may come.
    if (facts_.resumptions != nullptr &&
        llvm::any_of(facts_.resumptions->blocks,
                     [&](const BasicBlock* behind) { return source_.dominators.dominates(block, behind); }))
      continue;
    for (const BasicBlock* inside : order_) {
      if (source_.dominators.dominates(block, inside)) alone_[inside] = block;
    }
  }
}

bool Version::full(const BasicBlock* block) const {
  return facts_.all_on && !shapes_.divergent_blocks().contains(block);
}

// A loop in which lanes part is left to the masked version: this one would have nothing on it. But not inside
// of another loop, of whose later rounds it would lose the rest.
bool Version::leaves_for(const BasicBlock* from, const BasicBlock* to) const {
  if (masked_ == nullptr || !full(from)) return false;
  const llvm::Loop* loop = source_.loops.getLoopFor(to);
  return loop != nullptr && loop->getHeader() == to && !loop->contains(from) &&
         loop->getParentLoop() == nullptr && shapes_.is_divergent(loop);
}

void Version::find_pending() {
  for (BasicBlock* block : order_) {
    if (parts(block)) {
      for (BasicBlock* successor : llvm::successors(block)) pending_.insert(position_[successor]);
    }
    if (waits_apart(block)) pending_.insert(position_[block->getSingleSuccessor()]);
  }
  // Whoever jumps over a block in which lanes wait must wait too, behind it.
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock* block : order_) {
      int from = position_[block];
      for (BasicBlock* successor : llvm::successors(block)) {
        if (leaves_for(block, successor) || full(block)) continue;
        int to = position_[successor];
        auto between = pending_.upper_bound(from);
        if (to > from && between != pending_.end() && *between < to) changed |= pending_.insert(to).second;
      }
    }
  }
}

int Version::next_pending(int position) const {
  auto found = pending_.upper_bound(position);
  return found == pending_.end() ? -1 : *found;
}

BasicBlock* Version::after(int position) {
  int next = next_pending(position);
  if (next < 0) return settle_ != nullptr ? settle_ : end_;
  return guard_[order_[static_cast<std::size_t>(next)]];
}

// Control leaves `from`; its lanes wait for `to` already. Where all are together nobody waits on the way.
void Version::jump(BasicBlock* from, BasicBlock* to) {
  int at = position_[from];
  int goal = position_[to];
  int next = next_pending(at);
  if (full(from) || goal <= at || next < 0 || next >= goal) {
    build_.CreateBr(body_[to]);
  } else {
    build_.CreateBr(guard_[order_[static_cast<std::size_t>(next)]]);
  }
}

// Nobody waits for the block, each way to it is taken by all lanes or none, and leads straight to it.
bool Version::arrives_as(const BasicBlock* block) const {
  const int at = position_.lookup(block);
  if (at == 0 || pending_.contains(at)) return false;
  for (const BasicBlock* from : llvm::predecessors(block)) {
    if (parts(from)) return false;
    const int before = position_.lookup(from);
    const int next = next_pending(before);
    if (at > before && next >= 0 && next < at) return false;
  }
  return true;
}

// Whether a warp reaches its barriers as one. It does where the lanes that are not at the barrier have left
// for good; where they could reach a barrier themselves the two groups must be able to wait apart, as the
// answer says, and everywhere where there are named barriers: how many lanes one is for is told at run time.
bool Version::check_barriers() {
  bool named = false;
  llvm::SmallPtrSet<const BasicBlock*, 8> barriers;
  for (BasicBlock& block : source_.function) {
    if (has_barrier(&block)) barriers.insert(&block);
    named = named || has_named_barrier(&block);
  }
  if (barriers.empty()) return true;
  target_.has_barriers = true;
  for (BasicBlock& start : source_.function) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(start.getTerminator());
    if (branch == nullptr || !shapes_.is_divergent(branch)) continue;
    auto* node = source_.post_dominators.getNode(&start);
    const BasicBlock* end = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    // From one side a barrier before the paths meet, and from the other side any barrier at all?
    bool before[2] = {false, false};
    for (unsigned side = 0; side < 2; ++side) {
      llvm::SmallPtrSet<const BasicBlock*, 32> seen;
      llvm::SmallVector<const BasicBlock*> work{branch->getSuccessor(side)};
      while (!work.empty()) {
        const BasicBlock* block = work.pop_back_val();
        if (block == end || !seen.insert(block).second) continue;
        before[side] |= barriers.contains(block);
        for (const BasicBlock* successor : llvm::successors(block)) work.push_back(successor);
      }
    }
    if (!before[0] && !before[1]) continue;
    // What they do before they leave must not wait for the end of a loop in which others meet.
    const llvm::Loop* loop = source_.loops.getLoopFor(&start);
    while (loop != nullptr && llvm::none_of(loop->blocks(), has_barrier)) loop = loop->getParentLoop();
    bool other_leaves = false;
    for (const BasicBlock* successor : llvm::successors(&start)) {
      const WayOut way(successor);
      other_leaves = other_leaves || (way.leaves && (loop == nullptr || !way.has_effects));
    }
    if (!other_leaves) parting_.push_back(branch);
  }
  return facts_.resumptions != nullptr || (parting_.empty() && !named);
}

bool Version::meets_barriers_as_one() const {
  return llvm::all_of(order_, [&](const BasicBlock* block) {
    return full(block) || llvm::none_of(*block, [](const Instruction& instruction) {
             auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
             const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
             return callee != nullptr && (callee->getName() == "gridcall_rt_barrier" ||
                                          callee->getName() == "gridcall_rt_named_barrier");
           });
  });
}

}  // namespace gridcall::cc::warp
