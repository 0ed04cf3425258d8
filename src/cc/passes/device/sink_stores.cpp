// SPDX-License-Identifier: Apache-2.0
//
// sink-stores: a loop that adds up in memory, as in c[i] += a[k] * b[k], stores in each iteration, because c
// may overlap a or b. A vector's masked store delays every load of its line that follows, and a scatter costs
// more than the sum. Here the loop keeps the value in a register and stores it once, behind the loop, where a
// test before the loop finds that no other access reaches the place. Otherwise a copy of the loop runs as
// written. Both orders are equal for the thread itself, and other threads may not look before the next
// barrier.

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <cstdint>
#include <optional>
#include <utility>

#include "cc/ir/loop_headers.h"
#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

using llvm::Instruction;
using llvm::SCEV;
using llvm::Value;

constexpr unsigned kMaxToCopy = 100;  // of a loop, which is copied
constexpr unsigned kMaxPlaces = 4, kMaxTests = 6;

struct SinkAnalyses {
  llvm::LoopInfo& loops;
  llvm::DominatorTree& dominators;
  llvm::ScalarEvolution& evolution;
  llvm::AssumptionCache& assumptions;
  llvm::AAResults& aliases;
};

// A place that the loop writes, equal in all iterations.
struct SumPlace {
  Value* pointer;
  llvm::Type* type;
  llvm::Align align;
  bool is_read;
  llvm::AAMDNodes tags;
};

// The type's tag alone: scopes of inlined functions say nothing about other iterations.
llvm::AAMDNodes tags_of(const Instruction& access) {
  llvm::AAMDNodes tags;
  tags.TBAA = access.getMetadata(llvm::LLVMContext::MD_tbaa);
  return tags;
}

struct Sums {
  llvm::SmallVector<SumPlace> places;
  llvm::SmallVector<Instruction*> others;  // loads from elsewhere
};

// Returns the places that can be registers if the other loads do not reach them.
std::optional<Sums> sums_of(const llvm::Loop& loop, const SinkAnalyses& known) {
  llvm::BasicBlock* const latch = loop.getLoopLatch();
  if (!loop.isInnermost() || !loop.getLoopPreheader() || !latch || loop.getExitingBlock() != latch ||
      !loop.getExitBlock())
    return std::nullopt;
  Sums sums;
  unsigned count = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    count += static_cast<unsigned>(block->size());
    if (count > kMaxToCopy) return std::nullopt;
    for (const Instruction& each : *block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
      if (!llvm::isGuaranteedToTransferExecutionToSuccessor(&each) || (call && call->isConvergent()))
        return std::nullopt;
      if (!each.mayReadOrWriteMemory()) continue;
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&each);
      const bool is_simple =
          store ? store->isSimple()
                : llvm::isa<llvm::LoadInst>(each) && llvm::cast<llvm::LoadInst>(each).isSimple();
      // An access in some iterations alone does not show how far the others would reach.
      if (!is_simple || !known.dominators.dominates(block, latch)) return std::nullopt;
      if (!store) continue;
      Value* const pointer = const_cast<Value*>(store->getPointerOperand());
      llvm::Type* const type = store->getValueOperand()->getType();
      if (!loop.isLoopInvariant(pointer) || !type->isSingleValueType()) return std::nullopt;
      auto place =
          llvm::find_if(sums.places, [&](const SumPlace& other) { return other.pointer == pointer; });
      if (place == sums.places.end()) {
        sums.places.push_back({pointer, type, store->getAlign(), false, tags_of(each)});
      } else if (place->type != type) {
        return std::nullopt;
      } else {
        place->tags = place->tags.merge(tags_of(each));
      }
    }
  }
  if (sums.places.empty() || sums.places.size() > kMaxPlaces) return std::nullopt;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (Instruction& each : *block) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&each);
      if (!load) continue;
      auto place = llvm::find_if(
          sums.places, [&](const SumPlace& other) { return other.pointer == load->getPointerOperand(); });
      if (place == sums.places.end()) {
        sums.others.push_back(load);
      } else if (place->type == load->getType()) {
        place->is_read = true;
      } else {
        return std::nullopt;
      }
    }
  }
  return sums;
}

// The tests whether two accesses are apart in all iterations, as expressions of values before the loop.
class ApartTests {
 public:
  ApartTests(llvm::Loop& loop, const SinkAnalyses& known)
      : loop_(loop), evolution_(known.evolution), layout_(loop.getHeader()->getDataLayout()) {}

