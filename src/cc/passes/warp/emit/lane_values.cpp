// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/emit/lane_values.h"

#include <llvm/IR/Constants.h>

namespace gridcall::cc::warp {

void LaneValues::begin_block(const BasicBlock* block, Value* lane) {
  block_ = block;
  lane_ = lane;
  scalars_.clear();
  vectors_.clear();
  checks_.clear();
  ones_.clear();
  exact_.clear();
  members_.clear();
}

Value* LaneValues::missing(Type* type, const char* what) {
  if (!missing_) missing_ = what;
  return llvm::PoisonValue::get(type);
}

Value* LaneValues::scalar(Value* value, unsigned row) {
  if (llvm::isa<llvm::Constant>(value)) return value;
  if (auto* argument = llvm::dyn_cast<llvm::Argument>(value))
    return target_.function.getArg(argument->getArgNo());
  const VectorShape shape = known_.shapes.of(value);
  const unsigned index = shape.by_row() ? row : 0;
  auto* instruction = llvm::cast<Instruction>(value);
  Value* found = nullptr;
  if (instruction->getParent() == block_) {
    auto known = scalars_.find(value);
    if (known != scalars_.end()) found = known->second[index];
  } else if (auto known = scalar_slots_.find(value); known != scalar_slots_.end()) {
    found = load(known->second[index]);
  }
  if (!found) return missing(value->getType(), "a value has no scalar");
  if (shape.by_row() || row == 0 || shape.stride == 0) return found;
  const std::int64_t step = shape.stride * static_cast<std::int64_t>(known_.config.row_lanes) * row;
  if (value->getType()->isPointerTy())
    return build_.CreateGEP(build_.getInt8Ty(), found, build_.getInt64(static_cast<std::uint64_t>(step)));
  return build_.CreateAdd(found,
                          llvm::ConstantInt::get(value->getType(), static_cast<std::uint64_t>(step), true));
}

// Returns NULL if the value is a scalar.
Value* LaneValues::find_vector(const Value* value) {
  auto* instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction) return nullptr;
  if (instruction->getParent() == block_) return vectors_.lookup(value);
  llvm::AllocaInst* slot = vector_slots_.lookup(value);
  return slot ? load(slot) : nullptr;
}

Value* LaneValues::vector(Value* value) {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return build_.splat(constant);
  if (llvm::Constant* lanes = constants_.of(value)) return lanes;
  if (Value* found = find_vector(value)) return found;
  const VectorShape shape = known_.shapes.of(value);
  if (shape.checked) return exact_vector(value);
  const unsigned rows = rows_of(shape);
  llvm::SmallVector<Value*> parts;
  for (unsigned row = 0; row < rows; ++row) {
    parts.push_back(build_.CreateVectorSplat(build_.lanes() / rows, scalar(value, row)));
  }
  Value* base = build_.concatenate(parts);
  if (shape.stride == 0) return base;
  Type* step_type = value->getType()->isPointerTy() ? build_.getInt64Ty() : value->getType();
  llvm::SmallVector<Value*> in_rows(rows, WarpBuilder::steps(step_type, shape.stride, build_.lanes() / rows));
  Value* offsets = build_.concatenate(in_rows);
  if (value->getType()->isPointerTy()) return build_.CreateGEP(build_.getInt8Ty(), base, offsets);
  return build_.CreateAdd(base, offsets);
}

// A uniform base remains a scalar, because gathers take one.
Value* LaneValues::addresses(llvm::GetElementPtrInst& gep, llvm::function_ref<Value*(Value*)> lanes) {
  llvm::SmallVector<Value*> indices;
  bool some = false;
  for (Value* index : gep.indices()) {
    const bool same = same_for_all(index);
    some = some || !same;
    indices.push_back(same ? scalar(index) : lanes(index));
  }
  Value* base = gep.getPointerOperand();
  base = some && same_for_all(base) ? scalar(base) : lanes(base);
  return build_.CreateGEP(gep.getSourceElementType(), base, indices);
}

// Rematerializes a checked value from its operands, down to the extension whose operand is affine without a
// check.
Value* LaneValues::exact_vector(Value* value) {
  auto* instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction || !known_.shapes.of(value).checked) return vector(value);
  if (Value* found = find_vector(value)) return found;
  if (auto found = exact_.find(value);
      found != exact_.end() && found->second.first == build_.GetInsertBlock()) {
    return found->second.second;
  }
  Value* result = nullptr;
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(instruction)) {
    result = build_.CreateCast(cast->getOpcode(), exact_vector(cast->getOperand(0)),
                               build_.vector_type(cast->getType()));
  } else if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(instruction)) {
    Value* left = exact_vector(operation->getOperand(0));
    result = build_.CreateBinOp(operation->getOpcode(), left, exact_vector(operation->getOperand(1)));
  } else if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction)) {
    result = addresses(*gep, [this](Value* operand) { return exact_vector(operand); });
  } else {
    return missing(build_.vector_type(value->getType()), "a checked value cannot be rematerialized");
  }
  exact_[value] = {build_.GetInsertBlock(), result};
  return result;
}

