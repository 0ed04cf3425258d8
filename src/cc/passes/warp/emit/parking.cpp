// SPDX-License-Identifier: Apache-2.0
//
// Lanes that wait separately from the rest of their warp, at a barrier that the others have not reached or in
// a warp function for lanes that are elsewhere. They are parked: the others continue, and when no lane can,
// the warp asks the runtime which lanes are released (parking.cpp of the runtime). Meanwhile blocks that
// parked lanes have run may run again, for others.

#include <llvm/IR/Constants.h>

#include <cstddef>

#include "cc/ir/names.h"
#include "cc/ir/runtime.h"
#include "cc/passes/warp/analysis/stable_values.h"
#include "cc/passes/warp/emit/variant.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {

void Variant::keep(const llvm::PHINode& phi, Value* value, Value* mask) {
  Value* place = target_.kept[&phi];
  if (all_on(mask)) {
    build_.CreateAlignedStore(value, place, llvm::Align(64));
  } else if (value->getType()->getScalarSizeInBits() >= 32) {
    build_.CreateMaskedStore(value, place, llvm::Align(64), mask);
  } else {
    Value* before = build_.CreateAlignedLoad(value->getType(), place, llvm::Align(64));
    build_.CreateAlignedStore(build_.CreateSelect(mask, value, before), place, llvm::Align(64));
  }
}

// The lanes wait until the runtime releases them; control goes to the others.
void Variant::park(llvm::CallInst& call) {
  BasicBlock* block = call.getParent();
  hand_over(block, block->getSingleSuccessor(), mask_, &call);
  llvm::AllocaInst* parked = parked_[block];
  build_.CreateStore(build_.CreateOr(build_.CreateLoad(mask_->getType(), parked), mask_), parked);
  build_.CreateBr(after(plan_->position(block)));
}

Value* Variant::lanes_left() {
  return build_.CreateBitCast(build_.CreateLoad(vector_type(build_.getInt1Ty()), left_), build_.getInt32Ty());
}

// Reports a barrier's operands to the runtime, once for each barrier number that a lane names.
void Variant::tell_of_barrier(llvm::CallInst& call, Value* lanes) {
  llvm::Function* park = runtime_function(module_, "gridcall_rt_warp_park");
  Value* context = target_.function.getArg(0);
  if (call.getCalledFunction()->getName() == "gridcall_rt_barrier") {
    build_.CreateCall(park, {context, lanes, build_.getInt32(0), build_.getInt32(0), call.getArgOperand(1),
                             lanes_that_say(call.getArgOperand(2))});
    return;
  }
  Value *number = call.getArgOperand(1), *count = call.getArgOperand(2), *none = build_.getInt32(0);
  if (same_for_all(number) && same_for_all(count)) {
    build_.CreateCall(park, {context, lanes, scalar(number), scalar(count), none, none});
    return;
  }
  Value *numbers = vector(number), *counts = vector(count);
  for_lanes([&](Value* lane) {
    build_.CreateCall(park, {context, build_.CreateShl(build_.getInt32(1), lane),
                             build_.CreateExtractElement(numbers, lane),
                             build_.CreateExtractElement(counts, lane), none, none});
  });
}

// What a warp function's lanes bring, to the runtime.
void Variant::tell_of_warp_function(llvm::CallInst& call, llvm::StringRef name) {
  using cpu::WarpFunction;
  using cpu::WarpOperands;
  Type *i32 = build_.getInt32Ty(), *i64 = build_.getInt64Ty();
  Value* context = target_.function.getArg(0);
  Value* operands = build_.CreateCall(runtime_function(module_, "gridcall_rt_warp_operands"), {context});
  auto put = [&](std::size_t offset, Value* values) {
    Value* place = build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), operands, offset);
    const llvm::Align align(values->getType()->getScalarSizeInBits() == 32 ? 4 : 8);
    build_.CreateMaskedStore(values, place, align, mask_);
  };
  auto wide = [&](unsigned i) { return build_.CreateZExt(vector(call.getArgOperand(i)), vector_type(i64)); };
  auto constant = [&](unsigned i) {
    return static_cast<std::uint32_t>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(i))->getZExtValue());
  };
  WarpFunction function = WarpFunction::kSync;
  std::uint32_t mode = 0;
  Value* place = llvm::ConstantPointerNull::get(build_.getPtrTy());
  if (name == "shuffle") {
    function = WarpFunction::kShuffle;
    mode = constant(5);
    place = call.getArgOperand(6);
    put(offsetof(WarpOperands, operand), vector(call.getArgOperand(3)));
    put(offsetof(WarpOperands, width), vector(call.getArgOperand(4)));
  } else if (name == "ballot") {
    function = WarpFunction::kBallot;
  } else if (name == "match_any") {
    function = WarpFunction::kMatchAny;
  } else if (name == "match_all") {
    function = WarpFunction::kMatchAll;
    place = call.getArgOperand(3);
  } else if (name == "warp_reduce") {
    function = WarpFunction::kReduce;
    mode = constant(3);
  }
  put(offsetof(WarpOperands, mask), vector(call.getArgOperand(1)));
  if (name != "syncwarp") put(offsetof(WarpOperands, value), wide(2));
  put(offsetof(WarpOperands, place), vector(place));
  build_.CreateCall(
      runtime_function(module_, "gridcall_rt_warp_meet"),
      {context, mask32(), llvm::ConstantInt::get(i32, cpu::warp_function_kind(function, mode))});
}

