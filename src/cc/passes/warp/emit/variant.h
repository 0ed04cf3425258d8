// SPDX-License-Identifier: Apache-2.0
//
// One variant of a warp's code. A warp entry has two in one function: the convergent variant, for a warp
// whose lanes are all active, in which blocks that all lanes run have no masks; and the predicated variant,
// for any set of lanes. The convergent variant branches to the predicated one, and never back, where lanes
// diverge at a branch that it assumed to be uniform.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "cc/ir/names.h"
#include "cc/passes/warp/analysis/execution_plan.h"
#include "cc/passes/warp/analysis/source.h"
#include "cc/passes/warp/analysis/vector_shapes.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {

// The function being emitted, shared by its variants.
struct Target {
  llvm::Function& function;
  llvm::DenseMap<const llvm::AllocaInst*, Value*> locals;  // all lanes' copies of a local variable
  // What is known of the warp being run. Values that are NULL are read from its context.
  Value* warp = nullptr;   // its context
  Value* block = nullptr;  // BlockContext
  Value* first_index = nullptr;
  Value* thread_index[3] = {};
  // Runs before each warp of a block, so that nothing of the one before is left in the slots.
  BasicBlock* fresh = nullptr;
  // A kernel with block barriers is a coroutine: the runtime runs each warp from barrier to barrier.
  bool has_barriers = false;
  Value* handle = nullptr;
  BasicBlock* suspend = nullptr;
  BasicBlock* cleanup = nullptr;

  explicit Target(llvm::Function& made) : function(made) {}
  llvm::AllocaInst* slot(Type* type, const char* name);
  // Memory for what is live while lanes wait separately, by phi of the resume point.
  llvm::MapVector<const llvm::PHINode*, Value*> kept;

  void begin_coroutine(Source& source, llvm::IRBuilder<>& build, const VectorizeConfig& config);
  BasicBlock* suspend_warp(llvm::IRBuilder<>& build, bool for_good);  // returns the resume point
};

class Variant {
 public:
  // `predicated` is NULL for the predicated variant itself, which must be emitted before the convergent one.
  Variant(Source& source, Target& target, const VectorizeConfig& config, Variant* predicated);

  // Orders the blocks and checks that they can be emitted. Not so if the plan needs resumptions: the thread's
  // code has to be split at its waits first.
  llvm::Error plan();
  // Of the convergent variant: that all lanes run each of its barriers and warp functions.
  bool waits_with_all_lanes() const;
  // Emits what the variant needs at the function's start, and a branch from the end of `at` to its first
  // block with these lanes active. At the warp's end it branches to `end`.
  void begin(BasicBlock* at, Value* lanes, BasicBlock* end);
  llvm::Error emit();
  const ExecutionPlan& execution_plan() const { return *plan_; }
  // Those that only some lanes reach: the assumption is useless there.
  llvm::SmallVector<const Instruction*> assumed_in_vain() const;

 private:
  using Scalars = llvm::SmallVector<Value*, 1>;
  using Slots = llvm::SmallVector<llvm::AllocaInst*, 1>;

  BasicBlock* after(int position);  // the successor when no block before `position` + 1 is pending
  void jump(BasicBlock* from, BasicBlock* to);

  // --- Control flow (control.cpp)
  void edge(BasicBlock* from, BasicBlock* to, Value* mask);
  void keep(const llvm::PHINode& phi, Value* value, Value* mask);
  void hand_over(BasicBlock* from, BasicBlock* to, Value* mask, const Value* still_unknown = nullptr);
  void visit_terminator(Instruction& terminator);
  void emit_divergent_branch(BasicBlock* from, Value* go);  // both successors, by lanes
  void ask(BasicBlock* from, Value* condition, BasicBlock* taken, BasicBlock* passed);
  template <typename Body>
  void switch_to_predicated(const BasicBlock* from, Body body);  // continues in the predicated variant
  void import_values(const BasicBlock* from, Variant& other);
  void emit_block(BasicBlock* block);
  void note_lanes(Value* lanes);