  // Returns false if no test can be made.
  bool add(const SumPlace& place, Value* pointer, llvm::Type* type) {
    const SCEV* const count = evolution_.getBackedgeTakenCount(&loop_);
    llvm::Type* const wide = llvm::Type::getInt64Ty(type->getContext());
    if (pointer->getType() != place.pointer->getType() ||
        layout_.getTypeSizeInBits(pointer->getType()) != 64 || llvm::isa<llvm::SCEVCouldNotCompute>(count) ||
        evolution_.getTypeSizeInBits(count->getType()) > 64)
      return false;
    const SCEV* first = evolution_.getSCEV(pointer);
    const SCEV* last = first;
    if (const auto* walk = llvm::dyn_cast<llvm::SCEVAddRecExpr>(first)) {
      if (walk->getLoop() != &loop_ || !walk->isAffine()) return false;
      first = walk->getStart();
      last = evolution_.getAddExpr(first,
                                   evolution_.getMulExpr(walk->getStepRecurrence(evolution_),
                                                         evolution_.getTruncateOrZeroExtend(count, wide)));
    }
    if (!evolution_.isLoopInvariant(first, &loop_) || !evolution_.isLoopInvariant(last, &loop_)) return false;
    const SCEV* const from = evolution_.getSCEV(place.pointer);
    const SCEV* low = distance(first, from, wide);
    const SCEV* high = distance(last, from, wide);
    if (!low || !high) return false;
    // Every iteration runs the access, so that the addresses rise or fall from the first to the last.
    const SCEV* const grows = evolution_.getMinusSCEV(high, low);
    if (evolution_.isKnownNonPositive(grows)) {
      std::swap(low, high);
    } else if (!evolution_.isKnownNonNegative(grows)) {
      const SCEV* const least = evolution_.getSMinExpr(low, high);
      high = evolution_.getSMaxExpr(low, high);
      low = least;
    }
    const auto bytes = [&](llvm::Type* of) {
      return static_cast<std::int64_t>(layout_.getTypeStoreSize(of).getFixedValue());
    };
    tests_.push_back({low, bytes(place.type), high, -bytes(type)});
    return tests_.size() <= kMaxTests;
  }

  // Returns NULL if the accesses are known to be apart.
  Value* expand(llvm::SCEVExpander& expander, Instruction* at) const {
    llvm::IRBuilder<> build(at);
    Value* all = nullptr;
    for (const Test& test : tests_) {
      const auto bound = [&](std::int64_t bytes) {
        return llvm::ConstantInt::getSigned(build.getInt64Ty(), bytes);
      };
      Value* const low = expander.expandCodeFor(test.low, build.getInt64Ty(), at->getIterator());
      Value* const high = expander.expandCodeFor(test.high, build.getInt64Ty(), at->getIterator());
      build.SetInsertPoint(at);
      Value* const is_above = build.CreateICmpSGE(low, bound(test.above));
      Value* const apart = build.CreateOr(is_above, build.CreateICmpSLE(high, bound(test.below)));
      all = all ? build.CreateAnd(all, apart) : apart;
    }
    return all;
  }

  bool is_expandable(const llvm::SCEVExpander& expander) const {
    return llvm::all_of(tests_, [&](const Test& test) {
      const auto divides = [](const SCEV* part) { return llvm::isa<llvm::SCEVUDivExpr>(part); };
      return expander.isSafeToExpand(test.low) && expander.isSafeToExpand(test.high) &&
             !llvm::SCEVExprContains(test.low, divides) && !llvm::SCEVExprContains(test.high, divides);
    });
  }

 private:
  // The place is below or above all accesses: low >= above or high <= below, in bytes from the place's start.
  struct Test {
    const SCEV* low;
    std::int64_t above;
    const SCEV* high;
    std::int64_t below;
  };

  const SCEV* distance(const SCEV* to, const SCEV* from, llvm::Type* wide) {
    const SCEV* result = evolution_.getMinusSCEV(to, from);
    if (llvm::isa<llvm::SCEVCouldNotCompute>(result))
      result = evolution_.getMinusSCEV(evolution_.getPtrToIntExpr(to, wide),
                                       evolution_.getPtrToIntExpr(from, wide));
    return llvm::isa<llvm::SCEVCouldNotCompute>(result) ? nullptr : result;
  }

