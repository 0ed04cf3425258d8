// SPDX-License-Identifier: Apache-2.0
//
// Regions that go on in the next region by themselves. A barrier of a whole block costs a return to the
// runtime, which looks at each warp, and a test of each warp's resume point. Where all warps of a block have
// met at one barrier, that all is known: each short region gets a second function, `.together`, which runs
// all warps without tests, stores no resume points, and jumps to the next one's. It returns to the runtime,
// with the resume points, where the warps part, a warp has ended, the next region may suspend a warp, or the
// worker is asked to stop; the region that the runtime then runs goes on by itself again.

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <cstddef>

#include "cc/ir/runtime.h"
#include "cc/passes/host/regions.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::regions {
namespace {

// The largest region that gets a second function; in larger ones the tests cost nothing, and others jump to
// the region itself.
constexpr unsigned kMaxChained = 400;
constexpr const char* kTogether = ".together";

// Removes tests of stop requests outside of a warp's own loops. Returns whether there were any.
bool drop_stop_tests(Function& function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  llvm::SmallVector<std::pair<llvm::BranchInst*, BasicBlock*>> tests;
  for (BasicBlock& block : function) {
    const bool stops = llvm::any_of(block, [](const Instruction& instruction) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      return call && call->getCalledFunction() &&
             call->getCalledFunction()->getName() == "gridcall_rt_warp_stop";
    });
    BasicBlock* before = block.getSinglePredecessor();
    auto* test = before ? llvm::dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
    if (!stops || loops.getLoopDepth(&block) != 1 || !test || !test->isConditional()) continue;
    tests.emplace_back(test, &block);
  }
  for (auto [test, block] : tests) {
    block->removePredecessor(test->getParent());
    llvm::BranchInst::Create(test->getSuccessor(test->getSuccessor(0) == block ? 1 : 0), test->getIterator());
    auto* asked = llvm::dyn_cast<llvm::ICmpInst>(test->getCondition());
    test->eraseFromParent();
    // No pass removes an atomic load.
    auto* stop = asked && asked->use_empty() ? llvm::dyn_cast<llvm::LoadInst>(asked->getOperand(0)) : nullptr;
    if (!stop || !stop->hasOneUse()) continue;
    asked->eraseFromParent();
    stop->eraseFromParent();
  }
  llvm::removeUnreachableBlocks(function);
  return !tests.empty();
}

// Returns whether no warp can be suspended.
bool is_simple(const Function& function) {
  return llvm::none_of(llvm::instructions(function), [](const Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const Function* callee = call ? call->getCalledFunction() : nullptr;
    return call && (!callee || (!callee->isIntrinsic() && !is_math_function(callee->getName())));
  });
}

void find_next(Value* next, llvm::SmallPtrSetImpl<Value*>& found) {
  if (!found.insert(next).second) return;
  if (const auto* merged = llvm::dyn_cast<llvm::PHINode>(next)) {
    for (Value* value : merged->incoming_values()) find_next(value, found);
  } else if (auto* chosen = llvm::dyn_cast<llvm::SelectInst>(next)) {
    find_next(chosen->getTrueValue(), found);
    find_next(chosen->getFalseValue(), found);
  }
}

}  // namespace

void Regions::create_chained() {
  for (const auto& [index, region] : regions_) {
    Function* together = Function::Create(region->getFunctionType(), llvm::GlobalValue::InternalLinkage,
                                          region->getName() + kTogether, module_);
    together->setAttributes(region->getAttributes());
    together->setDSOLocal(true);
    WarpLoop loop = run_warps(*together, behind_, region, /*is_together*/ true);
    const bool tests_stop = drop_stop_tests(*together);
    if (is_simple(*together) && together->getInstructionCount() <= kMaxChained) {
      chained_[region] = {loop, tests_stop};
      continue;
    }
    if (is_simple(*together)) large_.insert(region);
    together->eraseFromParent();
  }
  for (const auto& [index, region] : regions_) {
    const auto found = chained_.find(region);
    if (found == chained_.end()) continue;
    const WarpLoop& loop = found->second.loop;
    if (auto* next = llvm::dyn_cast<Function>(loop.next); next && chained_.contains(next)) {
      chain_together(loop);
    } else {
      chain(loop);
    }
  }
}

