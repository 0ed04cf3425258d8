// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/emit/phi_values.h"

#include <llvm/IR/Constants.h>

#include <utility>

namespace gridcall::cc::warp {

void PhiValues::create_slots(const BasicBlock& block) {
  for (const llvm::PHINode& phi : block.phis()) {
    if (is_kept(phi)) continue;
    const VectorShape shape = known_.shapes.of(&phi);
    Type* type = shape.varying() && !is_one(phi) ? build_.vector_type(phi.getType()) : phi.getType();
    for (unsigned row = 0; row < values_.rows_of(shape); ++row)
      slots_[&phi].push_back(target_.slot(type, "phi"));
  }
}

void PhiValues::read(BasicBlock& block) {
  for (llvm::PHINode& phi : block.phis()) {
    if (is_kept(phi)) {
      values_.set_vector(phi, build_.CreateAlignedLoad(build_.vector_type(phi.getType()), target_.kept[&phi],
                                                       llvm::Align(64)));
      values_.publish(phi);
      continue;
    }
    LaneValues::Scalars read;
    for (llvm::AllocaInst* slot : slots_[&phi])
      read.push_back(build_.CreateLoad(slot->getAllocatedType(), slot));
    if (!known_.shapes.of(&phi).varying()) {
      values_.set_scalars(phi, std::move(read));
    } else if (is_one(phi)) {
      values_.set_one(phi, read[0]);
    } else {
      values_.set_vector(phi, read[0]);
    }
    values_.publish(phi);
  }
}

void PhiValues::pass(BasicBlock* from, BasicBlock* to, Value* mask, const Value* unknown) {
  // All reads precede any write, because the phis of one block change together.
  llvm::SmallVector<std::pair<llvm::AllocaInst*, Value*>> writes;
  for (llvm::PHINode& phi : to->phis()) {
    Value* incoming = phi.getIncomingValueForBlock(from);
    if (incoming == unknown) continue;
    if (is_kept(phi)) {
      keep(phi, values_.vector(incoming), mask);
      continue;
    }
    const auto& slots = slots_[&phi];
    if (!known_.shapes.of(&phi).varying()) {
      for (unsigned row = 0; row < slots.size(); ++row)
        writes.emplace_back(slots[row], values_.scalar(incoming, row));
    } else if (is_one(phi)) {
      writes.emplace_back(slots[0], values_.one(incoming));
    } else {
      Value* fresh = values_.vector(incoming);
      // Otherwise no lane waits there, and inactive lanes do not matter.
      if (!known_.plan.all_active(from) && known_.plan.is_pending(to)) {
        fresh = build_.CreateSelect(mask, fresh, build_.CreateLoad(slots[0]->getAllocatedType(), slots[0]));
      }
      writes.emplace_back(slots[0], fresh);
    }
  }
  for (auto [slot, value] : writes) build_.CreateStore(value, slot);
}

void PhiValues::keep(const llvm::PHINode& phi, Value* vector, Value* mask) {
  Value* place = target_.kept[&phi];
  if (MaskBuilder::is_all(mask)) {
    build_.CreateAlignedStore(vector, place, llvm::Align(64));
  } else if (vector->getType()->getScalarSizeInBits() >= 32) {
    build_.CreateMaskedStore(vector, place, llvm::Align(64), mask);
  } else {
    Value* before = build_.CreateAlignedLoad(vector->getType(), place, llvm::Align(64));
    build_.CreateAlignedStore(build_.CreateSelect(mask, vector, before), place, llvm::Align(64));
  }
}

void PhiValues::forget(const BasicBlock& block) {
  for (const llvm::PHINode& phi : block.phis()) {
    for (llvm::AllocaInst* slot : slots_[&phi])
      build_.CreateStore(llvm::PoisonValue::get(slot->getAllocatedType()), slot);
  }
}

}  // namespace gridcall::cc::warp
