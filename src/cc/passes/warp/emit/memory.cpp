// SPDX-License-Identifier: Apache-2.0
//
// Loads and stores: one vector access for contiguous lanes, otherwise gathers and scatters.

#include <llvm/IR/Constants.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/ErrorHandling.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "cc/ir/names.h"
#include "cc/passes/warp/emit/entry.h"
#include "cc/passes/warp/emit/warp_emitter.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {
namespace {

constexpr std::int64_t kLineBytes = 64;

// Returns the distance in bytes between the addresses of contiguous lanes; 0 if the type has padding.
std::int64_t dense_size(Type* type, const llvm::Module& module) {
  const llvm::DataLayout& layout = module.getDataLayout();
  const llvm::TypeSize size = layout.getTypeStoreSize(type);
  return layout.getTypeAllocSize(type) == size ? static_cast<std::int64_t>(size.getFixedValue()) : 0;
}

}  // namespace

void WarpEmitter::visit_field(llvm::LoadInst& load) {
  const FieldAccess access = field_of(load);
  auto read = [&](Type* type, std::size_t offset) {
    llvm::LoadInst* value =
        build_.CreateLoad(type, build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), target_.warp, offset));
    value->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(build_.getContext(), {}));
    return value;
  };
  VectorShape shape = known_.shapes.of(&load);
  switch (access.field) {
    case Field::kBlock:
      values_.set_scalar(
          load, target_.block ? target_.block : read(load.getType(), offsetof(cpu::WarpContext, block)));
      return;
    case Field::kBlockField: {
      // Whole blocks read it where they begin: a pass that moves a load out of a loop drops that it is
      // invariant.
      if (target_.block_x && access.offset == offsetof(cpu::BlockContext, block_index))
        return values_.set_scalar(load, target_.block_x);
      auto* block = llvm::dyn_cast_or_null<Instruction>(target_.block);
      if (!block || !load.hasMetadata(llvm::LLVMContext::MD_invariant_load)) return visit_scalar(load);
      llvm::IRBuilder<> begin(block->getNextNode());
      values_.set_scalar(load, read_field(begin, load.getType(), block, access.offset));
      return;
    }
    case Field::kLinearIndex:
      values_.set_scalar(load, target_.first_index
                                   ? target_.first_index
                                   : read(load.getType(), offsetof(cpu::WarpContext, first_linear_index)));
      return;
    case Field::kThreadX:
    case Field::kThreadY:
    case Field::kThreadZ: {
      auto dimension = static_cast<std::size_t>(access.field) - static_cast<std::size_t>(Field::kThreadX);
      const std::size_t offset = offsetof(cpu::WarpContext, thread_index) + dimension * cpu::kWarpSize * 4;
      if (shape.varying()) {
        llvm::LoadInst* value = read(build_.vector_type(load.getType()), offset);
        value->setAlignment(llvm::Align(64));
        values_.set_vector(load, value);
        return;
      }
      if (Value* known = target_.thread_index[dimension]) return values_.set_scalar(load, known);
      LaneValues::Scalars scalars;
      for (unsigned row = 0; row < values_.rows_of(shape); ++row) {
        scalars.push_back(
            shape.by_row() && shape.stride != 0
                ? llvm::ConstantInt::get(load.getType(), 0)
                : static_cast<Value*>(read(load.getType(), offset + row * known_.config.row_lanes * 4)));
      }
      values_.set_scalars(load, std::move(scalars));
      return;
    }
    case Field::kNone:
      break;
  }
  llvm_unreachable("a load from no field");
}

