// SPDX-License-Identifier: Apache-2.0
//
// How a value of one thread is represented in a variant: one scalar for all lanes, or a vector.

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include "cc/ir/names.h"
#include "cc/ir/runtime.h"
#include "cc/passes/warp/emit/variant.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {

llvm::AllocaInst* Target::slot(Type* type, const char* name) {
  BasicBlock& entry = function.getEntryBlock();
  llvm::IRBuilder<> build(&entry, entry.begin());
  llvm::AllocaInst* made = build.CreateAlloca(type, nullptr, name);
  if (fresh != nullptr && type->isSingleValueType()) {
    build.SetInsertPoint(fresh, fresh->getFirstInsertionPt());
    build.CreateStore(llvm::PoisonValue::get(type), made);
  }
  return made;
}

Value* Variant::steps(Type* type, std::int64_t stride, unsigned count) {
  llvm::SmallVector<llvm::Constant*> elements;
  for (unsigned lane = 0; lane < count; ++lane) {
    elements.push_back(llvm::ConstantInt::get(type, static_cast<std::uint64_t>(stride * lane), true));
  }
  return llvm::ConstantVector::get(elements);
}

// Parts of equal length, a power of two of them.
Value* Variant::concatenate(llvm::ArrayRef<Value*> parts) {
  llvm::SmallVector<Value*> all(parts.begin(), parts.end());
  while (all.size() > 1) {
    llvm::SmallVector<Value*> pairs;
    const unsigned length = llvm::cast<llvm::FixedVectorType>(all[0]->getType())->getNumElements();
    llvm::SmallVector<int> indices;
    for (unsigned i = 0; i < 2 * length; ++i) indices.push_back(static_cast<int>(i));
    for (std::size_t i = 0; i < all.size(); i += 2) {
      pairs.push_back(build_.CreateShuffleVector(all[i], all[i + 1], indices));
    }
    all = std::move(pairs);
  }
  return all[0];
}

// The elements of one of `rows` equal parts of the lanes.
Value* Variant::part_of(Value* vector, unsigned row, unsigned rows) {
  if (rows == 1) return vector;
  llvm::SmallVector<int> indices;
  for (unsigned i = 0; i < lanes_ / rows; ++i) indices.push_back(static_cast<int>(row * (lanes_ / rows) + i));
  return build_.CreateShuffleVector(vector, indices);
}

Value* Variant::scalar(Value* value, unsigned row) {
  if (llvm::isa<llvm::Constant>(value)) return value;
  if (auto* argument = llvm::dyn_cast<llvm::Argument>(value)) {
    return target_.function.getArg(argument->getArgNo());
  }
  const VectorShape shape = shapes_.of(value);
  const unsigned index = shape.by_row() ? row : 0;
  auto* instruction = llvm::cast<Instruction>(value);
  Value* found = nullptr;
  if (instruction->getParent() == current_) {
    auto known = scalars_.find(value);
    if (known != scalars_.end()) found = known->second[index];
  } else if (auto known = scalar_slots_.find(value); known != scalar_slots_.end()) {
    llvm::AllocaInst* place = known->second[index];
    found = build_.CreateLoad(place->getAllocatedType(), place);
  }
  if (found == nullptr) return missing(value->getType(), "a value has no scalar");
  if (shape.by_row() || row == 0 || shape.stride == 0) return found;
  const std::int64_t step = shape.stride * static_cast<std::int64_t>(config_.row_lanes) * row;
  if (value->getType()->isPointerTy()) {
    return build_.CreateGEP(build_.getInt8Ty(), found, build_.getInt64(static_cast<std::uint64_t>(step)));
  }
  return build_.CreateAdd(found,
                          llvm::ConstantInt::get(value->getType(), static_cast<std::uint64_t>(step), true));
}

Value* Variant::missing(Type* type, const char* what) {
  if (missing_ == nullptr) missing_ = what;
  return llvm::PoisonValue::get(type);
}

Value* Variant::vector(Value* value) {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return splat(constant);
  if (auto* instruction = llvm::dyn_cast<Instruction>(value)) {
    if (instruction->getParent() == current_) {
      if (Value* found = vectors_.lookup(value)) return found;
    } else if (llvm::AllocaInst* found = vector_slots_.lookup(value)) {
      return build_.CreateLoad(found->getAllocatedType(), found);
    }
  }
  VectorShape shape = shapes_.of(value);
  if (shape.checked) return exact_vector(value);
  const unsigned rows = rows_of(shape);
  llvm::SmallVector<Value*> parts;
  for (unsigned row = 0; row < rows; ++row) {
    parts.push_back(build_.CreateVectorSplat(lanes_ / rows, scalar(value, row)));
  }
  Value* base = concatenate(parts);
  if (shape.stride == 0) return base;
  Type* step_type = value->getType()->isPointerTy() ? build_.getInt64Ty() : value->getType();
  llvm::SmallVector<Value*> in_rows(rows, steps(step_type, shape.stride, lanes_ / rows));
  Value* offsets = concatenate(in_rows);
  if (value->getType()->isPointerTy()) return build_.CreateGEP(build_.getInt8Ty(), base, offsets);
  return build_.CreateAdd(base, offsets);
}

