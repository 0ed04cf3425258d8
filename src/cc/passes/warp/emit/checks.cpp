// SPDX-License-Identifier: Apache-2.0
//
// Checks of accesses (passes/check): one comparison for lanes whose addresses are regular, a vector of them
// for others, and one call of the runtime if a lane is not known to be right. The address that a check
// returns is regular like its operand unless the runtime was called; LaneValues::check_of() then tells, as
// for an index that may wrap.

#include <algorithm>

#include <llvm/IR/MDBuilder.h>

#include "cc/ir/check_bounds.h"
#include "cc/ir/requested_checks.h"
#include "cc/passes/warp/emit/warp_emitter.h"

namespace gridcall::cc::warp {
namespace {

llvm::MDNode* likely(WarpBuilder& build) {
  return llvm::MDBuilder(build.getContext()).createLikelyBranchWeights();
}

check::Bounds for_lanes(WarpBuilder& build, const check::Bounds& bounds) {
  const auto wide = [&](Value* value) { return value->getType()->isVectorTy() ? value : build.splat(value); };
  return {wide(bounds.begin), wide(bounds.limit), bounds.rotate};
}

}  // namespace

// Long because the quick tests of one access, and the call of the runtime behind them, meet in one block.
void WarpEmitter::visit_check(llvm::CallInst& call) {
  const check::Check check(call);
  const bool single_lane = known_.plan.single_lane(call.getParent());
  const bool is_same = values_.same_for_all(&call);
  Value* address = check.address();
  // All checks but those of bounds must report each access to the runtime.
  const std::uint32_t checks = check::requested(build_.module());
  const bool asks = !check.is_variable() && (checks & (cpu::kCheckInit | cpu::kCheckRace)) != 0;
  if (single_lane || (is_same && !asks)) {
    const auto one = [&](Value* value) { return is_same ? values_.scalar(value) : values_.one(value); };
    Value* lane = single_lane ? values_.lane() : masks_.first_lane(mask_);
    Value* value =
        check.value() ? single_lane ? values_.one(check.value()) : values_.scalar(check.value()) : nullptr;
    Value* before = one(address);
    Value* checked = check_one(check, check.base() ? one(check.base()) : nullptr, before, value, lane, asks);
    if (is_same) return values_.set_scalar(call, checked);
    values_.set_one(call, checked);
    return set_counted(call, address, build_.CreateICmpEQ(checked, before));
  }
  Value* base = nullptr;
  if (check.base())
    base = values_.same_for_all(check.base()) ? values_.scalar(check.base()) : values_.vector(check.base());
  Value* before = values_.exact_vector(address);
  Value* places = nullptr;
  Value* same = is_same ? values_.scalar(address) : nullptr;
  BasicBlock* done = build_.block("checked");
  llvm::SmallVector<BasicBlock*, 3> from;  // all lanes are right
  const auto done_if = [&](Value* right) {
    from.push_back(build_.GetInsertBlock());
    BasicBlock* others = build_.block("check");
    build_.CreateCondBr(right, done, others, likely(build_));
    build_.SetInsertPoint(others);
  };
  const bool counts = asks && is_counted(check);
  if (check.has_range(checks)) {
    done_if(are_inside(check, base));
    // The addresses may not be counted after all, such as those of an index with a bit masked out.
    if (values_.check_of(address)) done_if(are_lanes_inside(check, base));
  }
  // A misaligned address has no entry in `seen`, so that the runtime checks it.
  const unsigned align = std::clamp(check.align(), 2u, 9u);
  if (counts && check.may_be_seen(checks) &&
      known_.shapes.of(address).stride % (std::int64_t{1} << align) == 0)
    done_if(are_seen(address, check::Check::number(check.bytes()), align));
  if (counts) {
    done_if(ask_rows(address, check::Check::number(check.bytes()),
                     static_cast<std::uint32_t>(check::Check::number(check.slot())), written_values(check),
                     check.flags(), check.site()));
  } else if (asks) {
    places = store_lanes(before);
    done_if(build_.CreateIsNull(ask(check, nullptr, places)));
  }
  if (!places) {
    places = store_lanes(before);
    ask(check, base, places);
  }
  Value* others = is_same ? static_cast<Value*>(build_.CreateLoad(
                                build_.getPtrTy(), build_.CreateInBoundsGEP(build_.getPtrTy(), places,
                                                                            masks_.first_lane(mask_))))
                          : build_.CreateAlignedLoad(before->getType(), places, llvm::Align(64));
  BasicBlock* refused = build_.GetInsertBlock();
  build_.CreateBr(done);
  build_.SetInsertPoint(done);
  const auto merge = [&](Value* where_right, Value* where_refused) {
    llvm::PHINode* merged =
        build_.CreatePHI(where_refused->getType(), static_cast<unsigned>(from.size()) + 1);
    for (BasicBlock* block : from) merged->addIncoming(where_right, block);
    merged->addIncoming(where_refused, refused);
    return merged;
  };
  llvm::PHINode* lanes = merge(same ? same : before, others);
  if (is_same) return values_.set_scalar(call, lanes);
  values_.set_vector(call, lanes);
  llvm::PHINode* holds = merge(build_.getTrue(), build_.getFalse());
  set_counted(call, address, holds);
}

// Returns whether all lanes are known to be right.
Value* WarpEmitter::are_inside(const check::Check& check, Value* base) {
  const check::Bounds bounds = check::bounds_of(build_, check, base, block_context());
  const VectorShape shape = known_.shapes.of(check.address());
  const bool counts = shape.regular() && !bounds.begin->getType()->isVectorTy() &&
                      shape.stride % (std::int64_t{1} << bounds.rotate) == 0;
  if (!counts) return are_lanes_inside(check, base);
  Value* inside = are_ends_inside(bounds, check.address());
  Value* is_counted = values_.check_of(check.address());
  return is_counted ? build_.CreateAnd(inside, is_counted) : inside;
}

Value* WarpEmitter::are_lanes_inside(const check::Check& check, Value* base) {
  const check::Bounds bounds = for_lanes(build_, check::bounds_of(build_, check, base, block_context()));
  Value* inside = check::is_inside(build_, bounds, values_.exact_vector(check.address()));
  return masks_.none_of(mask_, build_.CreateNot(inside));
}

// Returns whether two threads have read each word since the last barrier (BlockContext::seen).
Value* WarpEmitter::are_seen(Value* address, std::uint64_t bytes, unsigned align) {
  const VectorShape shape = known_.shapes.of(address);
  const unsigned rows = values_.rows_of(shape);
  const unsigned length = shape.stride == 0 ? 1 : build_.lanes() / rows;
  const auto words = static_cast<unsigned>(bytes / 4);
  const auto field = [&](std::uint64_t offset, Type* type) {
    return build_.CreateLoad(type,
                             build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), block_context(), offset));
  };
  Type* i64 = build_.getInt64Ty();
  // Addresses in shared memory, or within a margin around it, have an entry.
  Value* shared = build_.CreatePtrToInt(field(offsetof(cpu::BlockContext, shared), build_.getPtrTy()), i64);
  const check::Bounds bounds{build_.CreateSub(shared, build_.getInt64(cpu::kSeenMargin)),
                             build_.getInt64((cpu::kSeenMargin + cpu::kMaxSharedBytes) >> align), align};
  Value* has_place = values_.check_of(address);
  for (unsigned row = 0; row < rows; ++row) {
    Value* inside = check::is_inside(build_, bounds, values_.scalar(address, row));
    has_place = has_place ? build_.CreateAnd(has_place, inside) : inside;
  }
  BasicBlock* from = build_.GetInsertBlock();
  BasicBlock* look = build_.block("seen");
  BasicBlock* behind = build_.block("looked");
  build_.CreateCondBr(has_place, look, behind, likely(build_));
  build_.SetInsertPoint(look);
  Value* seen = field(offsetof(cpu::BlockContext, seen), build_.getInt32Ty());
  Value* along = field(offsetof(cpu::BlockContext, seen_from), i64);
  auto* type = llvm::FixedVectorType::get(build_.getInt32Ty(), length * words);
  Value* all = nullptr;
  for (unsigned row = 0; row < rows; ++row) {
    Value* place = build_.CreateGEP(build_.getInt8Ty(), values_.scalar(address, row), along);
    Value* differ = build_.CreateICmpNE(build_.CreateAlignedLoad(type, place, llvm::Align(4)),
                                        build_.CreateVectorSplat(length * words, seen));
    if (length != 1 && !MaskBuilder::is_all(mask_)) {
      llvm::SmallVector<int> lane_of_word;
      for (unsigned word = 0; word < length * words; ++word)
        lane_of_word.push_back(static_cast<int>(word / words));
      Value* active = build_.part_of(mask_, row, rows);
      differ = build_.CreateAnd(differ, build_.CreateShuffleVector(active, lane_of_word));
    }
    Value* none = build_.CreateIsNull(build_.CreateBitCast(differ, build_.getIntNTy(length * words)));
    all = all ? build_.CreateAnd(all, none) : none;
  }
  BasicBlock* looked = build_.GetInsertBlock();
  build_.CreateBr(behind);
  build_.SetInsertPoint(behind);
  llvm::PHINode* result = build_.CreatePHI(build_.getInt1Ty(), 2);
  result->addIncoming(build_.getFalse(), from);
  result->addIncoming(all, looked);
  return result;
}

