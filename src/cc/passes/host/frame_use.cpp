// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/host/frame_use.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace gridcall::cc {

void FrameUse::follow(llvm::Value* address, std::uint64_t offset) {
  for (llvm::User* user : address->users()) {
    if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      llvm::APInt further(64, 0);
      if (gep->accumulateConstantOffset(gep->getDataLayout(), further)) {
        follow(gep, offset + further.getZExtValue());
      } else {
        plain_ = false;
      }
      continue;
    }
    if (llvm::getLoadStorePointerOperand(user) == address) {
      auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (store && store->getValueOperand() == address) plain_ = false;
      accesses_.emplace_back(llvm::cast<llvm::Instruction>(user), offset);
      continue;
    }
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user)) {
      if (call->isLifetimeStartOrEnd() || call->getCalledFunction()->getName().starts_with("llvm.coro."))
        continue;
    }
    plain_ = plain_ && llvm::isa<llvm::ReturnInst>(user);
  }
}

}  // namespace gridcall::cc
