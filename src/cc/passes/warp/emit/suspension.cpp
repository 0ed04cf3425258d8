// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/emit/suspension.h"

#include <llvm/IR/Constants.h>

#include <algorithm>
#include <cstddef>

#include "cc/ir/runtime.h"
#include "cc/passes/warp/analysis/stable_values.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {
namespace {

llvm::StringRef name_of(const llvm::CallInst& call) {
  return call.getCalledFunction()->getName().drop_front(llvm::StringRef(kRuntimePrefix).size());
}

}  // namespace

void SuspensionEmitter::begin(Value* lanes, BasicBlock* end) {
  llvm::IRBuilder<> entry(target_.function.getEntryBlock().getTerminator());
  end_ = end;
  live_ = target_.slot(masks_.type(), "left");
  released_ = target_.slot(build_.getInt32Ty(), "released");
  settle_ = build_.block("settle");
  release_ = build_.block("release");
  for (BasicBlock* block : known_.plan.order()) {
    if (!known_.plan.waits_separately(block)) continue;
    parked_[block] = target_.slot(masks_.type(), "parked");
    entry.CreateStore(masks_.none(), parked_[block]);
  }
  entry.CreateStore(masks_.all(), live_);
  build_.CreateStore(lanes, live_);
  control_.set_end(settle_);
}

void SuspensionEmitter::leave_kernel(Value* mask) {
  Value* live = build_.CreateLoad(mask->getType(), live_);
  build_.CreateStore(build_.CreateAnd(live, build_.CreateNot(mask)), live_);
}

Value* SuspensionEmitter::live_lanes() {
  return masks_.bits32(build_.CreateLoad(masks_.type(), live_));
}

Value* SuspensionEmitter::operands_of_warp() {
  return build_.CreateCall(runtime_function(build_.module(), "gridcall_rt_warp_operands"),
                           {target_.function.getArg(0)});
}

// The lanes wait until the runtime releases them; control passes to the others.
void SuspensionEmitter::park(llvm::CallInst& call, Value* mask) {
  BasicBlock* block = call.getParent();
  phis_.pass(block, block->getSingleSuccessor(), mask, &call);
  llvm::AllocaInst* parked = parked_[block];
  build_.CreateStore(build_.CreateOr(build_.CreateLoad(mask->getType(), parked), mask), parked);
  control_.leave(block);
}

// Reports once for each barrier number that a lane names.
void SuspensionEmitter::report_barrier(llvm::CallInst& call, Value* mask, Value* lanes) {
  llvm::Function* park = runtime_function(build_.module(), "gridcall_rt_warp_park");
  Value* context = target_.function.getArg(0);
  if (name_of(call) == "barrier") {
    build_.CreateCall(park, {context, lanes, build_.getInt32(0), build_.getInt32(0), call.getArgOperand(1),
                             masks_.nonzero_bits(mask, values_.vector(call.getArgOperand(2)))});
    return;
  }
  Value *number = call.getArgOperand(1), *count = call.getArgOperand(2), *none = build_.getInt32(0);
  if (values_.same_for_all(number) && values_.same_for_all(count)) {
    build_.CreateCall(park, {context, lanes, values_.scalar(number), values_.scalar(count), none, none});
    return;
  }
  Value *numbers = values_.vector(number), *counts = values_.vector(count);
  masks_.for_lanes(mask, [&](Value* lane) {
    build_.CreateCall(park, {context, build_.CreateShl(build_.getInt32(1), lane),
                             build_.CreateExtractElement(numbers, lane),
                             build_.CreateExtractElement(counts, lane), none, none});
  });
}

