// SPDX-License-Identifier: Apache-2.0
//
// Calls of intrinsics, barriers and warp functions. In a warp function no lane waits for another one, because
// all are elements of one vector.

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/ErrorHandling.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "cc/ir/runtime.h"
#include "cc/passes/warp/emit/warp_emitter.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {

Value* lane_thread(WarpBuilder& build, const Target& target, Value* lane) {
  return build.CreateCall(runtime_function(build.module(), "gridcall_rt_lane_thread"), {target.warp, lane});
}

void WarpEmitter::visit_intrinsic(llvm::CallInst& call) {
  const llvm::Intrinsic::ID id = call.getCalledFunction()->getIntrinsicID();
  llvm::SmallVector<Value*> arguments;
  llvm::SmallVector<Type*> types;
  if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, -1))
    types.push_back(build_.vector_type(call.getType()));
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    bool stays = llvm::isVectorIntrinsicWithScalarOpAtArg(id, i);
    arguments.push_back(stays ? values_.scalar(call.getArgOperand(i))
                              : values_.vector(call.getArgOperand(i)));
    if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i)))
      types.push_back(arguments.back()->getType());
  }
  llvm::Function* wide = llvm::Intrinsic::getDeclaration(&build_.module(), id, types);
  llvm::CallInst* result = build_.CreateCall(wide, arguments);
  if (llvm::isa<llvm::FPMathOperator>(result)) result->copyFastMathFlags(&call);
  values_.set_vector(call, result);
}

void WarpEmitter::set_same(llvm::CallInst& call, Value* value) {
  if (known_.shapes.of(&call).uniform()) {
    values_.set_scalar(call, value);
  } else {
    values_.set_vector(call, build_.splat(value));
  }
}

void WarpEmitter::visit_runtime_call(llvm::CallInst& call) {
  llvm::StringRef name = call.getCalledFunction()->getName();
  const bool waits = is_waiting_runtime_function(name);
  name.consume_front(kRuntimePrefix);
  if (waits && known_.plan.variant() == WarpVariantKind::kPredicated &&
      known_.plan.waits_separately(call.getParent())) {
    suspension_.wait(call, mask_);
    if (build_.GetInsertBlock()->getTerminator()) return;
  } else if (name == "named_barrier" && known_.plan.variant() == WarpVariantKind::kConvergent) {
    suspension_.wait_as_one(call, predicated_->suspension_, [&] { switch_to_predicated(call.getParent()); });
  }
  if (name == "named_barrier" || name == "syncwarp") return;  // lanes run in lockstep
  if (name == "barrier") return visit_barrier(call);
  if (name == "activemask") return set_same(call, masks_.bits32(mask_));
  if (name == "shuffle") return visit_shuffle(call);
  if (name == "check_wait") {
    build_.CreateCall(runtime_function(build_.module(), "gridcall_rt_check_wait_lanes"),
                      {target_.warp, masks_.bits32(mask_), call.getArgOperand(1)});
    return;
  }
  if (name == "check_ahead") return visit_ahead(call);
  if (name == "globaltimer" || name == "check_enter" || name == "check_shared" || name == "check_fence") {
    Instruction* copy = call.clone();
    copy->setOperand(0, lane_thread(build_, target_, masks_.first_lane(mask_)));
    for (llvm::Use& operand : llvm::drop_begin(copy->operands()))
      if (llvm::isa<Instruction>(operand)) operand = values_.scalar(operand);
    build_.Insert(copy);
    if (!copy->getType()->isVoidTy()) set_same(call, copy);
    return;
  }
  // If the active lanes pass different masks, each lane has a result for its own group.
  const bool one_group = values_.same_for_all(call.getArgOperand(1));
  if (name != "ballot") return visit_group_function(call, name, one_group);
  Value* votes = masks_.nonzero_bits(mask_, values_.vector(call.getArgOperand(2)));
  if (one_group) return set_same(call, build_.CreateAnd(votes, values_.scalar(call.getArgOperand(1))));
  values_.set_vector(call, build_.CreateAnd(build_.splat(votes), values_.vector(call.getArgOperand(1))));
}