  // --- Lanes that wait separately (parking.cpp)
  void begin_parking();
  void wait_for_others(llvm::CallInst& call, llvm::StringRef name);
  void wait_at_named_barrier(llvm::CallInst& call);
  Value* all_have_come(llvm::CallInst& call, llvm::StringRef name);
  void park(llvm::CallInst& call);
  void tell_of_barrier(llvm::CallInst& call, Value* lanes);
  void tell_of_warp_function(llvm::CallInst& call, llvm::StringRef name);
  Value* lanes_left();
  void suspend_until_released(llvm::IRBuilder<>& build, BasicBlock* ask);
  void emit_settling();

  // --- Values (values.cpp)
  unsigned rows_of(const VectorShape& shape) const { return shape.by_row() ? lanes_ / config_.row_lanes : 1; }
  llvm::FixedVectorType* vector_type(Type* type) const { return llvm::FixedVectorType::get(type, lanes_); }
  Value* steps(Type* type, std::int64_t stride, unsigned count);
  Value* steps(Type* type, std::int64_t stride) { return steps(type, stride, lanes_); }
  Value* splat(Value* value) { return build_.CreateVectorSplat(lanes_, value); }
  Value* concatenate(llvm::ArrayRef<Value*> parts);
  Value* part_of(Value* vector, unsigned row, unsigned rows);
  Value* scalar(Value* value, unsigned row = 0);  // lane 0's, or that of the first lane of a row
  // Poison in place of a form that nothing has set; emit() then fails.
  Value* missing(Type* type, const char* what);
  Value* vector(Value* value);
  Value* exact_vector(Value* value);  // also where an affine value's check failed
  Value* addresses(llvm::GetElementPtrInst& gep, llvm::function_ref<Value*(Value*)> lanes);
  Value* check_of(
      Value* value);         // an i1 that says whether a checked affine value is affine; NULL if it always is
  Value* one(Value* value);  // of the one lane that runs the block
  bool is_one(const llvm::PHINode& phi) const {
    const BasicBlock* block = phi.getParent();
    return plan_->single_lane(block) && plan_->single_lane_entry(block) != block;
  }
  void publish(Instruction& instruction);
  void set_scalar(Instruction& instruction, Value* value) { scalars_[&instruction] = {value}; }
  void set_vector(Instruction& instruction, Value* value) { vectors_[&instruction] = value; }
  bool same_for_all(const Value* value) const {
    const VectorShape shape = shapes_.of(value);
    return shape.uniform() && !shape.checked;
  }

