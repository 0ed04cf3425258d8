// SPDX-License-Identifier: Apache-2.0
//
// What one thread computes, for a warp.

#include <llvm/IR/Constants.h>
#include <llvm/IR/Operator.h>

#include "cc/passes/warp/analysis/lowering.h"
#include "cc/passes/warp/emit/variant.h"

namespace gridcall::cc::warp {

void Variant::visit(Instruction& instruction) {
  switch (lowering_of(instruction, shapes_, lane_ != nullptr)) {
    case Lowering::kNone:
      return;
    case Lowering::kField:
      return visit_field(llvm::cast<llvm::LoadInst>(instruction));
    case Lowering::kSingleLane:
      return visit_single_lane(instruction);
    case Lowering::kScalar:
      return visit_uniform(instruction);
    case Lowering::kAffine:
      return visit_affine(instruction);
    case Lowering::kVector:
      return visit_varying(instruction);
    case Lowering::kIntrinsic:
      return visit_intrinsic(llvm::cast<llvm::CallInst>(instruction));
    case Lowering::kLoad:
      return visit_load(llvm::cast<llvm::LoadInst>(instruction));
    case Lowering::kStore:
      return visit_store(llvm::cast<llvm::StoreInst>(instruction));
    case Lowering::kStoreToOne:
      return visit_store_to_one(llvm::cast<llvm::StoreInst>(instruction));
    case Lowering::kFence:
      build_.Insert(instruction.clone());
      return;
    case Lowering::kSerial:
      return serialise(instruction);
    case Lowering::kRuntime:
      return visit_runtime_call(llvm::cast<llvm::CallInst>(instruction));
    case Lowering::kNotVectorizable:
      break;
  }
  llvm_unreachable("the legality check accepts no such instruction");
}

// As scalar code: the result is not uniform, but only one lane needs it.
void Variant::visit_single_lane(Instruction& instruction) {
  Type* type = instruction.getType();
  Instruction* copy = instruction.clone();
  for (llvm::Use& operand : copy->operands()) {
    if (!llvm::isa<llvm::Function>(operand)) operand = one(operand);
  }
  build_.Insert(copy);
  if (type->isVoidTy()) return;
  ones_[&instruction] = copy;
  set_vector(instruction, splat(copy));
}

// One lane's work serves all, or those of its row.
void Variant::visit_uniform(Instruction& instruction) {
  Scalars values;
  for (unsigned row = 0; row < rows_of(shapes_.of(&instruction)); ++row) {
    bool from_affine = false;
    Instruction* copy = instruction.clone();
    for (llvm::Use& operand : copy->operands()) {
      if (llvm::isa<BasicBlock>(operand)) continue;
      from_affine |= !shapes_.of(operand).uniform();
      operand = scalar(operand, row);
    }
    if (from_affine) copy->dropPoisonGeneratingAnnotations();  // lane 0 may be inactive
    build_.Insert(copy);
    values.push_back(copy);
  }
  scalars_[&instruction] = std::move(values);
}

void Variant::visit_alloca(llvm::AllocaInst& alloca) {
  Value*& all = target_.locals[&alloca];
  if (all == nullptr) {
    const LocalLayout local = layout_of(alloca, lanes_);
    llvm::AllocaInst* place = target_.slot(llvm::ArrayType::get(build_.getInt8Ty(), local.bytes), "local");
    place->setAlignment(std::max(alloca.getAlign(), llvm::Align(64)));
    all = place;
  }
  set_scalar(alloca, all);
}

// Lane 0 stands for all, or the first lane of a row for the row, also where it is off itself: nothing may be
// undefined for its sake.
void Variant::visit_affine(Instruction& instruction) {
  if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) return visit_alloca(*alloca);
  auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction);
  if (cast != nullptr && (llvm::isa<llvm::SExtInst>(cast) || llvm::isa<llvm::ZExtInst>(cast))) {
    return visit_widening(*cast);
  }
  Value* check = nullptr;
  for (llvm::Use& operand : instruction.operands()) {
    if (Value* one = check_of(operand)) check = check != nullptr ? build_.CreateAnd(check, one) : one;
  }
  Scalars values;
  for (unsigned row = 0; row < rows_of(shapes_.of(&instruction)); ++row) {
    Instruction* copy = instruction.clone();
    // Of a lane that is off the bits may overlap: its place in the row is told by the sum.
    if (auto* either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
        either != nullptr && either->isDisjoint()) {
      copy->deleteValue();
      copy = llvm::BinaryOperator::CreateAdd(instruction.getOperand(0), instruction.getOperand(1));
    }
    for (llvm::Use& operand : copy->operands()) operand = scalar(operand, row);
    copy->dropPoisonGeneratingAnnotations();
    build_.Insert(copy);
    values.push_back(copy);
  }
  scalars_[&instruction] = std::move(values);
  if (!shapes_.of(&instruction).checked) return;
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    if (Value* holds = check_of_group(*operation))
      check = check != nullptr ? build_.CreateAnd(check, holds) : holds;
  }
  checks_[&instruction] = check != nullptr ? check : build_.getTrue();
  if (llvm::isa<llvm::CastInst, llvm::BinaryOperator, llvm::GetElementPtrInst>(&instruction)) return;
  // A select or freeze is not rematerialised: its lanes are used as they are.
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    Value* condition = select->getCondition();
    set_vector(instruction, build_.CreateSelect(
                                same_for_all(condition) ? scalar(condition) : vector(condition),
                                exact_vector(select->getTrueValue()), exact_vector(select->getFalseValue())));
  } else {
    set_vector(instruction, build_.CreateFreeze(exact_vector(instruction.getOperand(0))));
  }
}