  llvm::Loop& loop_;
  llvm::ScalarEvolution& evolution_;
  const llvm::DataLayout& layout_;
  llvm::SmallVector<Test> tests_;
};

// Makes a register of each place.
void keep_in_registers(llvm::Loop& loop, const Sums& sums, const SinkAnalyses& known) {
  llvm::SmallVector<llvm::AllocaInst*> registers;
  llvm::IRBuilder<> early(&*loop.getHeader()->getParent()->getEntryBlock().getFirstInsertionPt());
  llvm::IRBuilder<> before(loop.getLoopPreheader()->getTerminator());
  llvm::IRBuilder<> behind(&*loop.getExitBlock()->getFirstInsertionPt());
  for (const SumPlace& place : sums.places) {
    llvm::AllocaInst* const kept = early.CreateAlloca(place.type);
    if (place.is_read)
      before.CreateStore(before.CreateAlignedLoad(place.type, place.pointer, place.align), kept);
    for (llvm::BasicBlock* block : loop.blocks()) {
      for (Instruction& each : *block)
        if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(each) &&
            llvm::getLoadStorePointerOperand(&each) == place.pointer)
          each.setOperand(llvm::isa<llvm::StoreInst>(each) ? 1 : 0, kept);
    }
    behind.CreateAlignedStore(behind.CreateLoad(place.type, kept), place.pointer, place.align);
    registers.push_back(kept);
  }
  llvm::PromoteMemToReg(registers, known.dominators, &known.assumptions);
}

bool sink(llvm::Loop& loop, const SinkAnalyses& known) {
  const std::optional<Sums> sums = sums_of(loop, known);
  if (!sums) return false;
  llvm::BatchAAResults aliases(known.aliases);
  aliases.enableCrossIterationMode();
  ApartTests tests(loop, known);
  const auto test = [&](const SumPlace& place, Value* pointer, llvm::Type* type,
                        const llvm::AAMDNodes& tags) {
    const auto size = [&](llvm::Type* of) {
      return llvm::LocationSize::precise(loop.getHeader()->getDataLayout().getTypeStoreSize(of));
    };
    const llvm::MemoryLocation here(place.pointer, size(place.type), place.tags);
    return aliases.alias(here, llvm::MemoryLocation(pointer, size(type), tags)) ==
               llvm::AliasResult::NoAlias ||
           tests.add(place, pointer, type);
  };
  for (std::size_t i = 0; i < sums->places.size(); ++i) {
    const SumPlace& place = sums->places[i];
    for (const SumPlace& other : llvm::ArrayRef(sums->places).drop_front(i + 1))
      if (!test(place, other.pointer, other.type, other.tags)) return false;
    for (Instruction* load : sums->others)
      if (!test(place, llvm::getLoadStorePointerOperand(load), load->getType(), tags_of(*load))) return false;
  }
  const auto simplify = [&] {
    llvm::simplifyLoop(&loop, &known.dominators, &known.loops, &known.evolution, &known.assumptions, nullptr,
                       /*PreserveLCSSA*/ false);
    llvm::formLCSSA(loop, known.dominators, &known.loops, &known.evolution);
  };
  Instruction* const at = loop.getLoopPreheader()->getTerminator();
  llvm::SCEVExpander expander(known.evolution, at->getDataLayout(), "apart");
  if (!tests.is_expandable(expander)) return false;
  simplify();
  if (Value* const apart = tests.expand(expander, loop.getLoopPreheader()->getTerminator()))
    keep_copy(loop, apart, known.loops, known.dominators);
  simplify();  // the exit is the loop's own
  keep_in_registers(loop, *sums, known);
  known.evolution.forgetAllLoops();
  return true;
}

}  // namespace

llvm::PreservedAnalyses SinkStores::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const SinkAnalyses known = {functions.getResult<llvm::LoopAnalysis>(function),
                                functions.getResult<llvm::DominatorTreeAnalysis>(function),
                                functions.getResult<llvm::ScalarEvolutionAnalysis>(function),
                                functions.getResult<llvm::AssumptionAnalysis>(function),
                                functions.getResult<llvm::AAManager>(function)};
    for (llvm::Loop* loop : known.loops.getLoopsInPreorder()) changed = sink(*loop, known) || changed;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