  // --- Masks (values.cpp)
  Value* all_lanes() { return llvm::Constant::getAllOnesValue(vector_type(build_.getInt1Ty())); }
  static bool all_on(const Value* mask) {
    auto* constant = llvm::dyn_cast<llvm::Constant>(mask);
    return constant != nullptr && constant->isAllOnesValue();
  }
  Value* mask_bits(Value* mask) { return build_.CreateBitCast(mask, build_.getIntNTy(lanes_)); }
  Value* any(Value* mask) {
    return build_.CreateICmpNE(mask_bits(mask), llvm::ConstantInt::get(build_.getIntNTy(lanes_), 0));
  }
  Value* both(Value* mask, Value* condition) {  // poison in a lane that is off must not spread
    return build_.CreateSelect(mask, condition, llvm::Constant::getNullValue(mask->getType()));
  }
  Value* first_lane() {
    Value* count = build_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, mask_bits(mask_), build_.getTrue());
    return build_.CreateZExtOrTrunc(count, build_.getInt32Ty());
  }
  // A condition that holds from the first lane on, or up to the last one, is told from these two.
  struct Ends {
    Value* first;
    Value* last;
    bool falls;  // if it holds in a lane it does in all before it
    bool rises;
  };
  std::optional<Ends> ends_of(Value* condition);
  Value* mask32() { return build_.CreateZExtOrTrunc(mask_bits(mask_), build_.getInt32Ty()); }
  template <typename Body>
  void for_lanes(Body body, unsigned at_once = 1);
  template <typename Fast, typename Slow>
  Value* if_affine(Value* check, Type* type, Fast fast, Slow slow);

  // --- Instructions (instructions.cpp, memory.cpp, calls.cpp)
  void visit(Instruction& instruction);
  void visit_uniform(Instruction& instruction);
  void visit_affine(Instruction& instruction);
  void visit_alloca(llvm::AllocaInst& alloca);
  Value* check_of_group(const llvm::BinaryOperator& operation);
  void visit_widening(llvm::CastInst& cast);
  void visit_varying(Instruction& instruction);
  void visit_single_lane(Instruction& instruction);
  void visit_field(llvm::LoadInst& load);
  void visit_load(llvm::LoadInst& load);
  void visit_store(llvm::StoreInst& store);
  void visit_store_to_one(llvm::StoreInst& store);
  bool update_together(llvm::AtomicRMWInst& update);
  void serialise(Instruction& instruction);
  void visit_intrinsic(llvm::CallInst& call);
  void visit_runtime_call(llvm::CallInst& call);
  void visit_shuffle(llvm::CallInst& call);
  void visit_group_function(llvm::CallInst& call, llvm::StringRef name, bool one_group);
  Value* lanes_that_say(Value* predicate);  // bits of the lanes that are on and for which it is not 0
  Value* lane_thread(Value* lane);
  // Of the entry's argument: of the first warp where the entry runs a whole block.
  Value* warp_field(std::size_t offset) {
    return build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), target_.function.getArg(0), offset);
  }

  Source& source_;
  Target& target_;
  llvm::Module& module_;
  llvm::LLVMContext& context_;
  const llvm::DataLayout& layout_;
  VectorizeConfig config_;
  unsigned lanes_;
  Variant* predicated_;
  VectorShapes shapes_;
  llvm::IRBuilder<> build_;

  std::optional<ExecutionPlan> plan_;
  llvm::DenseMap<const BasicBlock*, BasicBlock*> body_, guard_;
  // The lanes that wait for a block; of one that all lanes run, whether they do.
  llvm::DenseMap<const BasicBlock*, llvm::AllocaInst*> waiting_;

  // Where lanes may wait separately.
  llvm::MapVector<BasicBlock*, llvm::AllocaInst*> parked_;  // the lanes that wait at the end of a block
  llvm::AllocaInst* left_ = nullptr;                        // those that have not left the kernel
  llvm::AllocaInst* released_ = nullptr;
  BasicBlock* settle_ = nullptr;   // every lane waits
  BasicBlock* release_ = nullptr;  // those in `released_` continue

  llvm::DenseMap<const BasicBlock*, llvm::AllocaInst*> lane_slots_;

  const char* missing_ = nullptr;
  BasicBlock* end_ = nullptr;
  BasicBlock* current_ = nullptr;  // the source block being written
  Value* mask_ = nullptr;          // the lanes that run it
  Value* lane_ = nullptr;          // the one, in a single-lane region
  llvm::DenseMap<const Value*, Scalars> scalars_;
  llvm::DenseMap<const Value*, Value*> vectors_, checks_, ones_;
  llvm::DenseMap<const Value*, std::pair<BasicBlock*, Value*>> exact_;  // rematerialised, and where
  llvm::MapVector<const Value*, Slots> scalar_slots_, phi_slots_;
  llvm::MapVector<const Value*, llvm::AllocaInst*> vector_slots_, check_slots_, one_slots_;
  llvm::DenseMap<const Value*, std::vector<Value*>>
      fields_;  // vectors of a struct's members, this block only
};

// --- Templates

