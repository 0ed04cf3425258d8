// SPDX-License-Identifier: Apache-2.0
//
// lower-device-intrinsics: special registers become loads from the contexts of thread and block; barriers,
// warp functions, printf, malloc and traps become calls of the runtime. Needs add-thread-context.

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include <cstddef>

#include "cc/ir/intrinsics.h"
#include "cc/ir/runtime.h"
#include "cc/passes/device/assembly/machine.h"
#include "cc/passes/passes.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

using cpu::BarrierReduction;
using cpu::BlockContext;
using cpu::Fault;
using cpu::ThreadContext;
using llvm::Value;
using llvm::Intrinsic::ID;

class Lowering {
 public:
  explicit Lowering(llvm::Module& module)
      : module_(module), i32_(llvm::Type::getInt32Ty(module.getContext())) {}

  // Returns true if `call` was replaced and must be erased.
  bool lower(llvm::CallInst* call) {
    llvm::Function* callee = call->getCalledFunction();
    if (!callee) return false;
    llvm::IRBuilder<> builder(call);
    Value* thread = call->getFunction()->getArg(0);
    Value* result = nullptr;
    if (callee->isIntrinsic()) {
      if (!lower_intrinsic(builder, thread, call, result)) return false;
    } else if (!lower_function(builder, thread, call, callee->getName(), result)) {
      return false;
    }
    if (result && !call->getType()->isVoidTy()) {
      result->takeName(call);
      call->replaceAllUsesWith(result);
    }
    return true;
  }

 private:
  Value* constant(std::uint32_t value) { return llvm::ConstantInt::get(i32_, value); }

  llvm::CallInst* call_runtime(llvm::IRBuilder<>& builder, const char* name,
                               llvm::ArrayRef<Value*> arguments) {
    llvm::Function* function = runtime_function(module_, name);
    llvm::CallInst* call = builder.CreateCall(function, arguments);
    call->setDoesNotThrow();
    return call;
  }

  bool lower_function(llvm::IRBuilder<>& builder, Value* thread, llvm::CallInst* call, llvm::StringRef name,
                      Value*& result) {
    if (name == assembly::kSharedBase) {
      result = load_block_field(builder, thread, offsetof(BlockContext, shared), builder.getPtrTy());
      return true;
    }
    llvm::SmallVector<Value*> arguments{thread};
    arguments.append(call->arg_begin(), call->arg_end());
    std::string target;
    if (name.starts_with(kDevicePrefix)) {
      target = kRuntimePrefix + name.drop_front(llvm::StringRef(kDevicePrefix).size()).str();
    } else if (call->getCalledFunction()->isDeclaration() &&
               (name == "vprintf" || name == "malloc" || name == "free")) {
      target = kRuntimePrefix + name.str();
    }
    llvm::FunctionType* type = target.empty() ? nullptr : runtime_type(module_.getContext(), target);
    if (!type) return false;
    // The active mask has the lanes that are at the same call site. Unrolling and inlining may copy one site
    // of the source; each copy counts as a site.
    if (target == "gridcall_rt_activemask" && arguments.size() == 1)
      arguments.push_back(constant(next_site_++));
    if (arguments.size() != type->getNumParams()) return false;
    for (unsigned i = 0; i < arguments.size(); ++i) {
      llvm::Type* wanted = type->getParamType(i);
      Value*& argument = arguments[i];
      if (argument->getType() == wanted) continue;
      if (wanted->isPointerTy()) {
        argument = builder.CreatePointerBitCastOrAddrSpaceCast(argument, wanted);
      } else {
        argument = builder.CreateZExtOrTrunc(argument, wanted);
      }
    }
    result = call_runtime(builder, target.c_str(), arguments);
    if (!call->getType()->isVoidTy() && result->getType() != call->getType()) {
      result = builder.CreateZExtOrTrunc(result, call->getType());
    }
    return true;
  }