void SuspensionEmitter::report_warp_function(llvm::CallInst& call, llvm::StringRef name, Value* mask) {
  using cpu::WarpFunction;
  using cpu::WarpOperands;
  Type *i32 = build_.getInt32Ty(), *i64 = build_.getInt64Ty();
  Value* context = target_.function.getArg(0);
  Value* operands = operands_of_warp();
  auto put = [&](std::size_t offset, Value* elements) {
    Value* place = build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), operands, offset);
    const llvm::Align align(elements->getType()->getScalarSizeInBits() == 32 ? 4 : 8);
    build_.CreateMaskedStore(elements, place, align, mask);
  };
  auto argument = [&](unsigned i) { return values_.vector(call.getArgOperand(i)); };
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
    put(offsetof(WarpOperands, operand), argument(3));
    put(offsetof(WarpOperands, width), argument(4));
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
  put(offsetof(WarpOperands, mask), argument(1));
  if (name != "syncwarp")
    put(offsetof(WarpOperands, value), build_.CreateZExt(argument(2), build_.vector_type(i64)));
  put(offsetof(WarpOperands, place), values_.vector(place));
  build_.CreateCall(
      runtime_function(build_.module(), "gridcall_rt_warp_meet"),
      {context, masks_.bits32(mask), llvm::ConstantInt::get(i32, cpu::warp_function_kind(function, mode))});
}

// Returns whether all lanes that the lanes of the mask would wait for have come.
Value* SuspensionEmitter::all_have_come(llvm::CallInst& call, llvm::StringRef name, Value* mask) {
  if (name == "barrier") return build_.CreateICmpEQ(masks_.bits32(mask), live_lanes());
  Value* named_lanes = call.getArgOperand(1);
  if (values_.same_for_all(named_lanes)) {
    Value* missing = build_.CreateAnd(values_.scalar(named_lanes),
                                      build_.CreateAnd(live_lanes(), build_.CreateNot(masks_.bits32(mask))));
    return build_.CreateICmpEQ(missing, build_.getInt32(0));
  }
  // Lanes with different masks wait in groups of one mask each: a lane that names another mask may be an
  // iteration behind.
  Value* each = values_.vector(named_lanes);
  Value* live = live_lanes();
  Value* on = masks_.bits32(mask);
  llvm::AllocaInst* missing = target_.slot(build_.getInt32Ty(), "missing");
  build_.CreateStore(build_.getInt32(0), missing);
  masks_.for_lanes(mask, [&](Value* lane) {
    Value* named = build_.CreateExtractElement(each, lane);
    Value* same = build_.CreateBitCast(build_.CreateFreeze(build_.CreateICmpEQ(each, build_.splat(named))),
                                       build_.getInt32Ty());
    Value* absent =
        build_.CreateAnd(build_.CreateAnd(named, live), build_.CreateNot(build_.CreateAnd(same, on)));
    build_.CreateStore(build_.CreateOr(build_.CreateLoad(build_.getInt32Ty(), missing), absent), missing);
  });
  return build_.CreateICmpEQ(build_.CreateLoad(build_.getInt32Ty(), missing), build_.getInt32(0));
}

void SuspensionEmitter::wait(llvm::CallInst& call, Value* mask) {
  const llvm::StringRef name = name_of(call);
  if (name == "named_barrier") {
    report_barrier(call, mask, masks_.bits32(mask));
    return park(call, mask);
  }
  BasicBlock* together = build_.block("together");
  BasicBlock* apart = build_.block("apart");
  build_.CreateCondBr(all_have_come(call, name, mask), together, apart);
  build_.SetInsertPoint(apart);
  if (name == "barrier") {
    report_barrier(call, mask, masks_.bits32(mask));
  } else {
    report_warp_function(call, name, mask);
  }
  park(call, mask);
  build_.SetInsertPoint(together);
}

