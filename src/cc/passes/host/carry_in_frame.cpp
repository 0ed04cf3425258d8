// SPDX-License-Identifier: Apache-2.0
//
// carry-in-frame: keeps what a loop with barriers carries, such as a tile product's sums, at one place of its
// warp's frame. The value of one iteration and that of the next are two values, and CoroSplit gives each that
// is live across a barrier a place of its own, so that every iteration copied the sums of all warps from one
// place to the other. Where the first one's uses are all before the next one is computed, both get one local
// variable, which is in the frame. Code does not grow; at most kMaxCarried values of a function are tried,
// each of which is followed once through its blocks.

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <cstdint>

#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;
using Blocks = llvm::SmallPtrSet<const BasicBlock*, 32>;

constexpr std::uint64_t kLeastBytes = 64;  // of a value, and its alignment; smaller ones cost little to copy
constexpr unsigned kMaxCarried = 16;
constexpr std::size_t kMaxBarriers = 256;

// Adds the blocks that follow `from` on ways that end where `end` begins.
void follow(const BasicBlock& from, const BasicBlock& end, Blocks& found) {
  llvm::SmallVector<const BasicBlock*> work{&from};
  while (!work.empty()) {
    for (const BasicBlock* next : llvm::successors(work.pop_back_val()))
      if (next != &end && found.insert(next).second) work.push_back(next);
  }
}

// Returns the block where a use reads the value.
const BasicBlock* place_of(const llvm::Use& use) {
  const auto* user = llvm::cast<Instruction>(use.getUser());
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
  return phi ? phi->getIncomingBlock(use) : user->getParent();
}

// Returns whether both values are live across barriers in every iteration: what is stored where a warp yields
// at times is in registers else.
bool cross_barriers(const llvm::PHINode& phi, const Instruction& next, const llvm::Loop& loop,
                    const llvm::DominatorTree& dominators, llvm::ArrayRef<const BasicBlock*> barriers) {
  bool first = false, second = false;
  for (const BasicBlock* each : barriers) {
    if (!loop.contains(each) || !dominators.dominates(each, loop.getLoopLatch())) continue;
    first = first || llvm::any_of(phi.uses(), [&](const llvm::Use& use) {
              return dominators.properlyDominates(each, place_of(use));
            });
    second = second || dominators.dominates(next.getParent(), each);
  }
  return first && second;
}

// Returns whether `phi` is used where its next value has been computed.
bool are_both_live(const llvm::PHINode& phi, const Instruction& next) {
  const BasicBlock* made = next.getParent();
  Blocks behind;
  follow(*made, *phi.getParent(), behind);
  return llvm::any_of(phi.uses(), [&](const llvm::Use& use) {
    const BasicBlock* place = place_of(use);
    const auto* user = llvm::cast<Instruction>(use.getUser());
    return behind.contains(place) ||
           (place == made && (llvm::isa<llvm::PHINode>(user) || (user != &next && next.comesBefore(user))));
  });
}

// Replaces uses by loads where they read the value.
void read_from(llvm::AllocaInst& variable, Instruction& value, const BasicBlock* except) {
  llvm::SmallVector<llvm::User*> users(value.users());
  for (llvm::User* each : users) {
    auto* user = llvm::cast<Instruction>(each);
    auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
    const auto load = [&](Instruction* at) {
      return llvm::IRBuilder<>(at).CreateAlignedLoad(value.getType(), &variable, variable.getAlign());
    };
    if (!phi) {
      if (user->getParent() != except) user->replaceUsesOfWith(&value, load(user));
      continue;
    }
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      if (phi->getIncomingValue(i) != &value) continue;
      // Entries of one predecessor have one value.
      BasicBlock* from = phi->getIncomingBlock(i);
      phi->setIncomingValueForBlock(from, load(from->getTerminator()));
    }
  }
}

bool carry(llvm::PHINode& phi, const llvm::Loop& loop, const llvm::DominatorTree& dominators,
           llvm::ArrayRef<const BasicBlock*> barriers) {
  BasicBlock *before = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
  if (!before || !latch || !phi.getType()->isVectorTy() || phi.getType()->isIntOrIntVectorTy(1) ||
      phi.getDataLayout().getTypeStoreSize(phi.getType()).getFixedValue() < kLeastBytes)
    return false;
  auto* next = llvm::dyn_cast<Instruction>(phi.getIncomingValueForBlock(latch));
  if (!next || next == &phi || next->isTerminator() || next->getParent() == phi.getParent() ||
      !cross_barriers(phi, *next, loop, dominators, barriers) || are_both_live(phi, *next))
    return false;
  BasicBlock& entry = phi.getFunction()->getEntryBlock();
  auto* variable =
      llvm::IRBuilder<>(&*entry.getFirstInsertionPt()).CreateAlloca(phi.getType(), nullptr, "carried");
  variable->setAlignment(llvm::Align(kLeastBytes));
  Value* first = phi.getIncomingValueForBlock(before);
  const auto* merged = llvm::dyn_cast<llvm::PHINode>(next);
  phi.removeIncomingValue(latch, /*DeletePHIIfEmpty*/ false);
  read_from(*variable, *next, merged ? nullptr : next->getParent());
  read_from(*variable, phi, nullptr);
  phi.eraseFromParent();
  llvm::IRBuilder<>(before->getTerminator()).CreateAlignedStore(first, variable, variable->getAlign());
  llvm::IRBuilder<>(merged ? &*next->getParent()->getFirstInsertionPt() : next->getNextNode())
      .CreateAlignedStore(next, variable, variable->getAlign());
  return true;
}

}  // namespace

llvm::PreservedAnalyses CarryInFrame::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (llvm::Function& function : module) {
    // A part of a module declares the kernels of the others.
    if (function.isDeclaration() || !function.isPresplitCoroutine()) continue;
    llvm::SmallVector<const BasicBlock*> barriers;
    for (const Instruction& each : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
      if (call && call->getIntrinsicID() == llvm::Intrinsic::coro_suspend)
        barriers.push_back(call->getParent());
    }
    if (barriers.size() > kMaxBarriers) continue;
    const auto& loops = functions.getResult<llvm::LoopAnalysis>(function);
    const auto& dominators = functions.getResult<llvm::DominatorTreeAnalysis>(function);
    unsigned tried = 0;
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
      if (llvm::none_of(barriers, [&](const BasicBlock* each) { return loop->contains(each); })) continue;
      for (llvm::PHINode& phi : llvm::make_early_inc_range(loop->getHeader()->phis()))
        if (phi.getType()->isVectorTy() && tried++ < kMaxCarried) carry(phi, *loop, dominators, barriers);
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