// Grouping's condition for every row, NULL where the operation needs none.
Value* Variant::check_of_group(const llvm::BinaryOperator& operation) {
  const std::optional<Grouping> group = shapes_.grouping(operation);
  if (!group) return nullptr;
  Value* inside = llvm::ConstantInt::get(operation.getType(), static_cast<std::uint64_t>(group->span - 1));
  Value* kept =
      operation.getOpcode() == Instruction::And ? inside : llvm::ConstantInt::get(operation.getType(), 0);
  Value* check = nullptr;
  for (unsigned row = 0; row < rows_of(shapes_.of(&operation)); ++row) {
    Value* mask = build_.CreateAnd(scalar(const_cast<Value*>(group->mask), row), inside);
    Value* base = build_.CreateAnd(scalar(const_cast<Value*>(group->lanes), row), inside);
    Value* holds = build_.CreateAnd(build_.CreateICmpEQ(mask, kept), build_.CreateIsNull(base));
    check = check != nullptr ? build_.CreateAnd(check, holds) : holds;
  }
  return check;
}

void Variant::visit_widening(llvm::CastInst& cast) {
  Value* operand = cast.getOperand(0);
  const VectorShape shape = shapes_.of(operand);
  const bool is_signed = llvm::isa<llvm::SExtInst>(cast);
  Type* wide = cast.getType();
  auto widen = [&](Value* value) {
    return is_signed ? build_.CreateSExt(value, wide) : build_.CreateZExt(value, wide);
  };
  auto number = [&](Type* type, std::int64_t value) {
    return llvm::ConstantInt::get(type, static_cast<std::uint64_t>(value), true);
  };
  Value* check = check_of(operand);
  const unsigned rows = rows_of(shape);
  const Widening kind = shape.stride == 0 ? Widening::kExact : shapes_.widening(&cast);
  Scalars values;
  for (unsigned row = 0; row < rows; ++row) {
    Value* base = scalar(operand, row);
    switch (kind) {
      case Widening::kExact:
        values.push_back(widen(base));
        break;
      case Widening::kActiveExact: {
        // Counted from a lane that is on: the first one's value may have wrapped where it is off.
        Value* bits = part_of(mask_, row, rows);
        bits = build_.CreateBitCast(bits, build_.getIntNTy(lanes_ / rows));
        Value* lane = build_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, build_.getInt1(rows == 1));
        Value* narrow_step = build_.CreateMul(build_.CreateZExtOrTrunc(lane, base->getType()),
                                              number(base->getType(), shape.stride));
        Value* wide_step = build_.CreateMul(build_.CreateZExtOrTrunc(lane, wide), number(wide, shape.stride));
        Value* value = build_.CreateSub(widen(build_.CreateAdd(base, narrow_step)), wide_step);
        if (config_.resumptions != nullptr && rows > 1) {
          // Of a row that waits elsewhere nothing is known here; it keeps what it has.
          Slots& places = scalar_slots_[&cast];
          places.resize(rows, nullptr);
          if (places[row] == nullptr) places[row] = target_.slot(wide, "scalar");
          value = build_.CreateSelect(build_.CreateIsNull(bits), build_.CreateLoad(wide, places[row]), value);
        }
        values.push_back(value);
        break;
      }
      case Widening::kChecked: {
        // Affine still, if the last lane's value lies where counting from the first puts it.
        const std::int64_t span = shape.stride * static_cast<std::int64_t>(lanes_ / rows - 1);
        Value* wide_base = widen(base);
        Value* last = build_.CreateAdd(base, number(base->getType(), span));
        Value* expected = build_.CreateAdd(wide_base, number(wide, span));
        Value* holds = build_.CreateICmpEQ(widen(last), expected);
        check = check != nullptr ? build_.CreateAnd(check, holds) : holds;
        values.push_back(wide_base);
        break;
      }
    }
  }
  scalars_[&cast] = std::move(values);
  if (shapes_.of(&cast).checked) checks_[&cast] = check != nullptr ? check : build_.getTrue();
}