// The scalars of the check's result are those of the address if `holds` is true.
void WarpEmitter::set_counted(llvm::CallInst& call, Value* address, Value* holds) {
  const VectorShape shape = known_.shapes.of(&call);
  if (!shape.regular()) return;
  LaneValues::Scalars scalars;
  for (unsigned row = 0; row < values_.rows_of(shape); ++row) scalars.push_back(values_.scalar(address, row));
  values_.set_scalars(call, std::move(scalars));
  Value* is_counted = values_.check_of(address);
  values_.set_check(call, is_counted ? build_.CreateAnd(holds, is_counted) : holds);
}

// If the first and the last active lane of each row are inside, so are the lanes between them.
Value* WarpEmitter::are_ends_inside(const check::Bounds& bounds, Value* address) {
  const VectorShape shape = known_.shapes.of(address);
  const unsigned rows = values_.rows_of(shape);
  const unsigned length = build_.lanes() / rows;
  Value* all = nullptr;
  const auto also = [&](Value* one) { all = all ? build_.CreateAnd(all, one) : one; };
  for (unsigned row = 0; row < rows; ++row) {
    Value* first = values_.scalar(address, row);
    Value* mask = build_.part_of(mask_, row, rows);
    const auto at = [&](Value* lane) {
      Value* step = build_.CreateMul(build_.CreateZExtOrTrunc(lane, build_.getInt64Ty()),
                                     build_.getInt64(static_cast<std::uint64_t>(shape.stride)));
      return build_.CreateGEP(build_.getInt8Ty(), first, step);
    };
    if (MaskBuilder::is_all(mask)) {
      also(check::is_inside(build_, bounds, first));
      if (shape.stride != 0) also(check::is_inside(build_, bounds, at(build_.getInt64(length - 1))));
      continue;
    }
    Value* bits = build_.CreateBitCast(mask, build_.getIntNTy(length));
    Value* zero = build_.getFalse();
    Value* low = build_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, zero);
    Value* high = build_.CreateSub(llvm::ConstantInt::get(bits->getType(), length - 1),
                                   build_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, bits, zero));
    Value* inside = check::is_inside(build_, bounds, at(low));
    if (shape.stride != 0) inside = build_.CreateAnd(inside, check::is_inside(build_, bounds, at(high)));
    also(rows == 1 ? inside : build_.CreateOr(inside, build_.CreateIsNull(bits)));
  }
  return all;
}

