// SPDX-License-Identifier: Apache-2.0
//
// join-warps: runs a kernel's loop for two or four warps of a block at a time. One warp's sums are a chain of
// additions, each of which waits for the one before; the chains of several warps overlap, one test serves
// all, and they share what all of them load.
//
// The first warp that comes to the loop runs its iterations for itself and the next warps, as long as all of
// them would go on, and keeps the values that each warp then has. Every warp goes on from its own. Only what
// may be repeated runs ahead: loops that store nothing, of warps that store nothing before, and that come to
// the loop for certain, by conditions and values that are computed from the warps' contexts.
//
// Long because all its steps work on the state of one loop.

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ProfDataUtils.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "cc/ir/names.h"
#include "cc/passes/host/joint_loops.h"
#include "cc/passes/passes.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

using llvm::BasicBlock;
using llvm::Function;
using llvm::Instruction;
using llvm::Value;
using namespace llvm::PatternMatch;

constexpr unsigned kMaxWarps = 4;
constexpr unsigned kLeastRounds = 16;      // of a loop, so that it gains more than joining costs
constexpr std::size_t kMaxTries = 16;      // of a function that are tried
constexpr unsigned kMaxSlice = 64;         // instructions computed again for each warp
constexpr unsigned kNoBase = 0x40000000u;  // a number that no warp is near

bool calls(const Value* value, llvm::StringRef name) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
}

// Computes for the warps behind one the values that they have before their loop.
class Slice {
 public:
  explicit Slice(const llvm::Loop& warps) : warps_(warps), entry_(*warps.getHeader()->getParent()) {}

  // Returns whether the value can be computed for another warp, anywhere in the loop over warps.
  bool can(Value* value) {
    auto* made = llvm::dyn_cast<Instruction>(value);
    if (!made || !warps_.contains(made) || known_.contains(made)) return true;
    if (known_.size() == kMaxSlice) return false;
    known_.insert(made);
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(made))
      return phi->getParent() == warps_.getHeader() && step(*phi);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(made)) {
      if (!load->isSimple() || !is_of_warp(*load)) return false;
    } else if (llvm::isa<llvm::CallBase>(made)
                   ? made->mayReadOrWriteMemory() || !llvm::isSafeToSpeculativelyExecute(made)
                   : made->mayReadOrWriteMemory() || made->isTerminator() || made->getType()->isTokenTy() ||
                         !llvm::isSafeToSpeculativelyExecute(made)) {
      return false;
    }
    return llvm::all_of(made->operands(), [&](Value* operand) { return can(operand); });
  }

  // Returns the value in the `behind`th warp behind.
  Value* at(Value* value, unsigned behind, llvm::IRBuilder<>& build) {
    auto* made = llvm::dyn_cast<Instruction>(value);
    if (!made || !warps_.contains(made)) return value;
    if (const auto found = made_.find({made, behind}); found != made_.end()) return found->second;
    Value* result = nullptr;
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(made)) {
      llvm::ConstantInt* by = step(*phi);
      result = behind == 0 ? phi : build.CreateAdd(phi, build.getInt(by->getValue() * behind));
    } else {
      llvm::SmallVector<Value*> operands;
      for (Value* operand : made->operands()) operands.push_back(at(operand, behind, build));
      Instruction* copy = made->clone();
      for (unsigned i = 0; i < operands.size(); ++i) copy->setOperand(i, operands[i]);
      // The conditions under which the flags hold may be false here.
      copy->dropPoisonGeneratingAnnotations();
      copy->dropUBImplyingAttrsAndUnknownMetadata(
          {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias});
      result = build.Insert(copy);
    }
    return made_[{made, behind}] = result;
  }

  // Returns whether the value differs from warp to warp.
  bool varies(Value* value) const {
    auto* made = llvm::dyn_cast<Instruction>(value);
    return made && warps_.contains(made);
  }

 private:
  llvm::ConstantInt* step(llvm::PHINode& phi) const {
    Value* next = phi.getIncomingValueForBlock(warps_.getLoopLatch());
    llvm::ConstantInt* by = nullptr;
    return match(next, m_c_Add(m_Specific(&phi), m_ConstantInt(by))) ? by : nullptr;
  }

  // Loads of a warp's context, and of its frame, whose address is there.
  bool is_of_warp(const llvm::LoadInst& load) const {
    const Value* object = llvm::getUnderlyingObject(load.getPointerOperand(), 0);
    if (const auto* frame = llvm::dyn_cast<llvm::LoadInst>(object)) {
      llvm::APInt offset(64, 0);
      const Value* place = frame->getPointerOperand()->stripAndAccumulateConstantOffsets(
          entry_.getDataLayout(), offset, /*AllowNonInbounds*/ true);
      return place->getType()->isPointerTy() && llvm::getUnderlyingObject(place, 0) == entry_.getArg(0) &&
             offset == offsetof(cpu::WarpContext, frame_memory) &&
             load.hasMetadata(llvm::LLVMContext::MD_alias_scope);
    }
    return object == entry_.getArg(0);
  }

  const llvm::Loop& warps_;
  const Function& entry_;
  llvm::SmallPtrSet<Instruction*, 32> known_;
  llvm::DenseMap<std::pair<Instruction*, unsigned>, Value*> made_;
};

