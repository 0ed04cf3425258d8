// SPDX-License-Identifier: Apache-2.0
//
// Edges between blocks, edges from the convergent variant to the predicated one, and a variant as a whole.

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstddef>

#include "cc/ir/names.h"
#include "cc/ir/runtime.h"
#include "cc/passes/warp/analysis/legality.h"
#include "cc/passes/warp/emit/variant.h"
#include "cpu/abi/image.h"

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

llvm::Error Variant::plan() {
  llvm::Expected<ExecutionPlan> plan = ExecutionPlan::create(
      source_, shapes_, config_,
      predicated_ == nullptr ? WarpVariantKind::kPredicated : WarpVariantKind::kConvergent);
  if (!plan) return plan.takeError();
  plan_.emplace(std::move(*plan));
  if (plan_->needs_resumptions()) return llvm::Error::success();
  if (predicated_ == nullptr) target_.has_barriers = plan_->has_barriers();
  return check_legality(*plan_, shapes_, config_);
}

llvm::SmallVector<const Instruction*> Variant::assumed_in_vain() const {
  llvm::SmallVector<const Instruction*> branches;
  for (const Instruction* branch : *config_.assumed) {
    if (!config_.all_on || shapes_.divergent_blocks().contains(branch->getParent()))
      branches.push_back(branch);
  }
  return branches;
}

bool Variant::waits_with_all_lanes() const {
  return llvm::all_of(plan_->order(), [&](const BasicBlock* block) {
    return plan_->all_active(block) || !predicated_->plan_->waits(block);
  });
}

BasicBlock* Variant::after(int position) {
  int next = plan_->next_pending(position);
  if (next < 0) return settle_ != nullptr ? settle_ : end_;
  return guard_[plan_->block_at(next)];
}

// Control leaves `from`; its lanes are noted as waiting for `to`. Where all are active no block before is
// pending.
void Variant::jump(BasicBlock* from, BasicBlock* to) {
  int at = plan_->position(from);
  int goal = plan_->position(to);
  int next = plan_->next_pending(at);
  if (plan_->all_active(from) || goal <= at || next < 0 || next >= goal) {
    build_.CreateBr(body_[to]);
  } else {
    build_.CreateBr(guard_[plan_->block_at(next)]);
  }
}

void Variant::note_lanes(Value* lanes) {
  build_.CreateStore(lanes, warp_field(offsetof(cpu::WarpContext, running_lanes)), /*isVolatile*/ true);
}

void Variant::edge(BasicBlock* from, BasicBlock* to, Value* mask) {
  hand_over(from, to, mask);
  llvm::AllocaInst* waiting = waiting_[to];
  if (!plan_->all_active(to)) {
    build_.CreateStore(build_.CreateOr(build_.CreateLoad(mask->getType(), waiting), mask), waiting);
  } else if (waiting != nullptr && (!plan_->all_active(from) || plan_->diverges(from))) {
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
      if (!plan_->all_active(from) && plan_->is_pending(to)) {
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
  const int at = plan_->position(from);
  for (unsigned side = 0; side < 2; ++side) {
    BasicBlock* back = branch->getSuccessor(side);
    if (plan_->position(back) > at) continue;
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
    build_.CreateBr(after(plan_->position(from)));
    return;
  }
  if (llvm::isa<llvm::UnreachableInst>(terminator)) {
    build_.CreateUnreachable();
    return;
  }
  auto* branch = llvm::cast<llvm::BranchInst>(&terminator);
  auto go_to = [&](BasicBlock* to) {
    if (plan_->leaves_for(from, to)) {
      return switch_to_predicated(from, [&](Variant& predicated) {
        predicated.edge(from, to, predicated.mask_);
        predicated.jump(from, to);
      });
    }
    edge(from, to, mask_);
    jump(from, to);
  };
  if (branch->isUnconditional()) return go_to(branch->getSuccessor(0));
  if (plan_->diverges(from)) return emit_divergent_branch(from, both(mask_, vector(branch->getCondition())));
  BasicBlock* taken = BasicBlock::Create(context_, "taken", &target_.function);
  BasicBlock* passed = BasicBlock::Create(context_, "passed", &target_.function);
  if (same_for_all(branch->getCondition())) {
    build_.CreateCondBr(scalar(branch->getCondition()), taken, passed);
  } else if (plan_->single_lane(from)) {
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
  for (BasicBlock* block : plan_->order()) {
    body_[block] = BasicBlock::Create(context_, block->getName(), &target_.function);
    const bool pending = plan_->is_pending(block);
    if (pending) guard_[block] = BasicBlock::Create(context_, block->getName() + ".guard", &target_.function);
    if (pending || !plan_->all_active(block)) {
      Type* type = plan_->all_active(block) ? build_.getInt1Ty() : static_cast<Type*>(mask_type);
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
    if (plan_->single_lane(block) && plan_->single_lane_entry(block) == block)
      lane_slots_[block] = target_.slot(build_.getInt32Ty(), "lane");
  }
  if (config_.resumptions != nullptr) {
    begin_parking();
    build_.CreateStore(lanes, left_);
  }
  if (!plan_->all_active(plan_->order().front())) build_.CreateStore(lanes, waiting_[plan_->order().front()]);
  build_.CreateBr(body_[plan_->order().front()]);
}

void Variant::emit_block(BasicBlock* block) {
  llvm::FixedVectorType* mask_type = vector_type(build_.getInt1Ty());
  current_ = block;
  if (BasicBlock* guard = guard_.lookup(block)) {
    build_.SetInsertPoint(guard);
    llvm::AllocaInst* place = waiting_[block];
    Value* waiting = build_.CreateLoad(place->getAllocatedType(), place);
    build_.CreateCondBr(plan_->all_active(block) ? waiting : any(waiting), body_[block],
                        after(plan_->position(block)));
  }
  build_.SetInsertPoint(body_[block]);
  if (plan_->all_active(block)) {
    mask_ = all_lanes();
    // Diverged lanes have reconverged.
    if (llvm::AllocaInst* waiting = waiting_.lookup(block)) {
      build_.CreateStore(build_.getFalse(), waiting);
      note_lanes(mask32());
    }
  } else {
    mask_ = build_.CreateLoad(mask_type, waiting_[block], "mask");
    build_.CreateStore(llvm::Constant::getNullValue(mask_type), waiting_[block]);
    if (plan_->position(block) != 0 && !plan_->arrives_as(block)) note_lanes(mask32());
  }
  lane_ = nullptr;
  if (plan_->single_lane(block)) {
    llvm::AllocaInst* place = lane_slots_[plan_->single_lane_entry(block)];
    if (plan_->single_lane_entry(block) == block) build_.CreateStore(first_lane(), place);
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

llvm::Error Variant::emit() {
  for (BasicBlock* block : plan_->order()) emit_block(block);
  if (config_.resumptions != nullptr) emit_settling();
  if (missing_ != nullptr) return not_vectorizable(llvm::Twine("internal: ") + missing_);
  return llvm::Error::success();
}

}  // namespace gridcall::cc::warp
