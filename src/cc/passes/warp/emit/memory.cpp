// SPDX-License-Identifier: Apache-2.0
//
// Loads and stores: one vector access where lanes are contiguous, gathers and scatters elsewhere; and what
// must be done lane by lane.

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstddef>

#include "cc/ir/names.h"
#include "cc/ir/runtime.h"
#include "cc/passes/warp/emit/variant.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {

void Variant::visit_field(llvm::LoadInst& load) {
  const FieldAccess access = field_of(load);
  auto read = [&](Type* type, std::size_t offset) {
    llvm::LoadInst* value =
        build_.CreateLoad(type, build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), target_.warp, offset));
    value->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context_, {}));
    return value;
  };
  VectorShape shape = shapes_.of(&load);
  switch (access.field) {
    case Field::kBlock:
      set_scalar(load, target_.block != nullptr ? target_.block
                                                : read(load.getType(), offsetof(cpu::WarpContext, block)));
      return;
    case Field::kBlockField:
      return visit_uniform(load);
    case Field::kLinearIndex:
      set_scalar(load, target_.first_index != nullptr
                           ? target_.first_index
                           : read(load.getType(), offsetof(cpu::WarpContext, first_linear_index)));
      return;
    case Field::kThreadX:
    case Field::kThreadY:
    case Field::kThreadZ: {
      auto dimension = static_cast<std::size_t>(access.field) - static_cast<std::size_t>(Field::kThreadX);
      const std::size_t offset = offsetof(cpu::WarpContext, thread_index) + dimension * cpu::kWarpSize * 4;
      if (shape.varying()) {
        llvm::LoadInst* value = read(vector_type(load.getType()), offset);
        value->setAlignment(llvm::Align(64));
        set_vector(load, value);
        return;
      }
      if (Value* known = target_.thread_index[dimension]) return set_scalar(load, known);
      Scalars values;
      for (unsigned row = 0; row < rows_of(shape); ++row) {
        values.push_back(
            shape.by_row() && shape.stride != 0
                ? llvm::ConstantInt::get(load.getType(), 0)
                : static_cast<Value*>(read(load.getType(), offset + row * config_.row_lanes * 4)));
      }
      scalars_[&load] = std::move(values);
      return;
    }
    case Field::kNone:
      break;
  }
  llvm_unreachable("a load from no field");
}

void Variant::visit_load(llvm::LoadInst& load) {
  Value* pointer = load.getPointerOperand();
  Type* type = load.getType();
  VectorShape address = shapes_.of(pointer);
  auto size = static_cast<std::int64_t>(layout_.getTypeStoreSize(type).getFixedValue());
  llvm::FixedVectorType* wide = vector_type(type);
  auto gather = [&]() -> Value* {
    return build_.CreateMaskedGather(wide, exact_vector(pointer), load.getAlign(), mask_,
                                     llvm::PoisonValue::get(wide));
  };
  const bool dense = layout_.getTypeAllocSize(type) == layout_.getTypeStoreSize(type);
  if (!address.regular() || !dense || (address.stride != size && address.stride != -size)) {
    return set_vector(load, gather());
  }
  const unsigned rows = rows_of(address);
  const unsigned length = lanes_ / rows;
  auto* part_type = llvm::FixedVectorType::get(type, length);
  set_vector(load, if_affine(
                       check_of(pointer), wide,
                       [&]() -> Value* {
                         llvm::SmallVector<int> reversed;
                         for (unsigned lane = length; lane-- > 0;) reversed.push_back(static_cast<int>(lane));
                         llvm::SmallVector<Value*> parts;
                         for (unsigned row = 0; row < rows; ++row) {
                           Value* from = scalar(pointer, row);
                           Value* mask = part_of(mask_, row, rows);
                           if (address.stride < 0) {
                             from = build_.CreateConstGEP1_64(
                                 build_.getInt8Ty(), from,
                                 static_cast<std::uint64_t>(-size * static_cast<std::int64_t>(length - 1)));
                             mask = build_.CreateShuffleVector(mask, reversed);
                           }
                           Value* part = all_on(mask)
                                             ? static_cast<Value*>(
                                                   build_.CreateAlignedLoad(part_type, from, load.getAlign()))
                                             : build_.CreateMaskedLoad(part_type, from, load.getAlign(), mask,
                                                                       llvm::PoisonValue::get(part_type));
                           if (address.stride < 0) part = build_.CreateShuffleVector(part, reversed);
                           parts.push_back(part);
                         }
                         return concatenate(parts);
                       },
                       gather));
}

