// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/emit/mask_builder.h"

#include <llvm/IR/Constants.h>

#include "cc/ir/names.h"

namespace gridcall::cc::warp {

bool MaskBuilder::is_all(const Value* mask) {
  auto* constant = llvm::dyn_cast<llvm::Constant>(mask);
  return constant && constant->isAllOnesValue();
}

Value* MaskBuilder::bits(Value* mask) {
  return build_.CreateBitCast(mask, build_.getIntNTy(build_.lanes()));
}

Value* MaskBuilder::bits32(Value* mask) {
  return build_.CreateZExtOrTrunc(bits(mask), build_.getInt32Ty());
}

Value* MaskBuilder::any(Value* mask) {
  return build_.CreateICmpNE(bits(mask), llvm::ConstantInt::get(build_.getIntNTy(build_.lanes()), 0));
}

Value* MaskBuilder::none_of(Value* mask, Value* condition) {
  return build_.CreateIsNull(bits(build_.CreateFreeze(both(mask, condition))));
}

Value* MaskBuilder::first_lane(Value* mask) {
  Value* count = build_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits(mask), build_.getTrue());
  return build_.CreateZExtOrTrunc(count, build_.getInt32Ty());
}

Value* MaskBuilder::both(Value* mask, Value* condition) {
  return build_.CreateSelect(mask, condition, llvm::Constant::getNullValue(mask->getType()));
}

Value* MaskBuilder::nonzero_bits(Value* mask, Value* elements) {
  Value* on = build_.CreateICmpNE(elements, llvm::Constant::getNullValue(elements->getType()));
  return bits32(both(mask, on));
}

void MaskBuilder::for_lanes(Value* mask, llvm::function_ref<void(Value* lane)> body, unsigned at_once) {
  if (is_all(mask)) return for_all_lanes(body, at_once);
  Type* bits_type = build_.getIntNTy(build_.lanes());
  Value* active = bits(mask);
  BasicBlock* before = build_.GetInsertBlock();
  BasicBlock* loop = build_.block("lane");
  BasicBlock* done = build_.block("lanes.done");
  build_.CreateBr(loop);
  build_.SetInsertPoint(loop);
  llvm::PHINode* left = build_.CreatePHI(bits_type, 2);
  left->addIncoming(active, before);
  Value* lane = build_.CreateZExtOrTrunc(
      build_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, left, build_.getTrue()), build_.getInt32Ty());
  body(lane);
  Value* rest = build_.CreateAnd(left, build_.CreateSub(left, llvm::ConstantInt::get(bits_type, 1)));
  left->addIncoming(rest, build_.GetInsertBlock());
  build_.CreateCondBr(build_.CreateICmpNE(rest, llvm::ConstantInt::get(bits_type, 0)), loop, done)
      ->setMetadata(kLaneLoopMetadata, llvm::MDNode::get(build_.getContext(), {}));
  build_.SetInsertPoint(done);
}

void MaskBuilder::for_all_lanes(llvm::function_ref<void(Value* lane)> body, unsigned at_once) {
  if (at_once == build_.lanes()) {
    for (unsigned lane = 0; lane < at_once; ++lane) body(build_.getInt32(lane));
    return;
  }
  BasicBlock* before = build_.GetInsertBlock();
  BasicBlock* loop = build_.block("lane");
  BasicBlock* done = build_.block("lanes.done");
  build_.CreateBr(loop);
  build_.SetInsertPoint(loop);
  llvm::PHINode* lane = build_.CreatePHI(build_.getInt32Ty(), 2);
  lane->addIncoming(build_.getInt32(0), before);
  for (unsigned i = 0; i < at_once; ++i) body(build_.CreateNUWAdd(lane, build_.getInt32(i)));
  Value* next = build_.CreateNUWAdd(lane, build_.getInt32(at_once));
  lane->addIncoming(next, build_.GetInsertBlock());
  build_.CreateCondBr(build_.CreateICmpULT(next, build_.getInt32(build_.lanes())), loop, done)
      ->setMetadata(kLaneLoopMetadata, llvm::MDNode::get(build_.getContext(), {}));
  build_.SetInsertPoint(done);
}

}  // namespace gridcall::cc::warp
