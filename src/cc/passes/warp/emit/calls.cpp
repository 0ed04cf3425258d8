// SPDX-License-Identifier: Apache-2.0
//
// Calls: of intrinsics, of the runtime, and warp functions.

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstddef>

#include "cc/ir/names.h"
#include "cc/ir/runtime.h"
#include "cc/passes/warp/emit/variant.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {

void Variant::visit_intrinsic(llvm::CallInst& call) {
  const llvm::Intrinsic::ID id = call.getCalledFunction()->getIntrinsicID();
  llvm::SmallVector<Value*> arguments;
  llvm::SmallVector<Type*> types;
  if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, -1)) types.push_back(vector_type(call.getType()));
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    bool stays = llvm::isVectorIntrinsicWithScalarOpAtArg(id, i);
    arguments.push_back(stays ? scalar(call.getArgOperand(i)) : vector(call.getArgOperand(i)));
    if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i)))
      types.push_back(arguments.back()->getType());
  }
  llvm::Function* wide = llvm::Intrinsic::getDeclaration(&module_, id, types);
  llvm::CallInst* result = build_.CreateCall(wide, arguments);
  if (llvm::isa<llvm::FPMathOperator>(result)) result->copyFastMathFlags(&call);
  set_vector(call, result);
}

Value* Variant::lanes_that_say(Value* predicate) {
  Value* on =
      build_.CreateICmpNE(vector(predicate), llvm::Constant::getNullValue(vector_type(predicate->getType())));
  return build_.CreateZExtOrTrunc(mask_bits(both(mask_, on)), build_.getInt32Ty());
}

// Warp functions: the lanes are here already, as elements.
void Variant::visit_runtime_call(llvm::CallInst& call) {
  const llvm::StringRef name =
      call.getCalledFunction()->getName().drop_front(llvm::StringRef(kRuntimePrefix).size());
  Type* i32 = build_.getInt32Ty();
  bool result_uniform = shapes_.of(&call).uniform();
  auto give = [&](Value* value) {
    if (result_uniform) {
      set_scalar(call, value);
    } else {
      set_vector(call, splat(value));
    }
  };
  if (is_waiting_runtime_function(call.getCalledFunction()->getName())) {
    wait_for_others(call, name);
    if (build_.GetInsertBlock()->getTerminator() != nullptr) return;
  }
  if (name == "named_barrier" || name == "syncwarp") return;  // lanes run in lockstep
  if (name == "barrier") {
    // Volatile: at a suspension the runtime reads the context, which is NoAlias otherwise.
    build_.CreateStore(scalar(call.getArgOperand(1)),
                       warp_field(offsetof(cpu::WarpContext, barrier_reduction)), true);
    build_.CreateStore(mask32(), warp_field(offsetof(cpu::WarpContext, barrier_mask)), true);
    build_.CreateStore(lanes_that_say(call.getArgOperand(2)),
                       warp_field(offsetof(cpu::WarpContext, barrier_predicates)), true);
    build_.SetInsertPoint(target_.suspend_warp(build_, false));
    give(build_.CreateLoad(i32, warp_field(offsetof(cpu::WarpContext, barrier_result)), /*isVolatile*/ true));
    return;
  }
  if (name == "globaltimer") {
    Instruction* copy = call.clone();
    copy->setOperand(0, lane_thread(first_lane()));
    build_.Insert(copy);
    give(copy);
    return;
  }
  if (name == "activemask") return give(mask32());
  // Active lanes that the mask names. Where masks differ between lanes, each reports for its own group.
  VectorShape mask_shape = shapes_.of(call.getArgOperand(1));
  bool one_group = mask_shape.uniform() && !mask_shape.checked;
  if (name == "ballot") {
    Value* votes = lanes_that_say(call.getArgOperand(2));
    if (one_group) {
      give(build_.CreateAnd(votes, scalar(call.getArgOperand(1))));
    } else {
      set_vector(call, build_.CreateAnd(splat(votes), vector(call.getArgOperand(1))));
    }
    return;
  }
  if (name == "shuffle") return visit_shuffle(call);
  visit_group_function(call, name, one_group);
}

