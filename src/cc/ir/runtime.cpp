// SPDX-License-Identifier: Apache-2.0

#include "cc/ir/runtime.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Metadata.h>

#include <type_traits>

#include "cpu/abi/check.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

using cpu::CheckKernel;
using cpu::CheckObject;
using cpu::CheckSite;
using cpu::ThreadContext;
using cpu::WarpContext;
using cpu::WarpOperands;
using cpu::WarpReads;

template <typename T>
llvm::Type* llvm_type(llvm::LLVMContext& context) {
  if constexpr (std::is_void_v<T>) {
    return llvm::Type::getVoidTy(context);
  } else if constexpr (std::is_pointer_v<T>) {
    return llvm::PointerType::getUnqual(context);
  } else {
    static_assert(std::is_integral_v<T>);
    return llvm::Type::getIntNTy(context, sizeof(T) * 8);
  }
}

template <typename Signature>
struct TypeOf;
template <typename Result, typename... Parameters>
struct TypeOf<Result(Parameters...)> {
  static llvm::FunctionType* get(llvm::LLVMContext& context) {
    return llvm::FunctionType::get(llvm_type<Result>(context), {llvm_type<Parameters>(context)...}, false);
  }
};

llvm::Value* load_invariant(llvm::IRBuilder<>& builder, llvm::Value* base, unsigned offset,
                            llvm::Type* type) {
  llvm::Value* address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
  llvm::LoadInst* load = builder.CreateLoad(type, address);
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(builder.getContext(), {}));
  return load;
}

}  // namespace