void Variant::visit_store_to_one(llvm::StoreInst& store) {
  Value* value = store.getValueOperand();
  Instruction* copy = store.clone();
  copy->setOperand(1, scalar(store.getPointerOperand()));
  copy->setOperand(
      0, same_for_all(value) ? scalar(value) : build_.CreateExtractElement(vector(value), first_lane()));
  build_.Insert(copy);
}

void Variant::visit_store(llvm::StoreInst& store) {
  Value* pointer = store.getPointerOperand();
  Value* value = store.getValueOperand();
  Type* type = value->getType();
  VectorShape address = shapes_.of(pointer);
  auto size = static_cast<std::int64_t>(layout_.getTypeStoreSize(type).getFixedValue());
  const bool dense = layout_.getTypeAllocSize(type) == layout_.getTypeStoreSize(type);
  Value* all = vector(value);
  auto scatter = [&]() -> Value* {
    build_.CreateMaskedScatter(all, exact_vector(pointer), store.getAlign(), mask_);
    return nullptr;
  };
  if (!address.regular() || !dense || address.stride != size) {
    scatter();
    return;
  }
  if_affine(
      check_of(pointer), build_.getVoidTy(),
      [&]() -> Value* {
        const unsigned rows = rows_of(address);
        for (unsigned row = 0; row < rows; ++row) {
          Value* mask = part_of(mask_, row, rows);
          Value* part = part_of(all, row, rows);
          if (all_on(mask)) {
            build_.CreateAlignedStore(part, scalar(pointer, row), store.getAlign());
          } else {
            build_.CreateMaskedStore(part, scalar(pointer, row), store.getAlign(), mask);
          }
        }
        return nullptr;
      },
      scatter);
}

namespace {

// What combines with any value to that value; NULL where lanes cannot be combined before the one update.
llvm::Constant* identity(llvm::AtomicRMWInst::BinOp operation, Type* type) {
  if (!type->isIntegerTy()) return nullptr;
  const unsigned bits = type->getIntegerBitWidth();
  auto number = [&](const llvm::APInt& value) { return llvm::ConstantInt::get(type, value); };
  switch (operation) {
    case llvm::AtomicRMWInst::Add:
    case llvm::AtomicRMWInst::Sub:
    case llvm::AtomicRMWInst::Or:
    case llvm::AtomicRMWInst::Xor:
    case llvm::AtomicRMWInst::UMax:
      return number(llvm::APInt::getZero(bits));
    case llvm::AtomicRMWInst::And:
    case llvm::AtomicRMWInst::UMin:
      return number(llvm::APInt::getAllOnes(bits));
    case llvm::AtomicRMWInst::Max:
      return number(llvm::APInt::getSignedMinValue(bits));
    case llvm::AtomicRMWInst::Min:
      return number(llvm::APInt::getSignedMaxValue(bits));
    default:
      return nullptr;
  }
}

}  // namespace

