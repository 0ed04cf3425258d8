// SPDX-License-Identifier: Apache-2.0
//
// translate-assembly: replaces inline PTX by equivalent IR, statement by statement (passes/device/assembly).
// An assembly with an unknown statement remains, and check-supported refuses it. A function in which a thread
// exits is inlined into the kernels, where an exit is a return.

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <string>

#include "cc/ir/names.h"

#include "cc/passes/device/assembly/machine.h"
#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

// Returns the calls of a function that are in kernels, or that are in other functions.
llvm::SmallVector<llvm::CallInst*> calls_of(llvm::Function& callee, bool in_kernels) {
  llvm::SmallVector<llvm::CallInst*> calls;
  for (llvm::User* user : callee.users()) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call && call->getCalledFunction() == &callee &&
        call->getFunction()->hasFnAttribute(kKernelAttribute) == in_kernels)
      calls.push_back(call);
  }
  return calls;
}

// An exit remains in mutually recursive functions, and is refused.
void lower_exits(llvm::Module& module) {
  llvm::Function* exit = module.getFunction(assembly::kExit);
  if (!exit) return;
  constexpr int kDepth = 32;
  for (int depth = 0; depth < kDepth; ++depth) {
    llvm::SmallPtrSet<llvm::Function*, 8> exiting;
    for (llvm::CallInst* call : calls_of(*exit, false)) exiting.insert(call->getFunction());
    bool changed = false;
    for (llvm::Function* function : exiting) {
      for (bool in_kernels : {false, true}) {
        for (llvm::CallInst* call : calls_of(*function, in_kernels)) {
          llvm::InlineFunctionInfo info;
          if (call->getFunction() != function) changed |= llvm::InlineFunction(*call, info).isSuccess();
        }
      }
      if (!function->use_empty() || !function->hasLocalLinkage()) continue;
      function->eraseFromParent();
      changed = true;
    }
    if (!changed) break;
  }
  for (llvm::CallInst* call : calls_of(*exit, true)) {
    llvm::BasicBlock* block = call->getParent();
    block->splitBasicBlock(call);
    block->getTerminator()->eraseFromParent();
    llvm::IRBuilder<>(block).CreateRetVoid();
  }
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) llvm::removeUnreachableBlocks(function);
  }
}

// Returns the functions whose assembly, or that of one they call, may set or take the carry.
llvm::SmallPtrSet<llvm::Function*, 8> find_carrying(llvm::Module& module) {
  llvm::SmallPtrSet<llvm::Function*, 8> result;
  llvm::SmallVector<llvm::Function*> found;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (!call || !call->isInlineAsm()) continue;
      const auto* assembly = llvm::cast<llvm::InlineAsm>(call->getCalledOperand());
      const llvm::StringRef text = assembly->getAsmString();
      const bool carries =
          text.contains(".cc") || text.contains("addc") || text.contains("subc") || text.contains("madc");
      if (carries && result.insert(&function).second) found.push_back(&function);
    }
  }
  while (!found.empty()) {
    for (llvm::User* user : found.pop_back_val()->users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call && result.insert(call->getFunction()).second) found.push_back(call->getFunction());
    }
  }
  return result;
}

// Inlines functions that may be a link of a chain of carries, `addc_cc(a, b)`, inner ones first: the carry is
// a local variable of the function that has the whole chain.
void inline_carrying(llvm::Module& module) {
  const llvm::SmallPtrSet<llvm::Function*, 8> carrying = find_carrying(module);
  const auto is_link = [&](const llvm::Function* function) {
    return function && carrying.contains(function) && !function->hasFnAttribute(llvm::Attribute::NoInline) &&
           (function->hasFnAttribute(llvm::Attribute::AlwaysInline) || function->size() == 1);
  };
  const auto has_link = [&](llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      return call && is_link(call->getCalledFunction());
    });
  };
  for (bool again = true; again;) {
    again = false;
    for (llvm::Function& function : module) {
      if (!is_link(&function) || has_link(function)) continue;
      const llvm::SetVector<llvm::User*> users(function.user_begin(), function.user_end());
      for (llvm::User* user : users) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        llvm::InlineFunctionInfo info;
        if (call && call->getCalledFunction() == &function)
          again |= llvm::InlineFunction(*call, info).isSuccess();
      }
    }
  }
  for (bool again = true; again;) {
    again = false;
    for (llvm::Function& function : llvm::make_early_inc_range(module)) {
      if (!carrying.contains(&function) || !function.isDefTriviallyDead()) continue;
      function.eraseFromParent();
      again = true;
    }
  }
}

}  // namespace

llvm::PreservedAnalyses TranslateAssembly::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  inline_carrying(module);
  const llvm::SmallPtrSet<llvm::Function*, 8> carrying = find_carrying(module);
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::CallInst*> calls;
    bool calls_carrying = false;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (!call) continue;
      const llvm::Function* callee = call->getCalledFunction();
      const bool is_carrying = !call->isInlineAsm() && (!callee || carrying.contains(callee));
      calls_carrying |= is_carrying;
      if (call->isInlineAsm() || is_carrying) calls.push_back(call);
    }
    assembly::Carry carry;
    const llvm::BasicBlock* block = nullptr;
    for (llvm::CallInst* call : calls) {
      // A called function leaves another carry, in a loop to what stands before the call, too.
      if (!call->isInlineAsm() || (calls_carrying && call->getParent() != block)) carry.is_set = false;
      block = call->getParent();
      if (!call->isInlineAsm()) continue;
      if (llvm::cast<llvm::InlineAsm>(call->getCalledOperand())->getAsmString().empty())
        continue;  // a compiler barrier
      changed = true;
      std::string problem, reason;
      if (assembly::Machine(call, carry).run(problem, reason) || (problem.empty() && reason.empty()))
        continue;
      llvm::LLVMContext& context = module.getContext();
      call->setMetadata(kUnknownStatementMetadata,
                        llvm::MDNode::get(context, {llvm::MDString::get(context, problem),
                                                    llvm::MDString::get(context, reason)}));
    }
  }
  lower_exits(module);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
