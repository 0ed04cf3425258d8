// SPDX-License-Identifier: Apache-2.0
//
// Edges between blocks, edges from the convergent variant to the predicated one, and a variant as a whole.

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstddef>

#include "cc/ir/names.h"
#include "cc/ir/runtime.h"
#include "cc/passes/warp/emit/variant.h"
#include "cpu/image.h"

namespace gridcall::cc::warp {

Variant::Variant(Source& source, Target& target, const VectorizeConfig& config, Variant* predicated)
    : source_(source),
      target_(target),
      module_(*source.function.getParent()),
      context_(source.function.getContext()),
      layout_(module_.getDataLayout()),
      config_(config),
      lanes_(config.lanes),
      predicated_(predicated),
      shapes_(source.function, source.divergence, source.loops, config),
      build_(context_) {}

bool Variant::plan() {
  order_blocks();
  if (predicated_ == nullptr && !check_waits()) return false;
  find_single_lane();
  find_pending();
  for (BasicBlock* block : order_) {
    for (llvm::PHINode& phi : block->phis()) {
      VectorShape shape = shapes_.of(&phi);
      if (shape.kind == VectorShape::kUnknown ||
          (!llvm::VectorType::isValidElementType(phi.getType()) && !shape.uniform())) {
        not_vectorizable("a struct differs between threads");
      }
    }
  }
  return true;
}

// Not where one edge of a branch leaves the kernel at once: those that take the other run by themselves from
// there, predicated or not. Nor at the back edge of a single-block loop: lanes that exit it early cost no more than
// they would have, and lanes that skip it wait after it.
llvm::DenseSet<const Instruction*> Variant::worth_assuming() const {
  llvm::DenseSet<const Instruction*> branches(diverging_.begin(), diverging_.end());
  auto leaves = [](const BasicBlock* block) {
    for (unsigned steps = 0; steps < 4; ++steps) {
      for (const Instruction& instruction : *block) {
        if (instruction.mayHaveSideEffects()) return false;
      }
      if (llvm::isa<llvm::ReturnInst>(block->getTerminator())) return true;
      block = block->getUniqueSuccessor();
      if (block == nullptr) return false;
    }
    return false;
  };
  auto goes_round_by_itself = [](const llvm::Loop* loop) {
    return loop != nullptr && loop->getParentLoop() == nullptr && loop->getLoopLatch() != nullptr &&
           loop->getExitingBlock() == loop->getLoopLatch();
  };
  auto enters = [&](const BasicBlock* block) {
    const BasicBlock* header = block->getUniqueSuccessor();
    const llvm::Loop* loop = header != nullptr ? source_.loops.getLoopFor(header) : nullptr;
    return goes_round_by_itself(loop) && loop->getHeader() == header &&
           shapes_.is_divergent(loop->getLoopLatch()->getTerminator());
  };
  for (const BasicBlock* block : order_) {
    const Instruction* branch = block->getTerminator();
    // Not where one lane goes a way of its own: that way is made for one.
    if (!diverges(block) ||
        llvm::any_of(llvm::successors(block), [&](const BasicBlock* way) { return single_lane(way); }))
      continue;
    const llvm::Loop* loop = source_.loops.getLoopFor(block);
    if (loop == nullptr) {
      for (const BasicBlock* way : llvm::successors(block)) {
        if (leaves(way) || enters(way)) branches.insert(branch);
      }
    } else if (goes_round_by_itself(loop) && loop->getLoopLatch() == block) {
      branches.insert(branch);
    }
  }
  return branches;
}

llvm::SmallVector<const Instruction*> Variant::assumed_in_vain() const {
  llvm::SmallVector<const Instruction*> branches;
  for (const Instruction* branch : *config_.assumed) {
    if (!all_active(branch->getParent())) branches.push_back(branch);
  }
  return branches;
}

void Variant::note_lanes(Value* lanes) {
  build_.CreateStore(lanes, warp_field(offsetof(cpu::WarpContext, running_lanes)), /*isVolatile*/ true);
}

void Variant::edge(BasicBlock* from, BasicBlock* to, Value* mask) {
  hand_over(from, to, mask);
  llvm::AllocaInst* waiting = waiting_[to];
  if (!all_active(to)) {
    build_.CreateStore(build_.CreateOr(build_.CreateLoad(mask->getType(), waiting), mask), waiting);
  } else if (waiting != nullptr && (!all_active(from) || diverges(from))) {
    build_.CreateStore(build_.getTrue(), waiting);
  }
}

// Passes the lanes' incoming values to the block's phis.
void Variant::hand_over(BasicBlock* from, BasicBlock* to, Value* mask, const Value* still_unknown) {
  // All reads before any write: phis of one block change together.
  llvm::SmallVector<std::pair<llvm::AllocaInst*, Value*>> writes;
  for (llvm::PHINode& phi : to->phis()) {
    Value* incoming = phi.getIncomingValueForBlock(from);
    if (incoming == still_unknown) continue;
    if (config_.resumptions != nullptr && target_.kept.contains(&phi)) {
      keep(phi, vector(incoming), mask);
      continue;
    }
    Slots& places = phi_slots_[&phi];
    if (shapes_.of(&phi).varying() && is_one(phi)) {
      writes.emplace_back(places[0], one(incoming));
    } else if (shapes_.of(&phi).varying()) {
      Value* fresh = vector(incoming);
      // Else no lane waits there, and inactive lanes do not matter.
      if (!all_active(from) && pending_.contains(position_[to])) {
        fresh = build_.CreateSelect(mask, fresh, build_.CreateLoad(places[0]->getAllocatedType(), places[0]));
      }
      writes.emplace_back(places[0], fresh);
    } else {
      for (unsigned row = 0; row < places.size(); ++row)
        writes.emplace_back(places[row], scalar(incoming, row));
    }
  }
  for (auto [place, value] : writes) build_.CreateStore(value, place);
}

void Variant::emit_divergent_branch(BasicBlock* from, Value* go) {
  const Instruction* branch = from->getTerminator();
  Value* stay = build_.CreateXor(mask_, go);
  edge(from, branch->getSuccessor(0), go);
  edge(from, branch->getSuccessor(1), stay);
  // A loop iterates as long as a lane does; the others wait at its exits.
  const int at = position_[from];
  for (unsigned side = 0; side < 2; ++side) {
    BasicBlock* back = branch->getSuccessor(side);
    if (position_[back] > at) continue;
    build_.CreateCondBr(any(side == 0 ? go : stay), body_[back], after(at));
    return;
  }
  build_.CreateBr(after(at));
}

void Variant::visit_terminator(Instruction& terminator) {
  BasicBlock* from = terminator.getParent();
  if (llvm::isa<llvm::ReturnInst>(terminator)) {
    if (left_ != nullptr) {
      Value* left = build_.CreateLoad(mask_->getType(), left_);
      build_.CreateStore(build_.CreateAnd(left, build_.CreateNot(mask_)), left_);
    }
    build_.CreateBr(after(position_[from]));
    return;
  }
  if (llvm::isa<llvm::UnreachableInst>(terminator)) {
    build_.CreateUnreachable();
    return;
  }
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator);
  if (branch == nullptr) not_vectorizable(std::string("it ends a block by ") + terminator.getOpcodeName());
  auto go_to = [&](BasicBlock* to) {
    if (leaves_for(from, to)) {
      return switch_to_predicated(from, [&](Variant& predicated) {
        predicated.edge(from, to, predicated.mask_);
        predicated.jump(from, to);
      });
    }
    edge(from, to, mask_);
    jump(from, to);
  };
  if (branch->isUnconditional()) return go_to(branch->getSuccessor(0));
  if (diverges(from)) return emit_divergent_branch(from, both(mask_, vector(branch->getCondition())));
  BasicBlock* taken = BasicBlock::Create(context_, "taken", &target_.function);
  BasicBlock* passed = BasicBlock::Create(context_, "passed", &target_.function);
  if (same_for_all(branch->getCondition())) {
    build_.CreateCondBr(scalar(branch->getCondition()), taken, passed);
  } else if (single_lane(from)) {
    build_.CreateCondBr(one(branch->getCondition()), taken, passed);
  } else {
    ask(from, branch->getCondition(), taken, passed);  // assumed to be uniform
  }
  build_.SetInsertPoint(taken);
  go_to(branch->getSuccessor(0));
  build_.SetInsertPoint(passed);
  go_to(branch->getSuccessor(1));
}

