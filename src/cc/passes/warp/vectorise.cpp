// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/vectorise.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cstddef>
#include <optional>

#include "cc/ir/runtime.h"
#include "cc/passes/warp/analysis/legality.h"
#include "cc/passes/warp/analysis/strides.h"
#include "cc/passes/warp/emit/entry.h"
#include "cc/passes/warp/emit/variant.h"
#include "cc/passes/warp/emit/warp_loop.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {

namespace {

std::uint64_t bytes_to_keep(Type* type, const llvm::Module& module, const VectorizeConfig& config) {
  auto* all = llvm::FixedVectorType::get(type, config.lanes);
  return llvm::alignTo(module.getDataLayout().getTypeAllocSize(all).getFixedValue(), 64);
}

}  // namespace

// The coroutine's frame is the runtime's, so that it can keep one for each warp from block to block.
void Target::begin_coroutine(Source& source, llvm::IRBuilder<>& build, const VectorizeConfig& config) {
  llvm::Module& module = *function.getParent();
  llvm::LLVMContext& context = function.getContext();
  Value* null = llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(context));
  function.setPresplitCoroutine();
  Value* id = build.CreateIntrinsic(llvm::Intrinsic::coro_id, {}, {build.getInt32(64), null, null, null});
  Value* size = build.CreateIntrinsic(llvm::Intrinsic::coro_size, {build.getInt64Ty()}, {});
  // Local arrays lie behind the frame. As allocas they would have to move into it, and CoroSplit does not see
  // all uses of one through vectors of addresses.
  std::uint64_t bytes = 0;
  llvm::SmallVector<std::pair<const llvm::AllocaInst*, std::uint64_t>> arrays;
  for (Instruction& instruction : source.function.getEntryBlock()) {
    auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (alloca == nullptr) continue;
    const LocalLayout local = layout_of(*alloca, config.lanes);
    arrays.emplace_back(alloca, bytes);
    bytes += llvm::alignTo(local.bytes, 64);
  }
  const std::uint64_t first_kept = bytes;
  if (config.resumptions != nullptr) {
    for (const auto& [type, phis] : config.resumptions->kept) bytes += bytes_to_keep(type, module, config);
  }
  if (bytes != 0) {
    size = build.CreateAnd(build.CreateAdd(size, build.getInt64(63)), build.getInt64(~std::uint64_t{63}));
  }
  auto field = [&](Type* type, std::size_t offset) {
    return build.CreateLoad(type,
                            build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), function.getArg(0), offset));
  };
  Value* wanted = build.CreateAdd(size, build.getInt64(bytes));
  Value* there = field(build.getPtrTy(), offsetof(cpu::WarpContext, frame_memory));
  Value* capacity = build.CreateZExt(field(build.getInt32Ty(), offsetof(cpu::WarpContext, frame_capacity)),
                                     build.getInt64Ty());
  BasicBlock* before = build.GetInsertBlock();
  BasicBlock* grow = BasicBlock::Create(context, "frame.grow", &function);
  BasicBlock* ready = BasicBlock::Create(context, "frame.ready", &function);
  build.CreateCondBr(build.CreateICmpUGE(capacity, wanted), ready, grow);
  build.SetInsertPoint(grow);
  Value* grown =
      build.CreateCall(runtime_function(module, "gridcall_rt_warp_frame"), {function.getArg(0), wanted});
  build.CreateBr(ready);
  build.SetInsertPoint(ready);
  llvm::PHINode* memory = build.CreatePHI(build.getPtrTy(), 2);
  memory->addIncoming(there, before);
  memory->addIncoming(grown, grow);
  for (auto [alloca, offset] : arrays) {
    locals[alloca] =
        build.CreateGEP(build.getInt8Ty(), memory, build.CreateAdd(size, build.getInt64(offset)));
  }
  if (config.resumptions != nullptr) {
    std::uint64_t offset = first_kept;
    for (const auto& [type, phis] : config.resumptions->kept) {
      Value* place =
          build.CreateGEP(build.getInt8Ty(), memory, build.CreateAdd(size, build.getInt64(offset)));
      for (const llvm::PHINode* phi : phis) kept[phi] = place;
      offset += bytes_to_keep(type, module, config);
    }
  }
  handle = build.CreateIntrinsic(llvm::Intrinsic::coro_begin, {}, {id, memory});
  suspend = BasicBlock::Create(context, "suspend", &function);
  cleanup = BasicBlock::Create(context, "cleanup", &function);
  llvm::IRBuilder<> cleaner(cleanup);
  cleaner.CreateIntrinsic(llvm::Intrinsic::coro_free, {}, {id, handle});
  cleaner.CreateBr(suspend);
  cleaner.SetInsertPoint(suspend);
  cleaner.CreateIntrinsic(llvm::Intrinsic::coro_end, {},
                          {handle, cleaner.getFalse(), llvm::ConstantTokenNone::get(context)});
  cleaner.CreateRet(handle);
}