// What depends on the values of a whole group of lanes: computed once where all lanes name one group, else
// for each lane's own.
void Variant::visit_group_function(llvm::CallInst& call, llvm::StringRef name, bool one_group) {
  Type* i32 = build_.getInt32Ty();
  Value* values = vector(call.getArgOperand(2));
  Value* on = mask32();
  auto lanes_of = [&](Value* bits) { return build_.CreateBitCast(bits, vector_type(build_.getInt1Ty())); };
  auto equal_to = [&](Value* lane) -> Value* {
    Value* same = build_.CreateICmpEQ(values, splat(build_.CreateExtractElement(values, lane)));
    return build_.CreateBitCast(build_.CreateFreeze(same), i32);
  };
  auto reduced = [&](Value* group) -> Value* {
    auto* kind = llvm::cast<llvm::ConstantInt>(call.getArgOperand(3));
    auto over = [&](std::uint32_t identity) {
      return build_.CreateSelect(lanes_of(group), values, splat(build_.getInt32(identity)));
    };
    switch (static_cast<cpu::WarpReduction>(kind->getZExtValue())) {
      case cpu::WarpReduction::kAdd:
        return build_.CreateAddReduce(over(0));
      case cpu::WarpReduction::kMinSigned:
        return build_.CreateIntMinReduce(over(0x7fffffff), true);
      case cpu::WarpReduction::kMaxSigned:
        return build_.CreateIntMaxReduce(over(0x80000000), true);
      case cpu::WarpReduction::kMinUnsigned:
        return build_.CreateIntMinReduce(over(0xffffffff), false);
      case cpu::WarpReduction::kMaxUnsigned:
        return build_.CreateIntMaxReduce(over(0), false);
      case cpu::WarpReduction::kAnd:
        return build_.CreateAndReduce(over(0xffffffff));
      case cpu::WarpReduction::kOr:
        return build_.CreateOrReduce(over(0));
      case cpu::WarpReduction::kXor:
        return build_.CreateXorReduce(over(0));
    }
    llvm_unreachable("a reduction of another kind");
  };
  auto all_equal = [&](Value* group, Value* lane) {
    return build_.CreateICmpEQ(build_.CreateAnd(equal_to(lane), group), group);
  };
  Value* place = name == "match_all" ? call.getArgOperand(3) : nullptr;
  if (place != nullptr && llvm::isa<llvm::ConstantPointerNull>(place)) place = nullptr;
  if (one_group && name != "match_any") {
    Value* group = build_.CreateAnd(on, scalar(call.getArgOperand(1)));
    if (name == "warp_reduce") return set_scalar(call, reduced(group));
    Value* equal = all_equal(group, first_lane());
    set_scalar(call, build_.CreateSelect(equal, group, build_.getInt32(0)));
    if (place != nullptr) {
      build_.CreateMaskedScatter(splat(build_.CreateZExt(equal, i32)), vector(place), llvm::Align(4), mask_);
    }
    return;
  }
  Value* masks = vector(call.getArgOperand(1));
  Value* places = place != nullptr ? vector(place) : nullptr;
  llvm::AllocaInst* results = target_.slot(vector_type(i32), "group");
  for_lanes([&](Value* lane) {
    Value* group = build_.CreateAnd(on, build_.CreateExtractElement(masks, lane));
    Value* result = nullptr;
    if (name == "match_any") {
      result = build_.CreateAnd(equal_to(lane), group);
    } else if (name == "warp_reduce") {
      result = reduced(group);
    } else {
      Value* equal = all_equal(group, lane);
      result = build_.CreateSelect(equal, group, build_.getInt32(0));
      if (places != nullptr) {
        build_.CreateStore(build_.CreateZExt(equal, i32), build_.CreateExtractElement(places, lane));
      }
    }
    build_.CreateStore(result, build_.CreateInBoundsGEP(i32, results, lane));
  });
  set_vector(call, build_.CreateLoad(vector_type(i32), results));
}