// Lane by lane, in order, for the active lanes. Where all are, `at_once` of them per iteration.
template <typename Body>
void Variant::for_lanes(Body body, unsigned at_once) {
  if (all_on(mask_)) {
    BasicBlock* before = build_.GetInsertBlock();
    BasicBlock* loop = BasicBlock::Create(context_, "lane", &target_.function);
    BasicBlock* done = BasicBlock::Create(context_, "lanes.done", &target_.function);
    build_.CreateBr(loop);
    build_.SetInsertPoint(loop);
    llvm::PHINode* lane = build_.CreatePHI(build_.getInt32Ty(), 2);
    lane->addIncoming(build_.getInt32(0), before);
    for (unsigned i = 0; i < at_once; ++i) body(build_.CreateNUWAdd(lane, build_.getInt32(i)));
    Value* next = build_.CreateNUWAdd(lane, build_.getInt32(at_once));
    lane->addIncoming(next, build_.GetInsertBlock());
    build_.CreateCondBr(build_.CreateICmpULT(next, build_.getInt32(lanes_)), loop, done)
        ->setMetadata(kLaneLoopMetadata, llvm::MDNode::get(context_, {}));
    build_.SetInsertPoint(done);
    return;
  }
  Type* bits_type = build_.getIntNTy(lanes_);
  Value* bits = mask_bits(mask_);
  BasicBlock* before = build_.GetInsertBlock();
  BasicBlock* loop = BasicBlock::Create(context_, "lane", &target_.function);
  BasicBlock* done = BasicBlock::Create(context_, "lanes.done", &target_.function);
  build_.CreateBr(loop);
  build_.SetInsertPoint(loop);
  llvm::PHINode* left = build_.CreatePHI(bits_type, 2);
  left->addIncoming(bits, before);
  Value* lane = build_.CreateZExtOrTrunc(
      build_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, left, build_.getTrue()), build_.getInt32Ty());
  body(lane);
  Value* rest = build_.CreateAnd(left, build_.CreateSub(left, llvm::ConstantInt::get(bits_type, 1)));
  left->addIncoming(rest, build_.GetInsertBlock());
  build_.CreateCondBr(build_.CreateICmpNE(rest, llvm::ConstantInt::get(bits_type, 0)), loop, done)
      ->setMetadata(kLaneLoopMetadata, llvm::MDNode::get(context_, {}));
  build_.SetInsertPoint(done);
}

// `body` emits what the predicated variant does from the end of `from` on, with all lanes.
template <typename Body>
void Variant::switch_to_predicated(const BasicBlock* from, Body body) {
  predicated_->import_values(from, *this);
  predicated_->build_.SetInsertPoint(build_.GetInsertBlock());
  predicated_->current_ = nullptr;
  predicated_->lane_ = nullptr;
  predicated_->mask_ = all_lanes();
  body(*predicated_);
}

template <typename Fast, typename Slow>
Value* Variant::if_affine(Value* check, Type* type, Fast fast, Slow slow) {
  if (check == nullptr) return fast();
  BasicBlock* fast_block = BasicBlock::Create(context_, "affine", &target_.function);
  BasicBlock* slow_block = BasicBlock::Create(context_, "wrapped", &target_.function);
  BasicBlock* join = BasicBlock::Create(context_, "access.done", &target_.function);
  build_.CreateCondBr(check, fast_block, slow_block);
  build_.SetInsertPoint(fast_block);
  Value* fast_value = fast();
  fast_block = build_.GetInsertBlock();
  build_.CreateBr(join);
  build_.SetInsertPoint(slow_block);
  Value* slow_value = slow();
  slow_block = build_.GetInsertBlock();
  build_.CreateBr(join);
  build_.SetInsertPoint(join);
  if (type->isVoidTy()) return nullptr;
  llvm::PHINode* result = build_.CreatePHI(type, 2);
  result->addIncoming(fast_value, fast_block);
  result->addIncoming(slow_value, slow_block);
  return result;
}

}  // namespace gridcall::cc::warp