void SuspensionEmitter::wait_as_one(llvm::CallInst& call, SuspensionEmitter& predicated,
                                    llvm::function_ref<void()> switch_over) {
  BasicBlock* block = call.getParent();
  Value* all = build_.getInt32(~0u >> (32 - build_.lanes()));
  report_barrier(call, masks_.all(), all);
  BasicBlock* ask = build_.block("ask");
  BasicBlock* idle = build_.block("idle");
  BasicBlock* some = build_.block("some.released");
  BasicBlock* together = build_.block("together");
  build_.CreateBr(ask);
  build_.SetInsertPoint(ask);
  Value* released = build_.CreateCall(runtime_function(build_.module(), "gridcall_rt_warp_released"),
                                      {target_.function.getArg(0), all});
  llvm::SwitchInst* choice = build_.CreateSwitch(released, some, 2);
  choice->addCase(build_.getInt32(0), idle);
  choice->addCase(llvm::cast<llvm::ConstantInt>(all), together);
  build_.SetInsertPoint(idle);
  suspend_until_released(ask);
  build_.SetInsertPoint(some);
  switch_over();
  predicated.phis_.pass(block, block->getSingleSuccessor(), masks_.all());
  predicated.build_.CreateStore(masks_.all(), predicated.parked_[block]);
  predicated.build_.CreateStore(released, predicated.released_);
  predicated.build_.CreateBr(predicated.release_);
  build_.SetInsertPoint(together);
}

void SuspensionEmitter::suspend_until_released(BasicBlock* ask) {
  // The warp does not wait at the block barrier.
  build_.CreateStore(build_.getInt32(0), target_.field(build_, offsetof(cpu::WarpContext, barrier_mask)),
                     /*isVolatile*/ true);
  build_.SetInsertPoint(target_.coroutine->suspend(build_, /*last*/ false));
  build_.CreateBr(ask);
}

// After this no lane waits for any block but the resume points, or uses a value that only others stored.
void SuspensionEmitter::forget_unstable() {
  for (BasicBlock* block : known_.plan.order()) {
    control_.set_waiting(block, masks_.none());
    phis_.forget(*block);
  }
  StableValues stable;
  values_.forget([&](const Value* value) { return stable(value); });
}

void SuspensionEmitter::emit_settling() {
  values_.begin_block(nullptr);
  BasicBlock* ask = build_.block("ask");
  BasicBlock* idle = build_.block("idle");
  BasicBlock* some = build_.block("some.released");
  build_.SetInsertPoint(settle_);
  build_.CreateCondBr(build_.CreateICmpEQ(live_lanes(), build_.getInt32(0)), end_, ask);
  build_.SetInsertPoint(ask);
  Value* released = build_.CreateCall(runtime_function(build_.module(), "gridcall_rt_warp_released"),
                                      {target_.function.getArg(0), live_lanes()});
  build_.CreateCondBr(build_.CreateICmpEQ(released, build_.getInt32(0)), idle, some);
  build_.SetInsertPoint(idle);
  suspend_until_released(ask);
  build_.SetInsertPoint(some);
  build_.CreateStore(released, released_);
  build_.CreateBr(release_);

  build_.SetInsertPoint(release_);
  Value* bits = build_.CreateLoad(build_.getInt32Ty(), released_);
  Value* lanes =
      build_.CreateBitCast(build_.CreateTrunc(bits, build_.getIntNTy(build_.lanes())), masks_.type());
  forget_unstable();
  Value* results = nullptr;
  int first = static_cast<int>(known_.plan.order().size());
  for (auto [block, parked] : parked_) {
    BasicBlock* behind = block->getSingleSuccessor();
    first = std::min(first, known_.plan.position(behind));
    Value* before = build_.CreateLoad(masks_.type(), parked);
    Value* go = build_.CreateAnd(before, lanes);
    build_.CreateStore(build_.CreateAnd(before, build_.CreateNot(lanes)), parked);
    control_.set_waiting(behind, go);
    for (llvm::PHINode& phi : behind->phis()) {
      // The runtime provides the result of the call itself.
      if (phi.getIncomingValue(0) != block->getTerminator()->getPrevNode()) continue;
      if (!results) {
        Value* operands = operands_of_warp();
        results =
            build_.CreateAlignedLoad(build_.vector_type(build_.getInt64Ty()),
                                     build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), operands,
                                                                       offsetof(cpu::WarpOperands, result)),
                                     llvm::Align(8));
      }
      phis_.keep(phi, build_.CreateTrunc(results, build_.vector_type(phi.getType())), go);
    }
  }
  control_.resume_at(first);
}

}  // namespace gridcall::cc::warp