// Tests whether all lanes take the same edge; where they diverge, continues in the predicated variant.
void Variant::ask(BasicBlock* from, Value* condition, BasicBlock* taken, BasicBlock* passed) {
  BasicBlock* not_all = BasicBlock::Create(context_, "not.all", &target_.function);
  BasicBlock* diverged = BasicBlock::Create(context_, "diverged", &target_.function);
  if (const std::optional<Ends> ends = ends_of(condition)) {
    build_.CreateCondBr(ends->falls ? ends->last : ends->first, taken, not_all);
    build_.SetInsertPoint(not_all);
    build_.CreateCondBr(ends->falls ? ends->first : ends->last, diverged, passed);
  } else {
    Value* bits = mask_bits(vector(condition));
    build_.CreateCondBr(build_.CreateICmpEQ(bits, llvm::Constant::getAllOnesValue(bits->getType())), taken,
                        not_all);
    build_.SetInsertPoint(not_all);
    build_.CreateCondBr(build_.CreateICmpEQ(bits, llvm::Constant::getNullValue(bits->getType())), passed,
                        diverged);
  }
  build_.SetInsertPoint(diverged);
  Value* lanes = vector(condition);
  switch_to_predicated(from, [&](Variant& predicated) { predicated.emit_divergent_branch(from, lanes); });
}