// Checks one address. Leaves the builder after the check.
Value* WarpEmitter::check_one(const check::Check& check, Value* base, Value* address, Value* value,
                              Value* lane, bool asks) {
  const auto call = [&] {
    Instruction* copy = check.call().clone();
    copy->setOperand(0, lane_thread(build_, target_, lane));
    if (base) copy->setOperand(1, base);
    if (value) copy->setOperand(check::Check::kValueOperand, value);
    copy->setOperand(check.address_operand(), address);
    build_.Insert(copy);
    return copy;
  };
  if (asks && !check.has_range(check::requested(build_.module()))) return call();
  const check::Bounds bounds = check::bounds_of(build_, check, base, block_context());
  Value* inside = check::is_inside(build_, bounds, address);
  BasicBlock* from = build_.GetInsertBlock();
  BasicBlock* refused = build_.block("check");
  BasicBlock* done = build_.block("checked");
  build_.CreateCondBr(inside, done, refused, likely(build_));
  build_.SetInsertPoint(refused);
  Value* other = call();
  build_.CreateBr(done);
  build_.SetInsertPoint(done);
  llvm::PHINode* result = build_.CreatePHI(address->getType(), 2);
  result->addIncoming(address, from);
  result->addIncoming(other, refused);
  return result;
}

Value* WarpEmitter::store_lanes(Value* vector) {
  auto* type = llvm::cast<llvm::FixedVectorType>(vector->getType());
  llvm::AllocaInst* array =
      target_.slot(llvm::ArrayType::get(type->getElementType(), build_.lanes()), "checked");
  array->setAlignment(llvm::Align(64));
  build_.CreateAlignedStore(build_.CreateFreeze(vector), array, llvm::Align(64));
  return array;
}

// Returns the lanes whose addresses the runtime refuses; it replaces their addresses.
Value* WarpEmitter::ask(const check::Check& check, Value* base, Value* places) {
  Value* null = llvm::ConstantPointerNull::get(build_.getPtrTy());
  Value* bases = null;
  if (base) bases = store_lanes(base->getType()->isVectorTy() ? base : build_.splat(base));
  Value* values = written_values(check);
  return build_.CreateCall(
      runtime_function(build_.module(), "gridcall_rt_check_lanes"),
      {target_.warp, lanes_to_check(check), places, bases, values, check.bytes(), check.flags(), check.site(),
       check.object() ? check.object() : null, check.slot() ? check.slot() : build_.getInt32(0)});
}

