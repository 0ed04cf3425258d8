// SPDX-License-Identifier: Apache-2.0
//
// Emits the contents of one variant's blocks: each instruction of the thread's code as lowering_of()
// specifies, and the branches after them. check_legality() has accepted the code, so that no function here
// refuses an instruction.

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Support/Error.h>

#include "cc/passes/warp/emit/control.h"
#include "cc/passes/warp/emit/lane_values.h"
#include "cc/passes/warp/emit/mask_builder.h"
#include "cc/passes/warp/emit/phi_values.h"
#include "cc/passes/warp/emit/suspension.h"
#include "cc/passes/warp/emit/target.h"
#include "cc/passes/warp/emit/warp_builder.h"

namespace gridcall::cc::check {
class Check;
struct Bounds;
}  // namespace gridcall::cc::check

namespace gridcall::cc::warp {

// Returns the context of one lane, for runtime functions of one thread. It is valid until the next call.
Value* lane_thread(WarpBuilder& build, const Target& target, Value* lane);

class WarpEmitter {
 public:
  // `predicated` is NULL for the predicated variant itself, which must be emitted before the convergent one.
  WarpEmitter(const Analyses& known, Target& target, WarpEmitter* predicated);

  // Emits the code that the variant needs at the function's start, and a branch from the end of `at` to its
  // first block with these lanes active. At the warp's end it branches to `end`.
  void begin(BasicBlock* at, Value* lanes, BasicBlock* end);
  // Emits all blocks. An error means a broken invariant of the emitter; the function is then unusable.
  llvm::Error emit();

 private:
  // --- Blocks and branches (warp_emitter.cpp)
  void emit_block(BasicBlock* block);
  void visit(Instruction& instruction);
  void visit_terminator(Instruction& terminator);
  void branch_to(BasicBlock* from, BasicBlock* to);
  void branch_if_uniform(BasicBlock* from, Value* condition, BasicBlock* taken, BasicBlock* passed);
  void switch_to_predicated(const BasicBlock* from);

  // --- Instructions (instructions.cpp)
  void visit_single_lane(Instruction& instruction);
  void visit_scalar(Instruction& instruction);
  void visit_affine(Instruction& instruction);
  void visit_alloca(llvm::AllocaInst& alloca);
  Value* check_of_group(const llvm::BinaryOperator& operation);
  void visit_clamp(Instruction& instruction, const Clamp& clamp);
  void visit_widening(llvm::CastInst& cast);
  Value* widen_from_active_lane(llvm::CastInst& cast, Value* base, unsigned row);
  Value* holds_to_last_lane(llvm::CastInst& cast, Value* base, Value* wide_base, std::int64_t span);
  void visit_vector(Instruction& instruction);
  Value* vector_of(llvm::BinaryOperator& operation);

  // --- Memory (memory.cpp)
  void visit_field(llvm::LoadInst& load);
  void visit_load(llvm::LoadInst& load);
  void visit_store(llvm::StoreInst& store);
  void visit_store_to_one(llvm::StoreInst& store);
  void visit_prefetch(llvm::CallInst& call);
  llvm::CallInst* mark_some(llvm::CallInst* access);
  Value* load_rows(llvm::LoadInst& load);
  void store_rows(llvm::StoreInst& store, Value* elements);
  Value* if_affine(Value* check, Type* type, llvm::function_ref<Value*()> fast,
                   llvm::function_ref<Value*()> slow);

  // --- Checks of accesses (checks.cpp)
  void visit_check(llvm::CallInst& call);
  void set_counted(llvm::CallInst& call, Value* address, Value* holds);
  Value* are_ends_inside(const check::Bounds& bounds, Value* address);
  Value* are_inside(const check::Check& check, Value* base);
  Value* are_lanes_inside(const check::Check& check, Value* base);
  Value* are_seen(Value* address, std::uint64_t bytes, unsigned align);
  void visit_ahead(llvm::CallInst& call);
  Value* check_one(const check::Check& check, Value* base, Value* address, Value* value, Value* lane,
                   bool asks);
  Value* store_lanes(Value* vector);
  Value* ask(const check::Check& check, Value* base, Value* places);
  Value* written_values(const check::Check& check);
  bool is_counted(const check::Check& check);
  Value* ask_rows(Value* address, std::uint64_t bytes, std::uint32_t slot, Value* values, Value* flags,
                  Value* site);
  Value* lanes_to_check(const check::Check& check);
  Value* block_context();

  // --- Lane by lane (serial.cpp)
  void serialize(Instruction& instruction);
  bool update_together(llvm::AtomicRMWInst& update);
  bool read_together(llvm::CallInst& call);

  // --- Calls (calls.cpp)
  void visit_intrinsic(llvm::CallInst& call);
  void visit_runtime_call(llvm::CallInst& call);
  void visit_barrier(llvm::CallInst& call);
  void visit_barrier_of_one_warp(llvm::CallInst& call);
  void visit_shuffle(llvm::CallInst& call);
  void visit_group_function(llvm::CallInst& call, llvm::StringRef name, bool one_group);
  void set_same(llvm::CallInst& call, Value* value);  // for a result that is equal in all lanes

  const Analyses& known_;
  Target& target_;
  WarpEmitter* predicated_;
  WarpBuilder build_;
  MaskBuilder masks_;
  LaneValues values_;
  PhiValues phis_;
  ControlEmitter control_;
  SuspensionEmitter suspension_;
  Value* mask_ = nullptr;  // the lanes that run the block being emitted
};

}  // namespace gridcall::cc::warp
