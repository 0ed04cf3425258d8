// SPDX-License-Identifier: Apache-2.0
//
// prefetch-strides: a loop over a grid (i += gridDim.x * blockDim.x) has a large stride, which the
// processor's prefetchers do not follow. If a warp's loop loads at base + i and i grows by a step that is not
// known to be small, the loop prefetches the lines of a later iteration, unless it ends within a few
// iterations: then it prefetches the lines of a later block. A loop with a barrier, which loads the next tile
// in each iteration, prefetches the tile of the next iteration. Outside loops of a kernel of a grid with
// rows, or whose blocks are as far apart as an argument says, the lines of a later block are prefetched too,
// because such a block reads and writes short pieces of rows; so are the lines of gathers in short loops. The
// address may be invalid, because a prefetch does not fault.

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <algorithm>
#include <cstdint>

#include "cc/ir/names.h"
#include "cc/passes/passes.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

using namespace llvm::PatternMatch;

constexpr unsigned kRoundsAhead = 8;
// With fewer iterations a prefetch costs more than it gains, because the interleaved warps of a block load
// each other's lines.
constexpr unsigned kRoundsLeft = 16;
constexpr std::uint64_t kLine = 64;
constexpr unsigned kMaxOutsideLoops = 24;
// A block may read the first elements of the one beside it.
constexpr unsigned kBlocksAhead = 2;
constexpr unsigned kMaxInLoop = 8;
constexpr std::uint64_t kMaxRounds = 64;  // of a loop whose gathers are prefetched for a later block
constexpr unsigned kMaxDepth = 8;
constexpr unsigned kMaxAtBarriers = 256;  // includes the loads of tiles, which are not prefetched

struct Access {
  llvm::Instruction* where;
  llvm::Value* pointer;
  std::uint64_t bytes;
  bool is_store = false;
};

// Returns the induction variable if the loop adds the same `step` to it in each iteration.
llvm::PHINode* counter(llvm::Value* value, const llvm::Loop& loop, llvm::Value*& step) {
  auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
  if (!phi || phi->getParent() != loop.getHeader() || !loop.getLoopLatch()) return nullptr;
  llvm::Value* next = phi->getIncomingValueForBlock(loop.getLoopLatch());
  if (!match(next, m_c_Add(m_Specific(phi), m_Value(step))) || !loop.isLoopInvariant(step)) return nullptr;
  return llvm::isa<llvm::Constant>(step) ? nullptr : phi;
}

// Returns the base of a vector that is a splat of base, or base + (0, 1, ... 31), or of the scalar base + 31.
llvm::Value* base_of(llvm::Value* value) {
  llvm::Value* lanes = nullptr;
  if (match(value, m_Add(m_Value(lanes), m_Constant()))) value = lanes;
  return value->getType()->isVectorTy() ? llvm::getSplatValue(value) : value;
}

// Returns the comparison that the induction variable or its next value must pass for another iteration, as a
// condition on `counted_on`; NULL if none is found.
llvm::Value* passes_end(const llvm::Loop& loop, llvm::PHINode* phi, llvm::Value* counted_on,
                        llvm::IRBuilder<>& build) {
  llvm::Value* next = phi->getIncomingValueForBlock(loop.getLoopLatch());
  for (llvm::BasicBlock* block : loop.blocks()) {
    if (!loop.isLoopExiting(block)) continue;
    for (llvm::Instruction& instruction : *block) {
      auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
      if (!compare || !compare->isRelational()) continue;
      llvm::Value* counted = base_of(compare->getOperand(0));
      llvm::Value* end = base_of(compare->getOperand(1));
      // The test that lane 31 does not wrap around is no end.
      if (const auto* fixed = llvm::dyn_cast_or_null<llvm::ConstantInt>(end);
          fixed && fixed->getValue().sgt(INT32_MAX - 64))
        continue;
      if (!end || (counted != phi && counted != next) || !loop.isLoopInvariant(end)) continue;
      return build.CreateICmp(compare->getPredicate(), counted_on, end);
    }
  }
  return nullptr;
}

