// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/emit/control.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Constants.h>

#include "cc/passes/warp/emit/entry.h"

namespace gridcall::cc::warp {

void ControlEmitter::create_blocks() {
  const ExecutionPlan& plan = known_.plan;
  for (BasicBlock* block : plan.order()) {
    body_[block] = build_.block(block->getName());
    const bool pending = plan.is_pending(block);
    if (pending) guard_[block] = build_.block(block->getName() + ".guard");
    if (pending || !plan.all_active(block)) {
      Type* type = plan.all_active(block) ? build_.getInt1Ty() : static_cast<Type*>(masks_.type());
      waiting_[block] = target_.slot(type, "waiting");
      // The store is in the entry block: the convergent variant enters the predicated one from many blocks.
      BasicBlock* start = target_.fresh ? target_.fresh : &target_.function.getEntryBlock();
      llvm::IRBuilder<> entry(start->getTerminator());
      entry.CreateStore(llvm::Constant::getNullValue(type), waiting_[block]);
    }
    phis_.create_slots(*block);
    if (plan.single_lane(block) && plan.single_lane_entry(block) == block)
      lane_slots_[block] = target_.slot(build_.getInt32Ty(), "lane");
  }
}

void ControlEmitter::enter(Value* lanes) {
  BasicBlock* first = known_.plan.order().front();
  if (!known_.plan.all_active(first)) build_.CreateStore(lanes, waiting_[first]);
  build_.CreateBr(body_[first]);
}

BasicBlock* ControlEmitter::after(int position) const {
  const int next = known_.plan.next_pending(position);
  return next < 0 ? end_ : guard_.lookup(known_.plan.block_at(next));
}

ControlEmitter::Active ControlEmitter::begin_block(BasicBlock* block) {
  const ExecutionPlan& plan = known_.plan;
  llvm::AllocaInst* waiting = waiting_.lookup(block);
  if (BasicBlock* guard = guard_.lookup(block)) {
    build_.SetInsertPoint(guard);
    Value* lanes = build_.CreateLoad(waiting->getAllocatedType(), waiting);
    const bool is_all = plan.all_active(block);
    BasicBlock* next = after(plan.position(block));
    // Says that no lane waits behind the block, lest its mask be live across barriers.
    BasicBlock* none =
        target_.coroutine && !known_.config.resumptions && !is_all ? build_.block("none") : next;
    build_.CreateCondBr(is_all ? lanes : masks_.any(lanes), body_[block], none);
    if (none != next) {
      build_.SetInsertPoint(none);
      build_.CreateStore(masks_.none(), waiting);
      build_.CreateBr(next);
    }
  }
  build_.SetInsertPoint(body_[block]);
  Active active = {masks_.all(), nullptr};
  if (plan.all_active(block)) {
    // Lanes that diverged have reconverged.
    if (waiting) {
      build_.CreateStore(build_.getFalse(), waiting);
      note_lanes(build_, target_.function, masks_.bits32(active.mask));
    }
  } else {
    active.mask = build_.CreateLoad(masks_.type(), waiting, "mask");
    build_.CreateStore(masks_.none(), waiting);
    if (plan.position(block) != 0 && !plan.arrives_as(block))
      note_lanes(build_, target_.function, masks_.bits32(active.mask));
  }
  if (plan.single_lane(block)) {
    llvm::AllocaInst* slot = lane_slots_[plan.single_lane_entry(block)];
    if (plan.single_lane_entry(block) == block) build_.CreateStore(masks_.first_lane(active.mask), slot);
    active.lane = build_.CreateLoad(build_.getInt32Ty(), slot);
  }
  return active;
}

void ControlEmitter::edge(BasicBlock* from, BasicBlock* to, Value* mask) {
  phis_.pass(from, to, mask);
  llvm::AllocaInst* waiting = waiting_.lookup(to);
  if (!known_.plan.all_active(to)) {
    build_.CreateStore(build_.CreateOr(build_.CreateLoad(mask->getType(), waiting), mask), waiting);
  } else if (waiting && (!known_.plan.all_active(from) || known_.plan.diverges(from))) {
    build_.CreateStore(build_.getTrue(), waiting);
  }
}

// If all lanes are active, no block before `to` is pending.
void ControlEmitter::jump(BasicBlock* from, BasicBlock* to) {
  const int at = known_.plan.position(from);
  const int goal = known_.plan.position(to);
  const int next = known_.plan.next_pending(at);
  if (known_.plan.all_active(from) || goal <= at || next < 0 || next >= goal) {
    build_.CreateBr(body_[to]);
  } else {
    build_.CreateBr(guard_[known_.plan.block_at(next)]);
  }
}

void ControlEmitter::leave(BasicBlock* from) {
  build_.CreateBr(after(known_.plan.position(from)));
}

void ControlEmitter::diverge(BasicBlock* from, Value* mask, Value* taken) {
  const Instruction* branch = from->getTerminator();
  Value* passed = build_.CreateXor(mask, taken);
  edge(from, branch->getSuccessor(0), taken);
  edge(from, branch->getSuccessor(1), passed);
  // A loop iterates as long as one lane does; the other lanes wait at its exits.
  const int at = known_.plan.position(from);
  for (unsigned side = 0; side < 2; ++side) {
    BasicBlock* back = branch->getSuccessor(side);
    if (known_.plan.position(back) > at) continue;
    build_.CreateCondBr(masks_.any(side == 0 ? taken : passed), body_[back], after(at));
    return;
  }
  leave(from);
}

void ControlEmitter::set_waiting(const BasicBlock* block, Value* mask) {
  build_.CreateStore(mask, waiting_[block]);
}

void ControlEmitter::resume_at(int position) {
  build_.CreateBr(guard_[known_.plan.block_at(position)]);
}

}  // namespace gridcall::cc::warp