BasicBlock* Target::suspend_warp(llvm::IRBuilder<>& build, bool for_good) {
  llvm::LLVMContext& context = function.getContext();
  Value* state = build.CreateIntrinsic(llvm::Intrinsic::coro_suspend, {},
                                       {llvm::ConstantTokenNone::get(context), build.getInt1(for_good)});
  BasicBlock* resumed = BasicBlock::Create(context, for_good ? "resumed.after.end" : "resumed", &function);
  llvm::SwitchInst* choice = build.CreateSwitch(state, suspend, 2);
  choice->addCase(build.getInt8(0), resumed);
  choice->addCase(build.getInt8(1), cleanup);
  return resumed;
}

namespace {

// Whether it has loops, or what it calls may have.
bool may_wait(const Source& source) {
  if (!source.loops.empty()) return true;
  for (const Instruction& instruction : llvm::instructions(source.function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) continue;
    const llvm::Function* callee = call->getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration()) return true;
  }
  return false;
}

llvm::Error emit(Variant& predicated, std::optional<Variant>& convergent) {
  if (llvm::Error error = predicated.emit()) return error;
  return convergent ? convergent->emit() : llvm::Error::success();
}

constexpr unsigned kMostForTwoVariants = 2500;
constexpr std::size_t kMostKept = 4000;