// One address for each lane. A uniform base stays a scalar: gathers have one.
Value* Variant::addresses(llvm::GetElementPtrInst& gep, llvm::function_ref<Value*(Value*)> lanes) {
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

// Each lane's value of a checked affine value: rematerialised from its operands, down to the extension whose
// operand is affine without a check.
Value* Variant::exact_vector(Value* value) {
  VectorShape shape = shapes_.of(value);
  if (!shape.checked) return vector(value);
  auto* instruction = llvm::dyn_cast<Instruction>(value);
  if (instruction == nullptr) return vector(value);
  if (instruction->getParent() == current_) {
    if (Value* found = vectors_.lookup(value)) return found;
  } else if (llvm::AllocaInst* found = vector_slots_.lookup(value)) {
    return build_.CreateLoad(found->getAllocatedType(), found);
  }
  if (auto found = exact_.find(value);
      found != exact_.end() && found->second.first == build_.GetInsertBlock()) {
    return found->second.second;
  }
  Value* result = nullptr;
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(instruction)) {
    result =
        build_.CreateCast(cast->getOpcode(), exact_vector(cast->getOperand(0)), vector_type(cast->getType()));
  } else if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(instruction)) {
    Value* left = exact_vector(operation->getOperand(0));
    result = build_.CreateBinOp(operation->getOpcode(), left, exact_vector(operation->getOperand(1)));
  } else if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction)) {
    result = addresses(*gep, [this](Value* part) { return exact_vector(part); });
  } else {
    return missing(vector_type(value->getType()), "a checked value cannot be rematerialised");
  }
  exact_[value] = {build_.GetInsertBlock(), result};
  return result;
}

Value* Variant::check_of(Value* value) {
  if (!shapes_.of(value).checked) return nullptr;
  auto* instruction = llvm::cast<Instruction>(value);
  if (instruction->getParent() == current_) {
    if (Value* found = checks_.lookup(value)) return found;
  } else if (llvm::AllocaInst* found = check_slots_.lookup(value)) {
    return build_.CreateLoad(found->getAllocatedType(), found);
  }
  return missing(build_.getInt1Ty(), "a checked value has no check");
}

// The scalar of what is regular without a check; of the rest, that lane's element.
Value* Variant::one(Value* value) {
  if (llvm::isa<llvm::Constant>(value) || llvm::isa<llvm::Argument>(value)) return scalar(value);
  auto* instruction = llvm::cast<Instruction>(value);
  if (instruction->getParent() == current_) {
    if (Value* found = ones_.lookup(value)) return found;
  } else if (llvm::AllocaInst* found = one_slots_.lookup(value);
             found != nullptr &&
             plan_->single_lane_entry(instruction->getParent()) == plan_->single_lane_entry(current_)) {
    return build_.CreateLoad(found->getAllocatedType(), found);
  }
  const VectorShape shape = shapes_.of(value);
  if (!shape.affine() || shape.checked) return build_.CreateExtractElement(vector(value), lane_);
  if (shape.stride == 0) return scalar(value);
  Type* type = value->getType()->isPointerTy() ? build_.getInt64Ty() : value->getType();
  Value* step =
      build_.CreateMul(build_.CreateZExtOrTrunc(lane_, type),
                       llvm::ConstantInt::get(type, static_cast<std::uint64_t>(shape.stride), true));
  if (value->getType()->isPointerTy()) return build_.CreateGEP(build_.getInt8Ty(), scalar(value), step);
  return build_.CreateAdd(scalar(value), step);
}

// A value that another block uses goes through memory: in the new order its definition need not dominate its
// uses. SROA promotes it again.
void Variant::publish(Instruction& instruction) {
  bool used_elsewhere = false;
  for (const llvm::User* user : instruction.users()) {
    auto* other = llvm::cast<Instruction>(user);
    used_elsewhere |= other->getParent() != instruction.getParent() || llvm::isa<llvm::PHINode>(other);
  }
  // A checked value can be rematerialised anywhere, so its operands must be available there too.
  if (!used_elsewhere && !shapes_.of(&instruction).regular()) return;
  auto keep = [&](Value* value, llvm::AllocaInst*& place, const char* name) {
    if (place == nullptr) place = target_.slot(value->getType(), name);
    build_.CreateStore(value, place);
  };
  if (auto found = scalars_.find(&instruction); found != scalars_.end()) {
    Slots& places = scalar_slots_[&instruction];
    places.resize(found->second.size(), nullptr);
    for (std::size_t i = 0; i < places.size(); ++i) keep(found->second[i], places[i], "scalar");
  }
  if (Value* found = vectors_.lookup(&instruction)) keep(found, vector_slots_[&instruction], "vector");
  if (Value* found = checks_.lookup(&instruction)) keep(found, check_slots_[&instruction], "check");
  if (Value* found = ones_.lookup(&instruction)) keep(found, one_slots_[&instruction], "one");
}

// At the end of `from`, in `other`: stores what is known there and may be used later, in the representation
// of this variant. Nothing that `other` knows less of is regular here.
void Variant::import_values(const BasicBlock* from, Variant& other) {
  auto lives = [&](const Value* value) {
    return source_.dominators.dominates(llvm::cast<Instruction>(value)->getParent(), from);
  };
  llvm::IRBuilder<>& build = other.build_;
  for (auto& [value, places] : scalar_slots_) {
    if (!lives(value)) continue;
    for (unsigned row = 0; row < places.size(); ++row) {
      build.CreateStore(other.scalar(const_cast<Value*>(value), row), places[row]);
    }
  }
  for (auto& [value, place] : vector_slots_) {
    if (lives(value)) build.CreateStore(other.exact_vector(const_cast<Value*>(value)), place);
  }
  for (auto& [value, place] : check_slots_) {
    if (!lives(value)) continue;
    Value* check = other.check_of(const_cast<Value*>(value));
    build.CreateStore(check != nullptr ? check : build.getTrue(), place);
  }
}

}  // namespace gridcall::cc::warp
