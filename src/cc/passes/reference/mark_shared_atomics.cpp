// SPDX-License-Identifier: Apache-2.0
//
// mark-shared-atomics: a block runs on one OS thread and changes threads only inside calls of the runtime, so
// an atomic operation on shared memory needs no locked instruction. Address spaces tell which accesses are to
// shared memory, so this runs before they are removed. The operations remain atomics, with the scope of a
// single thread, until lower-shared-atomics expands them.

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "cc/passes/passes.h"

namespace gridcall::cc {

constexpr unsigned kShared = 3;

llvm::PreservedAnalyses MarkSharedAtomics::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
        if (update->getPointerAddressSpace() == kShared)
          update->setSyncScopeID(llvm::SyncScope::SingleThread);
      } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        if (exchange->getPointerAddressSpace() == kShared)
          exchange->setSyncScopeID(llvm::SyncScope::SingleThread);
      }
    }
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