class Joiner {
 public:
  Joiner(Function& function, llvm::FunctionAnalysisManager& functions)
      : function_(function),
        target_(functions.getResult<llvm::TargetIRAnalysis>(function)),
        dominators_(function),
        loops_(dominators_),
        ends_(function),
        assumptions_(function),
        evolution_(function, functions.getResult<llvm::TargetLibraryAnalysis>(function), assumptions_,
                   dominators_, loops_) {}

  bool join(llvm::Loop& loop);
  llvm::LoopInfo& loops() { return loops_; }

 private:
  bool find_warps();
  bool stores_nothing_before();
  bool find_conditions();
  bool find_values();
  bool find_rounds();
  void find_equal();
  unsigned count_warps();
  void emit();
  BasicBlock* emit_together(llvm::IRBuilder<>& build, BasicBlock* before);
  llvm::StoreInst* note(Value* number, llvm::IRBuilder<>& build) {
    auto* store = llvm::cast<llvm::StoreInst>(note_->clone());
    store->setOperand(0, number);
    return build.Insert(store);
  }
  Value* number(unsigned behind, llvm::IRBuilder<>& build) {
    return build.CreateAdd(number_, build.getInt32(behind));
  }
  BasicBlock* block(const char* name) { return BasicBlock::Create(function_.getContext(), name, &function_); }

  Function& function_;
  const llvm::TargetTransformInfo& target_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  llvm::PostDominatorTree ends_;
  llvm::AssumptionCache assumptions_;
  llvm::ScalarEvolution evolution_;

  llvm::Loop* loop_ = nullptr;
  llvm::Loop* warps_ = nullptr;
  BasicBlock* before_ = nullptr;
  llvm::PHINode* number_ = nullptr;  // of the running warp
  llvm::StoreInst* note_ = nullptr;  // of that number
  Instruction* joined_ = nullptr;    // the call that stands for the answer, in a copy of a loop
  llvm::SmallVector<std::pair<Value*, bool>> conditions_;
  llvm::SmallVector<Value*> invariants_;
  llvm::SmallVector<llvm::PHINode*> phis_;
  llvm::SmallPtrSet<Value*, 16> equal_;  // what has the same value in all warps' iterations
  std::optional<Slice> slice_;
  Value* enough_ = nullptr;  // whether the loop has enough iterations
  unsigned count_ = 0;
  llvm::SmallVector<llvm::SmallVector<Value*>> carried_;  // of each warp
};