// All lanes at one address, as one update by their reduction; their own results follow from the old value as
// if they had run in order. Returns false where that is not possible.
bool Variant::update_together(llvm::AtomicRMWInst& update) {
  Type* type = update.getType();
  llvm::Constant* neutral = identity(update.getOperation(), type);
  if (neutral == nullptr || update.isVolatile() || !same_for_all(update.getPointerOperand())) return false;
  Value* operand = update.getValOperand();
  const bool adds =
      update.getOperation() == llvm::AtomicRMWInst::Add || update.getOperation() == llvm::AtomicRMWInst::Sub;
  if (!update.use_empty() && !(adds && same_for_all(operand))) return false;
  Value* value = nullptr;
  if (adds && same_for_all(operand)) {
    Value* count = build_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, mask_bits(mask_));
    value = build_.CreateMul(scalar(operand), build_.CreateZExtOrTrunc(count, type));
  } else {
    Value* lanes = build_.CreateSelect(mask_, vector(operand), splat(neutral));
    switch (update.getOperation()) {
      case llvm::AtomicRMWInst::And:
        value = build_.CreateAndReduce(lanes);
        break;
      case llvm::AtomicRMWInst::Or:
        value = build_.CreateOrReduce(lanes);
        break;
      case llvm::AtomicRMWInst::Xor:
        value = build_.CreateXorReduce(lanes);
        break;
      case llvm::AtomicRMWInst::Min:
      case llvm::AtomicRMWInst::UMin:
        value = build_.CreateIntMinReduce(lanes, update.getOperation() == llvm::AtomicRMWInst::Min);
        break;
      case llvm::AtomicRMWInst::Max:
      case llvm::AtomicRMWInst::UMax:
        value = build_.CreateIntMaxReduce(lanes, update.getOperation() == llvm::AtomicRMWInst::Max);
        break;
      default:
        value = build_.CreateAddReduce(lanes);
        break;
    }
  }
  Instruction* once = update.clone();
  once->setOperand(0, scalar(update.getPointerOperand()));
  once->setOperand(1, value);
  build_.Insert(once);
  if (update.use_empty()) return true;
  llvm::SmallVector<llvm::Constant*> before;
  for (unsigned lane = 0; lane < lanes_; ++lane) before.push_back(build_.getInt32((1u << lane) - 1));
  Value* earlier = build_.CreateUnaryIntrinsic(
      llvm::Intrinsic::ctpop, build_.CreateAnd(splat(mask32()), llvm::ConstantVector::get(before)));
  Value* steps =
      build_.CreateMul(build_.CreateZExtOrTrunc(earlier, vector_type(type)), splat(scalar(operand)));
  set_vector(update, update.getOperation() == llvm::AtomicRMWInst::Add
                         ? build_.CreateAdd(splat(once), steps)
                         : build_.CreateSub(splat(once), steps));
  return true;
}

