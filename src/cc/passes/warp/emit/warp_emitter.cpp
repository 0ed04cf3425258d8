// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/emit/warp_emitter.h"

#include <llvm/IR/Constants.h>
#include <llvm/Support/ErrorHandling.h>

#include <optional>

#include "cc/passes/warp/analysis/lowering.h"
#include "cc/passes/warp/emit/conditions.h"

namespace gridcall::cc::warp {

WarpEmitter::WarpEmitter(const Analyses& known, Target& target, WarpEmitter* predicated)
    : known_(known),
      target_(target),
      predicated_(predicated),
      build_(target.function, known.config.lanes),
      masks_(build_),
      values_(known, target, build_),
      phis_(known, target, build_, values_),
      control_(known, target, build_, masks_, phis_),
      suspension_(known, target, build_, masks_, values_, phis_, control_) {}

void WarpEmitter::begin(BasicBlock* at, Value* lanes, BasicBlock* end) {
  build_.SetInsertPoint(at);
  control_.create_blocks();
  control_.set_end(end);
  if (known_.config.resumptions) suspension_.begin(lanes, end);
  control_.enter(lanes);
}

llvm::Error WarpEmitter::emit() {
  for (BasicBlock* block : known_.plan.order()) emit_block(block);
  if (known_.config.resumptions) suspension_.emit_settling();
  if (values_.missing()) return not_vectorizable(llvm::Twine("internal: ") + values_.missing());
  return llvm::Error::success();
}

void WarpEmitter::emit_block(BasicBlock* block) {
  const ControlEmitter::Active active = control_.begin_block(block);
  mask_ = active.mask;
  values_.begin_block(block, active.lane);
  phis_.read(*block);
  for (Instruction& instruction : *block) {
    if (llvm::isa<llvm::PHINode>(instruction)) continue;
    if (instruction.isTerminator()) {
      visit_terminator(instruction);
      break;
    }
    visit(instruction);
    if (build_.GetInsertBlock()->getTerminator()) break;  // all lanes of the block are parked
    if (!instruction.getType()->isVoidTy()) values_.publish(instruction);
  }
}

void WarpEmitter::visit(Instruction& instruction) {
  switch (lowering_of(instruction, known_.shapes, known_.plan.single_lane(instruction.getParent()))) {
    case Lowering::kNone:
      return;
    case Lowering::kField:
      return visit_field(llvm::cast<llvm::LoadInst>(instruction));
    case Lowering::kSingleLane:
      return visit_single_lane(instruction);
    case Lowering::kScalar:
      return visit_scalar(instruction);
    case Lowering::kAffine:
      return visit_affine(instruction);
    case Lowering::kVector:
      return visit_vector(instruction);
    case Lowering::kIntrinsic:
      return visit_intrinsic(llvm::cast<llvm::CallInst>(instruction));
    case Lowering::kLoad:
      return visit_load(llvm::cast<llvm::LoadInst>(instruction));
    case Lowering::kStore:
      return visit_store(llvm::cast<llvm::StoreInst>(instruction));
    case Lowering::kStoreToOne:
      return visit_store_to_one(llvm::cast<llvm::StoreInst>(instruction));
    case Lowering::kPrefetch:
      return visit_prefetch(llvm::cast<llvm::CallInst>(instruction));
    case Lowering::kFence:
      build_.Insert(instruction.clone());
      return;
    case Lowering::kSerial:
      return serialize(instruction);
    case Lowering::kRuntime:
      return visit_runtime_call(llvm::cast<llvm::CallInst>(instruction));
    case Lowering::kCheck:
      return visit_check(llvm::cast<llvm::CallInst>(instruction));
    case Lowering::kNotVectorizable:
      break;
  }
  llvm_unreachable("the legality check accepts no such instruction");
}

void WarpEmitter::visit_terminator(Instruction& terminator) {
  BasicBlock* from = terminator.getParent();
  if (llvm::isa<llvm::ReturnInst>(terminator)) {
    if (known_.config.resumptions) suspension_.leave_kernel(mask_);
    return control_.leave(from);
  }
  if (llvm::isa<llvm::UnreachableInst>(terminator)) {
    build_.CreateUnreachable();
    return;
  }
  auto& branch = llvm::cast<llvm::BranchInst>(terminator);
  if (branch.isUnconditional()) return branch_to(from, branch.getSuccessor(0));
  Value* condition = branch.getCondition();
  if (known_.plan.diverges(from))
    return control_.diverge(from, mask_, masks_.both(mask_, values_.vector(condition)));
  BasicBlock* taken = build_.block("taken");
  BasicBlock* passed = build_.block("passed");
  if (values_.same_for_all(condition)) {
    build_.CreateCondBr(values_.scalar(condition), taken, passed);
  } else if (known_.plan.single_lane(from)) {
    build_.CreateCondBr(values_.one(condition), taken, passed);
  } else {
    branch_if_uniform(from, condition, taken, passed);
  }
  build_.SetInsertPoint(taken);
  branch_to(from, branch.getSuccessor(0));
  build_.SetInsertPoint(passed);
  branch_to(from, branch.getSuccessor(1));
}

void WarpEmitter::branch_to(BasicBlock* from, BasicBlock* to) {
  if (known_.plan.leaves_for(from, to)) {
    switch_to_predicated(from);
    predicated_->control_.edge(from, to, masks_.all());
    predicated_->control_.jump(from, to);
    return;
  }
  control_.edge(from, to, mask_);
  control_.jump(from, to);
}

// Emits a branch that is assumed to be uniform: tests whether all lanes take the same edge. If they diverge,
// the warp continues in the predicated variant.
void WarpEmitter::branch_if_uniform(BasicBlock* from, Value* condition, BasicBlock* taken,
                                    BasicBlock* passed) {
  BasicBlock* not_all = build_.block("not.all");
  BasicBlock* diverged = build_.block("diverged");
  if (const std::optional<Ends> ends = ends_of(condition, values_, known_.shapes, build_)) {
    const auto where_exact = [&](Value* test) {
      return ends->exact ? build_.CreateAnd(ends->exact, test) : test;
    };
    build_.CreateCondBr(where_exact(ends->falls ? ends->last : ends->first), taken, not_all);
    build_.SetInsertPoint(not_all);
    build_.CreateCondBr(where_exact(build_.CreateNot(ends->falls ? ends->first : ends->last)), passed,
                        diverged);
  } else if (const VectorShape shape = known_.shapes.of(condition); shape.same_in_row()) {
    Value* all = values_.scalar(condition, 0);
    Value* some = all;
    for (unsigned row = 1; row < values_.rows_of(shape); ++row) {
      all = build_.CreateAnd(all, values_.scalar(condition, row));
      some = build_.CreateOr(some, values_.scalar(condition, row));
    }
    build_.CreateCondBr(all, taken, not_all);
    build_.SetInsertPoint(not_all);
    build_.CreateCondBr(build_.CreateNot(some), passed, diverged);
  } else {
    Value* bits = masks_.bits(values_.vector(condition));
    build_.CreateCondBr(build_.CreateICmpEQ(bits, llvm::Constant::getAllOnesValue(bits->getType())), taken,
                        not_all);
    build_.SetInsertPoint(not_all);
    build_.CreateCondBr(build_.CreateICmpEQ(bits, llvm::Constant::getNullValue(bits->getType())), passed,
                        diverged);
  }
  build_.SetInsertPoint(diverged);
  Value* lanes = values_.vector(condition);
  switch_to_predicated(from);
  predicated_->control_.diverge(from, masks_.all(), lanes);
}

// Makes the predicated variant emit for all lanes at this insertion point, at the end of `from`.
void WarpEmitter::switch_to_predicated(const BasicBlock* from) {
  predicated_->values_.import_from(values_, from);
  predicated_->build_.SetInsertPoint(build_.GetInsertBlock());
  predicated_->values_.begin_block(nullptr);
}

}  // namespace gridcall::cc::warp
