// SPDX-License-Identifier: Apache-2.0
//
// The phis of a variant. Each has a slot, which edges write and the phi's block reads. A phi of a resume
// point is in the memory after the coroutine's frame instead.

#pragma once

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallVector.h>

#include "cc/passes/warp/emit/lane_values.h"
#include "cc/passes/warp/emit/mask_builder.h"

namespace gridcall::cc::warp {

class PhiValues {
 public:
  PhiValues(const Analyses& known, Target& target, WarpBuilder& build, LaneValues& values)
      : known_(known), target_(target), build_(build), values_(values) {}

  void create_slots(const BasicBlock& block);
  // Sets and publishes the forms of the phis at the start of the block.
  void read(BasicBlock& block);
  // Passes the lanes' incoming values to the phis of `to` at the end of `from`, except for those whose value
  // is `unknown` yet.
  void pass(BasicBlock* from, BasicBlock* to, Value* mask, const Value* unknown = nullptr);
  // Stores the value of a resume point's phi.
  void keep(const llvm::PHINode& phi, Value* vector, Value* mask);
  // Stores poison.
  void forget(const BasicBlock& block);

 private:
  bool is_kept(const llvm::PHINode& phi) const {
    return known_.config.resumptions && target_.kept.contains(&phi);
  }
  // Returns whether the phi is varying, but a scalar of the one lane, which the region's entry chooses.
  bool is_one(const llvm::PHINode& phi) const {
    const BasicBlock* block = phi.getParent();
    return known_.plan.single_lane(block) && known_.plan.single_lane_entry(block) != block;
  }

  const Analyses& known_;
  Target& target_;
  WarpBuilder& build_;
  LaneValues& values_;
  llvm::MapVector<const Value*, llvm::SmallVector<llvm::AllocaInst*, 1>> slots_;
};

}  // namespace gridcall::cc::warp