// The stores are volatile, because at a suspension the runtime reads the context, which is NoAlias otherwise.
void WarpEmitter::visit_barrier(llvm::CallInst& call) {
  if (known_.config.one_warp) return visit_barrier_of_one_warp(call);
  build_.CreateStore(values_.scalar(call.getArgOperand(1)),
                     target_.field(build_, offsetof(cpu::WarpContext, barrier_reduction)), true);
  build_.CreateStore(masks_.bits32(mask_), target_.field(build_, offsetof(cpu::WarpContext, barrier_mask)),
                     true);
  build_.CreateStore(masks_.nonzero_bits(mask_, values_.vector(call.getArgOperand(2))),
                     target_.field(build_, offsetof(cpu::WarpContext, barrier_predicates)), true);
  build_.SetInsertPoint(target_.coroutine->suspend(build_, /*last*/ false));
  set_same(call, build_.CreateLoad(build_.getInt32Ty(),
                                   target_.field(build_, offsetof(cpu::WarpContext, barrier_result)), true));
}

// All threads of the block that have not exited are lanes of `mask_`, since otherwise the plan would need
// resumptions: none waits, and each sees the others' accesses, which are in the order of the source. The
// fence costs nothing at run time and keeps the optimizer from moving plain accesses across the barrier, past
// a relaxed atomic access or a volatile one by which blocks communicate.
void WarpEmitter::visit_barrier_of_one_warp(llvm::CallInst& call) {
  build_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent, llvm::SyncScope::SingleThread);
  if (call.use_empty()) return set_same(call, build_.getInt32(0));
  Value* votes = masks_.nonzero_bits(mask_, values_.vector(call.getArgOperand(2)));
  Value* result = build_.getInt32(0);
  switch (static_cast<cpu::BarrierReduction>(
      llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue())) {
    case cpu::BarrierReduction::kCount:
      result = build_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, votes);
      break;
    case cpu::BarrierReduction::kAnd:
      result = build_.CreateZExt(build_.CreateICmpEQ(votes, masks_.bits32(mask_)), build_.getInt32Ty());
      break;
    case cpu::BarrierReduction::kOr:
      result = build_.CreateZExt(build_.CreateICmpNE(votes, build_.getInt32(0)), build_.getInt32Ty());
      break;
    default:
      break;
  }
  set_same(call, result);
}

namespace {

// `group` has the bits of the lanes whose elements are reduced.
Value* emit_reduction(WarpBuilder& build, cpu::WarpReduction kind, Value* elements, Value* group) {
  auto over = [&](std::uint32_t identity) {
    Value* lanes = build.CreateBitCast(group, build.vector_type(build.getInt1Ty()));
    return build.CreateSelect(lanes, elements, build.splat(build.getInt32(identity)));
  };
  switch (kind) {
    case cpu::WarpReduction::kAdd:
      return build.CreateAddReduce(over(0));
    case cpu::WarpReduction::kMinSigned:
      return build.CreateIntMinReduce(over(0x7fffffff), true);
    case cpu::WarpReduction::kMaxSigned:
      return build.CreateIntMaxReduce(over(0x80000000), true);
    case cpu::WarpReduction::kMinUnsigned:
      return build.CreateIntMinReduce(over(0xffffffff), false);
    case cpu::WarpReduction::kMaxUnsigned:
      return build.CreateIntMaxReduce(over(0), false);
    case cpu::WarpReduction::kAnd:
      return build.CreateAndReduce(over(0xffffffff));
    case cpu::WarpReduction::kOr:
      return build.CreateOrReduce(over(0));
    case cpu::WarpReduction::kXor:
      return build.CreateXorReduce(over(0));
  }
  llvm_unreachable("a reduction of another kind");
}

}  // namespace

