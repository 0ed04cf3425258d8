// SPDX-License-Identifier: Apache-2.0
//
// Emits the functions that run a region for a range of warps, one after another.

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <cstddef>

#include "cc/ir/names.h"
#include "cc/passes/host/regions.h"
#include "cc/passes/warp/emit/entry.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::regions {
namespace {

// The warps' contexts alias nothing else. LLVM would assume that volatile accesses, which those to the
// contexts are, alias everything.
void set_context_alias_scopes(Function& function) {
  llvm::LLVMContext& context = function.getContext();
  llvm::MDBuilder build(context);
  llvm::MDNode* domain = build.createAnonymousAliasScopeDomain(function.getName());
  llvm::MDNode* scope = llvm::MDNode::get(context, {build.createAnonymousAliasScope(domain, "contexts")});
  for (Instruction& instruction : llvm::instructions(function)) {
    const Value* place = llvm::getLoadStorePointerOperand(&instruction);
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    const bool masked = call && (call->getIntrinsicID() == llvm::Intrinsic::masked_load ||
                                 call->getIntrinsicID() == llvm::Intrinsic::masked_gather ||
                                 call->getIntrinsicID() == llvm::Intrinsic::masked_store ||
                                 call->getIntrinsicID() == llvm::Intrinsic::masked_scatter);
    if (!place && !masked) continue;
    llvm::SmallVector<const Value*> objects;
    if (place) llvm::getUnderlyingObjects(place, objects, /*LI*/ nullptr, /*MaxLookup*/ 0);
    const unsigned kind = llvm::is_contained(objects, function.getArg(0)) ? llvm::LLVMContext::MD_alias_scope
                                                                          : llvm::LLVMContext::MD_noalias;
    instruction.setMetadata(kind, llvm::MDNode::concatenate(instruction.getMetadata(kind), scope));
  }
}

Value* constant_of(Value* value) {
  auto* merged = llvm::dyn_cast<llvm::PHINode>(value);
  Value* same = merged ? merged->hasConstantValue() : nullptr;
  return same ? same : value;
}

}  // namespace

// Returns the size of the kernel's static shared memory.
std::uint64_t Regions::shared_bytes() const {
  const llvm::StringRef kernel =
      entry_.getName().drop_front(llvm::StringRef(kWarpPrefix).size()).split('.').second;
  const Function* thread_entry = module_.getFunction((llvm::Twine(kEntryPrefix) + kernel).str());
  std::uint64_t bytes = 0;
  if (thread_entry)
    thread_entry->getFnAttribute(kStaticSharedAttribute).getValueAsString().getAsInteger(10, bytes);
  return bytes;
}