Value* LaneValues::check_of(Value* value) {
  if (!known_.shapes.of(value).checked) return nullptr;
  if (llvm::cast<Instruction>(value)->getParent() == block_) {
    if (Value* found = checks_.lookup(value)) return found;
  } else if (llvm::AllocaInst* slot = check_slots_.lookup(value)) {
    return load(slot);
  }
  return missing(build_.getInt1Ty(), "a checked value has no check");
}

// Returns the scalar of a value that is regular without a check, otherwise the element of the one lane.
Value* LaneValues::one(Value* value) {
  if (llvm::isa<llvm::Constant>(value) || llvm::isa<llvm::Argument>(value)) return scalar(value);
  auto* instruction = llvm::cast<Instruction>(value);
  if (instruction->getParent() == block_) {
    if (Value* found = ones_.lookup(value)) return found;
  } else if (llvm::AllocaInst* slot = one_slots_.lookup(value);
             slot && known_.plan.single_lane_entry(instruction->getParent()) ==
                         known_.plan.single_lane_entry(block_)) {
    return load(slot);
  }
  const VectorShape shape = known_.shapes.of(value);
  if (!shape.affine() || shape.checked) return build_.CreateExtractElement(vector(value), lane_);
  if (shape.stride == 0) return scalar(value);
  Type* type = value->getType()->isPointerTy() ? build_.getInt64Ty() : value->getType();
  Value* step =
      build_.CreateMul(build_.CreateZExtOrTrunc(lane_, type),
                       llvm::ConstantInt::get(type, static_cast<std::uint64_t>(shape.stride), true));
  if (value->getType()->isPointerTy()) return build_.CreateGEP(build_.getInt8Ty(), scalar(value), step);
  return build_.CreateAdd(scalar(value), step);
}

Value* LaneValues::member(const Value* structure, unsigned index) const {
  return members_.find(structure)->second[index];
}

Value* LaneValues::stored_scalar(const Instruction& instruction, unsigned row, unsigned rows) {
  Slots& slots = scalar_slots_[&instruction];
  slots.resize(rows, nullptr);
  if (!slots[row]) slots[row] = target_.slot(instruction.getType(), "scalar");
  return load(slots[row]);
}

void LaneValues::set_check(const Instruction& instruction, Value* check) {
  checks_[&instruction] = check ? check : build_.getTrue();
}

void LaneValues::set_one(const Instruction& instruction, Value* value) {
  ones_[&instruction] = value;
  set_vector(instruction, build_.splat(value));
}

void LaneValues::publish(const Instruction& instruction) {
  bool used_elsewhere = false;
  for (const llvm::User* user : instruction.users()) {
    auto* other = llvm::cast<Instruction>(user);
    used_elsewhere |= other->getParent() != instruction.getParent() || llvm::isa<llvm::PHINode>(other);
  }
  // A checked value can be rematerialized anywhere, so that its operands must be available there too.
  if (!used_elsewhere && !known_.shapes.of(&instruction).regular()) return;
  auto store = [&](Value* value, llvm::AllocaInst*& slot, const char* name) {
    if (!slot) slot = target_.slot(value->getType(), name);
    build_.CreateStore(value, slot);
  };
  if (auto found = scalars_.find(&instruction); found != scalars_.end()) {
    Slots& slots = scalar_slots_[&instruction];
    slots.resize(found->second.size(), nullptr);
    for (std::size_t i = 0; i < slots.size(); ++i) store(found->second[i], slots[i], "scalar");
  }
  if (Value* found = vectors_.lookup(&instruction)) store(found, vector_slots_[&instruction], "vector");
  if (Value* found = checks_.lookup(&instruction)) store(found, check_slots_[&instruction], "check");
  if (Value* found = ones_.lookup(&instruction)) store(found, one_slots_[&instruction], "one");
}

void LaneValues::import_from(LaneValues& other, const BasicBlock* from) {
  auto is_live = [&](const Value* value) {
    return known_.source.dominators.dominates(llvm::cast<Instruction>(value)->getParent(), from);
  };
  WarpBuilder& build = other.build_;
  for (auto& [value, slots] : scalar_slots_) {
    if (!is_live(value)) continue;
    for (unsigned row = 0; row < slots.size(); ++row) {
      build.CreateStore(other.scalar(const_cast<Value*>(value), row), slots[row]);
    }
  }
  for (auto& [value, slot] : vector_slots_) {
    if (is_live(value)) build.CreateStore(other.exact_vector(const_cast<Value*>(value)), slot);
  }
  for (auto& [value, slot] : check_slots_) {
    if (!is_live(value)) continue;
    Value* check = other.check_of(const_cast<Value*>(value));
    build.CreateStore(check ? check : build.getTrue(), slot);
  }
}

void LaneValues::forget(llvm::function_ref<bool(const Value*)> keeps) {
  auto poison = [&](llvm::AllocaInst* slot) {
    build_.CreateStore(llvm::PoisonValue::get(slot->getAllocatedType()), slot);
  };
  for (auto& [value, slots] : scalar_slots_) {
    for (llvm::AllocaInst* slot : slots) {
      if (!keeps(value)) poison(slot);
    }
  }
  for (auto* forms : {&vector_slots_, &check_slots_, &one_slots_}) {
    for (auto& [value, slot] : *forms) {
      if (!keeps(value)) poison(slot);
    }
  }
}

}  // namespace gridcall::cc::warp