bool Joiner::find_warps() {
  warps_ = loop_->getParentLoop();
  if (!warps_ || !warps_->getLoopLatch()) return false;
  for (llvm::PHINode& phi : warps_->getHeader()->phis()) {
    for (llvm::User* user : phi.users()) {
      auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      llvm::APInt offset(64, 0);
      if (!store || !store->isVolatile() || store->getValueOperand() != &phi ||
          store->getPointerOperand()->stripAndAccumulateConstantOffsets(function_.getDataLayout(), offset,
                                                                        true) != function_.getArg(0) ||
          offset != offsetof(cpu::WarpContext, running_warp) ||
          !dominators_.dominates(store->getParent(), before_) || !warps_->contains(store) ||
          !match(phi.getIncomingValueForBlock(warps_->getLoopLatch()), m_c_Add(m_Specific(&phi), m_One())))
        continue;
      number_ = &phi;
      note_ = store;
      return true;
    }
  }
  return false;
}

// Another warp's loop would read what the warp has stored before it.
bool Joiner::stores_nothing_before() {
  llvm::SmallPtrSet<BasicBlock*, 32> seen{before_};
  llvm::SmallVector<BasicBlock*> work{before_};
  while (!work.empty()) {
    BasicBlock* each = work.pop_back_val();
    for (Instruction& instruction : *each) {
      if (is_repeatable(instruction) || calls(&instruction, "gridcall_rt_warp_frame") ||
          calls(&instruction, kJoinedFunction))
        continue;
      const Value* place = llvm::getLoadStorePointerOperand(&instruction);
      const bool own = place && (llvm::getUnderlyingObject(place, 0) == function_.getArg(0) ||
                                 instruction.hasMetadata(llvm::LLVMContext::MD_alias_scope));
      if (!own || instruction.isAtomic()) return false;
    }
    if (each == warps_->getHeader()) continue;
    for (BasicBlock* previous : llvm::predecessors(each)) {
      if (seen.insert(previous).second) work.push_back(previous);
    }
  }
  return true;
}

// Finds the conditions on which the way from the loop over warps to the loop depends.
bool Joiner::find_conditions() {
  for (BasicBlock* to = before_; to != warps_->getHeader();) {
    BasicBlock* from = dominators_.getNode(to)->getIDom()->getBlock();
    if (!warps_->contains(from)) return false;
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(from->getTerminator());
    if (!branch) return false;
    if (branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1)) {
      Value* condition = branch->getCondition();
      const bool first = dominators_.dominates(llvm::BasicBlockEdge(from, branch->getSuccessor(0)), to);
      const bool second = dominators_.dominates(llvm::BasicBlockEdge(from, branch->getSuccessor(1)), to);
      Value* wanted = nullptr;
      if (!first && !second) {
        if (!ends_.dominates(to, from)) return false;
      } else if (calls(condition, kJoinedFunction)) {
        if (!first || joined_) return false;
        joined_ = llvm::cast<Instruction>(condition);
      } else if (!first ||
                 !match(condition,
                        m_SpecificICmp(llvm::ICmpInst::ICMP_ULT, m_Specific(number_), m_Value(wanted))) ||
                 !llvm::isa<llvm::LoadInst>(wanted) || !llvm::cast<llvm::LoadInst>(wanted)->isVolatile()) {
        // The number of warps to run is tested anyway.
        conditions_.emplace_back(condition, first);
      }
    }
    to = from;
  }
  return llvm::all_of(conditions_, [&](const auto& each) { return slice_->can(each.first); });
}

bool Joiner::find_values() {
  for (llvm::PHINode& phi : loop_->getHeader()->phis()) {
    phis_.push_back(&phi);
    if (!slice_->can(phi.getIncomingValueForBlock(before_))) return false;
  }
  llvm::SmallPtrSet<Value*, 16> seen;
  for (BasicBlock* each : loop_->blocks()) {
    for (Instruction& instruction : *each) {
      // A warp's frame and the kernel's arrays on the stack are one warp's at a time.
      const Value* place = llvm::getLoadStorePointerOperand(&instruction);
      if ((instruction.mayReadFromMemory() && instruction.hasMetadata(llvm::LLVMContext::MD_alias_scope)) ||
          (place && llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(place, 0))))
        return false;
      for (Value* operand : instruction.operands()) {
        if (llvm::isa<llvm::AllocaInst>(operand)) return false;
        auto* made = llvm::dyn_cast<Instruction>(operand);
        if (!made || loop_->contains(made) || !slice_->varies(made)) continue;
        if (llvm::isa<llvm::PHINode>(instruction) && each == loop_->getHeader()) continue;
        if (!seen.insert(made).second) continue;
        // A mask is of a variant for some lanes.
        if (made->getType()->isIntOrIntVectorTy(1) || !slice_->can(made)) return false;
        invariants_.push_back(made);
      }
    }
  }
  return true;
}