// Whether every lane is here that those here would wait for.
Value* Variant::all_have_come(llvm::CallInst& call, llvm::StringRef name) {
  if (name == "barrier") return build_.CreateICmpEQ(mask32(), lanes_left());
  Value* masks = call.getArgOperand(1);
  if (same_for_all(masks)) {
    Value* missing =
        build_.CreateAnd(scalar(masks), build_.CreateAnd(lanes_left(), build_.CreateNot(mask32())));
    return build_.CreateICmpEQ(missing, build_.getInt32(0));
  }
  // Lanes whose masks differ wait in groups of one mask each: a lane that names another one may be an
  // iteration behind it.
  Value* each = vector(masks);
  Value* left = lanes_left();
  Value* on = mask32();
  llvm::AllocaInst* missing = target_.slot(build_.getInt32Ty(), "missing");
  build_.CreateStore(build_.getInt32(0), missing);
  for_lanes([&](Value* lane) {
    Value* named = build_.CreateExtractElement(each, lane);
    Value* same = build_.CreateBitCast(build_.CreateFreeze(build_.CreateICmpEQ(each, splat(named))),
                                       build_.getInt32Ty());
    Value* absent =
        build_.CreateAnd(build_.CreateAnd(named, left), build_.CreateNot(build_.CreateAnd(same, on)));
    build_.CreateStore(build_.CreateOr(build_.CreateLoad(build_.getInt32Ty(), missing), absent), missing);
  });
  return build_.CreateICmpEQ(build_.CreateLoad(build_.getInt32Ty(), missing), build_.getInt32(0));
}

// At a call in which lanes wait: emits the path on which some must be parked. The code after it is for lanes
// that need not wait, or wait together; if there are none, this ends the block.
void Variant::wait_for_others(llvm::CallInst& call, llvm::StringRef name) {
  BasicBlock* block = call.getParent();
  if (predicated_ != nullptr) {
    if (name == "named_barrier") wait_at_named_barrier(call);
    return;
  }
  if (!plan_->waits_separately(block)) return;
  if (name == "named_barrier") {
    tell_of_barrier(call, mask32());
    return park(call);
  }
  BasicBlock* together = BasicBlock::Create(context_, "together", &target_.function);
  BasicBlock* apart = BasicBlock::Create(context_, "apart", &target_.function);
  build_.CreateCondBr(all_have_come(call, name), together, apart);
  build_.SetInsertPoint(apart);
  if (name == "barrier") {
    tell_of_barrier(call, mask32());
  } else {
    tell_of_warp_function(call, name);
  }
  park(call);
  build_.SetInsertPoint(together);
}

// In the convergent variant: the lanes wait as one, and continue in the predicated variant if they are not
// released as one.
void Variant::wait_at_named_barrier(llvm::CallInst& call) {
  BasicBlock* block = call.getParent();
  Value* all = llvm::ConstantInt::get(build_.getInt32Ty(), ~0u, true);
  tell_of_barrier(call, all);
  BasicBlock* ask = BasicBlock::Create(context_, "ask", &target_.function);
  BasicBlock* idle = BasicBlock::Create(context_, "idle", &target_.function);
  BasicBlock* some = BasicBlock::Create(context_, "some.released", &target_.function);
  BasicBlock* together = BasicBlock::Create(context_, "together", &target_.function);
  build_.CreateBr(ask);
  build_.SetInsertPoint(ask);
  Value* released = build_.CreateCall(runtime_function(module_, "gridcall_rt_warp_released"),
                                      {target_.function.getArg(0), all});
  llvm::SwitchInst* choice = build_.CreateSwitch(released, some, 2);
  choice->addCase(build_.getInt32(0), idle);
  choice->addCase(llvm::cast<llvm::ConstantInt>(all), together);
  build_.SetInsertPoint(idle);
  predicated_->suspend_until_released(build_, ask);
  build_.SetInsertPoint(some);
  switch_to_predicated(block, [&](Variant& predicated) {
    predicated.hand_over(block, block->getSingleSuccessor(), predicated.mask_);
    predicated.build_.CreateStore(predicated.mask_, predicated.parked_[block]);
    predicated.build_.CreateStore(released, predicated.released_);
    predicated.build_.CreateBr(predicated.release_);
  });
  build_.SetInsertPoint(together);
}

