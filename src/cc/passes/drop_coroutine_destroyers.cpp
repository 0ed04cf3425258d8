// SPDX-License-Identifier: Apache-2.0
//
// drop-coroutine-destroyers: the runtime never destroys a warp before its end (frames are its own memory), so
// the functions that CoroSplit makes for that need no code.

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "cc/passes/passes.h"

namespace gridcall::cc {

llvm::PreservedAnalyses DropCoroutineDestroyers::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module) {
    const llvm::StringRef name = function.getName();
    if (function.isDeclaration() || !name.starts_with(kWarpPrefix) ||
        (!name.ends_with(".destroy") && !name.ends_with(".cleanup"))) {
      continue;
    }
    const auto linkage = function.getLinkage();
    function.deleteBody();
    function.setLinkage(linkage);
    llvm::IRBuilder<>(llvm::BasicBlock::Create(module.getContext(), "", &function)).CreateUnreachable();
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