// Computes whether the loop runs for some time, in all warps.
bool Joiner::find_rounds() {
  Instruction* where = joined_ ? joined_ : before_->getTerminator();
  const llvm::SCEV* rounds = evolution_.getBackedgeTakenCount(loop_);
  llvm::SCEVExpander expander(evolution_, function_.getDataLayout(), "rounds");
  if (llvm::isa<llvm::SCEVCouldNotCompute>(rounds) || !evolution_.isLoopInvariant(rounds, warps_) ||
      !expander.isSafeToExpandAt(rounds, where))
    return false;
  if (evolution_.getUnsignedRangeMax(rounds).ult(kLeastRounds)) return false;
  Value* count = expander.expandCodeFor(rounds, nullptr, where);
  enough_ =
      llvm::IRBuilder<>(where).CreateICmpUGE(count, llvm::ConstantInt::get(count->getType(), kLeastRounds));
  return true;
}

// Finds the counters and what is computed of them alone, so that one test of the loop's end serves all warps.
void Joiner::find_equal() {
  for (llvm::PHINode* phi : phis_) {
    if (!slice_->varies(phi->getIncomingValueForBlock(before_))) equal_.insert(phi);
  }
  const auto is_equal = [&](Value* value) { return equal_.contains(value) || !slice_->varies(value); };
  for (bool again = true; again;) {
    again = false;
    llvm::SmallPtrSet<Value*, 16> found;
    for (llvm::PHINode* phi : phis_) {
      if (equal_.contains(phi)) found.insert(phi);
    }
    equal_ = found;
    for (bool more = true; more;) {
      more = false;
      for (BasicBlock* each : loop_->blocks()) {
        if (!dominators_.dominates(each, loop_->getLoopLatch())) continue;
        for (Instruction& made : *each) {
          if (llvm::isa<llvm::PHINode>(made) || made.isTerminator() || made.mayReadOrWriteMemory() ||
              !llvm::all_of(made.operands(), [&](Value* operand) { return is_equal(operand); }))
            continue;
          more |= equal_.insert(&made).second;
        }
      }
    }
    for (llvm::PHINode* phi : phis_) {
      if (equal_.contains(phi) && !is_equal(phi->getIncomingValueForBlock(loop_->getLoopLatch())))
        again |= equal_.erase(phi);
    }
  }
}

// Returns for how many warps the registers suffice.
unsigned Joiner::count_warps() {
  const std::uint64_t bytes =
      target_.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector).getFixedValue() / 8;
  const unsigned registers =
      target_.getNumberOfRegisters(target_.getRegisterClassForType(/*Vector*/ true)) * 3 / 4;
  std::uint64_t used = 0;
  const auto use = [&](const Value* value) {
    if (value->getType()->isVectorTy() && !value->getType()->isIntOrIntVectorTy(1))
      used += llvm::divideCeil(function_.getDataLayout().getTypeStoreSize(value->getType()).getFixedValue(),
                               std::max<std::uint64_t>(bytes, 1));
  };
  for (const llvm::PHINode* phi : phis_) use(phi);
  for (const Value* value : invariants_) use(value);
  unsigned count = kMaxWarps;
  while (count * used > registers) count /= 2;
  return count;
}

// Returns the index of the successor that hardly ever follows: a stop request, or an index that wraps around.
std::optional<unsigned> unlikely_successor(const Instruction& end) {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  if (!llvm::extractBranchWeights(end, first, second)) return std::nullopt;
  if (first > 64 * second) return 1;
  if (second > 64 * first) return 0;
  return std::nullopt;
}

