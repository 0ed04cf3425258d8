// SPDX-License-Identifier: Apache-2.0
//
// Instructions that compute a value.

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>

#include "cc/passes/warp/emit/warp_emitter.h"

namespace gridcall::cc::warp {

namespace {

llvm::Constant* number(Type* type, std::int64_t value) {
  return llvm::ConstantInt::get(type, static_cast<std::uint64_t>(value), true);
}

}  // namespace

// Emits scalar code: the result is not uniform, but only one lane needs it.
void WarpEmitter::visit_single_lane(Instruction& instruction) {
  Instruction* copy = instruction.clone();
  for (llvm::Use& operand : copy->operands()) {
    if (!llvm::isa<llvm::Function>(operand)) operand = values_.one(operand);
  }
  build_.Insert(copy);
  if (!instruction.getType()->isVoidTy()) values_.set_one(instruction, copy);
}

// Computes the value once for all lanes, or once for each row.
void WarpEmitter::visit_scalar(Instruction& instruction) {
  LaneValues::Scalars scalars;
  for (unsigned row = 0; row < values_.rows_of(known_.shapes.of(&instruction)); ++row) {
    bool from_affine = false;
    Instruction* copy = instruction.clone();
    for (llvm::Use& operand : copy->operands()) {
      if (llvm::isa<BasicBlock>(operand)) continue;
      from_affine |= !known_.shapes.of(operand).uniform();
      operand = values_.scalar(operand, row);
    }
    if (from_affine) copy->dropPoisonGeneratingAnnotations();  // lane 0 may be inactive
    build_.Insert(copy);
    scalars.push_back(copy);
  }
  values_.set_scalars(instruction, std::move(scalars));
}

void WarpEmitter::visit_alloca(llvm::AllocaInst& alloca) {
  Value*& all = target_.locals[&alloca];
  if (!all) {
    const LocalLayout local = layout_of(alloca, build_.lanes());
    llvm::AllocaInst* place = target_.slot(llvm::ArrayType::get(build_.getInt8Ty(), local.bytes), "local");
    place->setAlignment(std::max(alloca.getAlign(), llvm::Align(64)));
    all = place;
  }
  values_.set_scalar(alloca, all);
}

// Computes the value for lane 0, or for the first lane of each row, even if that lane is inactive. The copies
// must not be poison if the active lanes' values are not.
void WarpEmitter::visit_affine(Instruction& instruction) {
  if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) return visit_alloca(*alloca);
  auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction);
  if (cast && (llvm::isa<llvm::SExtInst>(cast) || llvm::isa<llvm::ZExtInst>(cast))) {
    return visit_widening(*cast);
  }
  if (const std::optional<Clamp> clamp = known_.shapes.clamp(instruction))
    return visit_clamp(instruction, *clamp);
  Value* check = nullptr;
  for (llvm::Use& operand : instruction.operands()) {
    if (Value* holds = values_.check_of(operand)) check = check ? build_.CreateAnd(check, holds) : holds;
  }
  LaneValues::Scalars scalars;
  for (unsigned row = 0; row < values_.rows_of(known_.shapes.of(&instruction)); ++row) {
    Instruction* copy = instruction.clone();
    // The bits of an inactive lane may overlap; the other lanes' values follow from the sum.
    if (auto* either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
        either && either->isDisjoint()) {
      copy->deleteValue();
      copy = llvm::BinaryOperator::CreateAdd(instruction.getOperand(0), instruction.getOperand(1));
    }
    for (llvm::Use& operand : copy->operands()) operand = values_.scalar(operand, row);
    copy->dropPoisonGeneratingAnnotations();
    build_.Insert(copy);
    scalars.push_back(copy);
  }
  values_.set_scalars(instruction, std::move(scalars));
  if (!known_.shapes.of(&instruction).checked) return;
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    if (Value* holds = check_of_group(*operation)) check = check ? build_.CreateAnd(check, holds) : holds;
  }
  values_.set_check(instruction, check);
  if (llvm::isa<llvm::CastInst, llvm::BinaryOperator, llvm::GetElementPtrInst>(&instruction)) return;
  // A select or freeze is not rematerialized: its vector is emitted here.
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    Value* condition = select->getCondition();
    values_.set_vector(
        instruction,
        build_.CreateSelect(
            values_.same_for_all(condition) ? values_.scalar(condition) : values_.vector(condition),
            values_.exact_vector(select->getTrueValue()), values_.exact_vector(select->getFalseValue())));
  } else {
    values_.set_vector(instruction, build_.CreateFreeze(values_.exact_vector(instruction.getOperand(0))));
  }
}