// Source lanes as cpu/abi/runtime.def says: index, up, down, xor within segments of `width` lanes.
void Variant::visit_shuffle(llvm::CallInst& call) {
  Type* i32 = build_.getInt32Ty();
  Value* value = vector(call.getArgOperand(2));
  auto* width = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(4));
  auto* mode = llvm::cast<llvm::ConstantInt>(call.getArgOperand(5));
  auto kind = static_cast<cpu::ShuffleMode>(mode->getZExtValue());
  auto* operand = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(3));
  Value* in_range = nullptr;
  Value* result = nullptr;
  if (operand != nullptr && width != nullptr) {
    llvm::SmallVector<int> source;
    llvm::SmallVector<llvm::Constant*> inside;
    auto segment = static_cast<int>(width->getZExtValue());
    auto by = static_cast<std::int64_t>(operand->getZExtValue());
    for (int lane = 0; lane < 32; ++lane) {
      int first = lane & ~(segment - 1);
      int last = first + segment - 1;
      std::int64_t from = lane;
      bool ok = true;
      switch (kind) {
        case cpu::ShuffleMode::kIndex:
          from = first + (by & (segment - 1));
          break;
        case cpu::ShuffleMode::kUp:
          from = lane - (by & 31);
          ok = from >= first;
          break;
        case cpu::ShuffleMode::kDown:
          from = lane + (by & 31);
          ok = from <= last;
          break;
        case cpu::ShuffleMode::kXor:
          from = lane ^ (by & 31);
          ok = from <= last;
          break;
      }
      source.push_back(ok ? static_cast<int>(from) : lane);
      inside.push_back(build_.getInt32(ok ? 1 : 0));
    }
    result = build_.CreateShuffleVector(value, source);
    in_range = llvm::ConstantVector::get(inside);
  } else {
    Value* lane = steps(i32, 1);
    Value* by = build_.CreateAnd(vector(call.getArgOperand(3)), splat(build_.getInt32(31)));
    Value* segment = build_.CreateSub(vector(call.getArgOperand(4)), splat(build_.getInt32(1)));
    Value* first = build_.CreateAnd(lane, build_.CreateNot(segment));
    Value* last = build_.CreateOr(lane, segment);
    Value* from = nullptr;
    Value* ok = nullptr;
    switch (kind) {
      case cpu::ShuffleMode::kIndex:
        from = build_.CreateOr(first, build_.CreateAnd(by, segment));
        ok = splat(build_.getTrue());
        break;
      case cpu::ShuffleMode::kUp:
        from = build_.CreateSub(lane, by);
        ok = build_.CreateICmpSGE(from, first);
        break;
      case cpu::ShuffleMode::kDown:
        from = build_.CreateAdd(lane, by);
        ok = build_.CreateICmpSLE(from, last);
        break;
      case cpu::ShuffleMode::kXor:
        from = build_.CreateXor(lane, by);
        ok = build_.CreateICmpSLE(from, last);
        break;
    }
    from = build_.CreateAnd(build_.CreateSelect(ok, from, lane), splat(build_.getInt32(31)));
    llvm::AllocaInst* all = target_.slot(value->getType(), "shuffle");
    build_.CreateStore(value, all);
    Type* element = call.getType();
    result = build_.CreateMaskedGather(vector_type(element), build_.CreateGEP(element, all, from),
                                       layout_.getABITypeAlign(element), splat(build_.getTrue()),
                                       llvm::PoisonValue::get(vector_type(element)));
    in_range = build_.CreateZExt(ok, vector_type(i32));
  }
  set_vector(call, result);
  Value* place = call.getArgOperand(6);
  if (!llvm::isa<llvm::ConstantPointerNull>(place))
    build_.CreateMaskedScatter(in_range, vector(place), llvm::Align(4), mask_);
}

}  // namespace gridcall::cc::warp
