// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/analysis/execution_plan.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/raw_ostream.h>

#include "cc/ir/runtime.h"
#include "cc/passes/warp/analysis/active_masks.h"
#include "cc/passes/warp/analysis/context_fields.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {

namespace {

constexpr unsigned kMaxOfBorder = 6;  // the depth of an expression

template <class Is>
bool calls(const BasicBlock* block, Is is) {
  return llvm::any_of(*block, [&](const Instruction& instruction) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call && call->getCalledFunction() && is(call->getCalledFunction()->getName());
  });
}

bool has_named_barrier(const BasicBlock* block) {
  return calls(block, [](llvm::StringRef name) { return name == "gridcall_rt_named_barrier"; });
}

bool has_barrier(const BasicBlock* block) {
  return has_named_barrier(block) ||
         calls(block, [](llvm::StringRef name) { return name == "gridcall_rt_barrier"; });
}

// Returns whether the instruction is a warp function that waits for the lanes of its mask.
bool is_warp_function(const Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && is_waiting_runtime_function(callee->getName()) &&
         callee->getName() != "gridcall_rt_barrier" && callee->getName() != "gridcall_rt_named_barrier";
}

bool has_warp_function(const BasicBlock* block) {
  return llvm::any_of(*block, is_warp_function);
}

// Returns whether a path from `start` that ends before `end` has a block for which `is` holds.
template <class Is>
bool reaches(const BasicBlock* start, const BasicBlock* end, Is is) {
  llvm::SmallPtrSet<const BasicBlock*, 32> seen;
  llvm::SmallVector<const BasicBlock*> work{start};
  while (!work.empty()) {
    const BasicBlock* block = work.pop_back_val();
    if (block == end || !seen.insert(block).second) continue;
    if (is(block)) return true;
    work.append(llvm::succ_begin(block), llvm::succ_end(block));
  }
  return false;
}

bool has_effects(const BasicBlock* block) {
  return llvm::any_of(*block,
                      [](const Instruction& instruction) { return instruction.mayHaveSideEffects(); });
}

// A path from a block that leaves the kernel without a branch.
struct WayOut {
  bool leaves = false;  // the path leaves the kernel, and does not wait before that
  // The blocks of the path that no other path reaches; a joined block may have no effects.
  llvm::SmallVector<const BasicBlock*> steps;
  bool has_effects = false;

  explicit WayOut(const BasicBlock* block) {
    for (; block; block = block->getUniqueSuccessor()) {
      if (calls(block, is_blocking_runtime_function)) return;
      const bool joined = !block->getSinglePredecessor();
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

llvm::Error not_vectorizable(const llvm::Twine& reason) {
  return llvm::createStringError(reason);
}

llvm::Expected<ExecutionPlan> ExecutionPlan::create(Source& source, const VectorShapes& shapes,
                                                    const VectorizeConfig& config, WarpVariantKind variant) {
  ExecutionPlan plan(source, shapes, config, variant);
  if (llvm::Error error = plan.order_blocks()) return error;
  if (variant == WarpVariantKind::kPredicated) plan.find_waits();
  if (!plan.needs_resumptions_) {
    plan.find_single_lane();
    plan.find_pending();
  }
  return plan;
}

void ExecutionPlan::print(llvm::raw_ostream& out) const {
  for (const BasicBlock* block : order_) {
    block->printAsOperand(out, /*PrintType*/ false);
    out << ":" << (all_active(block) ? " all-active" : "");
    if (const BasicBlock* entry = single_lane_entry(block)) {
      out << " single-lane(";
      entry->printAsOperand(out, /*PrintType*/ false);
      out << ")";
    }
    out << (diverges(block) ? " diverges" : "") << (is_pending(block) ? " pending" : "")
        << (waits(block) ? " waits" : "") << "\n";
  }
  if (needs_resumptions_) out << "needs resumptions\n";
}

// Finds a topological order (except for back edges) in which each loop's blocks are contiguous.
llvm::Error ExecutionPlan::order_blocks() {
  // Lanes that leave the kernel perform their side effects before other lanes wait at a barrier.
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
    return loop && loop->getHeader() == to && loop->contains(from);
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
        if (at && !at->contains(*block)) continue;
        // The exit comes last, because code after a loop or a branch must run with all lanes.
        const int rank = before_leaving.contains(*block)                           ? 3
                         : !llvm::isa<llvm::ReturnInst>((*block)->getTerminator()) ? 2
                                                                                   : 1;
        if (rank > best) {
          best = rank;
          chosen = block;
        }
      }
      if (!at) break;
    }
    BasicBlock* block = *chosen;
    ready.erase(chosen);
    loop = source_.loops.getLoopFor(block);
    order_.push_back(block);
    for (BasicBlock* successor : llvm::successors(block)) {
      if (!is_back_edge(block, successor) && --missing[successor] == 0) ready.push_back(successor);
    }
  }
  if (order_.size() != source_.function.size()) return not_vectorizable("its control flow cannot be ordered");

