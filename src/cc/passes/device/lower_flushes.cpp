// SPDX-License-Identifier: Apache-2.0
//
// lower-flushes: lowers the marks of flush-denormals to integer code, except for values that cannot be
// subnormal. The processor's own mode would flush doubles too.

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "cc/passes/device/flush.h"
#include "cc/passes/device/flushing.h"
#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

// The set of a function's values that cannot be subnormal.
class Normal {
 public:
  explicit Normal(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (is_float(&instruction) && flushing_of(instruction).result != Flushing::kMayBeSubnormal)
        normal_.insert(&instruction);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        if (!normal_.contains(&instruction) ||
            flushing_of(instruction).result != Flushing::kSubnormalAsOperands)
          continue;
        const bool holds = llvm::all_of(instruction.operands(),
                                        [&](llvm::Use& use) { return !is_float(use) || contains(use); });
        if (!holds) changed |= normal_.erase(&instruction);
      }
    }
  }

  bool contains(const llvm::Value* value) const {
    if (auto* number = llvm::dyn_cast<llvm::ConstantFP>(value)) return !number->getValueAPF().isDenormal();
    return llvm::isa<llvm::UndefValue>(value) || normal_.contains(value);
  }

 private:
  llvm::SmallPtrSet<const llvm::Value*, 16> normal_;
};

void lower(llvm::Function& function) {
  const Normal normal(function);
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    const bool flushes = is_flush(&instruction);
    if (!flushes && !is_flush(&instruction, llvm::Intrinsic::arithmetic_fence)) continue;
    llvm::Value* value = instruction.getOperand(0);
    if (flushes && !normal.contains(value)) {
      llvm::IRBuilder<> builder(&instruction);
      value = flush(builder, value);
    }
    instruction.replaceAllUsesWith(value);
    instruction.eraseFromParent();
  }
}

}  // namespace

llvm::PreservedAnalyses LowerFlushes::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (!function.hasFnAttribute(kDenormalMode)) continue;
    lower(function);
    function.removeFnAttr(kDenormalMode);
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
