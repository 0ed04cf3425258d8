// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/emit/coroutine.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <utility>

#include "cc/ir/runtime.h"
#include "cc/passes/warp/emit/target.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {
namespace {

std::uint64_t bytes_to_keep(Type* type, const llvm::Module& module, const VectorizeConfig& config) {
  auto* all = llvm::FixedVectorType::get(type, config.lanes);
  return llvm::alignTo(module.getDataLayout().getTypeAllocSize(all).getFixedValue(), 64);
}

// The memory after the frame, as offsets from the frame's end.
struct FrameTail {
  llvm::SmallVector<std::pair<const llvm::AllocaInst*, std::uint64_t>> locals;
  std::uint64_t first_kept = 0;
  std::uint64_t bytes = 0;
};

FrameTail lay_out(const Source& source, const llvm::Module& module, const VectorizeConfig& config) {
  FrameTail behind;
  for (const Instruction& instruction : source.function.getEntryBlock()) {
    auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (!alloca) continue;
    behind.locals.emplace_back(alloca, behind.bytes);
    behind.bytes += llvm::alignTo(layout_of(*alloca, config.lanes).bytes, 64);
  }
  behind.first_kept = behind.bytes;
  if (config.resumptions) {
    for (const auto& [type, phis] : config.resumptions->kept)
      behind.bytes += bytes_to_keep(type, module, config);
  }
  return behind;
}

// Returns the memory of the warp's context, or a larger one from the runtime.
Value* emit_memory(Target& target, llvm::IRBuilder<>& build, Value* wanted) {
  llvm::Function& function = target.function;
  auto field = [&](Type* type, std::size_t offset) {
    return build.CreateLoad(type, target.field(build, offset));
  };
  Value* there = field(build.getPtrTy(), offsetof(cpu::WarpContext, frame_memory));
  Value* capacity = build.CreateZExt(field(build.getInt32Ty(), offsetof(cpu::WarpContext, frame_capacity)),
                                     build.getInt64Ty());
  BasicBlock* before = build.GetInsertBlock();
  BasicBlock* grow = BasicBlock::Create(build.getContext(), "frame.grow", &function);
  BasicBlock* ready = BasicBlock::Create(build.getContext(), "frame.ready", &function);
  build.CreateCondBr(build.CreateICmpUGE(capacity, wanted), ready, grow);
  build.SetInsertPoint(grow);
  Value* grown = build.CreateCall(runtime_function(*function.getParent(), "gridcall_rt_warp_frame"),
                                  {function.getArg(0), wanted});
  build.CreateBr(ready);
  build.SetInsertPoint(ready);
  llvm::PHINode* memory = build.CreatePHI(build.getPtrTy(), 2);
  memory->addIncoming(there, before);
  memory->addIncoming(grown, grow);
  return memory;
}

}  // namespace

Coroutine::Coroutine(Target& target, const Source& source, llvm::IRBuilder<>& build,
                     const VectorizeConfig& config)
    : function_(target.function) {
  const llvm::Module& module = *function_.getParent();
  llvm::LLVMContext& context = function_.getContext();
  Value* null = llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(context));
  function_.setPresplitCoroutine();
  Value* id = build.CreateIntrinsic(llvm::Intrinsic::coro_id, {}, {build.getInt32(64), null, null, null});
  Value* size = build.CreateIntrinsic(llvm::Intrinsic::coro_size, {build.getInt64Ty()}, {});
  // Allocas would have to move into the frame, and CoroSplit does not see all uses of one through vectors of
  // addresses.
  const FrameTail behind = lay_out(source, module, config);
  if (behind.bytes != 0) {
    size = build.CreateAnd(build.CreateAdd(size, build.getInt64(63)), build.getInt64(~std::uint64_t{63}));
  }
  Value* memory = emit_memory(target, build, build.CreateAdd(size, build.getInt64(behind.bytes)));
  auto at = [&](std::uint64_t offset) {
    return build.CreateGEP(build.getInt8Ty(), memory, build.CreateAdd(size, build.getInt64(offset)));
  };
  for (auto [alloca, offset] : behind.locals) target.locals[alloca] = at(offset);
  if (config.resumptions) {
    std::uint64_t offset = behind.first_kept;
    for (const auto& [type, phis] : config.resumptions->kept) {
      Value* place = at(offset);
      for (const llvm::PHINode* phi : phis) target.kept[phi] = place;
      offset += bytes_to_keep(type, module, config);
    }
  }
  Value* handle = build.CreateIntrinsic(llvm::Intrinsic::coro_begin, {}, {id, memory});
  suspended_ = BasicBlock::Create(context, "suspend", &function_);
  cleanup_ = BasicBlock::Create(context, "cleanup", &function_);
  llvm::IRBuilder<> cleaner(cleanup_);
  cleaner.CreateIntrinsic(llvm::Intrinsic::coro_free, {}, {id, handle});
  cleaner.CreateBr(suspended_);
  cleaner.SetInsertPoint(suspended_);
  cleaner.CreateIntrinsic(llvm::Intrinsic::coro_end, {},
                          {handle, cleaner.getFalse(), llvm::ConstantTokenNone::get(context)});
  cleaner.CreateRet(handle);
}

BasicBlock* Coroutine::suspend(llvm::IRBuilder<>& build, bool last) const {
  llvm::LLVMContext& context = function_.getContext();
  Value* state = build.CreateIntrinsic(llvm::Intrinsic::coro_suspend, {},
                                       {llvm::ConstantTokenNone::get(context), build.getInt1(last)});
  BasicBlock* resumed = BasicBlock::Create(context, last ? "resumed.after.end" : "resumed", &function_);
  llvm::SwitchInst* choice = build.CreateSwitch(state, suspended_, 2);
  choice->addCase(build.getInt8(0), resumed);
  choice->addCase(build.getInt8(1), cleanup_);
  return resumed;
}

}  // namespace gridcall::cc::warp
