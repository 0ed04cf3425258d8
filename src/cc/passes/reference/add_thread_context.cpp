// SPDX-License-Identifier: Apache-2.0
//
// add-thread-context: every device function takes its thread's context as first parameter, and every call of
// one, also through a pointer or a virtual table, passes it on. A C library function whose address is taken
// gets a device function as a wrapper, so that all function pointers have the context as first parameter.

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "cc/passes/passes.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

// The bodies gain reads of the context, updates of the fuel and calls of the runtime, which make these
// attributes false.
template <typename Target>
void drop_claims(Target& target) {
  for (llvm::Attribute::AttrKind kind :
       {llvm::Attribute::Memory, llvm::Attribute::NoSync, llvm::Attribute::WillReturn,
        llvm::Attribute::NoFree, llvm::Attribute::MustProgress, llvm::Attribute::NoCallback,
        llvm::Attribute::NoRecurse, llvm::Attribute::Speculatable}) {
    target.removeFnAttr(kind);
  }
}

llvm::Type* generic(llvm::Type* type) {
  return type->isPointerTy() ? llvm::PointerType::getUnqual(type->getContext()) : type;
}

void wrap_external_addresses(llvm::Module& module) {
  llvm::SmallVector<llvm::Function*> declarations;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() && !function.isIntrinsic() && function.hasAddressTaken()) {
      declarations.push_back(&function);
    }
  }
  for (llvm::Function* declaration : declarations) {
    llvm::Function* wrapper =
        llvm::Function::Create(declaration->getFunctionType(), llvm::GlobalValue::InternalLinkage,
                               "gridcall_address." + declaration->getName(), module);
    wrapper->setDoesNotThrow();
    declaration->replaceUsesWithIf(wrapper, [](llvm::Use& use) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
      return !call || !call->isCallee(&use);
    });
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "entry", wrapper));
    llvm::SmallVector<llvm::Value*> arguments;
    for (llvm::Argument& argument : wrapper->args()) arguments.push_back(&argument);
    llvm::CallInst* call = builder.CreateCall(declaration, arguments);
    if (call->getType()->isVoidTy()) {
      builder.CreateRetVoid();
    } else {
      builder.CreateRet(call);
    }
  }
}

llvm::AttributeList shifted(llvm::LLVMContext& context, llvm::AttributeList old, unsigned parameters,
                            llvm::AttributeSet first) {
  llvm::SmallVector<llvm::AttributeSet> sets{first};
  for (unsigned i = 0; i < parameters; ++i) sets.push_back(old.getParamAttrs(i));
  return llvm::AttributeList::get(context, old.getFnAttrs(), old.getRetAttrs(), sets);
}

llvm::Function* rebuild(llvm::Module& module, llvm::Function* old) {
  llvm::LLVMContext& context = module.getContext();
  llvm::SmallVector<llvm::Type*> types{llvm::PointerType::getUnqual(context)};
  for (llvm::Type* type : old->getFunctionType()->params()) types.push_back(generic(type));
  auto* type = llvm::FunctionType::get(generic(old->getReturnType()), types, false);
  llvm::Function* function = llvm::Function::Create(type, old->getLinkage(), "", nullptr);
  module.getFunctionList().insert(old->getIterator(), function);
  function->takeName(old);
  function->copyAttributesFrom(old);
  // Only the runtime and this thread's own code access the context while the thread runs.
  llvm::AttrBuilder thread(context);
  thread.addAttribute(llvm::Attribute::NoAlias);
  thread.addAttribute(llvm::Attribute::NoUndef);
  thread.addAttribute(llvm::Attribute::NonNull);
  thread.addDereferenceableAttr(sizeof(cpu::ThreadContext));
  thread.addAlignmentAttr(alignof(cpu::ThreadContext));
  function->setAttributes(shifted(context, old->getAttributes(), static_cast<unsigned>(old->arg_size()),
                                  llvm::AttributeSet::get(context, thread)));
  drop_claims(*function);
  function->splice(function->begin(), old);
  function->copyMetadata(old, 0);
  function->getArg(0)->setName("thread");
  for (llvm::Argument& argument : old->args()) {
    llvm::Argument* fresh = function->getArg(argument.getArgNo() + 1);
    fresh->takeName(&argument);
    llvm::Value* value = fresh;
    if (fresh->getType() != argument.getType() && !argument.use_empty()) {
      llvm::IRBuilder<> builder(&*function->getEntryBlock().getFirstInsertionPt());
      value = builder.CreateAddrSpaceCast(fresh, argument.getType());
    }
    argument.replaceAllUsesWith(value);
  }
  old->replaceAllUsesWith(function);
  old->eraseFromParent();
  return function;
}

void rebuild_call(llvm::CallInst* call) {
  llvm::IRBuilder<> builder(call);
  llvm::SmallVector<llvm::Value*> arguments{call->getFunction()->getArg(0)};
  llvm::SmallVector<llvm::Type*> types{arguments[0]->getType()};
  for (llvm::Value* argument : call->args()) {
    llvm::Type* type = generic(argument->getType());
    arguments.push_back(type == argument->getType() ? argument : builder.CreateAddrSpaceCast(argument, type));
    types.push_back(type);
  }
  auto* type = llvm::FunctionType::get(generic(call->getType()), types, false);
  llvm::CallInst* fresh = builder.CreateCall(type, call->getCalledOperand(), arguments);
  fresh->setAttributes(shifted(call->getContext(), call->getAttributes(), call->arg_size(), {}));
  drop_claims(*fresh);
  fresh->setCallingConv(call->getCallingConv());
  fresh->setTailCallKind(call->getTailCallKind());
  fresh->copyMetadata(*call, {llvm::LLVMContext::MD_dbg, llvm::LLVMContext::MD_prof});
  if (call->hasFnAttr(llvm::Attribute::NoInline)) fresh->setIsNoInline();
  llvm::Value* result = fresh;
  if (fresh->getType() != call->getType()) result = builder.CreateAddrSpaceCast(fresh, call->getType());
  fresh->takeName(call);
  if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(result);
  call->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses AddThreadContext::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  wrap_external_addresses(module);
  llvm::SmallVector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) functions.push_back(&function);
  }
  for (llvm::Function*& function : functions) function = rebuild(module, function);
  for (llvm::Function* function : functions) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(*function))) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (!call || call->isInlineAsm()) continue;
      auto* callee = llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCasts());
      if (!callee || !callee->isDeclaration()) rebuild_call(call);
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