void WarpEmitter::visit_load(llvm::LoadInst& load) {
  Value* pointer = load.getPointerOperand();
  const VectorShape address = known_.shapes.of(pointer);
  const std::int64_t size = dense_size(load.getType(), build_.module());
  llvm::FixedVectorType* wide = build_.vector_type(load.getType());
  auto gather = [&]() -> Value* {
    return build_.CreateMaskedGather(wide, values_.exact_vector(pointer), load.getAlign(), mask_,
                                     llvm::PoisonValue::get(wide));
  };
  // All lanes of a row load from one address, which may need a check.
  if (address.by_row() && address.stride == 0 && MaskBuilder::is_all(mask_) && load.isSimple()) {
    const auto splats = [&] {
      const unsigned rows = values_.rows_of(address);
      llvm::SmallVector<Value*> parts;
      for (unsigned row = 0; row < rows; ++row)
        parts.push_back(build_.CreateVectorSplat(
            build_.lanes() / rows,
            build_.CreateAlignedLoad(load.getType(), values_.scalar(pointer, row), load.getAlign())));
      return build_.concatenate(parts);
    };
    return values_.set_vector(load, if_affine(values_.check_of(pointer), wide, splats, gather));
  }
  if (!address.regular() || size == 0 || (address.stride != size && address.stride != -size))
    return values_.set_vector(load, gather());
  values_.set_vector(load,
                     if_affine(values_.check_of(pointer), wide, [&] { return load_rows(load); }, gather));
}

// Marks an access of some lanes in the convergent variant, whose lanes are mostly all active.
llvm::CallInst* WarpEmitter::mark_some(llvm::CallInst* access) {
  if (predicated_) access->setMetadata(kSomeLanesMetadata, llvm::MDNode::get(build_.getContext(), {}));
  return access;
}

// Emits one access for each row of contiguous lanes, forwards or backwards.
Value* WarpEmitter::load_rows(llvm::LoadInst& load) {
  Value* pointer = load.getPointerOperand();
  const VectorShape address = known_.shapes.of(pointer);
  const bool backwards = address.stride < 0;
  const unsigned rows = values_.rows_of(address);
  const unsigned length = build_.lanes() / rows;
  auto* part_type = llvm::FixedVectorType::get(load.getType(), length);
  llvm::SmallVector<int> reversed;
  for (unsigned lane = length; lane-- > 0;) reversed.push_back(static_cast<int>(lane));
  llvm::SmallVector<Value*> parts;
  for (unsigned row = 0; row < rows; ++row) {
    Value* from = values_.scalar(pointer, row);
    Value* mask = build_.part_of(mask_, row, rows);
    if (backwards) {
      from = build_.CreateConstGEP1_64(
          build_.getInt8Ty(), from,
          static_cast<std::uint64_t>(address.stride * static_cast<std::int64_t>(length - 1)));
      mask = build_.CreateShuffleVector(mask, reversed);
    }
    Value* part = MaskBuilder::is_all(mask)
                      ? static_cast<Value*>(build_.CreateAlignedLoad(part_type, from, load.getAlign()))
                      : mark_some(build_.CreateMaskedLoad(part_type, from, load.getAlign(), mask,
                                                          llvm::PoisonValue::get(part_type)));
    if (backwards) part = build_.CreateShuffleVector(part, reversed);
    parts.push_back(part);
  }
  return build_.concatenate(parts);
}

void WarpEmitter::visit_store_to_one(llvm::StoreInst& store) {
  Value* value = store.getValueOperand();
  Instruction* copy = store.clone();
  copy->setOperand(1, values_.scalar(store.getPointerOperand()));
  copy->setOperand(0, values_.same_for_all(value)
                          ? values_.scalar(value)
                          : build_.CreateExtractElement(values_.vector(value), masks_.first_lane(mask_)));
  build_.Insert(copy);
}