// Returns the condition of a grouping, for every row; NULL if the operation is none.
Value* WarpEmitter::check_of_group(const llvm::BinaryOperator& operation) {
  const std::optional<Grouping> group = known_.shapes.grouping(operation);
  if (!group) return nullptr;
  Value* inside = llvm::ConstantInt::get(operation.getType(), static_cast<std::uint64_t>(group->span - 1));
  Value* kept =
      operation.getOpcode() == Instruction::And ? inside : llvm::ConstantInt::get(operation.getType(), 0);
  Value* check = nullptr;
  for (unsigned row = 0; row < values_.rows_of(known_.shapes.of(&operation)); ++row) {
    Value* mask = build_.CreateAnd(values_.scalar(const_cast<Value*>(group->mask), row), inside);
    Value* base = build_.CreateAnd(values_.scalar(const_cast<Value*>(group->lanes), row), inside);
    Value* holds = build_.CreateAnd(build_.CreateICmpEQ(mask, kept), build_.CreateIsNull(base));
    check = check ? build_.CreateAnd(check, holds) : holds;
  }
  return check;
}

// Takes the scalars of the value that moves with the lanes. No lane is clamped if neither the first nor the
// last is and no lane's value wraps.
void WarpEmitter::visit_clamp(Instruction& instruction, const Clamp& clamp) {
  Value* moving = const_cast<Value*>(clamp.moving);
  Value* compared = const_cast<Value*>(clamp.compared);
  const unsigned rows = values_.rows_of(known_.shapes.of(&instruction));
  const std::int64_t span =
      known_.shapes.of(compared).stride * static_cast<std::int64_t>(build_.lanes() / rows - 1);
  Value* check = nullptr;
  const auto require = [&](Value* holds) {
    if (holds) check = check ? build_.CreateAnd(check, holds) : holds;
  };
  require(values_.check_of(moving));
  if (compared != moving) require(values_.check_of(compared));
  const auto address = [&](Value* value) {
    return value->getType()->isPointerTy() ? build_.CreatePtrToInt(value, build_.getInt64Ty()) : value;
  };
  LaneValues::Scalars scalars;
  for (unsigned row = 0; row < rows; ++row) {
    scalars.push_back(values_.scalar(moving, row));
    Value* first = address(values_.scalar(compared, row));
    Value* bound = address(values_.scalar(const_cast<Value*>(clamp.bound), row));
    if (clamp.predicate == llvm::CmpInst::ICMP_NE) {
      Value* distance = span > 0 ? build_.CreateSub(bound, first) : build_.CreateSub(first, bound);
      require(build_.CreateICmpUGT(distance, number(first->getType(), std::abs(span))));
      continue;
    }
    Value* last = build_.CreateAdd(first, number(first->getType(), span));
    const bool is_signed = llvm::CmpInst::isSigned(clamp.predicate);
    const bool is_lower = llvm::ICmpInst::isGT(clamp.predicate) || llvm::ICmpInst::isGE(clamp.predicate);
    Value* lowest = span > 0 ? first : last;
    Value* highest = span > 0 ? last : first;
    require(
        build_.CreateICmp(is_signed ? llvm::CmpInst::ICMP_SLT : llvm::CmpInst::ICMP_ULT, lowest, highest));
    require(build_.CreateICmp(clamp.predicate, is_lower ? lowest : highest, bound));
  }
  values_.set_scalars(instruction, std::move(scalars));
  values_.set_check(instruction, check);
  const auto exact = [&](unsigned operand) { return values_.exact_vector(instruction.getOperand(operand)); };
  if (auto* extreme = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&instruction))
    return values_.set_vector(instruction,
                              build_.CreateBinaryIntrinsic(extreme->getIntrinsicID(), exact(0), exact(1)));
  Value* condition = instruction.getOperand(0);
  values_.set_vector(instruction,
                     build_.CreateSelect(values_.same_for_all(condition) ? values_.scalar(condition)
                                                                         : values_.vector(condition),
                                         exact(1), exact(2)));
}