// Emits the loop for all warps; returns the block behind it. Whatever is unlikely leaves the loop, too. Long
// because each warp's copy refers to the first one's.
BasicBlock* Joiner::emit_together(llvm::IRBuilder<>& build, BasicBlock* before) {
  BasicBlock* together = block("together");
  BasicBlock* apart = block("apart");
  carried_.assign(count_, {});
  std::array<llvm::ValueToValueMapTy, kMaxWarps> maps;
  llvm::IRBuilder<> heads(together);
  for (llvm::PHINode* phi : phis_) {
    Value* first = slice_->at(phi->getIncomingValueForBlock(before_), 0, build);
    Value* carried = nullptr;
    Value* by = nullptr;
    const bool counts =
        phi->getType()->isIntegerTy() &&
        match(phi->getIncomingValueForBlock(loop_->getLoopLatch()), m_c_Add(m_Specific(phi), m_Value(by))) &&
        !slice_->varies(by);
    for (unsigned warp = 0; warp < count_; ++warp) {
      const bool shared = warp != 0 && (equal_.contains(phi) || counts);
      Value* start = slice_->at(phi->getIncomingValueForBlock(before_), warp, build);
      if (!shared) {
        llvm::PHINode* own = llvm::PHINode::Create(phi->getType(), 2, "", together->begin());
        own->addIncoming(start, before);
        carried = own;
      }
      // Counters stay at their distance.
      carried_[warp].push_back(shared && !equal_.contains(phi)
                                   ? heads.CreateAdd(carried_[0].back(), build.CreateSub(start, first))
                                   : carried);
    }
  }
  for (unsigned warp = 0; warp < count_; ++warp) {
    for (Value* value : invariants_) maps[warp][value] = slice_->at(value, warp, build);
  }
  build.CreateBr(together);
  BasicBlock* from = together;
  for (unsigned warp = 0; warp < count_; ++warp) {
    llvm::ValueToValueMapTy& map = maps[warp];
    llvm::SmallVector<BasicBlock*> copies;
    for (BasicBlock* each : loop_->blocks()) {
      BasicBlock* copy = llvm::CloneBasicBlock(each, map, ".together", &function_);
      map[each] = copy;
      copies.push_back(copy);
    }
    auto* header = llvm::cast<BasicBlock>(map[loop_->getHeader()]);
    auto* latch = llvm::cast<BasicBlock>(map[loop_->getLoopLatch()]);
    for (unsigned i = 0; i < phis_.size(); ++i) {
      auto* copied = llvm::cast<llvm::PHINode>(map[phis_[i]]);
      map[phis_[i]] = carried_[warp][i];
      copied->eraseFromParent();
    }
    if (warp != 0) {
      for (BasicBlock* each : loop_->blocks()) {
        for (Instruction& made : *each) {
          const bool request = llvm::isa<llvm::LoadInst>(made) && made.isAtomic();
          if (!request && (llvm::isa<llvm::PHINode>(made) || !equal_.contains(&made))) continue;
          auto* copied = llvm::cast<Instruction>(map[&made]);
          map[&made] =
              request ? llvm::Constant::getNullValue(made.getType()) : static_cast<Value*>(maps[0][&made]);
          copied->eraseFromParent();
        }
      }
    }
    llvm::remapInstructionsInBlocks(copies, map);
    build.SetInsertPoint(&*header->getFirstInsertionPt());
    note(number(warp, build), build);
    const bool last = warp + 1 == count_;
    for (BasicBlock* copy : copies) {
      Instruction* end = copy->getTerminator();
      const std::optional<unsigned> unlikely = unlikely_successor(*end);
      for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
        BasicBlock* to = end->getSuccessor(i);
        if (copy == latch && to == header) {
          end->setSuccessor(i, last ? together : nullptr);
        } else if (!llvm::is_contained(copies, to)) {
          end->setSuccessor(i, apart);
        } else if (unlikely == i) {
          to->removePredecessor(copy, /*KeepOneInputPHIs*/ true);
          end->setSuccessor(i, apart);
        }
      }
      end->setMetadata(kJointMetadata, nullptr);
    }
    if (from == together) {
      heads.CreateBr(header);
    } else {
      Instruction* end = from->getTerminator();
      for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
        if (!end->getSuccessor(i)) end->setSuccessor(i, header);
      }
    }
    from = latch;
  }
  for (unsigned warp = 0; warp < count_; ++warp) {
    for (unsigned i = 0; i < phis_.size(); ++i) {
      auto* carried = llvm::dyn_cast<llvm::PHINode>(carried_[warp][i]);
      if (!carried || carried->getParent() != together || carried->getNumIncomingValues() == 2) continue;
      Value* next = phis_[i]->getIncomingValueForBlock(loop_->getLoopLatch());
      Value* mapped = maps[warp].lookup(next);
      carried->addIncoming(mapped ? mapped : next, from);
    }
  }
  return apart;
}