void Variant::suspend_until_released(llvm::IRBuilder<>& build, BasicBlock* ask) {
  // The warp does not wait at the block barrier.
  Value* barrier_mask = build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), target_.function.getArg(0),
                                                         offsetof(cpu::WarpContext, barrier_mask));
  build.CreateStore(build.getInt32(0), barrier_mask, /*isVolatile*/ true);
  build.SetInsertPoint(target_.suspend_warp(build, false));
  build.CreateBr(ask);
}

void Variant::begin_parking() {
  llvm::FixedVectorType* mask_type = vector_type(build_.getInt1Ty());
  llvm::IRBuilder<> entry(target_.function.getEntryBlock().getTerminator());
  left_ = target_.slot(mask_type, "left");
  released_ = target_.slot(build_.getInt32Ty(), "released");
  settle_ = BasicBlock::Create(context_, "settle", &target_.function);
  release_ = BasicBlock::Create(context_, "release", &target_.function);
  for (BasicBlock* block : plan_->order()) {
    if (!plan_->waits_separately(block)) continue;
    parked_[block] = target_.slot(mask_type, "parked");
    entry.CreateStore(llvm::Constant::getNullValue(mask_type), parked_[block]);
  }
  entry.CreateStore(all_lanes(), left_);
}

// Where every lane waits.
void Variant::emit_settling() {
  current_ = nullptr;
  llvm::FixedVectorType* mask_type = vector_type(build_.getInt1Ty());
  BasicBlock* ask = BasicBlock::Create(context_, "ask", &target_.function);
  BasicBlock* idle = BasicBlock::Create(context_, "idle", &target_.function);
  BasicBlock* some = BasicBlock::Create(context_, "some.released", &target_.function);
  build_.SetInsertPoint(settle_);
  build_.CreateCondBr(build_.CreateICmpEQ(lanes_left(), build_.getInt32(0)), end_, ask);
  build_.SetInsertPoint(ask);
  Value* released = build_.CreateCall(runtime_function(module_, "gridcall_rt_warp_released"),
                                      {target_.function.getArg(0), lanes_left()});
  build_.CreateCondBr(build_.CreateICmpEQ(released, build_.getInt32(0)), idle, some);
  build_.SetInsertPoint(idle);
  suspend_until_released(build_, ask);
  build_.SetInsertPoint(some);
  build_.CreateStore(released, released_);
  build_.CreateBr(release_);

  build_.SetInsertPoint(release_);
  Value* lanes = build_.CreateBitCast(build_.CreateLoad(build_.getInt32Ty(), released_), mask_type);
  // No lane waits for any other block, nor uses what only others have saved.
  StableValues stable;
  auto forget = [&](llvm::AllocaInst* place) {
    build_.CreateStore(llvm::PoisonValue::get(place->getAllocatedType()), place);
  };
  for (BasicBlock* block : plan_->order()) {
    build_.CreateStore(llvm::Constant::getNullValue(mask_type), waiting_[block]);
    for (llvm::PHINode& phi : block->phis()) {
      for (llvm::AllocaInst* place : phi_slots_[&phi]) forget(place);
    }
  }
  for (auto& [value, places] : scalar_slots_) {
    for (llvm::AllocaInst* place : places) {
      if (!stable(value)) forget(place);
    }
  }
  for (auto* slots : {&vector_slots_, &check_slots_, &one_slots_}) {
    for (auto& [value, place] : *slots) {
      if (!stable(value)) forget(place);
    }
  }
  Value* results = nullptr;
  int first = static_cast<int>(plan_->order().size());
  for (auto [block, parked] : parked_) {
    BasicBlock* behind = block->getSingleSuccessor();
    first = std::min(first, plan_->position(behind));
    Value* before = build_.CreateLoad(mask_type, parked);
    Value* go = build_.CreateAnd(before, lanes);
    build_.CreateStore(build_.CreateAnd(before, build_.CreateNot(lanes)), parked);
    build_.CreateStore(go, waiting_[behind]);
    for (llvm::PHINode& phi : behind->phis()) {
      if (phi.getIncomingValue(0) != block->getTerminator()->getPrevNode()) continue;
      if (results == nullptr) {
        Value* operands = build_.CreateCall(runtime_function(module_, "gridcall_rt_warp_operands"),
                                            {target_.function.getArg(0)});
        results =
            build_.CreateAlignedLoad(vector_type(build_.getInt64Ty()),
                                     build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), operands,
                                                                       offsetof(cpu::WarpOperands, result)),
                                     llvm::Align(8));
      }
      keep(phi, build_.CreateTrunc(results, vector_type(phi.getType())), go);
    }
  }
  build_.CreateBr(guard_[plan_->block_at(first)]);
}

}  // namespace gridcall::cc::warp