// Extends the value at an active lane and subtracts the distance to the first lane, whose own value may have
// wrapped if it is inactive.
Value* WarpEmitter::widen_from_active_lane(llvm::CastInst& cast, Value* base, unsigned row) {
  const VectorShape shape = known_.shapes.of(cast.getOperand(0));
  const unsigned rows = values_.rows_of(shape);
  Type* wide = cast.getType();
  Value* bits = build_.part_of(mask_, row, rows);
  bits = build_.CreateBitCast(bits, build_.getIntNTy(build_.lanes() / rows));
  Value* lane = build_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, build_.getInt1(rows == 1));
  Value* narrow_step = build_.CreateMul(build_.CreateZExtOrTrunc(lane, base->getType()),
                                        number(base->getType(), shape.stride));
  Value* wide_step = build_.CreateMul(build_.CreateZExtOrTrunc(lane, wide), number(wide, shape.stride));
  Value* value = build_.CreateSub(
      build_.CreateCast(cast.getOpcode(), build_.CreateAdd(base, narrow_step), wide), wide_step);
  if (!known_.config.resumptions || rows == 1) return value;
  // A row whose lanes all wait elsewhere keeps its value.
  return build_.CreateSelect(build_.CreateIsNull(bits), values_.stored_scalar(cast, row, rows), value);
}

// Returns whether no lane's value wraps, `span` being the distance of the last lane's to the first one's:
// then the widened values have the distances of the narrow ones.
Value* WarpEmitter::holds_to_last_lane(llvm::CastInst& cast, Value* base, Value* wide_base,
                                       std::int64_t span) {
  const unsigned bits = base->getType()->getIntegerBitWidth();
  if (llvm::isIntN(bits, span)) {
    const bool is_signed = cast.getOpcode() == Instruction::SExt;
    const llvm::APInt by(bits, static_cast<std::uint64_t>(span), /*isSigned*/ true);
    const llvm::APInt bound =
        span >= 0   ? is_signed ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits)
          : is_signed ? llvm::APInt::getSignedMinValue(bits)
                    : llvm::APInt::getMinValue(bits);
    const auto predicate = span >= 0 ? llvm::ICmpInst::ICMP_ULE : llvm::ICmpInst::ICMP_UGE;
    return build_.CreateICmp(is_signed ? llvm::ICmpInst::getSignedPredicate(predicate) : predicate, base,
                             build_.getInt(bound - by));
  }
  Value* last = build_.CreateAdd(base, number(base->getType(), span));
  Value* expected = build_.CreateAdd(wide_base, number(cast.getType(), span));
  return build_.CreateICmpEQ(build_.CreateCast(cast.getOpcode(), last, cast.getType()), expected);
}