// Long because it emits the way through its blocks in their order.
void Joiner::emit() {
  Instruction* where = joined_ ? joined_ : before_->getTerminator();
  BasicBlock* start = where->getParent();
  BasicBlock* join = llvm::SplitBlock(start, where->getIterator());
  if (before_ == start) before_ = join;
  BasicBlock *begin = block("begin"), *test = block("all.come"), *ahead = block("ahead"),
             *take = block("take");
  llvm::IRBuilder<> build(&*function_.getEntryBlock().getFirstInsertionPt());
  llvm::AllocaInst* base = build.CreateAlloca(build.getInt32Ty(), nullptr, "base");
  llvm::SmallVector<llvm::AllocaInst*> kept;
  for (llvm::PHINode* phi : phis_)
    kept.push_back(build.CreateAlloca(llvm::ArrayType::get(phi->getType(), count_), nullptr, "kept"));
  build.CreateStore(build.getInt32(kNoBase), base);
  const auto place = [&](unsigned i, Value* warp) {
    return build.CreateInBoundsGEP(kept[i]->getAllocatedType(), kept[i], {build.getInt32(0), warp});
  };

  start->getTerminator()->eraseFromParent();
  build.SetInsertPoint(start);
  Value* own = build.CreateSub(number_, build.CreateLoad(build.getInt32Ty(), base));
  build.CreateCondBr(build.CreateICmpULT(own, build.getInt32(count_)), take, begin);

  build.SetInsertPoint(begin);
  llvm::LoadInst* wanted = build.CreateLoad(
      build.getInt32Ty(), build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), function_.getArg(0),
                                                           offsetof(cpu::WarpContext, warps_to_run)));
  wanted->setVolatile(true);
  wanted->copyMetadata(*note_, {llvm::LLVMContext::MD_alias_scope});
  build.CreateCondBr(
      build.CreateAnd(build.CreateFreeze(enough_), build.CreateICmpULT(number(count_ - 1, build), wanted)),
      test, join);

  build.SetInsertPoint(test);
  Value* all = build.getTrue();
  for (unsigned warp = 0; warp < count_; ++warp) {
    for (const auto& [condition, is_true] : conditions_) {
      Value* met = build.CreateFreeze(slice_->at(condition, warp, build));
      all = build.CreateAnd(all, is_true ? met : build.CreateNot(met));
    }
  }
  build.CreateCondBr(all, ahead, join);

  build.SetInsertPoint(ahead);
  // A warp that has not begun has not noted its lanes yet, all of which run.
  for (unsigned warp = 1; warp < count_; ++warp) {
    Value* context =
        build.CreateInBoundsGEP(build.getInt8Ty(), function_.getArg(0),
                                build.CreateNUWMul(build.CreateZExt(number(warp, build), build.getInt64Ty()),
                                                   build.getInt64(cpu::kWarpStride)));
    llvm::StoreInst* lanes =
        build.CreateStore(build.getInt32(~0u),
                          build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), context,
                                                           offsetof(cpu::WarpContext, running_lanes)),
                          /*isVolatile*/ true);
    lanes->copyMetadata(*note_, {llvm::LLVMContext::MD_alias_scope});
  }
  BasicBlock* apart = emit_together(build, ahead);
  build.SetInsertPoint(apart);
  note(number_, build);
  for (unsigned warp = 0; warp < count_; ++warp) {
    for (unsigned i = 0; i < phis_.size(); ++i)
      build.CreateStore(carried_[warp][i], place(i, build.getInt32(warp)));
  }
  build.CreateStore(number_, base);
  build.CreateBr(take);

  build.SetInsertPoint(take);
  llvm::PHINode* index = build.CreatePHI(build.getInt32Ty(), 2);
  index->addIncoming(own, start);
  index->addIncoming(build.getInt32(0), apart);
  llvm::SmallVector<Value*> states;
  for (unsigned i = 0; i < phis_.size(); ++i)
    states.push_back(build.CreateLoad(phis_[i]->getType(), place(i, index)));
  build.CreateBr(join);

  build.SetInsertPoint(&*join->begin());
  for (unsigned i = 0; i < phis_.size(); ++i) {
    Value* first = phis_[i]->getIncomingValueForBlock(before_);
    llvm::PHINode* state = build.CreatePHI(first->getType(), 3);
    // The copy of a loop runs for joined warps only.
    Value* otherwise = joined_ ? llvm::PoisonValue::get(first->getType()) : first;
    state->addIncoming(states[i], take);
    state->addIncoming(otherwise, begin);
    state->addIncoming(otherwise, test);
    phis_[i]->setIncomingValueForBlock(before_, state);
  }
  if (!joined_) return;
  llvm::PHINode* answer = build.CreatePHI(build.getInt1Ty(), 3);
  answer->addIncoming(build.getTrue(), take);
  answer->addIncoming(build.getFalse(), begin);
  answer->addIncoming(build.getFalse(), test);
  joined_->replaceAllUsesWith(answer);
  joined_->eraseFromParent();
}

