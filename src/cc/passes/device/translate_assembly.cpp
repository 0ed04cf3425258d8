// SPDX-License-Identifier: Apache-2.0
//
// translate-assembly: replaces inline PTX by equivalent IR, statement by statement (passes/device/assembly).
// An assembly with an unknown statement remains, and check-supported refuses it.

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <string>

#include "cc/passes/device/assembly/machine.h"
#include "cc/passes/passes.h"

namespace gridcall::cc {

llvm::PreservedAnalyses TranslateAssembly::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::CallInst*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call && call->isInlineAsm()) calls.push_back(call);
    }
    for (llvm::CallInst* call : calls) {
      if (llvm::cast<llvm::InlineAsm>(call->getCalledOperand())->getAsmString().empty())
        continue;  // a compiler barrier
      changed = true;
      std::string problem;
      if (assembly::Machine(call).run(problem) || problem.empty()) continue;
      llvm::LLVMContext& context = module.getContext();
      call->setMetadata(kUnknownStatementMetadata,
                        llvm::MDNode::get(context, llvm::MDString::get(context, problem)));
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
