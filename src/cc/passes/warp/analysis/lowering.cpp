// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/analysis/lowering.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IntrinsicInst.h>

#include "cc/ir/names.h"
#include "cc/ir/runtime.h"

namespace gridcall::cc::warp {
namespace {

bool can_be_element(const Type* type) {
  return llvm::VectorType::isValidElementType(const_cast<Type*>(type));
}

const Value* thread_context(const Instruction& instruction) {
  return instruction.getFunction()->getArg(0);
}

// Returns whether the value is one scalar for all lanes, or one for each row, without a run-time check.
bool is_scalar(const VectorShape& shape) {
  return shape.same_in_row() && !shape.checked;
}

// Returns true if the result is not regular, and every operand is a scalar of the one lane.
bool runs_in_single_lane(const Instruction& instruction, const VectorShapes& shapes) {
  if (shapes.of(&instruction).regular()) return false;
  if (!llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst,
                 llvm::CmpInst, llvm::SelectInst, llvm::GetElementPtrInst, llvm::FreezeInst,
                 llvm::AtomicRMWInst>(instruction)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call || !call->getCalledFunction() || !call->doesNotAccessMemory() ||
        call->getCalledFunction()->getName().starts_with(kRuntimePrefix)) {
      return false;
    }
  }
  if (!instruction.getType()->isVoidTy() && !can_be_element(instruction.getType())) return false;
  return llvm::all_of(instruction.operands(), [&](const Value* operand) {
    return operand != thread_context(instruction) &&
           (llvm::isa<llvm::Function>(operand) || can_be_element(operand->getType()));
  });
}

Lowering lowering_of_load(const llvm::LoadInst& load, const VectorShapes& shapes) {
  if (shapes.of(&load).regular()) return Lowering::kScalar;
  if (!can_be_element(load.getType())) return Lowering::kNotVectorizable;
  return load.isAtomic() ? Lowering::kSerial : Lowering::kLoad;
}

Lowering lowering_of_store(const llvm::StoreInst& store, const VectorShapes& shapes) {
  const VectorShape address = shapes.of(store.getPointerOperand());
  const VectorShape value = shapes.of(store.getValueOperand());
  const bool is_element = can_be_element(store.getValueOperand()->getType());
  if (address.uniform() && !address.checked) {
    return is_element || (value.uniform() && !value.checked) ? Lowering::kStoreToOne
                                                             : Lowering::kNotVectorizable;
  }
  if (!is_element) return Lowering::kNotVectorizable;
  return store.isAtomic() ? Lowering::kSerial : Lowering::kStore;
}

Lowering lowering_of_runtime_call(llvm::StringRef name) {
  for (const char* once : {"named_barrier", "barrier", "syncwarp", "globaltimer", "ballot", "activemask",
                           "shuffle", "match_any", "match_all", "warp_reduce", "check_enter", "check_shared",
                           "check_wait", "check_fence", "check_ahead"}) {
    if (name == once) return Lowering::kRuntime;
  }
  if (name == "check_access" || name == "check_variable") return Lowering::kCheck;
  for (const char* of_thread :
       {"fault", "assert", "vprintf", "malloc", "free", "nanosleep", "yield", "grid_sync", "is_cooperative",
        "special", "cluster_address", "cluster_rank", "check_move", "check_fill", "check_call",
        "check_return", "check_written", "check_unset"}) {
    if (name == of_thread) return Lowering::kSerial;
  }
  return Lowering::kNotVectorizable;
}

Lowering lowering_of_intrinsic(const llvm::CallInst& call, bool scalar) {
  const llvm::Intrinsic::ID id = call.getCalledFunction()->getIntrinsicID();
  switch (id) {
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
      return Lowering::kNone;
    case llvm::Intrinsic::prefetch:
      return Lowering::kPrefetch;
    case llvm::Intrinsic::trap:
    case llvm::Intrinsic::debugtrap:
      return Lowering::kNotVectorizable;
    default:
      break;
  }
  if (llvm::isa<llvm::DbgInfoIntrinsic>(call)) return Lowering::kNone;
  if (scalar) return Lowering::kScalar;
  if (llvm::isTriviallyVectorizable(id) && can_be_element(call.getType())) return Lowering::kIntrinsic;
  return llvm::isa<llvm::MemIntrinsic>(call) || !call.getType()->isVoidTy() ? Lowering::kSerial
                                                                            : Lowering::kNotVectorizable;
}

Lowering lowering_of_call(const llvm::CallInst& call, const VectorShapes& shapes) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return Lowering::kNotVectorizable;
  llvm::StringRef name = callee->getName();
  if (name.consume_front(kRuntimePrefix)) return lowering_of_runtime_call(name);
  const bool scalar = is_scalar(shapes.of(&call)) && !call.getType()->isVoidTy();
  if (!scalar && shapes.of(&call).regular() && llvm::isa<llvm::MinMaxIntrinsic>(call))
    return Lowering::kAffine;
  if (callee->isIntrinsic()) return lowering_of_intrinsic(call, scalar);
  if (!callee->isDeclaration() && callee->hasFnAttribute(kMayBlockAttribute))
    return Lowering::kNotVectorizable;
  return scalar ? Lowering::kScalar : Lowering::kSerial;
}

}  // namespace

Lowering lowering_of(const Instruction& instruction, const VectorShapes& shapes, bool single_lane) {
  auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (load && field_of(*load).field != Field::kNone) return Lowering::kField;
  if (single_lane && runs_in_single_lane(instruction, shapes)) return Lowering::kSingleLane;
  if (load) return lowering_of_load(*load, shapes);
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return lowering_of_store(*store, shapes);
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return lowering_of_call(*call, shapes);
  if (llvm::isa<llvm::FenceInst>(&instruction)) return Lowering::kFence;
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(&instruction)) return Lowering::kSerial;
  // Fields of the thread's context have values of their own in a warp; its address alone has no meaning.
  if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
      gep && gep->getPointerOperand()->stripPointerCasts() == thread_context(instruction)) {
    const bool reads_fields = llvm::all_of(gep->users(), [](const llvm::User* user) {
      auto* field = llvm::dyn_cast<llvm::LoadInst>(user);
      return field && field_of(*field).field != Field::kNone;
    });
    return reads_fields ? Lowering::kNone : Lowering::kNotVectorizable;
  }
  const VectorShape shape = shapes.of(&instruction);
  if (is_scalar(shape)) return Lowering::kScalar;
  if (shape.regular()) return Lowering::kAffine;
  if (llvm::isa<llvm::ExtractValueInst>(&instruction)) return Lowering::kVector;
  auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction);
  if (!can_be_element(instruction.getType()) || (cast && cast->getSrcTy()->isVectorTy()))
    return Lowering::kNotVectorizable;
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst,
                   llvm::GetElementPtrInst, llvm::FreezeInst>(instruction)
             ? Lowering::kVector
             : Lowering::kNotVectorizable;
}

}  // namespace gridcall::cc::warp