void Variant::begin(BasicBlock* at, Value* lanes, BasicBlock* end) {
  end_ = end;
  llvm::FixedVectorType* mask_type = vector_type(build_.getInt1Ty());
  build_.SetInsertPoint(at);
  for (BasicBlock* block : order_) {
    body_[block] = BasicBlock::Create(context_, block->getName(), &target_.function);
    const bool pending = pending_.contains(position_[block]);
    if (pending) guard_[block] = BasicBlock::Create(context_, block->getName() + ".guard", &target_.function);
    if (pending || !all_active(block)) {
      Type* type = all_active(block) ? build_.getInt1Ty() : static_cast<Type*>(mask_type);
      waiting_[block] = target_.slot(type, "waiting");
      // In the entry block: the convergent variant branches to the predicated one from many places.
      BasicBlock* start = target_.fresh != nullptr ? target_.fresh : &target_.function.getEntryBlock();
      llvm::IRBuilder<> entry(start->getTerminator());
      entry.CreateStore(llvm::Constant::getNullValue(type), waiting_[block]);
    }
    for (llvm::PHINode& phi : block->phis()) {
      if (config_.resumptions != nullptr && target_.kept.contains(&phi)) continue;
      const VectorShape shape = shapes_.of(&phi);
      Slots& places = phi_slots_[&phi];
      for (unsigned row = 0; row < rows_of(shape); ++row) {
        Type* type = shape.varying() && !is_one(phi) ? vector_type(phi.getType()) : phi.getType();
        places.push_back(target_.slot(type, "phi"));
      }
    }
    if (single_lane(block) && single_lane_[block] == block)
      lane_slots_[block] = target_.slot(build_.getInt32Ty(), "lane");
  }
  if (config_.resumptions != nullptr) {
    begin_parking();
    build_.CreateStore(lanes, left_);
  }
  if (!all_active(order_.front())) build_.CreateStore(lanes, waiting_[order_.front()]);
  build_.CreateBr(body_[order_.front()]);
}

void Variant::emit_block(BasicBlock* block) {
  llvm::FixedVectorType* mask_type = vector_type(build_.getInt1Ty());
  current_ = block;
  if (BasicBlock* guard = guard_.lookup(block)) {
    build_.SetInsertPoint(guard);
    llvm::AllocaInst* place = waiting_[block];
    Value* waiting = build_.CreateLoad(place->getAllocatedType(), place);
    build_.CreateCondBr(all_active(block) ? waiting : any(waiting), body_[block], after(position_[block]));
  }
  build_.SetInsertPoint(body_[block]);
  if (all_active(block)) {
    mask_ = all_lanes();
    // Diverged lanes have reconverged.
    if (llvm::AllocaInst* waiting = waiting_.lookup(block)) {
      build_.CreateStore(build_.getFalse(), waiting);
      note_lanes(mask32());
    }
  } else {
    mask_ = build_.CreateLoad(mask_type, waiting_[block], "mask");
    build_.CreateStore(llvm::Constant::getNullValue(mask_type), waiting_[block]);
    if (position_[block] != 0 && !arrives_as(block)) note_lanes(mask32());
  }
  lane_ = nullptr;
  if (single_lane(block)) {
    llvm::AllocaInst* place = lane_slots_[single_lane_[block]];
    if (single_lane_[block] == block) build_.CreateStore(first_lane(), place);
    lane_ = build_.CreateLoad(build_.getInt32Ty(), place);
  }
  scalars_.clear();
  vectors_.clear();
  ones_.clear();
  checks_.clear();
  fields_.clear();
  exact_.clear();
  for (llvm::PHINode& phi : block->phis()) {
    if (config_.resumptions != nullptr && target_.kept.contains(&phi)) {
      set_vector(phi,
                 build_.CreateAlignedLoad(vector_type(phi.getType()), target_.kept[&phi], llvm::Align(64)));
      publish(phi);
      continue;
    }
    Scalars values;
    for (llvm::AllocaInst* place : phi_slots_[&phi]) {
      values.push_back(build_.CreateLoad(place->getAllocatedType(), place));
    }
    if (shapes_.of(&phi).varying() && is_one(phi)) {
      ones_[&phi] = values[0];
      set_vector(phi, splat(values[0]));
    } else if (shapes_.of(&phi).varying()) {
      set_vector(phi, values[0]);
    } else {
      scalars_[&phi] = std::move(values);
    }
    publish(phi);
  }
  for (Instruction& instruction : *block) {
    if (llvm::isa<llvm::PHINode>(instruction)) continue;
    if (instruction.isTerminator()) {
      visit_terminator(instruction);
      break;
    }
    visit(instruction);
    if (build_.GetInsertBlock()->getTerminator() != nullptr) break;  // all its lanes are parked
    if (!instruction.getType()->isVoidTy()) publish(instruction);
  }
}

void Variant::emit() {
  for (BasicBlock* block : order_) emit_block(block);
  if (config_.resumptions != nullptr) emit_settling();
}

}  // namespace gridcall::cc::warp
