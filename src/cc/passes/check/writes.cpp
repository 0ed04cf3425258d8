// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/check/writes.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <utility>

#include "cc/ir/requested_checks.h"

namespace gridcall::cc::check {
namespace {

using llvm::Function;
using llvm::Value;

class Writes {
 public:
  explicit Writes(Function& kernel) : kernel_(kernel), layout_(kernel.getParent()->getDataLayout()) {}

  bool find() {
    for (Function* function : reached_from(kernel_))
      for (llvm::Instruction& instruction : llvm::instructions(*function))
        if (!add(instruction)) return false;
    return true;
  }
  std::vector<Write> found() { return std::move(found_); }

 private:
  // Returns false if the instruction may write anywhere.
  bool add(llvm::Instruction& instruction) {
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return add(store->getPointerOperand());
    if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
      return add(update->getPointerOperand());
    if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
      return add(exchange->getPointerOperand());
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || call->onlyReadsMemory() || call->onlyAccessesInaccessibleMemory()) return true;
    if (auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(call)) return add(copy->getRawDest());
    const Function* callee = call->getCalledFunction();
    if (!callee) return false;
    if (!callee->isDeclaration()) return true;  // the callee's own writes are counted
    for (unsigned i = 0; i < call->arg_size(); ++i) {
      Value* argument = call->getArgOperand(i);
      if (argument->getType()->isPointerTy() && !call->onlyReadsMemory(i) && !add(argument)) return false;
    }
    return true;
  }

  bool add(Value* address) {
    llvm::SmallVector<const Value*> roots;
    llvm::getUnderlyingObjects(address, roots, nullptr, 0);
    for (const Value* root : roots) {
      if (llvm::isa<llvm::AllocaInst, llvm::ConstantPointerNull, llvm::UndefValue>(root)) continue;
      if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(root)) {
        if (variable->isConstant()) continue;
        if (variable->getAddressSpace() != kSharedSpace)
          add(Write{const_cast<llvm::GlobalVariable*>(variable), 0, 0});
      } else if (!add_argument(root)) {
        return false;
      }
    }
    return !roots.empty();
  }

  bool add_argument(const Value* root) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(root);
    llvm::APInt offset(load ? layout_.getIndexTypeSizeInBits(load->getPointerOperandType()) : 64, 0);
    if (load) root = load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true);
    const auto* argument = llvm::dyn_cast<llvm::Argument>(root);
    if (!argument || argument->getParent() != &kernel_ || offset.isNegative()) return false;
    // After such a write the argument may contain other pointers.
    if (argument->hasByValAttr() && !load) return false;
    if (load && !argument->hasByValAttr()) return false;
    add(Write{nullptr, argument->getArgNo(), static_cast<std::uint32_t>(offset.getZExtValue())});
    return true;
  }

  void add(const Write& write) {
    if (std::find(found_.begin(), found_.end(), write) == found_.end()) found_.push_back(write);
  }

  Function& kernel_;
  const llvm::DataLayout& layout_;
  std::vector<Write> found_;  // in the order of the code
};

}  // namespace

llvm::SetVector<Function*> reached_from(Function& kernel) {
  llvm::SetVector<Function*> reached;
  reached.insert(&kernel);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const auto visit = [&](Function* other) {
      if (!other->isDeclaration()) reached.insert(other);
    };
    for (llvm::Instruction& instruction : llvm::instructions(*reached[i])) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call) continue;
      if (Function* callee = call->getCalledFunction()) {
        visit(callee);
      } else {
        for (Function& other : *kernel.getParent())
          if (other.hasAddressTaken()) visit(&other);
      }
    }
  }
  return reached;
}

std::optional<std::vector<Write>> writes_of(Function& kernel) {
  Writes writes(kernel);
  if (!writes.find()) return std::nullopt;
  return writes.found();
}

}  // namespace gridcall::cc::check