// Lane by lane, in order, for the active lanes.
// Long because the loop, its operands and its results are emitted around one body.
void Variant::serialise(Instruction& instruction) {
  Type* type = instruction.getType();
  auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
  auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  if (update != nullptr && update_together(*update)) return;
  llvm::SmallVector<llvm::AllocaInst*> results;
  llvm::SmallVector<Type*> types;
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (Type* element : structure->elements()) types.push_back(element);
  } else if (!type->isVoidTy() && !instruction.use_empty()) {
    types.push_back(type);
  }
  for (Type* element : types) {
    // i1 has no memory form of its own in an array of lanes.
    results.push_back(target_.slot(
        llvm::ArrayType::get(element->isIntegerTy(1) ? build_.getInt8Ty() : element, lanes_), "lanes"));
    results.back()->setAlignment(llvm::Align(64));
  }
  // Addresses with one base are made for each lane: half the memory of whole addresses.
  auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction.getOperand(0));
  auto* index =
      gep != nullptr ? llvm::dyn_cast<llvm::CastInst>(gep->getOperand(gep->getNumIndices())) : nullptr;
  const bool indexed = (update != nullptr || exchange != nullptr) && index != nullptr &&
                       llvm::isa<llvm::ZExtInst, llvm::SExtInst>(index) && gep->getParent() == current_ &&
                       index->getParent() == current_ && same_for_all(gep->getPointerOperand()) &&
                       llvm::all_of(llvm::drop_end(gep->indices()),
                                    [](const llvm::Use& use) { return llvm::isa<llvm::ConstantInt>(use); });
  llvm::SmallVector<std::pair<unsigned, Value*>> inputs;
  unsigned operands = call != nullptr ? call->arg_size() : instruction.getNumOperands();
  for (unsigned i = 0; i < operands; ++i) {
    Value* operand = instruction.getOperand(i);
    if (llvm::isa<llvm::Constant>(operand) || llvm::isa<llvm::MetadataAsValue>(operand)) continue;
    if (operand == source_.function.getArg(0)) {
      inputs.emplace_back(i, nullptr);
      continue;
    }
    if (i == 0 && indexed) operand = index->getOperand(0);
    inputs.emplace_back(i, same_for_all(operand) ? scalar(operand) : vector(operand));
  }
  llvm::SmallPtrSet<llvm::AllocaInst*, 4> spilled;
  // Lanes are read from memory: an extract at a variable place would write the whole vector there for each of
  // them.
  auto type_of = [&](unsigned i) {
    return i == 0 && indexed ? index->getSrcTy() : instruction.getOperand(i)->getType();
  };
  for (auto& [i, input] : inputs) {
    Type* element = type_of(i);
    if (input == nullptr || input->getType() == element || element->isIntegerTy(1)) continue;
    if (layout_.getTypeAllocSizeInBits(element) != layout_.getTypeSizeInBits(element)) continue;
    llvm::AllocaInst* all = target_.slot(llvm::ArrayType::get(element, lanes_), "input");
    all->setAlignment(llvm::Align(64));
    spilled.insert(all);
    build_.CreateAlignedStore(input, all, llvm::Align(64));
    input = all;
  }
  // One lane at a time: a fault is that one's. Shared memory is always there, and its atomics are to be fast.
  const bool may_fault =
      !(update != nullptr && update->getSyncScopeID() == llvm::SyncScope::SingleThread) &&
      !(exchange != nullptr && exchange->getSyncScopeID() == llvm::SyncScope::SingleThread) &&
      !(call != nullptr && call->doesNotAccessMemory());
  // A plain addition in shared memory is worth no loop around it.
  const bool is_small = update != nullptr && type->isIntegerTy() && !may_fault && results.empty();
  const unsigned at_once = is_small ? lanes_ : update != nullptr || exchange != nullptr ? 4 : 1;
  auto step = [&](Value* lane) {
    Instruction* copy = instruction.clone();
    if (may_fault) note_lanes(build_.CreateShl(build_.getInt32(1), lane));
    for (auto [i, input] : inputs) {
      Type* element = type_of(i);
      Value* own = input;
      if (input == nullptr) {
        own = lane_thread(lane);
      } else if (llvm::isa<llvm::FixedVectorType>(input->getType()) && input->getType() != element) {
        own = build_.CreateExtractElement(input, lane);
      } else if (auto* all = llvm::dyn_cast<llvm::AllocaInst>(input);
                 all != nullptr && spilled.contains(all)) {
        own = build_.CreateLoad(element, build_.CreateInBoundsGEP(element, all, lane));
      }
      if (i == 0 && indexed) {
        llvm::SmallVector<Value*> indices(gep->indices());
        indices.back() = build_.CreateCast(index->getOpcode(), own, index->getDestTy());
        own = build_.CreateGEP(gep->getSourceElementType(), scalar(gep->getPointerOperand()), indices);
      }
      copy->setOperand(i, own);
    }
    build_.Insert(copy);
    for (unsigned i = 0; i < results.size(); ++i) {
      Value* value = type->isStructTy() ? build_.CreateExtractValue(copy, i) : copy;
      if (types[i]->isIntegerTy(1)) value = build_.CreateZExt(value, build_.getInt8Ty());
      build_.CreateStore(value, build_.CreateInBoundsGEP(value->getType(), results[i], lane));
    }
  };
  for_lanes(step, at_once);
  if (may_fault) note_lanes(mask32());
  std::vector<Value*> members;
  for (unsigned i = 0; i < results.size(); ++i) {
    bool bit = types[i]->isIntegerTy(1);
    Value* value = build_.CreateAlignedLoad(vector_type(bit ? build_.getInt8Ty() : types[i]), results[i],
                                            llvm::Align(64));
    members.push_back(bit ? build_.CreateTrunc(value, vector_type(types[i])) : value);
  }
  if (type->isStructTy()) {
    fields_[&instruction] = std::move(members);
  } else if (!members.empty()) {
    set_vector(instruction, members[0]);
  }
}

// The runtime's functions of one thread want its context: the runtime keeps one to lend.
Value* Variant::lane_thread(Value* lane) {
  return build_.CreateCall(runtime_function(module_, "gridcall_rt_lane_thread"), {target_.warp, lane});
}

}  // namespace gridcall::cc::warp