// False: lanes must be able to wait separately.
llvm::Expected<bool> make(llvm::Function& entry, llvm::Function& result, const VectorizeConfig& config,
                          bool with_convergent_variant) {
  llvm::LLVMContext& context = entry.getContext();
  Source source(entry);
  Target target(result);
  Variant predicated(source, target, config, nullptr);
  if (llvm::Error error = predicated.plan()) return error;
  if (predicated.execution_plan().needs_resumptions()) return false;
  llvm::DenseSet<const Instruction*> assumed;
  std::optional<Variant> convergent;
  if (with_convergent_variant) {
    VectorizeConfig all = config;
    all.all_on = true;
    all.resumptions = nullptr;
    assumed = predicated.execution_plan().assumable_branches();
    all.assumed = &assumed;
    for (bool again = true; again;) {
      convergent.emplace(source, target, all, &predicated);
      const auto in_vain = convergent->assumed_in_vain();
      for (const Instruction* branch : in_vain) assumed.erase(branch);
      again = !in_vain.empty();
    }
    if (llvm::Error error = convergent->plan()) return error;
    if (config.resumptions != nullptr && !convergent->waits_with_all_lanes()) convergent.reset();
  }

  const bool whole_blocks = !target.has_barriers && config.resumptions == nullptr &&
                            !strides_far(source.function, source.dominators, source.loops);
  if (!whole_blocks) {
    if (llvm::Error error = check_frame(source, config)) return error;
  }
  llvm::IRBuilder<> build(BasicBlock::Create(context, "entry", &result));
  target.warp = result.getArg(0);
  if (whole_blocks) {
    declare_whole_blocks(entry, result);
    const WarpLoop loop = begin_warp_loop(target, build, config, convergent.has_value(), may_wait(source));
    if (convergent) convergent->begin(loop.every, nullptr, loop.every_end);
    predicated.begin(loop.some, loop.lanes, loop.some_end);
    if (llvm::Error error = emit(predicated, convergent)) return error;
    return true;
  }
  declare_contexts(entry, result);
  BasicBlock* end = BasicBlock::Create(context, "end", &result);
  // Lanes that exist: all but in the last warp of a block.
  Value* count = build.CreateLoad(build.getInt32Ty(),
                                  build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), result.getArg(0),
                                                                   offsetof(cpu::WarpContext, lane_count)));
  target.begin_coroutine(source, build, config);
  if (config.resumptions != nullptr) {
    // Most of the code is reachable from a resume point. So that it is not emitted a second time for the path
    // from the start, the warp suspends before it, as if at a barrier.
    build.CreateStore(build.getInt32(0),
                      build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), result.getArg(0),
                                                       offsetof(cpu::WarpContext, barrier_reduction)),
                      /*isVolatile*/ true);
    build.SetInsertPoint(target.suspend_warp(build, false));
  }
  BasicBlock* some = BasicBlock::Create(context, "some.lanes", &result);
  if (convergent) {
    BasicBlock* every = BasicBlock::Create(context, "all.lanes", &result);
    build.CreateCondBr(build.CreateICmpUGE(count, build.getInt32(config.lanes)), every, some);
    convergent->begin(every, nullptr, end);
  } else {
    build.CreateBr(some);
  }
  build.SetInsertPoint(some);
  llvm::SmallVector<llvm::Constant*> numbers;
  for (unsigned lane = 0; lane < config.lanes; ++lane) numbers.push_back(build.getInt32(lane));
  predicated.begin(
      some,
      build.CreateICmpULT(llvm::ConstantVector::get(numbers), build.CreateVectorSplat(config.lanes, count)),
      end);
  if (llvm::Error error = emit(predicated, convergent)) return error;

  build.SetInsertPoint(end);
  build.SetInsertPoint(target.suspend_warp(build, true));
  build.CreateUnreachable();
  return true;
}

// The thread's code split at its waits, for as long as it takes.
class SplitEntry {
 public:
  explicit SplitEntry(llvm::Function& entry) {
    llvm::ValueToValueMapTy map;
    function_ = llvm::CloneFunction(&entry, map);
    resumptions_ = split_at_waits(*function_);
  }
  ~SplitEntry() { function_->eraseFromParent(); }
  SplitEntry(const SplitEntry&) = delete;
  SplitEntry& operator=(const SplitEntry&) = delete;
  llvm::Function& function() { return *function_; }
  const Resumptions& resumptions() const { return resumptions_; }
  bool too_large() const {
    std::size_t phis = 0;
    for (const auto& value : resumptions_.kept) phis += value.second.size();
    return phis > kMostKept;
  }

 private:
  llvm::Function* function_;
  Resumptions resumptions_;
};

}  // namespace

llvm::Error vectorise(llvm::Function& entry, llvm::Function& result, const VectorizeConfig& known) {
  VectorizeConfig config = known;
  std::optional<SplitEntry> split;
  // The general layout gains little from a second variant, and a large kernel would take too long to compile.
  bool with_convergent_variant =
      config.layout != BlockLayout::kGeneral && entry.getInstructionCount() <= kMostForTwoVariants;
  for (;;) {
    llvm::Expected<bool> made =
        make(split ? split->function() : entry, result, config, with_convergent_variant);
    if (!made) {
      result.deleteBody();
      if (!with_convergent_variant) return made.takeError();
      llvm::consumeError(made.takeError());
      with_convergent_variant = false;
      continue;
    }
    if (*made) return llvm::Error::success();
    split.emplace(entry);
    if (split->too_large()) return not_vectorizable("too much is live where its lanes wait separately");
    config.resumptions = &split->resumptions();
  }
}

}  // namespace gridcall::cc::warp