// Emits a function of the values of a whole group of lanes: once if all lanes name one group, otherwise once
// for each lane.
void WarpEmitter::visit_group_function(llvm::CallInst& call, llvm::StringRef name, bool one_group) {
  Type* i32 = build_.getInt32Ty();
  Value* values = values_.vector(call.getArgOperand(2));
  Value* on = masks_.bits32(mask_);
  auto equal_to = [&](Value* lane) -> Value* {
    Value* same = build_.CreateICmpEQ(values, build_.splat(build_.CreateExtractElement(values, lane)));
    return build_.CreateBitCast(build_.CreateFreeze(same), i32);
  };
  auto reduced = [&](Value* group) {
    auto* kind = llvm::cast<llvm::ConstantInt>(call.getArgOperand(3));
    return emit_reduction(build_, static_cast<cpu::WarpReduction>(kind->getZExtValue()), values, group);
  };
  auto all_equal = [&](Value* group, Value* lane) {
    return build_.CreateICmpEQ(build_.CreateAnd(equal_to(lane), group), group);
  };
  Value* place = name == "match_all" ? call.getArgOperand(3) : nullptr;
  if (place && llvm::isa<llvm::ConstantPointerNull>(place)) place = nullptr;
  if (one_group && name != "match_any") {
    Value* group = build_.CreateAnd(on, values_.scalar(call.getArgOperand(1)));
    if (name == "warp_reduce") return values_.set_scalar(call, reduced(group));
    Value* equal = all_equal(group, masks_.first_lane(mask_));
    values_.set_scalar(call, build_.CreateSelect(equal, group, build_.getInt32(0)));
    if (place) {
      build_.CreateMaskedScatter(build_.splat(build_.CreateZExt(equal, i32)), values_.vector(place),
                                 llvm::Align(4), mask_);
    }
    return;
  }
  Value* masks = values_.vector(call.getArgOperand(1));
  Value* places = place ? values_.vector(place) : nullptr;
  llvm::AllocaInst* results = target_.slot(build_.vector_type(i32), "group");
  masks_.for_lanes(mask_, [&](Value* lane) {
    Value* group = build_.CreateAnd(on, build_.CreateExtractElement(masks, lane));
    Value* result = nullptr;
    if (name == "match_any") {
      result = build_.CreateAnd(equal_to(lane), group);
    } else if (name == "warp_reduce") {
      result = reduced(group);
    } else {
      Value* equal = all_equal(group, lane);
      result = build_.CreateSelect(equal, group, build_.getInt32(0));
      if (places) {
        build_.CreateStore(build_.CreateZExt(equal, i32), build_.CreateExtractElement(places, lane));
      }
    }
    build_.CreateStore(result, build_.CreateInBoundsGEP(i32, results, lane));
  });
  values_.set_vector(call, build_.CreateLoad(build_.vector_type(i32), results));
}

