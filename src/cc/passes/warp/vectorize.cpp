// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/vectorize.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cstddef>
#include <optional>

#include "cc/ir/names.h"
#include "cc/ir/requested_checks.h"
#include "cc/ir/runtime.h"
#include "cc/passes/warp/analysis/legality.h"
#include "cc/passes/warp/analysis/strides.h"
#include "cc/passes/warp/emit/entry.h"
#include "cc/passes/warp/emit/variant.h"
#include "cc/passes/warp/emit/warp_loop.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {

namespace {

// Returns whether the code has loops, or its callees may have.
bool may_wait(const Source& source) {
  if (!source.loops.empty()) return true;
  for (const Instruction& instruction : llvm::instructions(source.function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call) continue;
    const llvm::Function* callee = call->getCalledFunction();
    if (!callee || !callee->isDeclaration()) return true;
  }
  return false;
}

// Returns whether warps of several blocks may run in turns: nothing belongs to the block that runs but the
// index of the block. Lanes that store apart, as down a column, would have written to more lines than the
// first cache has sets for before they come back to one.
bool may_mix_blocks(const Source& source, const VectorShapes& shapes) {
  if (check::requested(*source.function.getParent()) != 0) return false;
  // Without a y there is one row, and nothing to gain for what the additional loop takes of the registers.
  if (llvm::none_of(llvm::instructions(source.function), [](const Instruction& instruction) {
        const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        return load && field_of(*load).field == Field::kThreadY;
      }))
    return false;
  return llvm::none_of(llvm::instructions(source.function), [&](const Instruction& instruction) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return !shapes.of(store->getPointerOperand()).regular();
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      const FieldAccess access = field_of(*load);
      return access.field == Field::kBlockField && access.offset >= offsetof(cpu::BlockContext, shared);
    }
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call && is_runtime_function(call->getCalledFunction()->getName());
  });
}

constexpr unsigned kMaxForTwoVariants = 2500;
constexpr std::size_t kMaxPromotion = 40'000'000;  // blocks times variables: SROA takes some 20 s
constexpr std::size_t kMaxKept = 4000;

// Returns whether all lanes run each barrier and warp function of the convergent variant.
bool waits_with_all_lanes(const ExecutionPlan& convergent, const ExecutionPlan& predicated) {
  return llvm::all_of(convergent.order(), [&](const BasicBlock* block) {
    return convergent.all_active(block) || !predicated.waits(block);
  });
}

std::size_t count_allocas(const llvm::Function& function) {
  return static_cast<std::size_t>(llvm::count_if(
      function.getEntryBlock(), [](const Instruction& each) { return llvm::isa<llvm::AllocaInst>(each); }));
}

// One attempt to emit a warp entry.
class Attempt {
 public:
  Attempt(llvm::Function& entry, llvm::Function& result, const VectorizeConfig& config)
      : entry_(entry),
        config_(config),
        source_(entry),
        target_(result),
        predicated_(source_, config, WarpVariantKind::kPredicated) {}

  // Returns false if lanes must be able to wait separately.
  llvm::Expected<bool> make(bool with_convergent_variant);

 private:
  llvm::Error plan_convergent();
  llvm::Error emit();
  llvm::Error emit_warp_loop();
  llvm::Error emit_one_warp();
  llvm::Error emit_coroutine();

  llvm::Function& entry_;
  const VectorizeConfig& config_;
  Source source_;
  Target target_;
  Variant predicated_;
  llvm::DenseSet<const Instruction*> assumed_;
  std::optional<Variant> convergent_;
  WarpEmitter* predicated_emitter_ = nullptr;
  WarpEmitter* convergent_emitter_ = nullptr;  // NULL without a convergent variant
};

