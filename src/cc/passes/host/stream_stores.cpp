// SPDX-License-Identifier: Apache-2.0
//
// stream-stores: a warp that stores whole lines to memory it does not read has each line read from memory
// first, a third of the traffic of c = a + b. Where the threads of the grid write more than a cache keeps,
// such stores bypass the caches. These stores are not ordered with others, so that kernels which synchronize
// by memory have none; the runner's locked instructions order them before the end of the launch.

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "cc/ir/names.h"
#include "cc/passes/passes.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

using llvm::Value;

constexpr std::uint64_t kWholeLine = 64;
// The bytes that the grid writes: so many that none of the first are in a cache when the last are written.
constexpr std::uint64_t kMinStreamed = std::uint64_t{64} << 20;
constexpr unsigned kMaxStores = 8;

// Returns whether the instruction may order accesses for other threads. The worker's own are volatile stores,
// and atomic loads of requests to stop.
bool synchronizes(const llvm::Instruction& each) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
  if (!call) return llvm::isa<llvm::FenceInst>(each) || (each.isAtomic() && !llvm::isa<llvm::LoadInst>(each));
  const llvm::Function* callee = call->getCalledFunction();
  return !callee ||
         (!callee->isIntrinsic() && call->mayWriteToMemory() && callee->getName() != "gridcall_rt_warp_stop");
}

// The stores of a warp entry that may bypass the caches.
class Streams {
 public:
  Streams(llvm::Function& function, llvm::LoopInfo& loops) : function_(function), loops_(loops) {
    for (llvm::Instruction& each : llvm::instructions(function)) {
      if (synchronizes(each) || is_write_prefetch(each)) {
        stores_.clear();
        return;
      }
      if (each.mayReadFromMemory()) {
        for (const Value* operand : each.operands())
          if (const auto place = parameter_of(operand)) read_.insert(*place);
      }
      auto* store = llvm::dyn_cast<llvm::StoreInst>(&each);
      if (store && store->isSimple() && has_whole_lines(*store) && parameter_of(store->getPointerOperand()) &&
          !is_in_loop(store->getParent()))
        stores_.push_back(store);
    }
    llvm::erase_if(stores_, [&](const llvm::StoreInst* store) {
      return read_.contains(*parameter_of(store->getPointerOperand()));
    });
    if (stores_.size() > kMaxStores) stores_.clear();
  }

  void emit() {
    if (stores_.empty()) return;
    llvm::IRBuilder<> build(&*function_.getEntryBlock().getFirstInsertionPt());
    Value* const threads = count_threads(build);
    llvm::SmallVector<Value*> streams;
    for (const llvm::StoreInst* store : stores_) {
      const std::uint64_t bytes = bytes_of(*store) / lanes_of(*store);
      Value* both = build.CreateICmpUGE(threads, build.getInt64(kMinStreamed / bytes));
      Value* const written = parameter(build, *parameter_of(store->getPointerOperand()));
      for (const std::int64_t place : read_)
        both = build.CreateAnd(both, build.CreateICmpNE(written, parameter(build, place)));
      streams.push_back(both);
    }
    for (std::size_t i = 0; i < stores_.size(); ++i) stream(*stores_[i], streams[i]);
  }

 private:
  static std::uint64_t bytes_of(const llvm::StoreInst& store) {
    return store.getDataLayout().getTypeStoreSize(store.getValueOperand()->getType()).getFixedValue();
  }
  static unsigned lanes_of(const llvm::StoreInst& store) {
    return llvm::cast<llvm::FixedVectorType>(store.getValueOperand()->getType())->getNumElements();
  }
  static bool has_whole_lines(const llvm::StoreInst& store) {
    return store.getValueOperand()->getType()->isVectorTy() && bytes_of(store) % kWholeLine == 0;
  }
  // Lines that are prefetched to be written are in the cache.
  static bool is_write_prefetch(const llvm::Instruction& each) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
    return call && call->getIntrinsicID() == llvm::Intrinsic::prefetch &&
           !llvm::cast<llvm::Constant>(call->getArgOperand(1))->isZeroValue();
  }

  // Returns the offset of the kernel's argument that the address is computed from.
  std::optional<std::int64_t> parameter_of(const Value* address) const {
    if (!address->getType()->isPtrOrPtrVectorTy()) return std::nullopt;
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(llvm::getUnderlyingObject(address));
    if (!load) return std::nullopt;
    llvm::APInt offset(64, 0);
    const Value* const base =
        load->getPointerOperand()->stripAndAccumulateConstantOffsets(load->getDataLayout(), offset, true);
    return base == function_.getArg(1) ? std::optional(offset.getSExtValue()) : std::nullopt;
  }

  // A loop over a block's warps or lanes is marked, and does not count.
  bool is_in_loop(const llvm::BasicBlock* block) const {
    for (const llvm::Loop* loop = loops_.getLoopFor(block); loop; loop = loop->getParentLoop()) {
      llvm::SmallVector<llvm::BasicBlock*> latches;
      loop->getLoopLatches(latches);
      for (const llvm::BasicBlock* latch : latches)
        if (!latch->getTerminator()->hasMetadata(kLaneLoopMetadata)) return true;
    }
    return false;
  }

  static Value* load(llvm::IRBuilder<>& build, Value* base, llvm::Type* type, std::uint64_t offset) {
    return build.CreateLoad(type, build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), base, offset));
  }
  Value* parameter(llvm::IRBuilder<>& build, std::int64_t offset) const {
    return load(build, function_.getArg(1), build.getPtrTy(), static_cast<std::uint64_t>(offset));
  }

  // Returns the number of the grid's threads.
  Value* count_threads(llvm::IRBuilder<>& build) const {
    Value* const block =
        load(build, function_.getArg(0), build.getPtrTy(), offsetof(cpu::WarpContext, block));
    const auto field = [&](std::size_t offset) {
      return build.CreateZExt(load(build, block, build.getInt32Ty(), offset), build.getInt64Ty());
    };
    Value* threads = field(offsetof(cpu::BlockContext, thread_count));
    for (std::size_t i = 0; i < 3; ++i)
      threads =
          build.CreateMul(threads, field(offsetof(cpu::BlockContext, grid_size) + i * sizeof(std::uint32_t)));
    return threads;
  }

  static void stream(llvm::StoreInst& store, Value* streams) {
    llvm::IRBuilder<> build(&store);
    Value* const place = build.CreatePtrToInt(store.getPointerOperand(), build.getInt64Ty());
    Value* const aligned = build.CreateIsNull(build.CreateAnd(place, kWholeLine - 1));
    llvm::Instruction* then = nullptr;
    llvm::Instruction* otherwise = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(build.CreateAnd(streams, aligned), &store, &then, &otherwise);
    auto* streamed = llvm::cast<llvm::StoreInst>(store.clone());
    streamed->setAlignment(llvm::Align(kWholeLine));
    streamed->setMetadata(
        llvm::LLVMContext::MD_nontemporal,
        llvm::MDNode::get(store.getContext(), llvm::ConstantAsMetadata::get(build.getInt32(1))));
    streamed->insertBefore(then);
    store.moveBefore(otherwise);
  }

  llvm::Function& function_;
  llvm::LoopInfo& loops_;
  llvm::SmallVector<llvm::StoreInst*> stores_;
  llvm::SmallSetVector<std::int64_t, 8> read_;  // the arguments whose memory the entry reads
};

}  // namespace

llvm::PreservedAnalyses StreamStores::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.hasFnAttribute(kWholeBlocksAttribute)) continue;
    Streams(function, functions.getResult<llvm::LoopAnalysis>(function)).emit();
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
