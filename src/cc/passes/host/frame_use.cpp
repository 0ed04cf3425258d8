// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/host/frame_use.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace gridcall::cc {

void FrameUse::find(llvm::Value* frame) {
  plain_ = follow(frame, 0, std::nullopt);
}

// CoroSplit addresses the frame as a structure. `field` is the offset of the field that the address points
// into; accesses to different fields do not alias, as before they were different variables.
bool FrameUse::follow(llvm::Value* address, std::uint64_t offset, std::optional<std::uint64_t> field) {
  bool all_found = true;
  const auto lose = [&] {
    all_found = false;
    bounded_ &= field.has_value();
  };
  for (llvm::User* user : address->users()) {
    if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      llvm::APInt further(64, 0);
      if (!gep->accumulateConstantOffset(gep->getDataLayout(), further)) {
        lose();
        continue;
      }
      const std::uint64_t there = offset + further.getZExtValue();
      const bool begins = !field && gep->getSourceElementType()->isStructTy();
      const bool found = follow(gep, there, begins ? there : field);
      if (!found && begins) leaks_.insert(there);
      all_found &= found;
      continue;
    }
    if (llvm::getLoadStorePointerOperand(user) == address) {
      auto* access = llvm::cast<llvm::Instruction>(user);
      auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (store && store->getValueOperand() == address) lose();
      accesses_.emplace_back(access, offset);
      fields_[access] = field.value_or(0);
      continue;
    }
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user)) {
      if (call->isLifetimeStartOrEnd() || call->getCalledFunction()->getName().starts_with("llvm.coro."))
        continue;
    }
    if (!llvm::isa<llvm::ReturnInst>(user)) lose();
  }
  return all_found;
}

}  // namespace gridcall::cc