  // Removes the blocks that only the predicated variant reaches.
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
  return llvm::Error::success();
}

bool ExecutionPlan::diverges(const BasicBlock* block) const {
  return shapes_.is_divergent(block->getTerminator()) && !single_lane(block);
}

void ExecutionPlan::find_single_lane() {
  for (const BasicBlock* block : order_) {
    const BasicBlock* before = block->getSinglePredecessor();
    auto* branch = before ? llvm::dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
    if (!branch || !shapes_.is_divergent(branch) || single_lane(before)) continue;
    auto* compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
    if (!compare || !compare->isEquality()) continue;
    // The comparison holds for at most one lane.
    const VectorShape left = shapes_.of(compare->getOperand(0));
    const VectorShape right = shapes_.of(compare->getOperand(1));
    const bool one_equal = (left.affine() && left.stride != 0 && right.uniform()) ||
                           (right.affine() && right.stride != 0 && left.uniform());
    const std::int64_t stride = left.stride != 0 ? left.stride : right.stride;
    if (!one_equal || left.checked || right.checked || stride > 255 || stride < -255 ||
        compare->getOperand(0)->getType()->getScalarSizeInBits() < 16) {
      continue;
    }
    const unsigned way = compare->getPredicate() == llvm::CmpInst::ICMP_EQ ? 0 : 1;
    if (branch->getSuccessor(way) != block || branch->getSuccessor(1 - way) == block) continue;
    // Another lane may enter the region while one waits there.
    if (config_.resumptions && llvm::any_of(config_.resumptions->blocks, [&](const BasicBlock* behind) {
          return source_.dominators.dominates(block, behind);
        }))
      continue;
    // This holds only in this iteration of the loop; in the next one the condition may hold for another lane.
    const llvm::Loop* loop = source_.loops.getLoopFor(before);
    for (const BasicBlock* inside : order_) {
      if (source_.dominators.dominates(block, inside) && (!loop || loop->contains(inside)))
        single_lane_[inside] = block;
    }
  }
}

bool ExecutionPlan::all_active(const BasicBlock* block) const {
  return config_.all_on && !shapes_.divergent_blocks().contains(block);
}

// The predicated variant runs loops in which lanes diverge, because the convergent one would gain nothing
// there. An inner loop is an exception: otherwise the convergent variant would not run the outer loop's later
// iterations.
bool ExecutionPlan::leaves_for(const BasicBlock* from, const BasicBlock* to) const {
  if (variant_ == WarpVariantKind::kPredicated || !all_active(from)) return false;
  const llvm::Loop* loop = source_.loops.getLoopFor(to);
  return loop && loop->getHeader() == to && !loop->contains(from) && !loop->getParentLoop() &&
         shapes_.is_divergent(loop);
}

void ExecutionPlan::find_pending() {
  for (BasicBlock* block : order_) {
    if (diverges(block)) {
      for (BasicBlock* successor : llvm::successors(block)) pending_.insert(position_[successor]);
    }
    if (waits_separately(block)) pending_.insert(position_[block->getSingleSuccessor()]);
  }
  // Lanes that jump over a pending block become pending themselves, after it.
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock* block : order_) {
      int from = position_[block];
      for (BasicBlock* successor : llvm::successors(block)) {
        if (leaves_for(block, successor) || all_active(block)) continue;
        int to = position_[successor];
        auto between = pending_.upper_bound(from);
        if (to > from && between != pending_.end() && *between < to) changed |= pending_.insert(to).second;
      }
    }
  }
}

