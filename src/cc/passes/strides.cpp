// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/strides.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

namespace gridcall::cc {
namespace {

using namespace llvm::PatternMatch;

// The variable that the loop counts with, if the loop adds the same to it in each round; `step` is what.
llvm::PHINode* counter(llvm::Value* value, const llvm::Loop& loop, llvm::Value*& step) {
  auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
  if (phi == nullptr || phi->getParent() != loop.getHeader() || loop.getLoopLatch() == nullptr)
    return nullptr;
  llvm::Value* next = phi->getIncomingValueForBlock(loop.getLoopLatch());
  if (!match(next, m_c_Add(m_Specific(phi), m_Value(step))) || !loop.isLoopInvariant(step)) return nullptr;
  return llvm::isa<llvm::Constant>(step) ? nullptr : phi;
}

// Where and how much an instruction reads or writes as a warp.
llvm::Value* place_of(llvm::Instruction& instruction, llvm::Type*& type) {
  type = instruction.getType();
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->getPointerOperand();
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    type = store->getValueOperand()->getType();
    return store->getPointerOperand();
  }
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr) return nullptr;
  if (call->getIntrinsicID() == llvm::Intrinsic::masked_load) return call->getArgOperand(0);
  if (call->getIntrinsicID() != llvm::Intrinsic::masked_store) return nullptr;
  type = call->getArgOperand(0)->getType();
  return call->getArgOperand(1);
}

}  // namespace

llvm::SmallVector<StridedAccess> find_strided(const llvm::Loop& loop, const llvm::LoopInfo& loops) {
  llvm::SmallVector<StridedAccess> found;
  for (llvm::BasicBlock* block : loop.blocks()) {
    if (loops.getLoopFor(block) != &loop) continue;
    for (llvm::Instruction& instruction : *block) {
      llvm::Type* type = nullptr;
      llvm::Value* pointer = place_of(instruction, type);
      if (pointer == nullptr || !type->isVectorTy()) continue;
      auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer);
      if (gep == nullptr || gep->getNumIndices() != 1 || !loop.isLoopInvariant(gep->getPointerOperand()))
        continue;
      llvm::Value* index = gep->getOperand(1);
      auto* widened = llvm::dyn_cast<llvm::CastInst>(index);
      if (widened != nullptr && !llvm::isa<llvm::SExtInst, llvm::ZExtInst>(widened)) continue;
      llvm::Value* step = nullptr;
      llvm::PHINode* phi = counter(widened != nullptr ? widened->getOperand(0) : index, loop, step);
      if (phi == nullptr) continue;
      const llvm::DataLayout& layout = instruction.getModule()->getDataLayout();
      found.push_back(
          {&instruction, gep, widened, phi, step, layout.getTypeStoreSize(type).getFixedValue()});
    }
  }
  return found;
}

}  // namespace gridcall::cc