llvm::Expected<bool> Attempt::make(bool with_convergent_variant) {
  if (llvm::Error error = predicated_.make_plan()) return error;
  if (predicated_.plan().needs_resumptions()) return false;
  if (with_convergent_variant) {
    if (llvm::Error error = plan_convergent()) return error;
  }
  const bool whole_blocks =
      config_.one_warp || (!predicated_.plan().has_barriers() && !config_.resumptions &&
                           !strides_far(source_.function, source_.dominators, source_.loops));
  if (!whole_blocks) {
    if (llvm::Error error = check_frame(source_, config_)) return error;
  }
  target_.warp = target_.function.getArg(0);
  predicated_emitter_ = &predicated_.create_emitter(target_, nullptr);
  if (convergent_) convergent_emitter_ = &convergent_->create_emitter(target_, predicated_emitter_);
  if (llvm::Error error = config_.one_warp ? emit_one_warp()
                          : whole_blocks   ? emit_warp_loop()
                                           : emit_coroutine()) {
    return error;
  }
  return true;
}

// Branches that only some lanes reach are not assumed to be uniform. Without them only some lanes may reach
// other branches, so that this is repeated.
llvm::Error Attempt::plan_convergent() {
  VectorizeConfig all = config_;
  all.all_on = true;
  all.resumptions = nullptr;
  assumed_ = predicated_.plan().assumable_branches();
  all.assumed = &assumed_;
  for (bool again = true; again;) {
    convergent_.emplace(source_, all, WarpVariantKind::kConvergent);
    const auto in_vain = convergent_->assumed_in_vain();
    for (const Instruction* branch : in_vain) assumed_.erase(branch);
    again = !in_vain.empty();
  }
  if (llvm::Error error = convergent_->make_plan()) return error;
  if (config_.resumptions && !waits_with_all_lanes(convergent_->plan(), predicated_.plan()))
    convergent_.reset();
  return llvm::Error::success();
}

// Emits the predicated variant first, because the convergent one stores into its slots.
llvm::Error Attempt::emit() {
  if (llvm::Error error = predicated_emitter_->emit()) return error;
  return convergent_emitter_ ? convergent_emitter_->emit() : llvm::Error::success();
}

// Emits an entry for whole blocks, in which no lane waits for another warp's.
llvm::Error Attempt::emit_warp_loop() {
  llvm::IRBuilder<> build(BasicBlock::Create(target_.function.getContext(), "entry", &target_.function));
  declare_whole_blocks(entry_, target_.function);
  const bool waits = may_wait(source_);
  const bool block_runs = !waits && may_mix_blocks(source_, predicated_.shapes());
  if (block_runs) target_.function.addFnAttr(kBlockRunsAttribute);
  const WarpLoop loop =
      begin_warp_loop(target_, build, config_, convergent_emitter_ != nullptr, waits, block_runs);
  if (convergent_emitter_) convergent_emitter_->begin(loop.convergent, nullptr, loop.convergent_end);
  predicated_emitter_->begin(loop.predicated, loop.lanes, loop.predicated_end);
  return emit();
}

// Emits an entry for a block of one warp. Each lane is at every barrier that it has not left the kernel
// before, so that a barrier is over at once (WarpEmitter::visit_barrier).
llvm::Error Attempt::emit_one_warp() {
  llvm::Function& result = target_.function;
  llvm::LLVMContext& context = result.getContext();
  llvm::IRBuilder<> build(BasicBlock::Create(context, "entry", &result));
  declare_whole_blocks(entry_, result);
  target_.block = read_block(build, result);
  target_.first_index = build.getInt32(0);
  for (Value*& index : target_.thread_index) index = build.getInt32(0);
  Value* threads =
      read_field(build, build.getInt32Ty(), target_.block, offsetof(cpu::BlockContext, thread_count));
  Value* lanes = build.CreateICmpULT(WarpBuilder::steps(build.getInt32Ty(), 1, config_.lanes),
                                     build.CreateVectorSplat(config_.lanes, threads));
  note_running(build, result, build.getInt32(0), build.CreateBitCast(lanes, build.getIntNTy(config_.lanes)));
  BasicBlock* predicated = BasicBlock::Create(context, "some.lanes", &result);
  BasicBlock* end = BasicBlock::Create(context, "end", &result);
  if (convergent_emitter_) {
    BasicBlock* convergent = BasicBlock::Create(context, "all.lanes", &result);
    build.CreateCondBr(build.CreateICmpUGE(threads, build.getInt32(config_.lanes)), convergent, predicated);
    convergent_emitter_->begin(convergent, nullptr, end);
  } else {
    build.CreateBr(predicated);
  }
  predicated_emitter_->begin(predicated, lanes, end);
  if (llvm::Error error = emit()) return error;
  build.SetInsertPoint(end);
  build.CreateRet(llvm::ConstantPointerNull::get(build.getPtrTy()));
  return llvm::Error::success();
}