void prefetch_lines(const Access& access, llvm::Value* address, llvm::IRBuilder<>& build) {
  for (std::uint64_t at = 0; at < access.bytes; at += kLine) {
    llvm::Value* line = build.CreateConstGEP1_64(build.getInt8Ty(), address, at);
    build.CreateIntrinsic(llvm::Intrinsic::prefetch, {line->getType()},
                          {line, build.getInt32(access.is_store), build.getInt32(3), build.getInt32(1)});
  }
}

// Returns the index of an element without its extension; `widened` is the extension, if any. A masked access
// computes lane 0's index from that of the first active lane: ext(index + lane) - lane.
llvm::Value* index_of(const llvm::GetElementPtrInst& gep, llvm::CastInst*& widened) {
  llvm::Value* index = gep.getOperand(1);
  llvm::Value* sum = nullptr;
  llvm::Value* lane = nullptr;
  const bool is_masked = match(
      index, m_Sub(m_Value(sum), m_ZExt(m_CombineAnd(m_Intrinsic<llvm::Intrinsic::cttz>(), m_Value(lane)))));
  widened = llvm::dyn_cast<llvm::CastInst>(is_masked ? sum : index);
  if (widened && !llvm::isa<llvm::SExtInst, llvm::ZExtInst>(widened)) return nullptr;
  if (!is_masked) return widened ? widened->getOperand(0) : index;
  return widened && match(widened->getOperand(0), m_c_Add(m_Specific(lane), m_Value(index))) ? index
                                                                                             : nullptr;
}

bool has_barrier(const llvm::Loop& loop) {
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (call && call->getIntrinsicID() == llvm::Intrinsic::coro_suspend) return true;
    }
  }
  return false;
}

// Returns one lane's value of a vector that is made of splats and constants; otherwise NULL.
llvm::Value* lane_of(llvm::Value* vector, unsigned lane, llvm::IRBuilder<>& build, unsigned depth = 0) {
  if (llvm::Value* all = llvm::getSplatValue(vector)) return all;
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(vector))
    return constant->getAggregateElement(lane);
  auto* made = llvm::dyn_cast<llvm::Instruction>(vector);
  if (!made || depth == kMaxDepth) return nullptr;
  const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(made);
  unsigned opcode = made->getOpcode();
  if (disjoint && disjoint->isDisjoint()) opcode = llvm::Instruction::Add;
  const bool is_cast = llvm::isa<llvm::SExtInst, llvm::ZExtInst>(made);
  if (!is_cast && opcode != llvm::Instruction::Add && opcode != llvm::Instruction::Sub &&
      opcode != llvm::Instruction::Mul && opcode != llvm::Instruction::Shl)
    return nullptr;
  llvm::Value* left = lane_of(made->getOperand(0), lane, build, depth + 1);
  if (!left) return nullptr;
  if (is_cast)
    return build.CreateCast(static_cast<llvm::Instruction::CastOps>(opcode), left,
                            made->getType()->getScalarType());
  llvm::Value* right = lane_of(made->getOperand(1), lane, build, depth + 1);
  return right ? build.CreateBinOp(static_cast<llvm::Instruction::BinaryOps>(opcode), left, right) : nullptr;
}

// Returns whether the value is the counter, perhaps plus a constant. Where lanes diverge, each branch adds.
bool counts(const llvm::Value* value, const llvm::PHINode& counter, unsigned depth = 0) {
  if (value == &counter || match(value, m_Add(m_Specific(&counter), m_ConstantInt()))) return true;
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
  return phi && depth < kMaxDepth &&
         llvm::all_of(
             phi->incoming_values(),
             [&](const llvm::Use& each) { return counts(each.get(), counter, depth + 1); });
}

// Returns whether the loop counts from a constant to another that is near.
bool is_short(const llvm::Loop& loop) {
  llvm::BasicBlock* before = loop.getLoopPreheader();
  llvm::SmallVector<llvm::BasicBlock*> exits;
  loop.getExitingBlocks(exits);
  for (llvm::PHINode& counter : loop.getHeader()->phis()) {
    const auto* start =
        before ? llvm::dyn_cast<llvm::ConstantInt>(counter.getIncomingValueForBlock(before)) : nullptr;
    if (!start || start->getBitWidth() > 64) continue;
    for (const llvm::BasicBlock* exit : exits) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(exit->getTerminator());
      const auto* test = branch && branch->isConditional()
                             ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
                             : nullptr;
      const auto* end = test ? llvm::dyn_cast<llvm::ConstantInt>(test->getOperand(1)) : nullptr;
      if (!end || !counts(test->getOperand(0), counter)) continue;
      const std::uint64_t rounds =
          static_cast<std::uint64_t>(end->getSExtValue()) - static_cast<std::uint64_t>(start->getSExtValue());
      if (std::min(rounds, -rounds) <= kMaxRounds) return true;
    }
  }
  return false;
}