void WarpEmitter::visit_widening(llvm::CastInst& cast) {
  Value* operand = cast.getOperand(0);
  const VectorShape shape = known_.shapes.of(operand);
  Type* wide = cast.getType();
  auto widen = [&](Value* value) { return build_.CreateCast(cast.getOpcode(), value, wide); };
  Value* check = values_.check_of(operand);
  const unsigned rows = values_.rows_of(shape);
  const Widening kind = shape.stride == 0 ? Widening::kExact : known_.shapes.widening(&cast);
  LaneValues::Scalars scalars;
  for (unsigned row = 0; row < rows; ++row) {
    Value* base = values_.scalar(operand, row);
    if (kind == Widening::kActiveExact) {
      scalars.push_back(widen_from_active_lane(cast, base, row));
      continue;
    }
    Value* wide_base = widen(base);
    scalars.push_back(wide_base);
    if (kind == Widening::kExact) continue;
    const std::int64_t span = shape.stride * static_cast<std::int64_t>(build_.lanes() / rows - 1);
    Value* holds = holds_to_last_lane(cast, base, wide_base, span);
    check = check ? build_.CreateAnd(check, holds) : holds;
  }
  values_.set_scalars(cast, std::move(scalars));
  if (known_.shapes.of(&cast).checked) values_.set_check(cast, check);
}

Value* WarpEmitter::vector_of(llvm::BinaryOperator& operation) {
  Value* left = values_.vector(operation.getOperand(0));
  Value* right = values_.vector(operation.getOperand(1));
  if (operation.isIntDivRem()) {
    // Inactive lanes must not divide by zero. A select would not prevent it, because the code generator
    // removes it: a division by 1 changes no value.
    Type* type = operation.getType();
    right = build_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, build_.CreateFreeze(right),
                                         build_.splat(llvm::ConstantInt::get(type, 1)));
    if (operation.getOpcode() == Instruction::SDiv || operation.getOpcode() == Instruction::SRem) {
      left = build_.CreateSelect(mask_, left, build_.splat(llvm::ConstantInt::get(type, 0)));
    }
  }
  return build_.CreateBinOp(operation.getOpcode(), left, right);
}

void WarpEmitter::visit_vector(Instruction& instruction) {
  Type* type = instruction.getType();
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    return values_.set_vector(instruction,
                              values_.member(extract->getAggregateOperand(), extract->getIndices()[0]));
  }
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    Value* result = vector_of(*operation);
    if (auto* copy = llvm::dyn_cast<Instruction>(result)) copy->copyIRFlags(operation);
    return values_.set_vector(instruction, result);
  }
  if (auto* operation = llvm::dyn_cast<llvm::UnaryOperator>(&instruction)) {
    Value* result = build_.CreateUnOp(operation->getOpcode(), values_.vector(operation->getOperand(0)));
    if (auto* copy = llvm::dyn_cast<Instruction>(result)) copy->copyIRFlags(operation);
    return values_.set_vector(instruction, result);
  }
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    return values_.set_vector(
        instruction,
        build_.CreateCast(cast->getOpcode(), values_.vector(cast->getOperand(0)), build_.vector_type(type)));
  }
  if (auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
    Value* result = build_.CreateCmp(compare->getPredicate(), values_.vector(compare->getOperand(0)),
                                     values_.vector(compare->getOperand(1)));
    if (auto* copy = llvm::dyn_cast<Instruction>(result); copy && llvm::isa<llvm::FCmpInst>(compare)) {
      copy->copyIRFlags(compare);
    }
    return values_.set_vector(instruction, result);
  }
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    Value* condition = select->getCondition();
    Value* chosen = values_.same_for_all(condition) ? values_.scalar(condition) : values_.vector(condition);
    return values_.set_vector(instruction, build_.CreateSelect(chosen, values_.vector(select->getTrueValue()),
                                                               values_.vector(select->getFalseValue())));
  }
  if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    return values_.set_vector(
        instruction, values_.addresses(*gep, [this](Value* value) { return values_.vector(value); }));
  }
  auto& freeze = llvm::cast<llvm::FreezeInst>(instruction);
  values_.set_vector(instruction, build_.CreateFreeze(values_.vector(freeze.getOperand(0))));
}

}  // namespace gridcall::cc::warp
