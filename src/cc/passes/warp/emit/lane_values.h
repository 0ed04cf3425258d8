// SPDX-License-Identifier: Apache-2.0
//
// The forms that a value of one thread has in the code of a warp. A regular value (uniform, affine, by rows)
// is a scalar: lane 0's, or one for each row; if it is checked, an i1 beside it is true if the scalar
// determines the lanes. A varying value is a vector. In a single-lane region a value that is not regular is
// also a scalar, that of the one lane.
//
// The forms of the block being emitted are SSA values. Forms that other blocks need are stored in slots,
// because in a warp's order of blocks a definition need not dominate its uses.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <utility>

#include "cc/passes/warp/analysis/lane_constants.h"
#include "cc/passes/warp/emit/target.h"
#include "cc/passes/warp/emit/warp_builder.h"

namespace gridcall::cc::warp {

class LaneValues {
 public:
  using Scalars = llvm::SmallVector<Value*, 1>;

  LaneValues(const Analyses& known, Target& target, WarpBuilder& build)
      : known_(known), target_(target), build_(build), constants_(known.shapes, known.config) {}

  // Forgets the SSA forms; later ones belong to `block`, and all others are read from slots. NULL stands for
  // no block. `lane` is the one that runs the block in a single-lane region.
  void begin_block(const BasicBlock* block, Value* lane = nullptr);
  const BasicBlock* block() const { return block_; }
  Value* lane() const { return lane_; }

  unsigned rows_of(const VectorShape& shape) const {
    return shape.by_row() ? build_.lanes() / known_.config.row_lanes : 1;
  }
  bool same_for_all(const Value* value) const {
    const VectorShape shape = known_.shapes.of(value);
    return shape.uniform() && !shape.checked;
  }

  // --- Forms of a value, at the insertion point
  Value* scalar(Value* value, unsigned row = 0);  // lane 0's, or that of a row's first lane
  Value* vector(Value* value);
  Value* exact_vector(Value* value);  // also correct if a checked value's check fails
  Value* check_of(Value* value);      // the check, an i1; NULL if the value needs none
  Value* one(Value* value);           // that of the one lane
  // Returns an element address for each lane; `lanes` returns the vector of an operand.
  Value* addresses(llvm::GetElementPtrInst& gep, llvm::function_ref<Value*(Value*)> lanes);
  // Returns the lanes' members of a struct of this block.
  Value* member(const Value* structure, unsigned index) const;
  // Returns a row's scalar that an earlier run of the block stored.
  Value* stored_scalar(const Instruction& instruction, unsigned row, unsigned rows);

  // --- Forms of an instruction of this block
  void set_scalar(const Instruction& instruction, Value* value) { scalars_[&instruction] = {value}; }
  void set_scalars(const Instruction& instruction, Scalars values) {
    scalars_[&instruction] = std::move(values);
  }
  void set_vector(const Instruction& instruction, Value* value) { vectors_[&instruction] = value; }
  void set_check(const Instruction& instruction, Value* check);  // NULL if it always holds
  void set_one(const Instruction& instruction, Value* value);    // also sets its vector, a splat
  void set_members(const Instruction& instruction, llvm::SmallVector<Value*> members) {
    members_[&instruction] = std::move(members);
  }
  // Stores the forms that have been set and that other blocks may need.
  void publish(const Instruction& instruction);

  // --- All slots
  // Stores the forms that are known at the insertion point of `other`, at the end of `from`, and that may be
  // read later, converted from those of `other`, whose shapes are at least as precise.
  void import_from(LaneValues& other, const BasicBlock* from);
  // Stores poison in the slots of values for which `keeps` does not hold.
  void forget(llvm::function_ref<bool(const Value*)> keeps);

  // Returns the form that a caller requested and that was never set, or NULL. The code is then unusable.
  const char* missing() const { return missing_; }

 private:
  using Slots = llvm::SmallVector<llvm::AllocaInst*, 1>;
  using FormSlots = llvm::MapVector<const Value*, llvm::AllocaInst*>;

  Value* load(llvm::AllocaInst* slot) { return build_.CreateLoad(slot->getAllocatedType(), slot); }
  Value* find_vector(const Value* value);
  Value* missing(Type* type, const char* what);

  const Analyses& known_;
  Target& target_;
  WarpBuilder& build_;
  LaneConstants constants_;
  const BasicBlock* block_ = nullptr;
  Value* lane_ = nullptr;
  const char* missing_ = nullptr;
  llvm::DenseMap<const Value*, Scalars> scalars_;
  llvm::DenseMap<const Value*, Value*> vectors_, checks_, ones_;
  llvm::DenseMap<const Value*, std::pair<BasicBlock*, Value*>> exact_;  // rematerialized, and its block
  llvm::DenseMap<const Value*, llvm::SmallVector<Value*>> members_;
  llvm::MapVector<const Value*, Slots> scalar_slots_;
  FormSlots vector_slots_, check_slots_, one_slots_;
};

}  // namespace gridcall::cc::warp