// Prefetches the address of the next iteration, which differs by a step that is invariant in the loop.
void prefetch_next(const Access& access, const llvm::Loop& loop, llvm::ScalarEvolution& evolution,
                   llvm::SCEVExpander& expander) {
  auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(access.pointer);
  // Rows of lanes are at constant distances.
  while (gep && gep->hasAllConstantIndices())
    gep = llvm::dyn_cast<llvm::GetElementPtrInst>(gep->getPointerOperand());
  if (!gep || gep->getNumIndices() != 1 || !loop.isLoopInvariant(gep->getPointerOperand())) return;
  llvm::CastInst* widened = nullptr;
  llvm::Value* index = index_of(*gep, widened);
  llvm::BasicBlock* before = loop.getLoopPreheader();
  if (!index || !before || !evolution.isSCEVable(index->getType())) return;
  const auto* counted = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(index));
  if (!counted || counted->getLoop() != &loop || !counted->isAffine()) return;
  const llvm::SCEV* step = counted->getStepRecurrence(evolution);
  if (!expander.isSafeToExpandAt(step, before->getTerminator())) return;
  llvm::Value* by = expander.expandCodeFor(step, step->getType(), before->getTerminator());
  llvm::IRBuilder<> build(access.where);
  if (widened) by = build.CreateCast(widened->getOpcode(), by, widened->getType());
  prefetch_lines(access, build.CreateGEP(gep->getSourceElementType(), access.pointer, by), build);
}

// The loads of blockIdx.x, each with its value of kBlocksAhead blocks later.
struct LaterBlock {
  llvm::ValueToSCEVMapTy x;
  bool has_rows = false;  // blockIdx.y is read
};

// Returns whether the step depends on an argument of the kernel, such as the length of a row.
bool has_argument(const llvm::SCEV* step, const llvm::Function& function) {
  return llvm::SCEVExprContains(step, [&](const llvm::SCEV* part) {
    const auto* unknown = llvm::dyn_cast<llvm::SCEVUnknown>(part);
    llvm::Value* place = nullptr;
    return unknown && match(unknown->getValue(), m_Load(m_Value(place))) &&
           llvm::getUnderlyingObject(place) == function.getArg(1);
  });
}

LaterBlock later_block(llvm::Function& function, llvm::ScalarEvolution& evolution) {
  LaterBlock found;
  const llvm::DataLayout& layout = function.getDataLayout();
  for (llvm::Instruction& each : llvm::instructions(function)) {
    llvm::Value* address = nullptr;
    if (!each.getType()->isIntegerTy(32) || !match(&each, m_Load(m_Value(address)))) continue;
    llvm::APInt index(64, 0);
    llvm::APInt field(64, 0);
    llvm::Value* warp = nullptr;
    if (!match(address->stripAndAccumulateConstantOffsets(layout, index, true), m_Load(m_Value(warp))) ||
        warp->stripAndAccumulateConstantOffsets(layout, field, true) != function.getArg(0) ||
        field != offsetof(cpu::WarpContext, block))
      continue;
    found.has_rows |= index == offsetof(cpu::BlockContext, block_index[1]);
    if (index != offsetof(cpu::BlockContext, block_index)) continue;
    found.x[&each] =
        evolution.getAddExpr(evolution.getSCEV(&each), evolution.getConstant(each.getType(), kBlocksAhead));
  }
  return found;
}

