// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/check/compared_reads.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>

#include "cpu/abi/check.h"

namespace gridcall::cc::check {
namespace {

using llvm::Instruction;
using llvm::LoadInst;

// Returns whether `ends` holds for a use of the value, or of one made from it by users that `passes` accepts.
template <class Passes, class Ends>
bool reaches(const Instruction& value, const Passes& passes, const Ends& ends) {
  llvm::SmallVector<const Instruction*> work{&value};
  llvm::SmallPtrSet<const Instruction*, 16> seen;
  while (!work.empty()) {
    for (const llvm::Use& use : work.pop_back_val()->uses()) {
      if (ends(use)) return true;
      const auto* user = llvm::cast<Instruction>(use.getUser());
      if (passes(*user) && seen.insert(user).second) work.push_back(user);
    }
  }
  return false;
}

bool is_compared(const LoadInst& load) {
  const llvm::Value* place = load.getPointerOperand()->stripPointerCasts();
  const auto passes = [](const Instruction& user) {
    return llvm::isa<llvm::PHINode, llvm::CastInst, llvm::FreezeInst, llvm::SelectInst>(user);
  };
  return reaches(load, passes, [&](const llvm::Use& use) {
    const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(use.getUser());
    return exchange && use.get() == exchange->getCompareOperand() &&
           exchange->getPointerOperand()->stripPointerCasts() == place;
  });
}

// Returns whether the value decides when a loop without stores ends.
bool is_polled(const LoadInst& load, const llvm::LoopInfo& loops) {
  const llvm::Loop* loop = loops.getLoopFor(load.getParent());
  if (!loop) return false;
  for (const llvm::BasicBlock* block : loop->blocks())
    for (const Instruction& instruction : *block)
      if (llvm::isa<llvm::StoreInst>(instruction)) return false;
  const auto passes = [&](const Instruction& user) {
    return loop->contains(&user) && !user.mayReadOrWriteMemory() && !user.isTerminator();
  };
  return reaches(load, passes, [&](const llvm::Use& use) {
    const auto* user = llvm::cast<Instruction>(use.getUser());
    return user->isTerminator() && loop->contains(user) && loop->isLoopExiting(user->getParent());
  });
}

}  // namespace

llvm::DenseMap<const Instruction*, std::uint32_t> compared_reads(llvm::Function& function) {
  llvm::DenseMap<const Instruction*, std::uint32_t> found;
  llvm::SmallVector<const LoadInst*> volatile_reads;
  for (const Instruction& instruction : llvm::instructions(function)) {
    const auto* load = llvm::dyn_cast<LoadInst>(&instruction);
    if (!load) continue;
    if (load->isVolatile()) volatile_reads.push_back(load);
    if (is_compared(*load)) found[load] = cpu::kAccessAtomic | cpu::kAccessCompared;
  }
  if (volatile_reads.empty()) return found;
  const llvm::DominatorTree tree(function);
  const llvm::LoopInfo loops(tree);
  llvm::SmallPtrSet<const llvm::Value*, 4> places;
  for (const LoadInst* load : volatile_reads)
    if (is_polled(*load, loops)) places.insert(load->getPointerOperand());
  // The optimizer may have peeled the first iteration off a loop.
  for (const LoadInst* load : volatile_reads)
    if (places.contains(load->getPointerOperand())) found[load] = cpu::kAccessAtomic;
  return found;
}

}  // namespace gridcall::cc::check