int ExecutionPlan::next_pending(int position) const {
  auto found = pending_.upper_bound(position);
  return found == pending_.end() ? -1 : *found;
}

// Returns whether no lane waits for the block, and each edge to it is uniform and leads straight to it.
bool ExecutionPlan::arrives_as(const BasicBlock* block) const {
  const int at = position_.lookup(block);
  if (at == 0 || pending_.contains(at)) return false;
  for (const BasicBlock* from : llvm::predecessors(block)) {
    if (diverges(from)) return false;
    const int before = position_.lookup(from);
    const int next = next_pending(before);
    if (at > before && next >= 0 && next < at) return false;
  }
  return true;
}

// Decides whether lanes must wait separately for lanes that reach a barrier or a warp function by another
// path or later. They must if a divergent branch lets a subset of the lanes reach such a call before the
// lanes reconverge, unless the other lanes have left the kernel. They always must at named barriers, whose
// number of threads is known only at run time.
void ExecutionPlan::find_waits() {
  bool named = false;
  llvm::SmallPtrSet<const BasicBlock*, 8> barriers;
  bool warp_functions = false;
  for (BasicBlock& block : source_.function) {
    if (has_barrier(&block)) barriers.insert(&block);
    named = named || has_named_barrier(&block);
    warp_functions = warp_functions || has_warp_function(&block);
  }
  if (barriers.empty() && !warp_functions) return;
  has_barriers_ = !barriers.empty();
  llvm::SmallVector<const BasicBlock*> diverging;
  for (BasicBlock& start : source_.function) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(start.getTerminator());
    if (!branch || !shapes_.is_divergent(branch)) continue;
    // Side effects before an exit must not wait for the end of a loop in which other lanes reach barriers.
    const llvm::Loop* loop = source_.loops.getLoopFor(&start);
    while (loop && llvm::none_of(loop->blocks(), has_barrier)) loop = loop->getParentLoop();
    const bool one_side_leaves = llvm::any_of(llvm::successors(&start), [&](const BasicBlock* successor) {
      const WayOut way(successor);
      return way.leaves && (!loop || !way.has_effects);
    });
    if (!one_side_leaves) diverging.push_back(&start);
  }
  const ActiveMasks masks(source_, shapes_, config_, diverging);
  llvm::SmallPtrSet<const BasicBlock*, 8> unproven;
  for (BasicBlock& block : source_.function) {
    if (llvm::any_of(block, [&](const Instruction& instruction) {
          return is_warp_function(instruction) &&
                 !masks.names_active_lanes(llvm::cast<llvm::CallInst>(instruction));
        })) {
      unproven.insert(&block);
    }
  }
  for (const BasicBlock* start : diverging) {
    const BasicBlock* end = source_.divergence.of(start).reconvergence;
    for (unsigned side = 0; side < 2; ++side) {
      const BasicBlock* way = start->getTerminator()->getSuccessor(side);
      const BasicBlock* other = start->getTerminator()->getSuccessor(1 - side);
      // Lanes that never call a warp function again are not waited for; a mask that names them is an error.
      if (reaches(way, end, [&](const BasicBlock* block) { return barriers.contains(block); }) ||
          (reaches(way, end, [&](const BasicBlock* block) { return unproven.contains(block); }) &&
           reaches(other, nullptr, has_warp_function))) {
        diverging_.push_back(start->getTerminator());
        break;
      }
    }
  }
  waits_ = barriers;
  waits_.insert(unproven.begin(), unproven.end());
  needs_resumptions_ = !config_.resumptions && (named || !diverging_.empty());
}

bool ExecutionPlan::waits_separately(const BasicBlock* block) const {
  const BasicBlock* next = block->getSingleSuccessor();
  return config_.resumptions && next && config_.resumptions->contains(next);
}