bool Joiner::join(llvm::Loop& loop) {
  loop_ = &loop;
  if (!loop.getParentLoop() || !is_joint_candidate(loop)) return false;
  before_ = loop.getLoopPreheader();
  if (!before_) before_ = llvm::InsertPreheaderForLoop(&loop, &dominators_, &loops_, nullptr, false);
  if (!before_) return false;
  ends_.recalculate(function_);
  if (!find_warps()) return false;
  slice_.emplace(*warps_);
  if (!stores_nothing_before() || !find_conditions() || !find_values()) return false;
  find_equal();
  count_ = count_warps();
  if (count_ < 2 || !find_rounds()) return false;
  emit();
  return true;
}

void clean(Function& function, llvm::FunctionAnalysisManager& functions) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA*/ true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(
      llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()), /*UseMemorySSA*/ true));
  passes.addPass(llvm::GVNPass());
  passes.addPass(llvm::SimplifyCFGPass());
  functions.invalidate(function, llvm::PreservedAnalyses::none());
  functions.invalidate(function, passes.run(function, functions));
}

}  // namespace

llvm::PreservedAnalyses JoinWarps::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  Function* joined = module.getFunction(kJoinedFunction);
  for (Function& function : module) {
    if (function.isDeclaration() || !function.getName().starts_with(kWarpPrefix)) continue;
    const auto& loops = functions.getResult<llvm::LoopAnalysis>(function);
    llvm::SmallVector<BasicBlock*> headers;
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
      if (loop->getParentLoop() && is_joint_candidate(*loop)) headers.push_back(loop->getHeader());
    }
    headers.truncate(std::min<std::size_t>(headers.size(), kMaxTries));
    bool changed = false;
    for (BasicBlock* header : headers) {
      Joiner joiner(function, functions);
      changed |= joiner.join(*joiner.loops().getLoopFor(header));
    }
    for (Instruction& each : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (!joined || !calls(&each, kJoinedFunction)) continue;
      each.replaceAllUsesWith(llvm::ConstantInt::getFalse(each.getContext()));
      each.eraseFromParent();
      changed = true;
    }
    if (changed) clean(function, functions);
  }
  if (joined) joined->eraseFromParent();
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
