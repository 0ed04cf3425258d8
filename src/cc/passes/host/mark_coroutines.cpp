// SPDX-License-Identifier: Apache-2.0
//
// mark-coroutines: marks warp entries that CoroSplit will split at their barriers. The resulting functions
// inherit the attribute, by which later passes find them.

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