void Variant::visit_varying(Instruction& instruction) {
  Type* type = instruction.getType();
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    return set_vector(instruction, fields_[extract->getAggregateOperand()][extract->getIndices()[0]]);
  }
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    Value* left = vector(operation->getOperand(0));
    Value* right = vector(operation->getOperand(1));
    if (operation->isIntDivRem()) {
      // Lanes that are off must not divide by zero.
      // (Not by a select: the code generator would take it out again, as 1 changes no quotient.)
      right = build_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, build_.CreateFreeze(right),
                                           splat(llvm::ConstantInt::get(type, 1)));
      if (operation->getOpcode() == Instruction::SDiv || operation->getOpcode() == Instruction::SRem) {
        left = build_.CreateSelect(mask_, left, splat(llvm::ConstantInt::get(type, 0)));
      }
    }
    Value* result = build_.CreateBinOp(operation->getOpcode(), left, right);
    if (auto* copy = llvm::dyn_cast<Instruction>(result)) copy->copyIRFlags(operation);
    return set_vector(instruction, result);
  }
  if (auto* operation = llvm::dyn_cast<llvm::UnaryOperator>(&instruction)) {
    Value* result = build_.CreateUnOp(operation->getOpcode(), vector(operation->getOperand(0)));
    if (auto* copy = llvm::dyn_cast<Instruction>(result)) copy->copyIRFlags(operation);
    return set_vector(instruction, result);
  }
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    return set_vector(instruction,
                      build_.CreateCast(cast->getOpcode(), vector(cast->getOperand(0)), vector_type(type)));
  }
  if (auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
    Value* result = build_.CreateCmp(compare->getPredicate(), vector(compare->getOperand(0)),
                                     vector(compare->getOperand(1)));
    if (auto* copy = llvm::dyn_cast<Instruction>(result);
        copy != nullptr && llvm::isa<llvm::FCmpInst>(compare)) {
      copy->copyIRFlags(compare);
    }
    return set_vector(instruction, result);
  }
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    Value* condition = select->getCondition();
    Value* chosen = same_for_all(condition) ? scalar(condition) : vector(condition);
    return set_vector(instruction, build_.CreateSelect(chosen, vector(select->getTrueValue()),
                                                       vector(select->getFalseValue())));
  }
  if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    return set_vector(instruction, addresses(*gep, [this](Value* value) { return vector(value); }));
  }
  auto& freeze = llvm::cast<llvm::FreezeInst>(instruction);
  set_vector(instruction, build_.CreateFreeze(vector(freeze.getOperand(0))));
}

}  // namespace gridcall::cc::warp