// Returns the values that lanes write, or NULL.
Value* WarpEmitter::written_values(const check::Check& check) {
  if (!check.value() || (check::Check::number(check.flags()) & cpu::kAccessHasValue) == 0)
    return llvm::ConstantPointerNull::get(build_.getPtrTy());
  return store_lanes(llvm::isa<llvm::Constant>(check.value()) ? build_.splat(check.value())
                                                              : values_.vector(check.value()));
}

// Returns whether gridcall_rt_check_rows can check the lanes.
bool WarpEmitter::is_counted(const check::Check& check) {
  const VectorShape shape = known_.shapes.of(check.address());
  const std::uint64_t bytes = check::Check::number(check.bytes());
  if (check.is_variable() || !shape.regular() || bytes > 16 || values_.rows_of(shape) > 2) return false;
  if ((check::Check::number(check.flags()) & (cpu::kAccessAtomic | cpu::kAccessVolatile)) != 0) return false;
  return shape.stride == 0 || shape.stride == static_cast<std::int64_t>(bytes);
}

// Returns an i1 that is true if the lanes are known to be right.
Value* WarpEmitter::ask_rows(Value* address, std::uint64_t bytes, std::uint32_t slot, Value* values,
                             Value* flags, Value* site) {
  const VectorShape shape = known_.shapes.of(address);
  const bool two = values_.rows_of(shape) == 2;
  Value* lanes = masks_.bits32(mask_);
  if (Value* holds = values_.check_of(address)) lanes = build_.CreateSelect(holds, lanes, build_.getInt32(0));
  Value* first = values_.scalar(address, 0);
  Value* second = two ? values_.scalar(address, 1) : first;
  const auto rows = static_cast<std::uint32_t>(bytes) |
                    (shape.stride == 0 ? std::uint32_t{cpu::kRowsOfOne} : 0u) |
                    (two ? std::uint32_t{cpu::kRowsAreTwo} : 0u) | slot << cpu::kRowsSlotShift;
  Value* right =
      build_.CreateCall(runtime_function(build_.module(), "gridcall_rt_check_rows"),
                        {target_.warp, lanes, first, second, values, build_.getInt32(rows), flags, site});
  return build_.CreateIsNotNull(right);
}

// Checks words that all lanes of a row read one after the other.
void WarpEmitter::visit_ahead(llvm::CallInst& call) {
  Value* address = call.getArgOperand(1);
  const VectorShape shape = known_.shapes.of(address);
  if (!shape.same_in_row() || values_.rows_of(shape) > 2 || known_.plan.single_lane(call.getParent())) return;
  const std::uint64_t bytes = check::Check::number(call.getArgOperand(2));
  BasicBlock* ask = build_.block("ahead");
  BasicBlock* done = build_.block("looked");
  build_.CreateCondBr(are_seen(address, bytes, 2), done, ask, likely(build_));
  build_.SetInsertPoint(ask);
  ask_rows(address, bytes, cpu::kNoCheckRange, llvm::ConstantPointerNull::get(build_.getPtrTy()),
           call.getArgOperand(3), call.getArgOperand(4));
  build_.CreateBr(done);
  build_.SetInsertPoint(done);
}

// Returns the first and the last lane that read one address: any other thread conflicts with one of them.
Value* WarpEmitter::lanes_to_check(const check::Check& check) {
  Value* lanes = masks_.bits32(mask_);
  const VectorShape shape = known_.shapes.of(check.address());
  const bool is_write = (check::Check::number(check.flags()) & cpu::kAccessWrite) != 0;
  if (is_write || !shape.same_in_row() || shape.checked) return lanes;
  if (MaskBuilder::is_all(mask_)) {
    std::uint32_t ends = 0;
    const unsigned length = build_.lanes() / values_.rows_of(shape);
    for (unsigned first = 0; first < build_.lanes(); first += length)
      ends |= 1u << first | 1u << (first + length - 1);
    return build_.getInt32(ends);
  }
  if (shape.by_row()) return lanes;
  Value* one = build_.getInt32(1);
  Value* low = build_.CreateAnd(lanes, build_.CreateNeg(lanes));
  Value* high = build_.CreateShl(
      one, build_.CreateSub(build_.getInt32(31),
                            build_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, lanes, build_.getTrue())));
  return build_.CreateOr(low, high);
}

Value* WarpEmitter::block_context() {
  if (target_.block) return target_.block;
  llvm::LoadInst* block = build_.CreateLoad(
      build_.getPtrTy(),
      build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), target_.warp, offsetof(cpu::WarpContext, block)));
  block->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(build_.getContext(), {}));
  return block;
}

}  // namespace gridcall::cc::warp