// Emits an entry for one warp, which suspends at its barriers.
llvm::Error Attempt::emit_coroutine() {
  llvm::Function& result = target_.function;
  llvm::LLVMContext& context = result.getContext();
  llvm::IRBuilder<> build(BasicBlock::Create(context, "entry", &result));
  declare_contexts(entry_, result);
  BasicBlock* end = BasicBlock::Create(context, "end", &result);
  // All lanes exist except in the last warp of a block.
  Value* count =
      build.CreateLoad(build.getInt32Ty(), target_.field(build, offsetof(cpu::WarpContext, lane_count)));
  const Coroutine& coroutine = target_.coroutine.emplace(target_, source_, build, config_);
  if (config_.resumptions) {
    // Most of the code is reachable from a resume point. The warp suspends before it, as if at a barrier, so
    // that the code is not emitted a second time for the path from the start.
    build.CreateStore(build.getInt32(0), target_.field(build, offsetof(cpu::WarpContext, barrier_reduction)),
                      /*isVolatile*/ true);
    build.SetInsertPoint(coroutine.suspend(build, /*last*/ false));
  }
  BasicBlock* predicated = BasicBlock::Create(context, "some.lanes", &result);
  if (convergent_emitter_) {
    BasicBlock* convergent = BasicBlock::Create(context, "all.lanes", &result);
    build.CreateCondBr(build.CreateICmpUGE(count, build.getInt32(config_.lanes)), convergent, predicated);
    convergent_emitter_->begin(convergent, nullptr, end);
  } else {
    build.CreateBr(predicated);
  }
  build.SetInsertPoint(predicated);
  Value* lanes = build.CreateICmpULT(WarpBuilder::steps(build.getInt32Ty(), 1, config_.lanes),
                                     build.CreateVectorSplat(config_.lanes, count));
  predicated_emitter_->begin(predicated, lanes, end);
  if (llvm::Error error = emit()) return error;

  build.SetInsertPoint(end);
  build.SetInsertPoint(coroutine.suspend(build, /*last*/ true));
  build.CreateUnreachable();
  return llvm::Error::success();
}

// A copy of the thread's code, split at its waits.
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
    return phis > kMaxKept;
  }

 private:
  llvm::Function* function_;
  Resumptions resumptions_;
};

}  // namespace

llvm::Error vectorize(llvm::Function& entry, llvm::Function& result, const VectorizeConfig& known) {
  VectorizeConfig config = known;
  std::optional<SplitEntry> split;
  // The general layout gains little from a second variant, and a large kernel would take too long to compile.
  bool with_convergent_variant =
      config.layout != BlockLayout::kGeneral && entry.getInstructionCount() <= kMaxForTwoVariants;
  for (;;) {
    Attempt attempt(split ? split->function() : entry, result, config);
    llvm::Expected<bool> made = attempt.make(with_convergent_variant);
    if (!made) {
      result.deleteBody();
      if (!with_convergent_variant) return made.takeError();
      llvm::consumeError(made.takeError());
      with_convergent_variant = false;
      continue;
    }
    if (*made) {
      if (result.size() * count_allocas(result) <= kMaxPromotion) return llvm::Error::success();
      result.deleteBody();
      return not_vectorizable("it is too large");
    }
    if (config.one_warp) return not_vectorizable("lanes of a block of one warp wait separately");
    if ((check::requested(*entry.getParent()) & (cpu::kCheckSync | cpu::kCheckRace)) != 0)
      return not_vectorizable("its barriers are checked thread by thread");
    split.emplace(entry);
    if (split->too_large()) return not_vectorizable("too much is live where its lanes wait separately");
    config.resumptions = &split->resumptions();
  }
}

}  // namespace gridcall::cc::warp