  Value* thread_field(llvm::IRBuilder<>& builder, Value* thread, std::size_t offset) {
    return load_thread_field(builder, thread, static_cast<unsigned>(offset), i32_);
  }
  Value* block_field(llvm::IRBuilder<>& builder, Value* thread, std::size_t offset) {
    return load_block_field(builder, thread, static_cast<unsigned>(offset), i32_);
  }
  Value* lane(llvm::IRBuilder<>& builder, Value* thread) {
    return builder.CreateAnd(thread_field(builder, thread, offsetof(ThreadContext, linear_index)),
                             constant(cpu::kWarpSize - 1));
  }

  Value* barrier(llvm::IRBuilder<>& builder, Value* thread, BarrierReduction reduction, Value* predicate) {
    return call_runtime(builder, "gridcall_rt_barrier",
                        {thread, constant(static_cast<std::uint32_t>(reduction)), predicate});
  }

  // Returns whether the pointer lies in [shared, shared + static + dynamic]: one past the end of the last
  // array is in the window too, to a GPU, and nothing else begins there.
  Value* is_shared(llvm::IRBuilder<>& builder, Value* thread, Value* pointer) {
    llvm::Type* i64 = builder.getInt64Ty();
    Value* base = load_block_field(builder, thread, offsetof(BlockContext, shared), builder.getPtrTy());
    Value* distance =
        builder.CreateSub(builder.CreatePtrToInt(pointer, i64), builder.CreatePtrToInt(base, i64));
    Value* size = builder.CreateAdd(
        builder.CreateAnd(
            builder.CreateAdd(block_field(builder, thread, offsetof(BlockContext, static_shared_bytes)),
                              constant(15)),
            constant(~std::uint32_t{15})),
        block_field(builder, thread, offsetof(BlockContext, dynamic_shared_bytes)));
    return builder.CreateAnd(builder.CreateICmpULE(distance, builder.CreateZExt(size, i64)),
                             builder.CreateICmpNE(size, constant(0)));
  }

  bool lower_intrinsic(llvm::IRBuilder<>& builder, Value* thread, llvm::CallInst* call, Value*& result);

  llvm::Module& module_;
  llvm::Type* i32_;
  std::uint32_t next_site_ = 1;
};

