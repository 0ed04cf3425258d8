// SPDX-License-Identifier: Apache-2.0
//
// split-large-blocks: cuts basic blocks of thousands of instructions, which unrolled loops leave behind, into
// several. Instruction selection and the schedulers compare each instruction of a block with all others: a
// block of 18,000 took them minutes, and its parts take seconds. Taking the parts' addresses keeps LLVM from
// joining them.

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

constexpr std::size_t kLarge = 1000, kPart = 500;

// A block must not end between a must-tail call and its return.
bool may_end_before(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast_or_null<llvm::CallInst>(instruction.getPrevNode());
  return !call || !call->isMustTailCall();
}

void split(llvm::BasicBlock* block) {
  std::size_t count = 0;
  for (llvm::Instruction& instruction : *block) {
    if (llvm::isa<llvm::AllocaInst>(instruction)) {
      count = 0;  // allocas stay in the entry block, where they are static
      continue;
    }
    if (++count <= kPart || llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator() ||
        !may_end_before(instruction))
      continue;
    llvm::BasicBlock* const rest = llvm::SplitBlock(block, &instruction);
    llvm::BlockAddress::get(rest);
    return split(rest);
  }
}

}  // namespace

llvm::PreservedAnalyses SplitLargeBlocks::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::BasicBlock*> large;
    for (llvm::BasicBlock& block : function)
      if (block.size() > kLarge) large.push_back(&block);
    for (llvm::BasicBlock* block : large) split(block);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
