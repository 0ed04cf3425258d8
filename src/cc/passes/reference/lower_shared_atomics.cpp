// SPDX-License-Identifier: Apache-2.0
//
// lower-shared-atomics: atomics that mark-shared-atomics has marked become a volatile load, the operation and
// a volatile store.

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

void lower_update(llvm::AtomicRMWInst* update) {
  llvm::IRBuilder<> builder(update);
  llvm::LoadInst* old = builder.CreateAlignedLoad(update->getType(), update->getPointerOperand(),
                                                  update->getAlign(), /*volatile*/ true);
  llvm::Value* fresh =
      llvm::buildAtomicRMWValue(update->getOperation(), builder, old, update->getValOperand());
  builder.CreateAlignedStore(fresh, update->getPointerOperand(), update->getAlign(), /*volatile*/ true);
  update->replaceAllUsesWith(old);
  update->eraseFromParent();
}

void lower_exchange(llvm::AtomicCmpXchgInst* exchange) {
  llvm::IRBuilder<> builder(exchange);
  llvm::Value* address = exchange->getPointerOperand();
  llvm::Value* expected = exchange->getCompareOperand();
  llvm::LoadInst* old = builder.CreateAlignedLoad(expected->getType(), address, exchange->getAlign(), true);
  llvm::Value* equal = builder.CreateICmpEQ(old, expected);
  llvm::Value* fresh = builder.CreateSelect(equal, exchange->getNewValOperand(), old);
  builder.CreateAlignedStore(fresh, address, exchange->getAlign(), true);
  llvm::Value* result = builder.CreateInsertValue(llvm::PoisonValue::get(exchange->getType()), old, 0);
  result = builder.CreateInsertValue(result, equal, 1);
  exchange->replaceAllUsesWith(result);
  exchange->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses LowerSharedAtomics::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
        if (update->getSyncScopeID() != llvm::SyncScope::SingleThread) continue;
        lower_update(update);
        changed = true;
      } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        if (exchange->getSyncScopeID() != llvm::SyncScope::SingleThread) continue;
        lower_exchange(exchange);
        changed = true;
      }
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