// Returns the difference to the index that the later block has at the same place, if it is the same for all
// blocks; otherwise NULL.
const llvm::SCEV* block_step(llvm::Value* index, LaterBlock& later, llvm::ScalarEvolution& evolution) {
  if (!evolution.isSCEVable(index->getType())) return nullptr;
  const llvm::SCEV* here = evolution.getSCEV(index);
  const llvm::SCEV* step =
      evolution.getMinusSCEV(llvm::SCEVParameterRewriter::rewrite(here, evolution, later.x), here);
  const auto is_varying = [&](const llvm::SCEV* part) {
    const auto* unknown = llvm::dyn_cast<llvm::SCEVUnknown>(part);
    return llvm::isa<llvm::SCEVAddRecExpr, llvm::SCEVCouldNotCompute>(part) ||
           (unknown && later.x.contains(unknown->getValue()));
  };
  return step->isZero() || llvm::SCEVExprContains(step, is_varying) ? nullptr : step;
}

void prefetch(const Access& access, const llvm::Loop& loop, LaterBlock& later_block,
              llvm::ScalarEvolution& evolution, llvm::SCEVExpander& expander) {
  auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(access.pointer);
  if (!gep || gep->getNumIndices() != 1 || !loop.isLoopInvariant(gep->getPointerOperand())) return;
  llvm::CastInst* widened = nullptr;
  llvm::Value* index = index_of(*gep, widened);
  llvm::Value* step = nullptr;
  llvm::PHINode* phi = index ? counter(index, loop, step) : nullptr;
  if (!phi) return;
  llvm::IRBuilder<> build(access.where);
  const auto rounds_on = [&](unsigned rounds) {
    return build.CreateAdd(phi, build.CreateMul(step, llvm::ConstantInt::get(step->getType(), rounds)));
  };
  llvm::Value* later = rounds_on(kRoundsAhead);
  if (llvm::Value* passes = passes_end(loop, phi, rounds_on(kRoundsLeft), build)) {
    llvm::Value* other = phi;
    const llvm::SCEV* by = block_step(phi, later_block, evolution);
    if (by && expander.isSafeToExpandAt(by, access.where))
      other = build.CreateAdd(phi, expander.expandCodeFor(by, phi->getType(), access.where));
    later = build.CreateSelect(passes, later, other);
  }
  if (widened) later = build.CreateCast(widened->getOpcode(), later, widened->getType());
  prefetch_lines(access, build.CreateGEP(gep->getSourceElementType(), gep->getPointerOperand(), later),
                 build);
}

// Returns whether the access has an address of the later block.
bool prefetch_later_block(const Access& access, LaterBlock& later, llvm::ScalarEvolution& evolution,
                          llvm::SCEVExpander& expander) {
  auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(access.pointer);
  if (!gep || gep->getNumIndices() != 1) return false;
  llvm::CastInst* widened = nullptr;
  llvm::Value* index = index_of(*gep, widened);
  const llvm::SCEV* step = index ? block_step(index, later, evolution) : nullptr;
  if (!step || (!later.has_rows && !has_argument(step, *access.where->getFunction())) ||
      !expander.isSafeToExpandAt(step, access.where))
    return false;
  llvm::Value* by = expander.expandCodeFor(step, step->getType(), access.where);
  llvm::IRBuilder<> build(access.where);
  if (widened) by = build.CreateCast(widened->getOpcode(), by, widened->getType());
  prefetch_lines(access, build.CreateGEP(gep->getSourceElementType(), access.pointer, by), build);
  return true;
}

// Prefetches what the first and the last lane of a gather read in a later block: a wave front, each of whose
// lanes reads beside what another has read before, meets new lines at one of its ends.
void prefetch_ends(llvm::IntrinsicInst& gather, LaterBlock& later, llvm::ScalarEvolution& evolution,
                   llvm::SCEVExpander& expander) {
  auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(gather.getArgOperand(0));
  if (!gep || gep->getNumIndices() != 1 || gep->getPointerOperand()->getType()->isVectorTy()) return;
  llvm::Value* mask = gather.getArgOperand(2);
  llvm::IRBuilder<> build(&gather);
  const unsigned lanes = llvm::cast<llvm::FixedVectorType>(gather.getType())->getNumElements();
  for (const unsigned lane : {0u, lanes - 1}) {
    llvm::Value* index = lane_of(gep->getOperand(1), lane, build);
    llvm::Value* address =
        index ? build.CreateGEP(gep->getSourceElementType(), gep->getPointerOperand(), index) : nullptr;
    auto* at = llvm::dyn_cast_or_null<llvm::GetElementPtrInst>(address);
    llvm::CastInst* widened = nullptr;
    llvm::Value* narrow = at ? index_of(*at, widened) : nullptr;
    const llvm::SCEV* step = narrow ? block_step(narrow, later, evolution) : nullptr;
    if (!step || !expander.isSafeToExpandAt(step, &gather)) return;
    llvm::Value* by = expander.expandCodeFor(step, step->getType(), &gather);
    if (widened) by = build.CreateCast(widened->getOpcode(), by, widened->getType());
    llvm::Value* there = build.CreateGEP(gep->getSourceElementType(), address, by);
    // An inactive lane prefetches something that is in the cache.
    llvm::Value* line =
        build.CreateSelect(build.CreateExtractElement(mask, lane), there, gather.getFunction()->getArg(0));
    prefetch_lines({&gather, line, 1}, line, build);
  }
}