// Long because it is one switch with a case for each intrinsic.
bool Lowering::lower_intrinsic(llvm::IRBuilder<>& builder, Value* thread, llvm::CallInst* call,
                               Value*& result) {
  using namespace llvm::Intrinsic;
  const std::size_t index = offsetof(ThreadContext, thread_index);
  const std::size_t block_index = offsetof(BlockContext, block_index);
  const std::size_t block_size = offsetof(BlockContext, block_size);
  const std::size_t grid_size = offsetof(BlockContext, grid_size);
  switch (call->getIntrinsicID()) {
    case nvvm_read_ptx_sreg_tid_x:
      result = thread_field(builder, thread, index);
      break;
    case nvvm_read_ptx_sreg_tid_y:
      result = thread_field(builder, thread, index + 4);
      break;
    case nvvm_read_ptx_sreg_tid_z:
      result = thread_field(builder, thread, index + 8);
      break;
    case nvvm_read_ptx_sreg_ctaid_x:
      result = block_field(builder, thread, block_index);
      break;
    case nvvm_read_ptx_sreg_ctaid_y:
      result = block_field(builder, thread, block_index + 4);
      break;
    case nvvm_read_ptx_sreg_ctaid_z:
      result = block_field(builder, thread, block_index + 8);
      break;
    case nvvm_read_ptx_sreg_ntid_x:
      result = block_field(builder, thread, block_size);
      break;
    case nvvm_read_ptx_sreg_ntid_y:
      result = block_field(builder, thread, block_size + 4);
      break;
    case nvvm_read_ptx_sreg_ntid_z:
      result = block_field(builder, thread, block_size + 8);
      break;
    case nvvm_read_ptx_sreg_nctaid_x:
      result = block_field(builder, thread, grid_size);
      break;
    case nvvm_read_ptx_sreg_nctaid_y:
      result = block_field(builder, thread, grid_size + 4);
      break;
    case nvvm_read_ptx_sreg_nctaid_z:
      result = block_field(builder, thread, grid_size + 8);
      break;
    case nvvm_read_ptx_sreg_warpsize:
      result = constant(cpu::kWarpSize);
      break;
    case nvvm_read_ptx_sreg_smid:
      result = constant(0);
      break;
    case nvvm_read_ptx_sreg_nsmid:
      result = constant(1);
      break;
    case nvvm_read_ptx_sreg_laneid:
      result = lane(builder, thread);
      break;
    case nvvm_read_ptx_sreg_warpid:
      result = builder.CreateLShr(thread_field(builder, thread, offsetof(ThreadContext, linear_index)), 5);
      break;
    case nvvm_read_ptx_sreg_nwarpid:
      result = builder.CreateLShr(
          builder.CreateAdd(block_field(builder, thread, offsetof(BlockContext, thread_count)), constant(31)),
          5);
      break;
    case nvvm_read_ptx_sreg_lanemask_eq:
      result = builder.CreateShl(constant(1), lane(builder, thread));
      break;
    case nvvm_read_ptx_sreg_lanemask_lt:
      result = builder.CreateNot(builder.CreateShl(constant(~0u), lane(builder, thread)));
      break;
    case nvvm_read_ptx_sreg_lanemask_ge:
      result = builder.CreateShl(constant(~0u), lane(builder, thread));
      break;
    case nvvm_read_ptx_sreg_lanemask_le:
      result = builder.CreateNot(builder.CreateShl(constant(~1u), lane(builder, thread)));
      break;
    case nvvm_read_ptx_sreg_lanemask_gt:
      result = builder.CreateShl(constant(~1u), lane(builder, thread));
      break;
    case nvvm_read_ptx_sreg_clock:
    case nvvm_read_ptx_sreg_clock64:
      result = builder.CreateTrunc(builder.CreateIntrinsic(builder.getInt64Ty(), readcyclecounter, {}),
                                   call->getType());
      break;
    case nvvm_read_ptx_sreg_globaltimer:
      result = call_runtime(builder, "gridcall_rt_globaltimer", {thread});
      break;
    case nvvm_barrier0:
      barrier(builder, thread, BarrierReduction::kNone, constant(0));
      break;
    case nvvm_barrier0_popc:
      result = barrier(builder, thread, BarrierReduction::kCount, call->getArgOperand(0));
      break;
    case nvvm_barrier0_and:
      result = barrier(builder, thread, BarrierReduction::kAnd, call->getArgOperand(0));
      break;
    case nvvm_barrier0_or:
      result = barrier(builder, thread, BarrierReduction::kOr, call->getArgOperand(0));
      break;
    case nvvm_bar_sync:
    case nvvm_barrier_n:
    case nvvm_barrier_sync:
      call_runtime(builder, "gridcall_rt_named_barrier", {thread, call->getArgOperand(0), constant(0)});
      break;
    case nvvm_barrier:
    case nvvm_barrier_sync_cnt:
      call_runtime(builder, "gridcall_rt_named_barrier",
                   {thread, call->getArgOperand(0), call->getArgOperand(1)});
      break;
    case nvvm_bar_warp_sync:
      call_runtime(builder, "gridcall_rt_syncwarp", {thread, call->getArgOperand(0)});
      break;
    case nvvm_membar_cta:
    case nvvm_membar_gl:
    case nvvm_membar_sys:
      builder.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
      break;
    case nvvm_activemask:
      result = call_runtime(builder, "gridcall_rt_activemask", {thread, constant(next_site_++)});
      break;
    case nvvm_isspacep_shared:
      result = is_shared(builder, thread, call->getArgOperand(0));
      break;
    case nvvm_isspacep_global:
      result = builder.CreateNot(is_shared(builder, thread, call->getArgOperand(0)));
      break;
    case trap:
    case debugtrap:
      call_runtime(builder, "gridcall_rt_fault",
                   {thread, constant(static_cast<std::uint32_t>(Fault::kTrap))});
      break;
    default:
      return false;
  }
  return true;
}

}  // namespace

llvm::PreservedAnalyses LowerDeviceIntrinsics::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  Lowering lowering(module);
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::CallInst*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) calls.push_back(call);
    }
    for (llvm::CallInst* call : calls) {
      if (lowering.lower(call)) call->eraseFromParent();
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