// `region` is NULL for the entry. If `is_together`, all warps are known to resume there. Long because it
// emits one loop, in the order of its blocks.
WarpLoop Regions::run_warps(Function& function, const RegionBody& body, Function* region, bool is_together) {
  llvm::IRBuilder<> build(BasicBlock::Create(context_, "entry", &function));
  BasicBlock* before = build.GetInsertBlock();
  BasicBlock* warp = BasicBlock::Create(context_, "warp", &function);
  BasicBlock* run = BasicBlock::Create(context_, "run", &function);
  BasicBlock* ran = BasicBlock::Create(context_, "ran", &function);
  BasicBlock* other = region && !is_together ? BasicBlock::Create(context_, "other", &function) : nullptr;
  BasicBlock* done = BasicBlock::Create(context_, "done", &function);
  Value* first = function.getArg(0);
  Type *i8 = build.getInt8Ty(), *i32 = build.getInt32Ty();
  auto field = [&](Value* base, std::size_t offset) {
    return build.CreateConstInBoundsGEP1_64(i8, base, offset);
  };
  auto number_of = [&](std::uint64_t number) {
    return llvm::MDNode::get(context_, {llvm::ConstantAsMetadata::get(build.getInt64(number))});
  };
  auto read_pointer = [&](Value* base, std::size_t offset, std::uint64_t bytes, std::uint64_t alignment) {
    llvm::LoadInst* value = build.CreateLoad(pointer_, field(base, offset));
    value->setMetadata(llvm::LLVMContext::MD_nonnull, llvm::MDNode::get(context_, {}));
    value->setMetadata(llvm::LLVMContext::MD_noundef, llvm::MDNode::get(context_, {}));
    if (bytes != 0) value->setMetadata(llvm::LLVMContext::MD_dereferenceable, number_of(bytes));
    value->setMetadata(llvm::LLVMContext::MD_align, number_of(alignment));
    return value;
  };
  auto read_frame = [&](Value* context) {
    return read_pointer(context, offsetof(cpu::WarpContext, frame_memory), frame_bytes_, 64);
  };
  Value* parameters = llvm::PoisonValue::get(pointer_);
  if (!region) {
    parameters = function.getArg(1);
  } else if (!body.parameters()->use_empty()) {
    // Every warp's frame has the parameters, even after the warp has ended.
    parameters = read_pointer(read_frame(first), *parameters_offset_, entry_.getParamDereferenceableBytes(1),
                              entry_.getParamAlign(1).valueOrOne().value());
  }
  Value* block = warp::read_block(build, function);
  Value* shared = llvm::PoisonValue::get(pointer_);
  if (!body.shared()->use_empty())
    shared = read_pointer(block, offsetof(cpu::BlockContext, shared), shared_bytes(), cpu::kSharedAlignment);
  const auto read_warps = [&] {
    return build.CreateLoad(i32, field(first, offsetof(cpu::WarpContext, warps_to_run)), /*isVolatile*/ true);
  };
  Value* to_run = is_together ? read_warps() : nullptr;
  build.CreateBr(warp);

  build.SetInsertPoint(warp);
  llvm::PHINode* number = build.CreatePHI(i32, 2, "warp.number");
  llvm::PHINode* common = build.CreatePHI(pointer_, 2, "common");
  llvm::PHINode* away = chains_ ? build.CreatePHI(build.getInt1Ty(), 2, "away") : nullptr;
  Value* context = build.CreateInBoundsGEP(
      i8, first,
      build.CreateNUWMul(build.CreateZExt(number, build.getInt64Ty()), build.getInt64(cpu::kWarpStride)));
  Value* null = llvm::ConstantPointerNull::get(pointer_);
  Value* frame = nullptr;
  Value* here = nullptr;
  llvm::SmallVector<Value*> arguments{first, context, parameters, block, shared};
  if (!region) {
    build.CreateBr(run);
  } else {
    frame = read_frame(context);
    arguments.push_back(frame);
    if (other) {
      here = build.CreateLoad(pointer_, frame);
      build.CreateCondBr(build.CreateICmpEQ(here, region), run, other,
                         llvm::MDBuilder(context_).createLikelyBranchWeights());
    } else {
      build.CreateBr(run);
    }
  }
  build.SetInsertPoint(run);
  build.CreateStore(number, field(first, offsetof(cpu::WarpContext, running_warp)), /*isVolatile*/ true);
  if (!region) {
    llvm::LoadInst* lanes = build.CreateLoad(i32, field(context, offsetof(cpu::WarpContext, lane_count)));
    build.CreateStore(build.CreateLShr(build.getInt32(~0u), build.CreateSub(build.getInt32(32), lanes)),
                      field(context, offsetof(cpu::WarpContext, running_lanes)), /*isVolatile*/ true);
  } else {
    const auto place = std::find_if(regions_.begin(), regions_.end(),
                                    [&](const auto& entry) { return entry.second == region; });
    Value* index = place->first;
    if (one_region_) index = build.CreateLoad(index->getType(), field(frame, index_offset_));
    arguments.push_back(index);
  }
  llvm::CallInst* call = build.CreateCall(body.function, arguments);
  build.CreateBr(ran);

  // Warps that have ended do not count.
  Value* differ = build.CreateIntToPtr(build.getInt64(cpu::kRegionsDiffer), pointer_);
  const auto agree = [&](Value* next) {
    Value* agreed = build.CreateSelect(build.CreateICmpEQ(next, common), common, differ);
    agreed = build.CreateSelect(build.CreateICmpEQ(next, null), common, agreed);
    return build.CreateSelect(build.CreateICmpEQ(common, null), next, agreed);
  };
  Value* agreed = nullptr;
  llvm::PHINode* next_of_warp = nullptr;
  if (other) {
    build.SetInsertPoint(other);
    Value* without = agree(here);  // replaced below where the next region is known
    build.CreateBr(ran);
    build.SetInsertPoint(ran);
    llvm::PHINode* both = build.CreatePHI(pointer_, 2);
    both->addIncoming(without, other);
    both->addIncoming(call, run);
    agreed = both;
  } else {
    build.SetInsertPoint(ran);
    next_of_warp = build.CreatePHI(pointer_, 1);
    next_of_warp->addIncoming(call, run);
    agreed = agree(next_of_warp);
  }
  Value* further = build.CreateAdd(number, build.getInt32(1), "", true, true);
  if (!to_run) to_run = read_warps();
  build.CreateCondBr(build.CreateICmpULT(further, to_run), warp, done);
  number->addIncoming(build.getInt32(0), before);
  number->addIncoming(further, ran);
  common->addIncoming(null, before);
  common->addIncoming(agreed, ran);
  build.SetInsertPoint(done);
  WarpLoop loop{&function, build.CreateRet(agreed), context, frame, block, nullptr, nullptr};

  llvm::InlineFunctionInfo info;
  if (!llvm::InlineFunction(*call, info).isSuccess())
    llvm::report_fatal_error("internal: a warp's code cannot be put into its loop");
  if (region) {
    for (BasicBlock& each : function) llvm::ConstantFoldTerminator(&each, /*DeleteDeadConditions*/ true);
    llvm::removeUnreachableBlocks(function);
  }
  if (next_of_warp) loop.next = constant_of(next_of_warp->getIncomingValue(0));
  if (is_together && llvm::isa<Function>(loop.next)) agreed->replaceAllUsesWith(loop.next);
  if (other) {
    auto* both = llvm::cast<llvm::PHINode>(agreed);
    const unsigned from_run = both->getIncomingBlock(0) == other ? 1 : 0;
    Value* next = constant_of(both->getIncomingValue(from_run));
    loop.next = next;
    build.SetInsertPoint(both->getIncomingBlock(from_run)->getTerminator());
    if (llvm::isa<Function>(next)) {
      // All warps that run here go on at one barrier: `common` is NULL, that barrier's region or `differ`.
      both->setIncomingValue(from_run, build.CreateSelect(build.CreateICmpEQ(common, differ), differ, next));
      build.SetInsertPoint(other->getTerminator());
      Value* fits = build.CreateICmpEQ(here, null);
      fits = build.CreateOr(
          fits, build.CreateAnd(build.CreateICmpEQ(here, next), build.CreateICmpNE(common, differ)));
      Value* known = build.CreateSelect(build.CreateICmpEQ(here, null), common, next);
      both->setIncomingValue(1 - from_run, build.CreateSelect(fits, known, differ));
    } else {
      both->setIncomingValue(from_run, agree(next));
    }
  }
  if (away) {
    Value* from_run = build.getFalse();
    llvm::PHINode* both = other ? llvm::cast<llvm::PHINode>(agreed) : next_of_warp;
    BasicBlock* end = both->getIncomingBlock(both->getIncomingBlock(0) == other ? 1 : 0);
    build.SetInsertPoint(end->getTerminator());
    if (!llvm::isa<Function>(loop.next)) from_run = build.CreateICmpEQ(loop.next, null);
    build.SetInsertPoint(ran, ran->begin());
    llvm::PHINode* missing = build.CreatePHI(build.getInt1Ty(), 2);
    missing->addIncoming(from_run, end);
    if (other) missing->addIncoming(build.getTrue(), other);
    build.SetInsertPoint(ran->getTerminator());
    loop.away = build.CreateOr(away, missing);
    away->addIncoming(build.getFalse(), before);
    away->addIncoming(loop.away, ran);
  }
  set_context_alias_scopes(function);
  return loop;
}

}  // namespace gridcall::cc::regions