// Returns whether the block is in a loop of the kernel; those over a block's warps and lanes are marked.
bool is_in_loop(const llvm::BasicBlock* block, const llvm::LoopInfo& loops) {
  for (const llvm::Loop* loop = loops.getLoopFor(block); loop; loop = loop->getParentLoop()) {
    llvm::SmallVector<llvm::BasicBlock*> latches;
    loop->getLoopLatches(latches);
    for (const llvm::BasicBlock* latch : latches)
      if (!latch->getTerminator()->hasMetadata(kLaneLoopMetadata)) return true;
  }
  return false;
}

// Returns the contiguous accesses of warps outside of the kernel's loops.
llvm::SmallVector<Access> outside_loops(llvm::Function& function, const llvm::LoopInfo& loops) {
  llvm::SmallVector<Access> found;
  for (llvm::Instruction& each : llvm::instructions(function)) {
    llvm::Value* pointer = llvm::getLoadStorePointerOperand(&each);
    llvm::Type* type = pointer ? llvm::getLoadStoreType(&each) : nullptr;
    if (!type || !type->isVectorTy() || is_in_loop(each.getParent(), loops)) continue;
    found.push_back({&each, pointer, function.getDataLayout().getTypeStoreSize(type).getFixedValue(),
                     llvm::isa<llvm::StoreInst>(each)});
  }
  return found;
}

}  // namespace

llvm::PreservedAnalyses PrefetchStrides::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  const llvm::DataLayout& layout = module.getDataLayout();
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.getName().starts_with(kWarpPrefix)) continue;
    auto& loops = functions.getResult<llvm::LoopAnalysis>(function);
    auto& evolution = functions.getResult<llvm::ScalarEvolutionAnalysis>(function);
    llvm::SCEVExpander expander(evolution, layout, "stride");
    LaterBlock later = later_block(function, evolution);
    unsigned count = 0;
    for (const Access& access : outside_loops(function, loops)) {
      if (count < kMaxOutsideLoops) count += prefetch_later_block(access, later, evolution, expander);
    }
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
      llvm::SmallVector<Access> accesses;
      llvm::SmallVector<llvm::IntrinsicInst*> gathers;
      for (llvm::BasicBlock* block : loop->blocks()) {
        if (loops.getLoopFor(block) != loop) continue;
        for (llvm::Instruction& instruction : *block) {
          auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
          llvm::Value* pointer = load ? load->getPointerOperand() : nullptr;
          if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
              call && call->getIntrinsicID() == llvm::Intrinsic::masked_load) {
            pointer = call->getArgOperand(0);
          }
          if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
              call && call->getIntrinsicID() == llvm::Intrinsic::masked_gather) {
            gathers.push_back(call);
          }
          if (!pointer || !instruction.getType()->isVectorTy()) continue;
          accesses.push_back(
              {&instruction, pointer, layout.getTypeStoreSize(instruction.getType()).getFixedValue()});
        }
      }
      if (!gathers.empty() && is_short(*loop)) {
        for (llvm::IntrinsicInst* gather : gathers) prefetch_ends(*gather, later, evolution, expander);
      }
      if (has_barrier(*loop)) {
        if (accesses.size() > kMaxAtBarriers) continue;
        for (const Access& access : accesses) prefetch_next(access, *loop, evolution, expander);
        continue;
      }
      if (accesses.size() > kMaxInLoop) continue;
      for (const Access& access : accesses) prefetch(access, *loop, later, evolution, expander);
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