namespace {

// The lane that each lane of a shuffle reads, and whether that lane is in its segment; if not, it is itself.
struct ShuffleSources {
  llvm::SmallVector<int> lanes;
  llvm::SmallVector<llvm::Constant*> in_range;  // constants of type i32
};

// Returns the sources as cpu/abi/runtime.def defines them: index, up, down, xor in segments of `segment`.
ShuffleSources constant_sources(WarpBuilder& build, cpu::ShuffleMode kind, std::int64_t by, int segment) {
  ShuffleSources sources;
  for (int lane = 0; lane < 32; ++lane) {
    const int first = lane & ~(segment - 1);
    const int last = first + segment - 1;
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
    sources.lanes.push_back(ok ? static_cast<int>(from) : lane);
    sources.in_range.push_back(build.getInt32(ok ? 1 : 0));
  }
  return sources;
}

// Emits the source lanes, with an i1 for each, as vectors, for operands that are known only at run time.
std::pair<Value*, Value*> emit_sources(WarpBuilder& build, cpu::ShuffleMode kind, Value* operand,
                                       Value* width) {
  Value* lane = WarpBuilder::steps(build.getInt32Ty(), 1, build.lanes());
  Value* by = build.CreateAnd(operand, build.splat(build.getInt32(31)));
  Value* segment = build.CreateSub(width, build.splat(build.getInt32(1)));
  Value* first = build.CreateAnd(lane, build.CreateNot(segment));
  Value* last = build.CreateOr(lane, segment);
  Value* from = nullptr;
  Value* ok = nullptr;
  switch (kind) {
    case cpu::ShuffleMode::kIndex:
      from = build.CreateOr(first, build.CreateAnd(by, segment));
      ok = build.splat(build.getTrue());
      break;
    case cpu::ShuffleMode::kUp:
      from = build.CreateSub(lane, by);
      ok = build.CreateICmpSGE(from, first);
      break;
    case cpu::ShuffleMode::kDown:
      from = build.CreateAdd(lane, by);
      ok = build.CreateICmpSLE(from, last);
      break;
    case cpu::ShuffleMode::kXor:
      from = build.CreateXor(lane, by);
      ok = build.CreateICmpSLE(from, last);
      break;
  }
  return {build.CreateAnd(build.CreateSelect(ok, from, lane), build.splat(build.getInt32(31))), ok};
}

// Returns whether the lanes' numbers are constants, and stores them in `lanes`.
bool constant_lanes(const Value* from, llvm::SmallVector<int>& lanes) {
  const auto* all = llvm::dyn_cast<llvm::Constant>(from);
  for (unsigned lane = 0; all && lane < llvm::cast<llvm::FixedVectorType>(from->getType())->getNumElements();
       ++lane) {
    const auto* one = llvm::dyn_cast_or_null<llvm::ConstantInt>(all->getAggregateElement(lane));
    if (!one) return false;
    lanes.push_back(static_cast<int>(one->getZExtValue()));
  }
  return all;
}

}  // namespace

// A shuffle from known lanes is one shufflevector; a shuffle from others is a gather from the stored
// elements. A 32-bit word was widened for the call, so that both operate on the original bits only.
void WarpEmitter::visit_shuffle(llvm::CallInst& call) {
  Value* value = values_.vector(call.getArgOperand(2));
  Type* const type = value->getType();
  if (auto* widened = llvm::dyn_cast<llvm::ZExtInst>(value);
      widened && widened->getSrcTy()->getScalarSizeInBits() >= 8 &&
      llvm::isPowerOf2_32(widened->getSrcTy()->getScalarSizeInBits()))
    value = widened->getOperand(0);
  auto* operand = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(3));
  auto* width = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(4));
  const auto kind =
      static_cast<cpu::ShuffleMode>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(5))->getZExtValue());
  Value *in_range = nullptr, *elements = nullptr;
  if (operand && width) {
    const ShuffleSources sources =
        constant_sources(build_, kind, static_cast<std::int64_t>(operand->getZExtValue()),
                         static_cast<int>(width->getZExtValue()));
    elements = build_.CreateShuffleVector(value, sources.lanes);
    in_range = llvm::ConstantVector::get(sources.in_range);
  } else {
    Value* by = values_.vector(call.getArgOperand(3));
    auto [from, ok] = emit_sources(build_, kind, by, values_.vector(call.getArgOperand(4)));
    llvm::SmallVector<int> lanes;
    if (constant_lanes(from, lanes)) {
      elements = build_.CreateShuffleVector(value, lanes);
    } else {
      llvm::AllocaInst* all = target_.slot(value->getType(), "shuffle");
      build_.CreateStore(value, all);
      Type* element = value->getType()->getScalarType();
      elements =
          build_.CreateMaskedGather(value->getType(), build_.CreateGEP(element, all, from),
                                    build_.module().getDataLayout().getABITypeAlign(element),
                                    build_.splat(build_.getTrue()), llvm::PoisonValue::get(value->getType()));
    }
    in_range = build_.CreateZExt(ok, build_.vector_type(build_.getInt32Ty()));
  }
  values_.set_vector(call, build_.CreateZExt(elements, type));
  Value* place = call.getArgOperand(6);
  if (!llvm::isa<llvm::ConstantPointerNull>(place))
    build_.CreateMaskedScatter(in_range, values_.vector(place), llvm::Align(4), mask_);
}

}  // namespace gridcall::cc::warp
