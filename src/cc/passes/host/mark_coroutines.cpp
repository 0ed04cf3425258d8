// SPDX-License-Identifier: Apache-2.0
//
// mark-coroutines: what will be cut at its barriers stays marked: the parts take over the attributes of the
// whole, and so those passes find them that tidy up after the cut.

#include <llvm/IR/Module.h>

#include "cc/passes/passes.h"

namespace gridcall::cc {

llvm::PreservedAnalyses MarkCoroutines::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module) {
    if (function.isPresplitCoroutine()) function.addFnAttr(kCoroutineAttribute);
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