namespace {

bool depends_on_block(const llvm::Value* value, unsigned depth = 0) {
  const auto* made = llvm::dyn_cast<Instruction>(value);
  if (!made || depth == kMaxOfBorder) return false;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(made)) {
    const FieldAccess access = field_of(*load);
    return access.field == Field::kBlockField && access.offset < offsetof(cpu::BlockContext, block_size);
  }
  return llvm::any_of(made->operands(),
                      [&](const llvm::Value* operand) { return depends_on_block(operand, depth + 1); });
}

// Returns whether the condition compares an index in the grid with a limit that is the same for all lanes:
// few warps are at the grid's border.
bool is_border(llvm::Value* condition, const VectorShapes& shapes, unsigned depth = 0) {
  using namespace llvm::PatternMatch;
  llvm::Value* left = nullptr;
  llvm::Value* right = nullptr;
  if (shapes.of(condition).uniform()) return true;
  if (match(condition, m_CombineOr(m_LogicalAnd(m_Value(left), m_Value(right)),
                                   m_LogicalOr(m_Value(left), m_Value(right)))))
    return depth < kMaxOfBorder && is_border(left, shapes, depth + 1) && is_border(right, shapes, depth + 1);
  const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
  if (!compare) return false;
  const llvm::Value* index = compare->getOperand(0);
  const llvm::Value* limit = compare->getOperand(1);
  if (shapes.of(index).uniform()) std::swap(index, limit);
  return shapes.of(limit).uniform() && shapes.of(index).regular() && depends_on_block(index);
}

}  // namespace

// The plan assumes divergent branches with waits on their paths to be uniform, and three other kinds: tests
// for the grid's border in kernels without waits or loops; branches with one edge that leaves the kernel at
// once, because the other lanes then run alone in either variant; and branches at the latch of, or around, a
// loop that exits only at its latch, because lanes that exit it early or skip it wait after it at no cost.
llvm::DenseSet<const Instruction*> ExecutionPlan::assumable_branches() const {
  llvm::DenseSet<const Instruction*> branches(diverging_.begin(), diverging_.end());
  auto leaves = [](const BasicBlock* block) {
    for (unsigned steps = 0; steps < 4; ++steps) {
      for (const Instruction& instruction : *block) {
        if (instruction.mayHaveSideEffects()) return false;
      }
      if (llvm::isa<llvm::ReturnInst>(block->getTerminator())) return true;
      block = block->getUniqueSuccessor();
      if (!block) return false;
    }
    return false;
  };
  auto exits_at_latch = [](const llvm::Loop* loop) {
    return loop && !loop->getParentLoop() && loop->getLoopLatch() &&
           loop->getExitingBlock() == loop->getLoopLatch();
  };
  auto enters = [&](const BasicBlock* block) {
    const BasicBlock* header = block->getUniqueSuccessor();
    const llvm::Loop* loop = header ? source_.loops.getLoopFor(header) : nullptr;
    return exits_at_latch(loop) && loop->getHeader() == header &&
           shapes_.is_divergent(loop->getLoopLatch()->getTerminator());
  };
  for (const BasicBlock* block : order_) {
    const Instruction* branch = block->getTerminator();
    // A branch to a single-lane region is not assumed to be uniform, because the region's code is scalar.
    if (!diverges(block) ||
        llvm::any_of(llvm::successors(block), [&](const BasicBlock* way) { return single_lane(way); }))
      continue;
    const llvm::Loop* loop = source_.loops.getLoopFor(block);
    if (source_.loops.empty() && waits_.empty() &&
        is_border(llvm::cast<llvm::BranchInst>(branch)->getCondition(), shapes_))
      branches.insert(branch);
    if (!loop) {
      for (const BasicBlock* way : llvm::successors(block)) {
        if (leaves(way) || enters(way)) branches.insert(branch);
      }
    } else if (exits_at_latch(loop) && loop->getLoopLatch() == block) {
      branches.insert(branch);
    }
  }
  return branches;
}

}  // namespace gridcall::cc::warp
