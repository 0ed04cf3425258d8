// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/emit/entry.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "cc/ir/names.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {

using llvm::Value;

void declare_contexts(const llvm::Function& thread_entry, llvm::Function& entry) {
  llvm::LLVMContext& context = entry.getContext();
  llvm::AttrBuilder warps(context);
  warps.addDereferenceableAttr(sizeof(cpu::WarpContext)).addAlignmentAttr(alignof(cpu::WarpContext));
  entry.addParamAttrs(0, warps);
  llvm::AttrBuilder parameters(context);
  parameters.addAttribute(llvm::Attribute::NoAlias).addAttribute(llvm::Attribute::ReadOnly);
  const auto table = thread_entry.getFnAttribute(kParametersAttribute).getValueAsString();
  const auto [offset, size] = table.substr(table.rfind(',') + 1).split(':');
  std::uint64_t start = 0;
  std::uint64_t bytes = 0;
  if (!offset.getAsInteger(10, start) && !size.getAsInteger(10, bytes))
    parameters.addDereferenceableAttr(start + bytes).addAlignmentAttr(8);
  entry.addParamAttrs(1, parameters);
}

void declare_whole_blocks(const llvm::Function& thread_entry, llvm::Function& entry) {
  entry.addFnAttr(kWholeBlocksAttribute);
  declare_contexts(thread_entry, entry);
}

llvm::LoadInst* read_field(llvm::IRBuilder<>& build, llvm::Type* type, Value* base, std::size_t offset) {
  llvm::LoadInst* value =
      build.CreateLoad(type, build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), base, offset));
  value->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(build.getContext(), {}));
  return value;
}

Value* read_block(llvm::IRBuilder<>& build, llvm::Function& entry) {
  llvm::LLVMContext& context = build.getContext();
  llvm::LoadInst* block =
      read_field(build, build.getPtrTy(), entry.getArg(0), offsetof(cpu::WarpContext, block));
  auto number = [&](std::uint64_t value) {
    return llvm::MDNode::get(context, {llvm::ConstantAsMetadata::get(build.getInt64(value))});
  };
  block->setMetadata(llvm::LLVMContext::MD_nonnull, llvm::MDNode::get(context, {}));
  block->setMetadata(llvm::LLVMContext::MD_noundef, llvm::MDNode::get(context, {}));
  block->setMetadata(llvm::LLVMContext::MD_dereferenceable, number(sizeof(cpu::BlockContext)));
  block->setMetadata(llvm::LLVMContext::MD_align, number(alignof(cpu::BlockContext)));
  return block;
}

Value* read_warps_to_run(llvm::IRBuilder<>& build, llvm::Function& entry) {
  Value* place = build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), entry.getArg(0),
                                                  offsetof(cpu::WarpContext, warps_to_run));
  return build.CreateAlignedLoad(build.getInt32Ty(), place, llvm::Align(4), /*isVolatile*/ true);
}

void note_running(llvm::IRBuilder<>& build, llvm::Function& entry, Value* warp, Value* lanes) {
  constexpr std::size_t kPlace = offsetof(cpu::WarpContext, running_lanes);
  static_assert(kPlace % 8 == 0 && offsetof(cpu::WarpContext, running_warp) == kPlace + 4);
  llvm::Type* i64 = build.getInt64Ty();
  Value* both =
      build.CreateOr(build.CreateShl(build.CreateZExt(warp, i64), 32), build.CreateZExt(lanes, i64));
  build.CreateAlignedStore(both, build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), entry.getArg(0), kPlace),
                           llvm::Align(8), /*isVolatile*/ true);
}

void note_lanes(llvm::IRBuilder<>& build, llvm::Function& entry, Value* lanes) {
  build.CreateStore(lanes,
                    build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), entry.getArg(0),
                                                     offsetof(cpu::WarpContext, running_lanes)),
                    /*isVolatile*/ true);
}

void mark_short(llvm::BranchInst* branch) {
  branch->setMetadata(kLaneLoopMetadata, llvm::MDNode::get(branch->getContext(), {}));
}

}  // namespace gridcall::cc::warp