llvm::FunctionType* runtime_type(llvm::LLVMContext& context, llvm::StringRef name) {
#define GRIDCALL_RT_FN(result, function, parameters) \
  if (name == #function) return TypeOf<result parameters>::get(context);
#include "cpu/abi/runtime.def"
#undef GRIDCALL_RT_FN
  return nullptr;
}

bool is_runtime_function(llvm::StringRef name) {
#define GRIDCALL_RT_FN(result, function, parameters) \
  if (name == #function) return true;
#include "cpu/abi/runtime.def"
#undef GRIDCALL_RT_FN
  return false;
}

bool is_math_function(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
#define GRIDCALL_MATH_FN(function) .Case(#function, true)
#include "cpu/abi/math.def"
#undef GRIDCALL_MATH_FN
      .Default(false);
}

bool is_texture_function(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
#define GRIDCALL_TEXTURE_FN(result, function, parameters) .Case(#function, true)
#include "cpu/abi/texture.def"
#undef GRIDCALL_TEXTURE_FN
      .Default(false);
}

bool is_blocking_runtime_function(llvm::StringRef name) {
  // The functions of this list return without the help of another thread.
  return is_runtime_function(name) && !name.starts_with(kCheckPrefix) &&
         !llvm::StringSwitch<bool>(name)
              .Case("gridcall_rt_yield", true)
              .Case("gridcall_rt_globaltimer", true)
              .Case("gridcall_rt_fault", true)
              .Case("gridcall_rt_warp_frame", true)
              .Case("gridcall_rt_warp_stop", true)
              .Case("gridcall_rt_warp_park", true)
              .Case("gridcall_rt_warp_meet", true)
              .Case("gridcall_rt_warp_released", true)
              .Case("gridcall_rt_warp_operands", true)
              .Case("gridcall_rt_lane_thread", true)
              .Case("gridcall_rt_assert", true)
              .Case("gridcall_rt_vprintf", true)
              .Case("gridcall_rt_malloc", true)
              .Case("gridcall_rt_free", true)
              .Case("gridcall_rt_is_cooperative", true)
              .Cases("gridcall_rt_special", "gridcall_rt_cluster_address", "gridcall_rt_cluster_rank", true)
              .Case("gridcall_rt_read_texture", true)
              .Default(false);
}

bool is_waiting_runtime_function(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("gridcall_rt_barrier", "gridcall_rt_named_barrier", "gridcall_rt_syncwarp", true)
      .Cases("gridcall_rt_shuffle", "gridcall_rt_ballot", "gridcall_rt_warp_reduce", true)
      .Cases("gridcall_rt_match_any", "gridcall_rt_match_all", true)
      .Default(false);
}

bool is_ending_runtime_function(llvm::StringRef name) {
  return name == "gridcall_rt_fault" || name == "gridcall_rt_assert";
}

llvm::Function* runtime_function(llvm::Module& module, llvm::StringRef name) {
  llvm::FunctionType* type = runtime_type(module.getContext(), name);
  assert(type);
  auto* function = llvm::cast<llvm::Function>(module.getOrInsertFunction(name, type).getCallee());
  if (function->hasFnAttribute(llvm::Attribute::NoUnwind)) return function;
  function->setDoesNotThrow();
  // A barrier in one arm of a branch must not be merged with one in the other arm: other threads may rely on
  // the order of the calls in each arm.
  if (is_blocking_runtime_function(name)) function->setConvergent();
  if (is_ending_runtime_function(name)) {
    function->setDoesNotReturn();
    function->addFnAttr(llvm::Attribute::Cold);
  }
  if (name == "gridcall_rt_yield") function->addFnAttr(llvm::Attribute::Cold);
  if (name == "gridcall_rt_warp_stop") {
    // WillReturn lets the optimizer hoist a loop's loads above this check. That is correct because a loop
    // that waits for a load from one address never calls this function (mark-blocking).
    function->addFnAttr(llvm::Attribute::Cold);
    function->addFnAttr(llvm::Attribute::WillReturn);
    // PreserveMost keeps the loop's addresses in registers across the call.
    function->setCallingConv(llvm::CallingConv::PreserveMost);
    function->setOnlyAccessesInaccessibleMemory();
  }
  if (name == "gridcall_rt_check_access" || name == "gridcall_rt_check_variable" ||
      name == "gridcall_rt_check_lanes" || name == "gridcall_rt_check_rows") {
    // The checks write only memory of the runtime.
    if (name != "gridcall_rt_check_rows") function->addFnAttr(llvm::Attribute::Cold);
    llvm::MemoryEffects effects =
        llvm::MemoryEffects::readOnly() | llvm::MemoryEffects::inaccessibleMemOnly();
    if (name == "gridcall_rt_check_lanes") effects |= llvm::MemoryEffects::argMemOnly();
    function->setMemoryEffects(effects);
    for (unsigned i = 0; i < type->getNumParams(); ++i)
      if (type->getParamType(i)->isPointerTy() && (name == "gridcall_rt_check_lanes" || i == 0))
        function->addParamAttr(i, llvm::Attribute::NoCapture);
  }
  if (name == "gridcall_rt_read_texture") {
    function->addFnAttr(llvm::Attribute::WillReturn);
    function->addParamAttr(0, llvm::Attribute::NoCapture);
    function->setMemoryEffects(llvm::MemoryEffects::readOnly() | llvm::MemoryEffects::argMemOnly());
  }
  if (name.starts_with("gridcall_rt_warp_") || name == "gridcall_rt_lane_thread")
    function->addParamAttr(0, llvm::Attribute::NoCapture);
  return function;
}

llvm::Value* load_thread_field(llvm::IRBuilder<>& builder, llvm::Value* thread, unsigned offset,
                               llvm::Type* type) {
  return load_invariant(builder, thread, offset, type);
}

llvm::Value* load_block(llvm::IRBuilder<>& builder, llvm::Value* thread) {
  return load_invariant(builder, thread, offsetof(ThreadContext, block), builder.getPtrTy());
}

llvm::Value* load_block_field(llvm::IRBuilder<>& builder, llvm::Value* thread, unsigned offset,
                              llvm::Type* type) {
  return load_invariant(builder, load_block(builder, thread), offset, type);
}

}  // namespace gridcall::cc