namespace {

void jump(llvm::IRBuilder<>& build, Function* to) {
  Function* from = build.GetInsertBlock()->getParent();
  llvm::CallInst* call = build.CreateCall(to->getFunctionType(), to, {from->getArg(0)});
  call->setTailCallKind(from->arg_size() == 1 ? llvm::CallInst::TCK_MustTail : llvm::CallInst::TCK_Tail);
  build.CreateRet(call);
}

llvm::LoadInst* read(llvm::IRBuilder<>& build, Type* type, Value* base, std::size_t offset) {
  return build.CreateLoad(type, build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), base, offset));
}

// Returns whether the worker was asked to stop.
Value* is_asked(llvm::IRBuilder<>& build, Value* first) {
  Value* place = read(build, build.getPtrTy(), first, offsetof(cpu::WarpContext, stop));
  llvm::LoadInst* stop = build.CreateAlignedLoad(build.getInt8Ty(), place, llvm::Align(1), "stop");
  stop->setAtomic(llvm::AtomicOrdering::Monotonic);
  return build.CreateIsNotNull(stop);
}

}  // namespace

// Continues in the one next region. Only if the worker is asked to stop are the resume points stored.
void Regions::chain_together(const WarpLoop& loop) {
  auto* next = llvm::cast<Function>(loop.next);
  const ChainedRegion& to = chained_.find(next)->second;
  for (llvm::User* user : llvm::make_early_inc_range(loop.frame->users())) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store && store->getPointerOperand() == loop.frame && store->getValueOperand() == next)
      store->eraseFromParent();
  }
  llvm::IRBuilder<> build(loop.end);
  if (to.tests_stop) {
    Value* first = loop.function->getArg(0);
    Value* warps = read(build, build.getInt32Ty(), first, offsetof(cpu::WarpContext, warps_to_run));
    Instruction* stopped = llvm::SplitBlockAndInsertIfThen(
        is_asked(build, first), loop.end, false, llvm::MDBuilder(context_).createUnlikelyBranchWeights());
    const auto [body, number] = llvm::SplitBlockAndInsertSimpleForLoop(warps, stopped);
    build.SetInsertPoint(body);
    Value* context = build.CreateInBoundsGEP(
        build.getInt8Ty(), first,
        build.CreateNUWMul(build.CreateZExt(number, build.getInt64Ty()), build.getInt64(cpu::kWarpStride)));
    build.CreateStore(next, read(build, pointer_, context, offsetof(cpu::WarpContext, frame_memory)));
    llvm::ReturnInst::Create(context_, next, stopped->getIterator());
    stopped->eraseFromParent();
    build.SetInsertPoint(loop.end);
  }
  jump(build, to.loop.function);
  loop.end->eraseFromParent();
}

// Continues in the regions that are next, if all warps of the block do.
void Regions::chain(const WarpLoop& loop) {
  llvm::SmallPtrSet<Value*, 8> next;
  find_next(loop.next, next);
  const bool is_together = loop.function->getName().ends_with(kTogether);
  llvm::IRBuilder<> build(loop.end);
  Value* first = loop.function->getArg(0);
  const auto read_number = [&](Value* base, std::size_t offset) {
    return read(build, build.getInt32Ty(), base, offset);
  };
  Value* all = nullptr;
  for (const auto& [index, region] : regions_) {
    const auto found = chained_.find(region);
    const bool is_large = large_.contains(region);
    if ((found == chained_.end() && !is_large) || !next.contains(region)) continue;
    build.SetInsertPoint(loop.end);
    if (!all) {
      all = build.CreateNot(loop.away);
      if (!is_together) {
        // A run may have some of the warps, if others were suspended.
        Value* begins =
            build.CreateIsNull(read_number(first, offsetof(cpu::WarpContext, first_linear_index)));
        Value* threads =
            build.CreateAdd(read_number(loop.last, offsetof(cpu::WarpContext, first_linear_index)),
                            read_number(loop.last, offsetof(cpu::WarpContext, lane_count)));
        Value* ends =
            build.CreateICmpEQ(threads, read_number(loop.block, offsetof(cpu::BlockContext, thread_count)));
        all = build.CreateAnd(all, build.CreateAnd(begins, ends));
      }
    }
    Value* goes = build.CreateAnd(all, build.CreateICmpEQ(loop.end->getReturnValue(), region));
    if (is_large || found->second.tests_stop)
      goes = build.CreateAnd(goes, build.CreateNot(is_asked(build, first)));
    Instruction* then = llvm::SplitBlockAndInsertIfThen(
        goes, loop.end, /*Unreachable*/ true, llvm::MDBuilder(context_).createLikelyBranchWeights());
    build.SetInsertPoint(then);
    jump(build, is_large ? region : found->second.loop.function);
    then->eraseFromParent();
  }
}

}  // namespace gridcall::cc::regions