void WarpEmitter::visit_store(llvm::StoreInst& store) {
  Value* pointer = store.getPointerOperand();
  const VectorShape address = known_.shapes.of(pointer);
  const std::int64_t size = dense_size(store.getValueOperand()->getType(), build_.module());
  Value* elements = values_.vector(store.getValueOperand());
  auto scatter = [&]() -> Value* {
    build_.CreateMaskedScatter(elements, values_.exact_vector(pointer), store.getAlign(), mask_);
    return nullptr;
  };
  if (!address.regular() || size == 0 || address.stride != size) {
    scatter();
    return;
  }
  auto store_contiguous = [&]() -> Value* {
    store_rows(store, elements);
    return nullptr;
  };
  if_affine(values_.check_of(pointer), build_.getVoidTy(), store_contiguous, scatter);
}

void WarpEmitter::store_rows(llvm::StoreInst& store, Value* elements) {
  Value* pointer = store.getPointerOperand();
  const unsigned rows = values_.rows_of(known_.shapes.of(pointer));
  for (unsigned row = 0; row < rows; ++row) {
    Value* mask = build_.part_of(mask_, row, rows);
    Value* part = build_.part_of(elements, row, rows);
    if (MaskBuilder::is_all(mask)) {
      build_.CreateAlignedStore(part, values_.scalar(pointer, row), store.getAlign());
    } else {
      mark_some(build_.CreateMaskedStore(part, values_.scalar(pointer, row), store.getAlign(), mask));
    }
  }
}

// Prefetches once for all lanes whose addresses are in a line. Neither the mask nor a check of the shape
// matters, because a prefetch does not fault.
void WarpEmitter::visit_prefetch(llvm::CallInst& call) {
  const auto prefetch = [&](Value* at) {
    Instruction* copy = call.clone();
    copy->setOperand(0, at);
    build_.Insert(copy);
  };
  Value* pointer = call.getArgOperand(0);
  const VectorShape address = known_.shapes.of(pointer);
  if (!address.regular()) {
    Value* pointers = values_.vector(pointer);
    for (unsigned lane = 0; lane < build_.lanes(); ++lane)
      prefetch(build_.CreateExtractElement(pointers, lane));
    return;
  }
  const unsigned rows = values_.rows_of(address);
  const std::int64_t last = address.stride == 0 ? 0 : build_.lanes() / rows - 1;
  const std::int64_t step = std::max<std::int64_t>(
      1, kLineBytes / std::max<std::int64_t>(1, std::abs(std::int64_t{address.stride})));
  for (unsigned row = 0; row < rows; ++row) {
    Value* first = values_.scalar(pointer, row);
    const auto at = [&](std::int64_t lane) {
      return build_.CreateConstGEP1_64(build_.getInt8Ty(), first,
                                       static_cast<std::uint64_t>(lane * address.stride));
    };
    for (std::int64_t lane = 0; lane < last; lane += step) prefetch(at(lane));
    prefetch(at(last));
  }
}

// Emits two versions of an access for a checked address; one if it needs no check (NULL).
Value* WarpEmitter::if_affine(Value* check, Type* type, llvm::function_ref<Value*()> fast,
                              llvm::function_ref<Value*()> slow) {
  if (!check) return fast();
  BasicBlock* fast_block = build_.block("affine");
  BasicBlock* slow_block = build_.block("wrapped");
  BasicBlock* join = build_.block("access.done");
  // The weights make the register allocator favour the fast path over the slow one's calls and gathers.
  build_.CreateCondBr(check, fast_block, slow_block,
                      llvm::MDBuilder(build_.getContext()).createLikelyBranchWeights());
  build_.SetInsertPoint(fast_block);
  Value* fast_value = fast();
  fast_block = build_.GetInsertBlock();
  build_.CreateBr(join);
  build_.SetInsertPoint(slow_block);
  Value* slow_value = slow();
  slow_block = build_.GetInsertBlock();
  build_.CreateBr(join);
  build_.SetInsertPoint(join);
  if (type->isVoidTy()) return nullptr;
  llvm::PHINode* result = build_.CreatePHI(type, 2);
  result->addIncoming(fast_value, fast_block);
  result->addIncoming(slow_value, slow_block);
  return result;
}

}  // namespace gridcall::cc::warp
