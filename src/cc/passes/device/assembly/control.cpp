// SPDX-License-Identifier: Apache-2.0
//
// Labels, branches and exits (PTX ISA, "Control Flow Instructions"). A label begins a basic block, a branch
// ends one; a label is visible in its scope and in nested scopes.

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <utility>

#include "cc/ir/names.h"
#include "cc/passes/device/assembly/machine.h"

namespace gridcall::cc::assembly {
namespace {

constexpr const char* kTargets = ".branchtargets";

std::string key(unsigned scope, llvm::StringRef name) {
  return std::to_string(scope) + ":" + name.str();
}

}  // namespace

bool Machine::is_control(const Statement& statement) {
  const llvm::StringRef opcode = statement.opcode;
  return opcode == kLabel || opcode == kTargets || opcode == "bra" || opcode == "brx" || opcode == "exit" ||
         opcode == "ret";
}

void Machine::enter_scope() {
  scopes_.push_back(++scope_count_);
  hidden_.emplace_back();
}

// Creates a basic block for each label, because branches may precede it.
void Machine::collect_labels(llvm::ArrayRef<Statement> statements) {
  llvm::SmallVector<unsigned> scopes = {0};
  unsigned count = 0;
  std::string last;
  for (const Statement& statement : statements) {
    if (statement.opcode == kScopeBegin) {
      scopes.push_back(++count);
    } else if (statement.opcode == kScopeEnd) {
      scopes.pop_back();
    } else if (statement.opcode == kTargets) {
      targets_[last] = statement.operands;
    } else if (statement.opcode == kLabel) {
      last = key(scopes.back(), statement.text);
      llvm::BasicBlock*& block = labels_[last];
      if (block) continue;
      block = llvm::BasicBlock::Create(call_->getContext(), statement.text, call_->getFunction());
      new llvm::UnreachableInst(call_->getContext(), block);
    }
  }
}

llvm::BasicBlock* Machine::find_label(llvm::StringRef name) {
  for (unsigned scope : llvm::reverse(scopes_)) {
    if (auto found = labels_.find(key(scope, name)); found != labels_.end()) return found->second;
  }
  return nullptr;
}

std::pair<llvm::BasicBlock*, llvm::BasicBlock*> Machine::split() {
  llvm::BasicBlock* head = call_->getParent();
  llvm::BasicBlock* rest = head->splitBasicBlock(call_);
  builder_.SetInsertPoint(call_);
  return {head, rest};
}

bool Machine::label(const Statement& statement) {
  llvm::BasicBlock*& block = labels_[key(scopes_.back(), statement.text)];
  llvm::BasicBlock* here = split().second;
  // Defining a label twice in one scope is an error.
  if (!llvm::isa<llvm::UnreachableInst>(block->front())) return false;
  block->replaceAllUsesWith(here);
  block->eraseFromParent();
  block = here;
  return true;
}

bool Machine::control(const Statement& statement) {
  if (statement.opcode == kLabel) return label(statement);
  if (statement.opcode == kTargets) return true;
  Value* guard = statement.guard.empty() ? nullptr : guard_of(statement);
  if (!guard && !statement.guard.empty()) return false;
  statement.ignore({"uni", "idx"});
  if (!statement.are_modifiers_known()) return false;
  llvm::BasicBlock* target = nullptr;
  llvm::LLVMContext& context = call_->getContext();
  if (statement.opcode == "bra") {
    target = count(statement, 1) ? find_label(statement.operands[0]) : nullptr;
    if (!target) return false;
  } else if (statement.opcode == "brx") {
    // brx.idx a, list;
    Value* index = count(statement, 2) ? read(statement.operands[0], integer(32)) : nullptr;
    llvm::SmallVector<std::string>* list = nullptr;
    for (unsigned scope : scopes_) {
      if (auto found = targets_.find(key(scope, statement.operands.back())); found != targets_.end())
        list = &found->second;
    }
    if (!index || !list) return false;
    target = llvm::BasicBlock::Create(context, "choose", call_->getFunction());
    auto* none = llvm::BasicBlock::Create(context, "none", call_->getFunction());
    new llvm::UnreachableInst(context, none);
    auto* choice = llvm::SwitchInst::Create(index, none, static_cast<unsigned>(list->size()), target);
    for (unsigned i = 0; i < list->size(); ++i) {
      llvm::BasicBlock* one = find_label((*list)[i]);
      if (!one) return false;
      choice->addCase(builder_.getInt32(i), one);
    }
  } else {
    // Functions are inlined, so that `ret` would leave the function that this one was inlined into.
    const bool is_kernel = call_->getFunction()->hasFnAttribute(kKernelAttribute);
    if (statement.opcode == "ret" && !is_kernel) return false;
    target = llvm::BasicBlock::Create(context, "exit", call_->getFunction());
    llvm::IRBuilder<> at_exit(target);
    if (is_kernel) {
      at_exit.CreateRetVoid();
    } else {
      at_exit.CreateCall(call_->getModule()->getOrInsertFunction(kExit, at_exit.getVoidTy()));
      at_exit.CreateUnreachable();
    }
  }
  const auto [head, rest] = split();
  llvm::ReplaceInstWithInst(head->getTerminator(), guard ? llvm::BranchInst::Create(target, rest, guard)
                                                         : llvm::BranchInst::Create(target));
  return true;
}

}  // namespace gridcall::cc::assembly
