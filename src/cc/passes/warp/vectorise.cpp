// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/vectorise.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "cc/passes/names.h"
#include "cc/passes/runtime.h"
#include "cpu/image.h"

namespace gridcall::cc::warp {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Type;
using llvm::Value;

// What a kernel contains that a warp cannot run as one vector: it stays with a fiber per thread.
struct Unfit {
  std::string reason;
};

class Vectoriser {
 public:
  Vectoriser(llvm::Function& source, llvm::Function& target, const Facts& facts)
      : source_(source),
        target_(target),
        module_(*source.getParent()),
        context_(source.getContext()),
        layout_(module_.getDataLayout()),
        facts_(facts),
        lanes_(facts.lanes),
        dominators_(source),
        post_dominators_(source),
        loops_(dominators_),
        shapes_(source, post_dominators_, loops_, facts),
        build_(context_) {}

  void run();

 private:
  // --- Order and pending lanes -----------------------------------------------------------------------------
  void order_blocks();
  void find_pending();
  int next_pending(int position) const;
  BasicBlock* after(int position);  // where control goes when nothing before `position` + 1 waits
  void jump(BasicBlock* from, BasicBlock* to);
  void check_barriers();
  bool arrives_as(const BasicBlock* block) const;  // with the very lanes of the block before it
  void note_lanes(Value* lanes) {
    build_.CreateStore(lanes, warp_field(offsetof(cpu::WarpContext, running_lanes)), /*isVolatile*/ true);
  }
  void begin_coroutine();
  BasicBlock* suspend(bool for_good);
  Value* warp_field(std::size_t offset) {
    return build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), target_.getArg(0), offset);
  }

  // --- Values
  // --------------------------------------------------------------------------------------------------
  llvm::FixedVectorType* vector_type(Type* type) const { return llvm::FixedVectorType::get(type, lanes_); }
  Value* steps(Type* type, std::int64_t stride);
  Value* splat(Value* value) { return build_.CreateVectorSplat(lanes_, value); }
  Value* scalar(Value* value);
  Value* vector(Value* value);
  Value* exact_vector(Value* value);  // also where an affine value's check failed
  llvm::AllocaInst* slot(Type* type, const char* name);
  void publish(Instruction& instruction);
  void set_scalar(Instruction& instruction, Value* value) { scalars_[&instruction] = value; }
  void set_vector(Instruction& instruction, Value* value) { vectors_[&instruction] = value; }
  Value* check_of(
      Value* value);  // an i1 that says whether a checked affine value is affine; NULL if it always is

  // --- Masks
  // -------------------------------------------------------------------------------------------------
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
  Value* mask32() { return build_.CreateZExtOrTrunc(mask_bits(mask_), build_.getInt32Ty()); }
  template <typename Body>
  void for_lanes(Body body);

  // --- Instructions
  // --------------------------------------------------------------------------------------------
  void visit(Instruction& instruction);
  void visit_uniform(Instruction& instruction);
  void visit_affine(Instruction& instruction);
  void visit_widening(llvm::CastInst& cast);
  void visit_load(llvm::LoadInst& load);
  void visit_store(llvm::StoreInst& store);
  void visit_call(llvm::CallInst& call);
  bool visit_runtime_call(llvm::CallInst& call, llvm::StringRef name);
  void visit_shuffle(llvm::CallInst& call);
  void visit_group_function(llvm::CallInst& call, llvm::StringRef name, bool one_group);
  void visit_field(llvm::LoadInst& load, FieldAccess access);
  void visit_varying(Instruction& instruction);
  void serialise(Instruction& instruction);
  void visit_terminator(Instruction& terminator);
  void edge(BasicBlock* from, BasicBlock* to, Value* mask);
  template <typename Fast, typename Slow>
  Value* if_affine(Value* check, Type* type, Fast fast, Slow slow);
  Value* lane_thread(Value* lane);

  [[noreturn]] static void unfit(std::string reason) { throw Unfit{std::move(reason)}; }

  llvm::Function& source_;
  llvm::Function& target_;
  llvm::Module& module_;
  llvm::LLVMContext& context_;
  const llvm::DataLayout& layout_;
  Facts facts_;
  unsigned lanes_;
  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree post_dominators_;
  llvm::LoopInfo loops_;
  Shapes shapes_;
  llvm::IRBuilder<> build_;

  std::vector<BasicBlock*> order_;
  llvm::DenseMap<const BasicBlock*, int> position_;
  std::set<int> pending_;  // positions of blocks in which lanes may wait
  llvm::DenseMap<const BasicBlock*, BasicBlock*> body_, guard_;
  llvm::DenseMap<const BasicBlock*, llvm::AllocaInst*> waiting_;  // the lanes that wait for a block
  BasicBlock* end_ = nullptr;
  // A kernel with block barriers is a coroutine: the runtime runs each warp from barrier to barrier.
  bool has_barriers_ = false;
  Value* handle_ = nullptr;
  BasicBlock* suspend_ = nullptr;
  BasicBlock* cleanup_ = nullptr;
  llvm::DenseMap<const llvm::AllocaInst*, Value*> locals_;  // what such a kernel's local arrays are

  BasicBlock* current_ = nullptr;  // the source block being written
  Value* mask_ = nullptr;          // the lanes that run it
  llvm::DenseMap<const Value*, Value*> scalars_, vectors_, checks_;
  llvm::DenseMap<const Value*, llvm::AllocaInst*> scalar_slots_, vector_slots_, check_slots_;
  llvm::DenseMap<const llvm::PHINode*, llvm::AllocaInst*> phi_slots_, phi_check_slots_;
  llvm::DenseMap<const Value*, std::vector<Value*>>
      fields_;  // vectors of a struct's members, this block only
};

// ---------------------------------------------------------------------------------------------------------------
// Order

// A topological order (back edges aside) in which each loop's blocks stand together.
void Vectoriser::order_blocks() {
  llvm::DenseMap<const BasicBlock*, unsigned> missing;
  auto is_back_edge = [&](const BasicBlock* from, const BasicBlock* to) {
    const llvm::Loop* loop = loops_.getLoopFor(to);
    return loop != nullptr && loop->getHeader() == to && loop->contains(from);
  };
  for (BasicBlock& block : source_) {
    for (BasicBlock* successor : llvm::successors(&block)) {
      if (!is_back_edge(&block, successor)) ++missing[successor];
    }
  }
  llvm::SmallVector<BasicBlock*> ready{&source_.getEntryBlock()};
  llvm::Loop* loop = nullptr;
  while (!ready.empty()) {
    auto chosen = ready.end();
    for (llvm::Loop* at = loop; chosen == ready.end(); at = at->getParentLoop()) {
      for (auto block = ready.begin(); block != ready.end(); ++block) {
        if (at == nullptr || at->contains(*block)) {
          chosen = block;
          // The way out comes last: code after a loop or a branch must find all lanes.
          if (!llvm::isa<llvm::ReturnInst>((*block)->getTerminator())) break;
        }
      }
      if (at == nullptr) break;
    }
    BasicBlock* block = *chosen;
    ready.erase(chosen);
    loop = loops_.getLoopFor(block);
    position_[block] = static_cast<int>(order_.size());
    order_.push_back(block);
    for (BasicBlock* successor : llvm::successors(block)) {
      if (!is_back_edge(block, successor) && --missing[successor] == 0) ready.push_back(successor);
    }
  }
  if (order_.size() != source_.size()) unfit("its control flow cannot be ordered");
}

void Vectoriser::find_pending() {
  for (BasicBlock* block : order_) {
    if (shapes_.is_divergent(block->getTerminator())) {
      for (BasicBlock* successor : llvm::successors(block)) pending_.insert(position_[successor]);
    }
  }
  // Whoever jumps over a block in which lanes wait must wait too, behind it.
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock* block : order_) {
      int from = position_[block];
      for (BasicBlock* successor : llvm::successors(block)) {
        int to = position_[successor];
        auto between = pending_.upper_bound(from);
        if (to > from && between != pending_.end() && *between < to) changed |= pending_.insert(to).second;
      }
    }
  }
}

int Vectoriser::next_pending(int position) const {
  auto found = pending_.upper_bound(position);
  return found == pending_.end() ? -1 : *found;
}

BasicBlock* Vectoriser::after(int position) {
  int next = next_pending(position);
  return next < 0 ? end_ : guard_[order_[static_cast<std::size_t>(next)]];
}

// Control leaves `from`; its lanes wait for `to` already.
void Vectoriser::jump(BasicBlock* from, BasicBlock* to) {
  int at = position_[from];
  int goal = position_[to];
  int next = next_pending(at);
  if (goal <= at || next < 0 || next >= goal) {
    build_.CreateBr(body_[to]);
  } else {
    build_.CreateBr(guard_[order_[static_cast<std::size_t>(next)]]);
  }
}

// Nobody waits for the block, each way to it is taken by all lanes or none, and leads straight to it.
bool Vectoriser::arrives_as(const BasicBlock* block) const {
  const int at = position_.lookup(block);
  if (at == 0 || pending_.contains(at)) return false;
  for (const BasicBlock* from : llvm::predecessors(block)) {
    if (shapes_.is_divergent(from->getTerminator())) return false;
    const int before = position_.lookup(from);
    const int next = next_pending(before);
    if (at > before && next >= 0 && next < at) return false;
  }
  return true;
}

// A warp reaches a barrier as one. That is right where the lanes that are not at the barrier have left for
// good; where they could reach a barrier themselves the two groups would have to wait apart.
void Vectoriser::check_barriers() {
  auto has_barrier = [](const BasicBlock* block) {
    for (const Instruction& instruction : *block) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr || call->getCalledFunction() == nullptr) continue;
      llvm::StringRef name = call->getCalledFunction()->getName();
      if (name == "gridcall_rt_barrier") return true;
      if (name == "gridcall_rt_named_barrier") unfit("it has a named barrier");
    }
    return false;
  };
  auto meets_lanes = [](const BasicBlock* block) {
    for (const Instruction& instruction : *block) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr || call->getCalledFunction() == nullptr) continue;
      if (is_blocking_runtime_function(call->getCalledFunction()->getName())) return true;
    }
    return false;
  };
  llvm::SmallPtrSet<const BasicBlock*, 8> barriers;
  for (BasicBlock& block : source_) {
    if (has_barrier(&block)) barriers.insert(&block);
  }
  if (barriers.empty()) return;
  has_barriers_ = true;
  for (BasicBlock& start : source_) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(start.getTerminator());
    if (branch == nullptr || !shapes_.is_divergent(branch)) continue;
    auto* node = post_dominators_.getNode(&start);
    const BasicBlock* end = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    // From one side a barrier before the paths meet, and from the other side any barrier at all?
    bool before[2] = {false, false};
    for (unsigned side = 0; side < 2; ++side) {
      llvm::SmallPtrSet<const BasicBlock*, 32> seen;
      llvm::SmallVector<const BasicBlock*> work{branch->getSuccessor(side)};
      while (!work.empty()) {
        const BasicBlock* block = work.pop_back_val();
        if (block == end || !seen.insert(block).second) continue;
        before[side] |= barriers.contains(block);
        for (const BasicBlock* successor : llvm::successors(block)) work.push_back(successor);
      }
    }
    if (!before[0] && !before[1]) continue;
    bool other_leaves = false;
    for (unsigned side = 0; side < 2; ++side) {
      const BasicBlock* block = branch->getSuccessor(side);
      // Nor may they wait, before they leave, for lanes that stand at the barrier.
      bool meets = meets_lanes(block);
      while (block != nullptr && block->getUniqueSuccessor() != nullptr && !barriers.contains(block) &&
             block->getSinglePredecessor() != nullptr) {
        block = block->getUniqueSuccessor();
        meets |= meets_lanes(block);
      }
      if (!meets && block != nullptr && !barriers.contains(block) && llvm::succ_empty(block))
        other_leaves = true;
    }
    if (!other_leaves) unfit("a barrier stands where threads of a warp part");
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Values

Value* Vectoriser::steps(Type* type, std::int64_t stride) {
  llvm::SmallVector<llvm::Constant*> elements;
  for (unsigned lane = 0; lane < lanes_; ++lane) {
    elements.push_back(llvm::ConstantInt::get(type, static_cast<std::uint64_t>(stride * lane), true));
  }
  return llvm::ConstantVector::get(elements);
}

llvm::AllocaInst* Vectoriser::slot(Type* type, const char* name) {
  BasicBlock& entry = target_.getEntryBlock();
  llvm::IRBuilder<> build(&entry, entry.begin());
  return build.CreateAlloca(type, nullptr, name);
}

Value* Vectoriser::scalar(Value* value) {
  if (llvm::isa<llvm::Constant>(value)) return value;
  if (auto* argument = llvm::dyn_cast<llvm::Argument>(value)) return target_.getArg(argument->getArgNo());
  auto* instruction = llvm::cast<Instruction>(value);
  if (instruction->getParent() == current_) {
    if (Value* found = scalars_.lookup(value)) return found;
  } else if (llvm::AllocaInst* found = scalar_slots_.lookup(value)) {
    return build_.CreateLoad(found->getAllocatedType(), found);
  }
  unfit("internal: a value has no scalar");
}

Value* Vectoriser::vector(Value* value) {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return splat(constant);
  if (auto* instruction = llvm::dyn_cast<Instruction>(value)) {
    if (instruction->getParent() == current_) {
      if (Value* found = vectors_.lookup(value)) return found;
    } else if (llvm::AllocaInst* found = vector_slots_.lookup(value)) {
      return build_.CreateLoad(found->getAllocatedType(), found);
    }
  }
  Shape shape = shapes_.of(value);
  if (shape.checked) return exact_vector(value);
  Value* base = splat(scalar(value));
  if (shape.stride == 0) return base;
  if (value->getType()->isPointerTy()) {
    return build_.CreateGEP(build_.getInt8Ty(), base, steps(build_.getInt64Ty(), shape.stride));
  }
  return build_.CreateAdd(base, steps(value->getType(), shape.stride));
}

// Every lane's own value of a checked affine value: made again from what it was made of, down to the
// extension whose operand is affine beyond doubt.
Value* Vectoriser::exact_vector(Value* value) {
  Shape shape = shapes_.of(value);
  if (!shape.checked) return vector(value);
  auto* instruction = llvm::dyn_cast<Instruction>(value);
  if (instruction == nullptr) return vector(value);
  if (instruction->getParent() == current_) {
    if (Value* found = vectors_.lookup(value)) return found;
  } else if (llvm::AllocaInst* found = vector_slots_.lookup(value)) {
    return build_.CreateLoad(found->getAllocatedType(), found);
  }
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(instruction)) {
    return build_.CreateCast(cast->getOpcode(), exact_vector(cast->getOperand(0)),
                             vector_type(cast->getType()));
  }
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(instruction)) {
    return build_.CreateBinOp(operation->getOpcode(), exact_vector(operation->getOperand(0)),
                              exact_vector(operation->getOperand(1)));
  }
  if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction)) {
    llvm::SmallVector<Value*> indices;
    for (Value* index : gep->indices()) {
      indices.push_back(llvm::isa<llvm::ConstantInt>(index) ? index : exact_vector(index));
    }
    return build_.CreateGEP(gep->getSourceElementType(), exact_vector(gep->getPointerOperand()), indices);
  }
  unfit("internal: a checked value cannot be made again");
}

Value* Vectoriser::check_of(Value* value) {
  if (!shapes_.of(value).checked) return nullptr;
  auto* instruction = llvm::cast<Instruction>(value);
  if (instruction->getParent() == current_) {
    if (Value* found = checks_.lookup(value)) return found;
  } else if (llvm::AllocaInst* found = check_slots_.lookup(value)) {
    return build_.CreateLoad(found->getAllocatedType(), found);
  }
  unfit("internal: a checked value has no check");
}

// A value that another block uses travels through memory: in the new order its definition need not dominate
// its uses. SROA makes values of it again.
void Vectoriser::publish(Instruction& instruction) {
  bool used_elsewhere = false;
  for (const llvm::User* user : instruction.users()) {
    auto* other = llvm::cast<Instruction>(user);
    used_elsewhere |= other->getParent() != instruction.getParent() || llvm::isa<llvm::PHINode>(other);
  }
  // A checked value can be made again anywhere, so what it was made of must reach there too.
  if (!used_elsewhere && !shapes_.of(&instruction).affine()) return;
  auto keep = [&](auto& values, auto& slots, const char* name) {
    Value* value = values.lookup(&instruction);
    if (value == nullptr) return;
    llvm::AllocaInst*& place = slots[&instruction];
    if (place == nullptr) place = slot(value->getType(), name);
    build_.CreateStore(value, place);
  };
  keep(scalars_, scalar_slots_, "scalar");
  keep(vectors_, vector_slots_, "vector");
  keep(checks_, check_slots_, "check");
}

template <typename Body>
void Vectoriser::for_lanes(Body body) {
  Type* bits_type = build_.getIntNTy(lanes_);
  Value* bits = mask_bits(mask_);
  BasicBlock* before = build_.GetInsertBlock();
  BasicBlock* loop = BasicBlock::Create(context_, "lane", &target_);
  BasicBlock* done = BasicBlock::Create(context_, "lanes.done", &target_);
  build_.CreateBr(loop);
  build_.SetInsertPoint(loop);
  llvm::PHINode* left = build_.CreatePHI(bits_type, 2);
  left->addIncoming(bits, before);
  Value* lane = build_.CreateZExtOrTrunc(
      build_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, left, build_.getTrue()), build_.getInt32Ty());
  body(lane);
  Value* rest = build_.CreateAnd(left, build_.CreateSub(left, llvm::ConstantInt::get(bits_type, 1)));
  left->addIncoming(rest, build_.GetInsertBlock());
  build_.CreateCondBr(build_.CreateICmpNE(rest, llvm::ConstantInt::get(bits_type, 0)), loop, done);
  build_.SetInsertPoint(done);
}

template <typename Fast, typename Slow>
Value* Vectoriser::if_affine(Value* check, Type* type, Fast fast, Slow slow) {
  if (check == nullptr) return fast();
  BasicBlock* fast_block = BasicBlock::Create(context_, "affine", &target_);
  BasicBlock* slow_block = BasicBlock::Create(context_, "wrapped", &target_);
  BasicBlock* join = BasicBlock::Create(context_, "access.done", &target_);
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

// ---------------------------------------------------------------------------------------------------------------
// Instructions

void Vectoriser::visit(Instruction& instruction) {
  // Old code has the lanes of a warp talk through volatile memory, without a word about it.
  if (instruction.isVolatile() && lanes_ != cpu::kWarpSize) unfit("it has volatile accesses");
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    FieldAccess access = field_of(*load);
    if (access.field != Field::kNone) return visit_field(*load, access);
    return visit_load(*load);
  }
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return visit_store(*store);
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return visit_call(*call);
  if (llvm::isa<llvm::FenceInst>(&instruction)) {
    build_.Insert(instruction.clone());
    return;
  }
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(&instruction)) return serialise(instruction);
  // The thread's context is known field by field; its address alone means nothing here.
  if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
      gep != nullptr && gep->getPointerOperand()->stripPointerCasts() == source_.getArg(0)) {
    for (const llvm::User* user : gep->users()) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
      if (load == nullptr || field_of(*load).field == Field::kNone) unfit("it hands on its thread's context");
    }
    return;
  }
  Shape shape = shapes_.of(&instruction);
  if (shape.uniform() && !shape.checked) return visit_uniform(instruction);
  if (shape.affine()) return visit_affine(instruction);
  visit_varying(instruction);
}

// One lane's work serves all.
void Vectoriser::visit_uniform(Instruction& instruction) {
  bool from_affine = false;
  Instruction* copy = instruction.clone();
  for (llvm::Use& operand : copy->operands()) {
    if (llvm::isa<BasicBlock>(operand)) continue;
    from_affine |= !shapes_.of(operand).uniform();
    operand = scalar(operand);
  }
  if (from_affine) copy->dropPoisonGeneratingAnnotations();  // lane 0 may be off
  build_.Insert(copy);
  set_scalar(instruction, copy);
}

// Lane 0 stands for all, also where it is off itself: nothing may be undefined for its sake.
void Vectoriser::visit_affine(Instruction& instruction) {
  if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    if (alloca->getParent() != &source_.getEntryBlock() || !alloca->isStaticAlloca())
      unfit("it allocates stack as it runs");
    if (Value* place = locals_.lookup(alloca)) return set_scalar(instruction, place);
    BasicBlock& entry = target_.getEntryBlock();
    llvm::IRBuilder<> build(&entry, entry.begin());
    std::uint64_t bytes = alloca->getAllocationSize(layout_)->getFixedValue();
    llvm::AllocaInst* all =
        build.CreateAlloca(llvm::ArrayType::get(build.getInt8Ty(), bytes * lanes_), nullptr, "local");
    all->setAlignment(std::max(alloca->getAlign(), llvm::Align(64)));
    if (bytes % alloca->getAlign().value() != 0)
      unfit("a local array's size is no multiple of its alignment");
    set_scalar(instruction, all);
    return;
  }
  auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction);
  if (cast != nullptr && (llvm::isa<llvm::SExtInst>(cast) || llvm::isa<llvm::ZExtInst>(cast))) {
    return visit_widening(*cast);
  }
  Instruction* copy = instruction.clone();
  Value* check = nullptr;
  for (llvm::Use& operand : copy->operands()) {
    Value* original = operand;
    if (Value* one = check_of(original)) check = check != nullptr ? build_.CreateAnd(check, one) : one;
    operand = scalar(original);
  }
  copy->dropPoisonGeneratingAnnotations();
  build_.Insert(copy);
  set_scalar(instruction, copy);
  if (shapes_.of(&instruction).checked) {
    checks_[&instruction] = check != nullptr ? check : build_.getTrue();
    if (!llvm::isa<llvm::CastInst, llvm::BinaryOperator, llvm::GetElementPtrInst>(&instruction)) {
      // A select or freeze is not made again: its lanes are needed as they are.
      set_vector(instruction, [&]() -> Value* {
        if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
          return build_.CreateSelect(scalar(select->getCondition()), exact_vector(select->getTrueValue()),
                                     exact_vector(select->getFalseValue()));
        }
        return build_.CreateFreeze(exact_vector(instruction.getOperand(0)));
      }());
    }
  }
}

void Vectoriser::visit_widening(llvm::CastInst& cast) {
  Value* operand = cast.getOperand(0);
  Shape shape = shapes_.of(operand);
  bool is_signed = llvm::isa<llvm::SExtInst>(cast);
  Type* wide = cast.getType();
  Value* base = scalar(operand);
  auto widen = [&](Value* value) {
    return is_signed ? build_.CreateSExt(value, wide) : build_.CreateZExt(value, wide);
  };
  if (shape.stride == 0) {
    set_scalar(cast, widen(base));
    if (shapes_.of(&cast).checked) checks_[&cast] = check_of(operand);
    return;
  }
  switch (shapes_.widening(&cast)) {
    case Widening::kExact:
      set_scalar(cast, widen(base));
      break;
    case Widening::kActiveExact: {
      // Counted from a lane that is on: lane 0's value may have wrapped where it is off.
      Value* lane = first_lane();
      Value* narrow_step = build_.CreateMul(
          build_.CreateZExtOrTrunc(lane, base->getType()),
          llvm::ConstantInt::get(base->getType(), static_cast<std::uint64_t>(shape.stride), true));
      Value* wide_step =
          build_.CreateMul(build_.CreateZExtOrTrunc(lane, wide),
                           llvm::ConstantInt::get(wide, static_cast<std::uint64_t>(shape.stride), true));
      set_scalar(cast, build_.CreateSub(widen(build_.CreateAdd(base, narrow_step)), wide_step));
      break;
    }
    case Widening::kChecked: {
      // Affine still, if the last lane's value lies where counting from the first puts it.
      std::int64_t span = shape.stride * static_cast<std::int64_t>(lanes_ - 1);
      Value* wide_base = widen(base);
      Value* last = build_.CreateAdd(
          base, llvm::ConstantInt::get(base->getType(), static_cast<std::uint64_t>(span), true));
      Value* expected =
          build_.CreateAdd(wide_base, llvm::ConstantInt::get(wide, static_cast<std::uint64_t>(span), true));
      set_scalar(cast, wide_base);
      Value* check = build_.CreateICmpEQ(widen(last), expected);
      if (Value* inner = check_of(operand)) check = build_.CreateAnd(check, inner);
      checks_[&cast] = check;
      return;
    }
  }
  if (shapes_.of(&cast).checked) {
    Value* inner = check_of(operand);
    checks_[&cast] = inner != nullptr ? inner : build_.getTrue();
  }
}

void Vectoriser::visit_field(llvm::LoadInst& load, FieldAccess access) {
  Value* warp = target_.getArg(0);
  auto read = [&](Type* type, std::size_t offset) {
    llvm::LoadInst* value =
        build_.CreateLoad(type, build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), warp, offset));
    value->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context_, {}));
    return value;
  };
  Shape shape = shapes_.of(&load);
  switch (access.field) {
    case Field::kBlock:
      set_scalar(load, read(load.getType(), offsetof(cpu::WarpContext, block)));
      return;
    case Field::kBlockField:
      return visit_uniform(load);
    case Field::kLinearIndex:
      set_scalar(load, read(load.getType(), offsetof(cpu::WarpContext, first_linear_index)));
      return;
    case Field::kThreadX:
    case Field::kThreadY:
    case Field::kThreadZ: {
      auto dimension = static_cast<std::size_t>(access.field) - static_cast<std::size_t>(Field::kThreadX);
      std::size_t offset = offsetof(cpu::WarpContext, thread_index) + dimension * cpu::kWarpSize * 4;
      if (shape.affine()) {
        set_scalar(load, read(load.getType(), offset));
      } else {
        llvm::LoadInst* value = read(vector_type(load.getType()), offset);
        value->setAlignment(llvm::Align(64));
        set_vector(load, value);
      }
      return;
    }
    case Field::kNone:
      break;
  }
  unfit("internal: unknown field");
}

void Vectoriser::visit_load(llvm::LoadInst& load) {
  Value* pointer = load.getPointerOperand();
  Type* type = load.getType();
  Shape address = shapes_.of(pointer);
  if (address.uniform() && !address.checked) return visit_uniform(load);
  if (!llvm::VectorType::isValidElementType(type)) unfit("it loads a struct");
  if (load.isAtomic()) return serialise(load);
  auto size = static_cast<std::int64_t>(layout_.getTypeStoreSize(type).getFixedValue());
  llvm::FixedVectorType* wide = vector_type(type);
  auto gather = [&]() -> Value* {
    return build_.CreateMaskedGather(wide, exact_vector(pointer), load.getAlign(), mask_,
                                     llvm::PoisonValue::get(wide));
  };
  if (!address.affine() || layout_.getTypeAllocSize(type) != layout_.getTypeStoreSize(type)) {
    return set_vector(load, gather());
  }
  if (address.stride == size) {
    return set_vector(load, if_affine(
                                check_of(pointer), wide,
                                [&]() -> Value* {
                                  return build_.CreateMaskedLoad(wide, scalar(pointer), load.getAlign(),
                                                                 mask_, llvm::PoisonValue::get(wide));
                                },
                                gather));
  }
  if (address.stride == -size) {
    llvm::SmallVector<int> reversed;
    for (unsigned lane = 0; lane < lanes_; ++lane) reversed.push_back(static_cast<int>(lanes_ - 1 - lane));
    return set_vector(load,
                      if_affine(
                          check_of(pointer), wide,
                          [&]() -> Value* {
                            Value* lowest = build_.CreateConstGEP1_64(
                                build_.getInt8Ty(), scalar(pointer),
                                static_cast<std::uint64_t>(-size * static_cast<std::int64_t>(lanes_ - 1)));
                            Value* mask = build_.CreateShuffleVector(mask_, reversed);
                            Value* value = build_.CreateMaskedLoad(wide, lowest, load.getAlign(), mask,
                                                                   llvm::PoisonValue::get(wide));
                            return build_.CreateShuffleVector(value, reversed);
                          },
                          gather));
  }
  set_vector(load, gather());
}

void Vectoriser::visit_store(llvm::StoreInst& store) {
  Value* pointer = store.getPointerOperand();
  Value* value = store.getValueOperand();
  Type* type = value->getType();
  Shape address = shapes_.of(pointer);
  if (address.uniform() && !address.checked) {
    Shape stored = shapes_.of(value);
    Instruction* copy = store.clone();
    copy->setOperand(1, scalar(pointer));
    if (stored.uniform() && !stored.checked) {
      copy->setOperand(0, scalar(value));
    } else {
      // All lanes write one place: one of them wins.
      copy->setOperand(0, build_.CreateExtractElement(vector(value), first_lane()));
    }
    build_.Insert(copy);
    return;
  }
  if (!llvm::VectorType::isValidElementType(type)) unfit("it stores a struct");
  if (store.isAtomic()) return serialise(store);
  auto size = static_cast<std::int64_t>(layout_.getTypeStoreSize(type).getFixedValue());
  bool dense = layout_.getTypeAllocSize(type) == layout_.getTypeStoreSize(type);
  Value* all = vector(value);
  auto scatter = [&]() -> Value* {
    build_.CreateMaskedScatter(all, exact_vector(pointer), store.getAlign(), mask_);
    return nullptr;
  };
  if (address.affine() && dense && address.stride == size) {
    if_affine(
        check_of(pointer), build_.getVoidTy(),
        [&]() -> Value* {
          build_.CreateMaskedStore(all, scalar(pointer), store.getAlign(), mask_);
          return nullptr;
        },
        scatter);
    return;
  }
  scatter();
}

void Vectoriser::visit_varying(Instruction& instruction) {
  Type* type = instruction.getType();
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    auto found = fields_.find(extract->getAggregateOperand());
    if (found == fields_.end() || extract->getNumIndices() != 1) unfit("it takes a struct apart");
    return set_vector(instruction, found->second[extract->getIndices()[0]]);
  }
  if (!llvm::VectorType::isValidElementType(type))
    unfit(std::string("a struct differs between threads (") + instruction.getOpcodeName() + ")");
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    Value* left = vector(operation->getOperand(0));
    Value* right = vector(operation->getOperand(1));
    if (operation->isIntDivRem()) {
      // Lanes that are off must not divide by zero.
      right = build_.CreateSelect(mask_, right, splat(llvm::ConstantInt::get(type, 1)));
      if (operation->getOpcode() == Instruction::SDiv || operation->getOpcode() == Instruction::SRem) {
        left = build_.CreateSelect(mask_, left, splat(llvm::ConstantInt::get(type, 0)));
      }
    }
    Value* result = build_.CreateBinOp(operation->getOpcode(), left, right);
    if (auto* copy = llvm::dyn_cast<Instruction>(result)) copy->copyIRFlags(operation);
    return set_vector(instruction, result);
  }
  if (auto* operation = llvm::dyn_cast<llvm::UnaryOperator>(&instruction)) {
    Value* result = build_.CreateUnOp(operation->getOpcode(), vector(operation->getOperand(0)));
    if (auto* copy = llvm::dyn_cast<Instruction>(result)) copy->copyIRFlags(operation);
    return set_vector(instruction, result);
  }
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    if (cast->getSrcTy()->isVectorTy()) unfit("it casts a small vector");
    return set_vector(instruction,
                      build_.CreateCast(cast->getOpcode(), vector(cast->getOperand(0)), vector_type(type)));
  }
  if (auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
    Value* result = build_.CreateCmp(compare->getPredicate(), vector(compare->getOperand(0)),
                                     vector(compare->getOperand(1)));
    if (auto* copy = llvm::dyn_cast<Instruction>(result);
        copy != nullptr && llvm::isa<llvm::FCmpInst>(compare)) {
      copy->copyIRFlags(compare);
    }
    return set_vector(instruction, result);
  }
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    Shape condition = shapes_.of(select->getCondition());
    Value* chosen = condition.uniform() && !condition.checked ? scalar(select->getCondition())
                                                              : vector(select->getCondition());
    return set_vector(instruction, build_.CreateSelect(chosen, vector(select->getTrueValue()),
                                                       vector(select->getFalseValue())));
  }
  if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    llvm::SmallVector<Value*> indices;
    for (Value* index : gep->indices())
      indices.push_back(llvm::isa<llvm::ConstantInt>(index) ? index : vector(index));
    return set_vector(instruction, build_.CreateGEP(gep->getSourceElementType(),
                                                    vector(gep->getPointerOperand()), indices));
  }
  if (llvm::isa<llvm::FreezeInst>(&instruction)) {
    return set_vector(instruction, build_.CreateFreeze(vector(instruction.getOperand(0))));
  }
  if (llvm::isa<llvm::AllocaInst>(&instruction)) unfit("it allocates stack as it runs");
  unfit(std::string("it uses ") + instruction.getOpcodeName());
}

// Lane by lane, in order, for those that are on.
void Vectoriser::serialise(Instruction& instruction) {
  Type* type = instruction.getType();
  auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  llvm::SmallVector<llvm::AllocaInst*> results;
  llvm::SmallVector<Type*> types;
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (Type* element : structure->elements()) types.push_back(element);
  } else if (!type->isVoidTy() && !instruction.use_empty()) {
    types.push_back(type);
  }
  for (Type* element : types) {
    if (!llvm::VectorType::isValidElementType(element)) unfit("a call gives back a struct");
    // i1 has no memory form of its own in an array of lanes.
    results.push_back(
        slot(llvm::ArrayType::get(element->isIntegerTy(1) ? build_.getInt8Ty() : element, lanes_), "lanes"));
    results.back()->setAlignment(llvm::Align(64));
  }
  llvm::SmallVector<std::pair<unsigned, Value*>> inputs;
  unsigned operands = call != nullptr ? call->arg_size() : instruction.getNumOperands();
  for (unsigned i = 0; i < operands; ++i) {
    Value* operand = instruction.getOperand(i);
    if (llvm::isa<llvm::Constant>(operand) || llvm::isa<llvm::MetadataAsValue>(operand)) continue;
    if (operand == source_.getArg(0)) {
      inputs.emplace_back(i, nullptr);
      continue;
    }
    Shape shape = shapes_.of(operand);
    inputs.emplace_back(i, shape.uniform() && !shape.checked ? scalar(operand) : vector(operand));
  }
  llvm::SmallPtrSet<llvm::AllocaInst*, 4> spilled;
  // Lanes are read from memory: an extract at a variable place would write the whole vector there for each of
  // them.
  for (auto& [i, input] : inputs) {
    Type* element = instruction.getOperand(i)->getType();
    if (input == nullptr || input->getType() == element || element->isIntegerTy(1)) continue;
    if (layout_.getTypeAllocSizeInBits(element) != layout_.getTypeSizeInBits(element)) continue;
    llvm::AllocaInst* all = slot(llvm::ArrayType::get(element, lanes_), "input");
    all->setAlignment(llvm::Align(64));
    spilled.insert(all);
    build_.CreateAlignedStore(input, all, llvm::Align(64));
    input = all;
  }
  // One lane at a time: a fault is that one's. Shared memory is always there, and its atomics are to be fast.
  auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
  auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  const bool may_fault =
      !(update != nullptr && update->getSyncScopeID() == llvm::SyncScope::SingleThread) &&
      !(exchange != nullptr && exchange->getSyncScopeID() == llvm::SyncScope::SingleThread) &&
      !(call != nullptr && call->doesNotAccessMemory());
  for_lanes([&](Value* lane) {
    Instruction* copy = instruction.clone();
    if (may_fault) note_lanes(build_.CreateShl(build_.getInt32(1), lane));
    for (auto [i, input] : inputs) {
      Type* element = instruction.getOperand(i)->getType();
      Value* own = input;
      if (input == nullptr) {
        own = lane_thread(lane);
      } else if (llvm::isa<llvm::FixedVectorType>(input->getType()) && input->getType() != element) {
        own = build_.CreateExtractElement(input, lane);
      } else if (auto* all = llvm::dyn_cast<llvm::AllocaInst>(input);
                 all != nullptr && spilled.contains(all)) {
        own = build_.CreateLoad(element, build_.CreateInBoundsGEP(element, all, lane));
      }
      copy->setOperand(i, own);
    }
    build_.Insert(copy);
    for (unsigned i = 0; i < results.size(); ++i) {
      Value* value = type->isStructTy() ? build_.CreateExtractValue(copy, i) : copy;
      if (types[i]->isIntegerTy(1)) value = build_.CreateZExt(value, build_.getInt8Ty());
      build_.CreateStore(value, build_.CreateInBoundsGEP(value->getType(), results[i], lane));
    }
  });
  if (may_fault) note_lanes(mask32());
  std::vector<Value*> members;
  for (unsigned i = 0; i < results.size(); ++i) {
    bool bit = types[i]->isIntegerTy(1);
    Value* value = build_.CreateAlignedLoad(vector_type(bit ? build_.getInt8Ty() : types[i]), results[i],
                                            llvm::Align(64));
    members.push_back(bit ? build_.CreateTrunc(value, vector_type(types[i])) : value);
  }
  if (type->isStructTy()) {
    for (const llvm::User* user : instruction.users()) {
      auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(user);
      if (extract == nullptr || extract->getParent() != current_) unfit("a struct differs between threads");
    }
    fields_[&instruction] = std::move(members);
  } else if (!members.empty()) {
    set_vector(instruction, members[0]);
  }
}

// The runtime's functions of one thread want its context: the runtime keeps one to lend.
Value* Vectoriser::lane_thread(Value* lane) {
  return build_.CreateCall(runtime_function(module_, "gridcall_rt_lane_thread"), {target_.getArg(0), lane});
}

void Vectoriser::visit_call(llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) unfit("it calls through a pointer");
  llvm::StringRef name = callee->getName();
  if (name.starts_with(kRuntimePrefix)) {
    if (visit_runtime_call(call, name.drop_front(llvm::StringRef(kRuntimePrefix).size()))) return;
    return serialise(call);
  }
  Shape shape = shapes_.of(&call);
  if (callee->isIntrinsic()) {
    llvm::Intrinsic::ID id = callee->getIntrinsicID();
    switch (id) {
      case llvm::Intrinsic::assume:
      case llvm::Intrinsic::lifetime_start:
      case llvm::Intrinsic::lifetime_end:
      case llvm::Intrinsic::experimental_noalias_scope_decl:
        return;
      case llvm::Intrinsic::trap:
      case llvm::Intrinsic::debugtrap:
        unfit("it traps by intrinsic");
      default:
        break;
    }
    if (llvm::isa<llvm::DbgInfoIntrinsic>(call)) return;
    if (shape.uniform() && !shape.checked && !call.getType()->isVoidTy()) return visit_uniform(call);
    if (llvm::isTriviallyVectorizable(id) && llvm::VectorType::isValidElementType(call.getType())) {
      llvm::SmallVector<Value*> arguments;
      llvm::SmallVector<Type*> types;
      if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, -1)) types.push_back(vector_type(call.getType()));
      for (unsigned i = 0; i < call.arg_size(); ++i) {
        bool stays = llvm::isVectorIntrinsicWithScalarOpAtArg(id, i);
        arguments.push_back(stays ? scalar(call.getArgOperand(i)) : vector(call.getArgOperand(i)));
        if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i)))
          types.push_back(arguments.back()->getType());
      }
      llvm::Function* wide = llvm::Intrinsic::getDeclaration(&module_, id, types);
      llvm::CallInst* result = build_.CreateCall(wide, arguments);
      if (llvm::isa<llvm::FPMathOperator>(result)) result->copyFastMathFlags(&call);
      return set_vector(call, result);
    }
    if (llvm::isa<llvm::MemIntrinsic>(call) || !call.getType()->isVoidTy()) return serialise(call);
    unfit("it calls " + name.str());
  }
  if (!callee->isDeclaration() && callee->hasFnAttribute(kMayBlockAttribute))
    unfit("it calls " + name.str() + ", in which threads wait");
  if (shape.uniform() && !shape.checked && !call.getType()->isVoidTy()) return visit_uniform(call);
  serialise(call);
}

// Those in which lanes meet: the lanes are here already, as elements. Answers false for functions of one
// thread.
bool Vectoriser::visit_runtime_call(llvm::CallInst& call, llvm::StringRef name) {
  Type* i32 = build_.getInt32Ty();
  auto bits_of = [&](Value* predicate) -> Value* {  // lanes on and predicate not 0
    Value* on = build_.CreateICmpNE(vector(predicate),
                                    llvm::Constant::getNullValue(vector_type(predicate->getType())));
    return build_.CreateZExtOrTrunc(mask_bits(both(mask_, on)), i32);
  };
  bool result_uniform = shapes_.of(&call).uniform();
  auto give = [&](Value* value) {
    if (result_uniform) {
      set_scalar(call, value);
    } else {
      set_vector(call, splat(value));
    }
  };
  if (name == "barrier") {
    // Volatile: at a suspension the runtime looks into the context, which else is this function's alone.
    if (!shapes_.of(call.getArgOperand(1)).uniform()) unfit("a barrier's kind differs between threads");
    build_.CreateStore(scalar(call.getArgOperand(1)),
                       warp_field(offsetof(cpu::WarpContext, barrier_reduction)), true);
    build_.CreateStore(mask32(), warp_field(offsetof(cpu::WarpContext, barrier_mask)), true);
    build_.CreateStore(bits_of(call.getArgOperand(2)),
                       warp_field(offsetof(cpu::WarpContext, barrier_predicates)), true);
    build_.SetInsertPoint(suspend(false));
    give(build_.CreateLoad(i32, warp_field(offsetof(cpu::WarpContext, barrier_result)), /*isVolatile*/ true));
    return true;
  }
  if (name == "syncwarp") {
    if (lanes_ != cpu::kWarpSize) unfit("it has warp functions");  // the warp's other lanes come later
    return true;                                                   // lanes go in step
  }
  if (name == "globaltimer") {
    Instruction* copy = call.clone();
    copy->setOperand(0, lane_thread(first_lane()));
    build_.Insert(copy);
    give(copy);
    return true;
  }
  bool warp_function = name == "ballot" || name == "activemask" || name == "shuffle" || name == "match_any" ||
                       name == "match_all" || name == "warp_reduce";
  if (!warp_function) {
    if (name == "fault" || name == "assert" || name == "vprintf" || name == "malloc" || name == "free" ||
        name == "nanosleep" || name == "yield") {
      return false;
    }
    unfit("it calls " + name.str());
  }
  if (lanes_ != cpu::kWarpSize) unfit("it has warp functions");
  if (name == "activemask") {
    give(mask32());
    return true;
  }
  // Lanes named by the mask and on. Where masks differ between lanes each answers for its own group.
  Shape mask_shape = shapes_.of(call.getArgOperand(1));
  bool one_group = mask_shape.uniform() && !mask_shape.checked;
  if (name == "ballot") {
    Value* votes = bits_of(call.getArgOperand(2));
    if (one_group) {
      give(build_.CreateAnd(votes, scalar(call.getArgOperand(1))));
    } else {
      set_vector(call, build_.CreateAnd(splat(votes), vector(call.getArgOperand(1))));
    }
    return true;
  }
  if (name == "shuffle") {
    visit_shuffle(call);
    return true;
  }
  if (name == "match_any" || name == "match_all" || name == "warp_reduce") {
    visit_group_function(call, name, one_group);
    return true;
  }
  return false;
}

// What depends on the values of a whole group of lanes: computed once where all lanes name one group, else
// for each lane's own.
void Vectoriser::visit_group_function(llvm::CallInst& call, llvm::StringRef name, bool one_group) {
  Type* i32 = build_.getInt32Ty();
  Value* values = vector(call.getArgOperand(2));
  Value* on = mask32();
  auto lanes_of = [&](Value* bits) { return build_.CreateBitCast(bits, vector_type(build_.getInt1Ty())); };
  auto equal_to = [&](Value* lane) -> Value* {
    Value* same = build_.CreateICmpEQ(values, splat(build_.CreateExtractElement(values, lane)));
    return build_.CreateBitCast(build_.CreateFreeze(same), i32);
  };
  auto reduced = [&](Value* group) -> Value* {
    auto* kind = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(3));
    if (kind == nullptr) unfit("a reduction's kind is not known");
    auto over = [&](std::uint32_t identity) {
      return build_.CreateSelect(lanes_of(group), values, splat(build_.getInt32(identity)));
    };
    switch (static_cast<cpu::WarpReduction>(kind->getZExtValue())) {
      case cpu::WarpReduction::kAdd:
        return build_.CreateAddReduce(over(0));
      case cpu::WarpReduction::kMinSigned:
        return build_.CreateIntMinReduce(over(0x7fffffff), true);
      case cpu::WarpReduction::kMaxSigned:
        return build_.CreateIntMaxReduce(over(0x80000000), true);
      case cpu::WarpReduction::kMinUnsigned:
        return build_.CreateIntMinReduce(over(0xffffffff), false);
      case cpu::WarpReduction::kMaxUnsigned:
        return build_.CreateIntMaxReduce(over(0), false);
      case cpu::WarpReduction::kAnd:
        return build_.CreateAndReduce(over(0xffffffff));
      case cpu::WarpReduction::kOr:
        return build_.CreateOrReduce(over(0));
      case cpu::WarpReduction::kXor:
        return build_.CreateXorReduce(over(0));
    }
    unfit("a reduction's kind is not known");
  };
  auto all_equal = [&](Value* group, Value* lane) {
    return build_.CreateICmpEQ(build_.CreateAnd(equal_to(lane), group), group);
  };
  Value* place = name == "match_all" ? call.getArgOperand(3) : nullptr;
  if (place != nullptr && llvm::isa<llvm::ConstantPointerNull>(place)) place = nullptr;
  if (one_group && name != "match_any") {
    Value* group = build_.CreateAnd(on, scalar(call.getArgOperand(1)));
    if (name == "warp_reduce") return set_scalar(call, reduced(group));
    Value* equal = all_equal(group, first_lane());
    set_scalar(call, build_.CreateSelect(equal, group, build_.getInt32(0)));
    if (place != nullptr) {
      build_.CreateMaskedScatter(splat(build_.CreateZExt(equal, i32)), vector(place), llvm::Align(4), mask_);
    }
    return;
  }
  Value* masks = vector(call.getArgOperand(1));
  Value* places = place != nullptr ? vector(place) : nullptr;
  llvm::AllocaInst* results = slot(vector_type(i32), "group");
  for_lanes([&](Value* lane) {
    Value* group = build_.CreateAnd(on, build_.CreateExtractElement(masks, lane));
    Value* result = nullptr;
    if (name == "match_any") {
      result = build_.CreateAnd(equal_to(lane), group);
    } else if (name == "warp_reduce") {
      result = reduced(group);
    } else {
      Value* equal = all_equal(group, lane);
      result = build_.CreateSelect(equal, group, build_.getInt32(0));
      if (places != nullptr) {
        build_.CreateStore(build_.CreateZExt(equal, i32), build_.CreateExtractElement(places, lane));
      }
    }
    build_.CreateStore(result, build_.CreateInBoundsGEP(i32, results, lane));
  });
  set_vector(call, build_.CreateLoad(vector_type(i32), results));
}

// Source lanes as cpu/runtime.def says: index, up, down, xor within segments of `width` lanes.
void Vectoriser::visit_shuffle(llvm::CallInst& call) {
  Type* i32 = build_.getInt32Ty();
  Value* value = vector(call.getArgOperand(2));
  auto* width = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(4));
  auto* mode = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(5));
  if (mode == nullptr) unfit("a shuffle's kind is not known");
  auto kind = static_cast<cpu::ShuffleMode>(mode->getZExtValue());
  auto* operand = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(3));
  Value* in_range = nullptr;
  Value* result = nullptr;
  if (operand != nullptr && width != nullptr) {
    llvm::SmallVector<int> source;
    llvm::SmallVector<llvm::Constant*> inside;
    auto segment = static_cast<int>(width->getZExtValue());
    auto by = static_cast<std::int64_t>(operand->getZExtValue());
    if (segment < 1 || segment > 32 || (segment & (segment - 1)) != 0)
      unfit("a shuffle's width is no power of two");
    for (int lane = 0; lane < 32; ++lane) {
      int first = lane & ~(segment - 1);
      int last = first + segment - 1;
      std::int64_t from = lane;
      bool ok = true;
      switch (kind) {
        case cpu::ShuffleMode::kIndex:
          from = first + (by & (segment - 1));
          break;
        case cpu::ShuffleMode::kUp:
          from = lane - (by & 31);
          ok = from >= first;
          break;
        case cpu::ShuffleMode::kDown:
          from = lane + (by & 31);
          ok = from <= last;
          break;
        case cpu::ShuffleMode::kXor:
          from = lane ^ (by & 31);
          ok = from <= last;
          break;
      }
      source.push_back(ok ? static_cast<int>(from) : lane);
      inside.push_back(build_.getInt32(ok ? 1 : 0));
    }
    result = build_.CreateShuffleVector(value, source);
    in_range = llvm::ConstantVector::get(inside);
  } else {
    Value* lane = steps(i32, 1);
    Value* by = build_.CreateAnd(vector(call.getArgOperand(3)), splat(build_.getInt32(31)));
    Value* segment = build_.CreateSub(vector(call.getArgOperand(4)), splat(build_.getInt32(1)));
    Value* first = build_.CreateAnd(lane, build_.CreateNot(segment));
    Value* last = build_.CreateOr(lane, segment);
    Value* from = nullptr;
    Value* ok = nullptr;
    switch (kind) {
      case cpu::ShuffleMode::kIndex:
        from = build_.CreateOr(first, build_.CreateAnd(by, segment));
        ok = splat(build_.getTrue());
        break;
      case cpu::ShuffleMode::kUp:
        from = build_.CreateSub(lane, by);
        ok = build_.CreateICmpSGE(from, first);
        break;
      case cpu::ShuffleMode::kDown:
        from = build_.CreateAdd(lane, by);
        ok = build_.CreateICmpSLE(from, last);
        break;
      case cpu::ShuffleMode::kXor:
        from = build_.CreateXor(lane, by);
        ok = build_.CreateICmpSLE(from, last);
        break;
    }
    from = build_.CreateAnd(build_.CreateSelect(ok, from, lane), splat(build_.getInt32(31)));
    llvm::AllocaInst* all = slot(value->getType(), "shuffle");
    build_.CreateStore(value, all);
    Type* element = call.getType();
    result = build_.CreateMaskedGather(vector_type(element), build_.CreateGEP(element, all, from),
                                       layout_.getABITypeAlign(element), splat(build_.getTrue()),
                                       llvm::PoisonValue::get(vector_type(element)));
    in_range = build_.CreateZExt(ok, vector_type(i32));
  }
  set_vector(call, result);
  Value* place = call.getArgOperand(6);
  if (!llvm::isa<llvm::ConstantPointerNull>(place))
    build_.CreateMaskedScatter(in_range, vector(place), llvm::Align(4), mask_);
}

// ---------------------------------------------------------------------------------------------------------------
// Control flow

void Vectoriser::edge(BasicBlock* from, BasicBlock* to, Value* mask) {
  // All reads before any write: phis of one block change together.
  llvm::SmallVector<std::pair<llvm::AllocaInst*, Value*>> writes;
  for (llvm::PHINode& phi : to->phis()) {
    Value* incoming = phi.getIncomingValueForBlock(from);
    llvm::AllocaInst* place = phi_slots_[&phi];
    Shape shape = shapes_.of(&phi);
    if (shape.varying()) {
      Value* fresh = vector(incoming);
      if (pending_.contains(
              position_[to])) {  // else nobody waits there, and lanes that are off do not matter
        fresh = build_.CreateSelect(mask, fresh, build_.CreateLoad(place->getAllocatedType(), place));
      }
      writes.emplace_back(place, fresh);
    } else {
      writes.emplace_back(place, scalar(incoming));
      if (shape.checked) {
        Value* check = check_of(incoming);
        writes.emplace_back(phi_check_slots_[&phi], check != nullptr ? check : build_.getTrue());
      }
    }
  }
  for (auto [place, value] : writes) build_.CreateStore(value, place);
  llvm::AllocaInst* waiting = waiting_[to];
  build_.CreateStore(build_.CreateOr(build_.CreateLoad(mask->getType(), waiting), mask), waiting);
}

void Vectoriser::visit_terminator(Instruction& terminator) {
  BasicBlock* from = terminator.getParent();
  int at = position_[from];
  if (llvm::isa<llvm::ReturnInst>(terminator)) {
    build_.CreateBr(after(at));
    return;
  }
  if (llvm::isa<llvm::UnreachableInst>(terminator)) {
    build_.CreateUnreachable();
    return;
  }
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator);
  if (branch == nullptr) unfit(std::string("it ends a block by ") + terminator.getOpcodeName());
  if (branch->isUnconditional()) {
    edge(from, branch->getSuccessor(0), mask_);
    jump(from, branch->getSuccessor(0));
    return;
  }
  BasicBlock* yes = branch->getSuccessor(0);
  BasicBlock* no = branch->getSuccessor(1);
  if (!shapes_.is_divergent(branch)) {
    BasicBlock* taken = BasicBlock::Create(context_, "taken", &target_);
    BasicBlock* passed = BasicBlock::Create(context_, "passed", &target_);
    build_.CreateCondBr(scalar(branch->getCondition()), taken, passed);
    build_.SetInsertPoint(taken);
    edge(from, yes, mask_);
    jump(from, yes);
    build_.SetInsertPoint(passed);
    edge(from, no, mask_);
    jump(from, no);
    return;
  }
  Value* condition = vector(branch->getCondition());
  Value* go = both(mask_, condition);
  Value* stay = build_.CreateXor(mask_, go);
  edge(from, yes, go);
  edge(from, no, stay);
  // Round a loop again as long as a lane wants to; the others wait where they left it.
  for (unsigned side = 0; side < 2; ++side) {
    BasicBlock* back = branch->getSuccessor(side);
    if (position_[back] > at) continue;
    build_.CreateCondBr(any(side == 0 ? go : stay), body_[back], after(at));
    return;
  }
  build_.CreateBr(after(at));
}

// The coroutine's frame is the runtime's, so that it can keep one for each warp from block to block.
void Vectoriser::begin_coroutine() {
  Value* null = llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(context_));
  target_.setPresplitCoroutine();
  Value* id = build_.CreateIntrinsic(llvm::Intrinsic::coro_id, {}, {build_.getInt32(64), null, null, null});
  Value* size = build_.CreateIntrinsic(llvm::Intrinsic::coro_size, {build_.getInt64Ty()}, {});
  // Local arrays lie behind the frame. As allocas they would have to move into it, and CoroSplit does not see
  // all uses of one through vectors of addresses.
  std::uint64_t bytes = 0;
  llvm::SmallVector<std::pair<const llvm::AllocaInst*, std::uint64_t>> arrays;
  for (Instruction& instruction : source_.getEntryBlock()) {
    auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (alloca == nullptr) continue;
    auto own = alloca->getAllocationSize(layout_);
    if (!alloca->isStaticAlloca() || !own || own->isScalable()) unfit("it allocates stack as it runs");
    if (alloca->getAlign() > llvm::Align(64)) unfit("a local array wants more than 64 bytes of alignment");
    if (own->getFixedValue() % alloca->getAlign().value() != 0)
      unfit("a local array's size is no multiple of its alignment");
    arrays.emplace_back(alloca, bytes);
    bytes += llvm::alignTo(own->getFixedValue() * lanes_, 64);
  }
  if (!arrays.empty()) {
    size = build_.CreateAnd(build_.CreateAdd(size, build_.getInt64(63)), build_.getInt64(~std::uint64_t{63}));
  }
  llvm::Function* frame = runtime_function(module_, "gridcall_rt_warp_frame");
  Value* memory =
      build_.CreateCall(frame, {target_.getArg(0), build_.CreateAdd(size, build_.getInt64(bytes))});
  for (auto [alloca, offset] : arrays) {
    locals_[alloca] =
        build_.CreateGEP(build_.getInt8Ty(), memory, build_.CreateAdd(size, build_.getInt64(offset)));
  }
  handle_ = build_.CreateIntrinsic(llvm::Intrinsic::coro_begin, {}, {id, memory});
  suspend_ = BasicBlock::Create(context_, "suspend", &target_);
  cleanup_ = BasicBlock::Create(context_, "cleanup", &target_);
  llvm::IRBuilder<> build(cleanup_);
  build.CreateIntrinsic(llvm::Intrinsic::coro_free, {}, {id, handle_});
  build.CreateBr(suspend_);
  build.SetInsertPoint(suspend_);
  build.CreateIntrinsic(llvm::Intrinsic::coro_end, {},
                        {handle_, build.getFalse(), llvm::ConstantTokenNone::get(context_)});
  build.CreateRet(handle_);
}

// Answers the block in which the warp goes on.
BasicBlock* Vectoriser::suspend(bool for_good) {
  Value* state = build_.CreateIntrinsic(llvm::Intrinsic::coro_suspend, {},
                                        {llvm::ConstantTokenNone::get(context_), build_.getInt1(for_good)});
  BasicBlock* resumed = BasicBlock::Create(context_, for_good ? "resumed.after.end" : "resumed", &target_);
  llvm::SwitchInst* choice = build_.CreateSwitch(state, suspend_, 2);
  choice->addCase(build_.getInt8(0), resumed);
  choice->addCase(build_.getInt8(1), cleanup_);
  return resumed;
}

void Vectoriser::run() {
  order_blocks();
  check_barriers();
  find_pending();
  BasicBlock* entry = BasicBlock::Create(context_, "entry", &target_);
  llvm::FixedVectorType* mask_type = vector_type(build_.getInt1Ty());
  for (BasicBlock* block : order_) {
    if (pending_.contains(position_[block]))
      guard_[block] = BasicBlock::Create(context_, block->getName() + ".guard", &target_);
    body_[block] = BasicBlock::Create(context_, block->getName(), &target_);
  }
  end_ = BasicBlock::Create(context_, "end", &target_);
  build_.SetInsertPoint(entry);
  for (BasicBlock* block : order_) {
    waiting_[block] = slot(mask_type, "waiting");
    build_.CreateStore(llvm::Constant::getNullValue(mask_type), waiting_[block]);
    for (llvm::PHINode& phi : block->phis()) {
      Shape shape = shapes_.of(&phi);
      if (shape.kind == Shape::kUnknown ||
          (!llvm::VectorType::isValidElementType(phi.getType()) && !shape.uniform())) {
        unfit("a struct differs between threads");
      }
      phi_slots_[&phi] = slot(shape.varying() ? vector_type(phi.getType()) : phi.getType(), "phi");
      if (shape.checked) phi_check_slots_[&phi] = slot(build_.getInt1Ty(), "phi.check");
      if (shape.checked)
        unfit("a loop carries an index that may wrap");  // its lanes would be needed one by one
    }
  }
  // Lanes that exist: all but in the last warp of a block.
  Value* count = build_.CreateLoad(build_.getInt32Ty(),
                                   build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), target_.getArg(0),
                                                                     offsetof(cpu::WarpContext, lane_count)));
  Value* first = build_.CreateICmpULT(steps(build_.getInt32Ty(), 1), splat(count));
  if (has_barriers_) begin_coroutine();
  build_.CreateStore(first, waiting_[order_.front()]);
  build_.CreateBr(body_[order_.front()]);

  for (BasicBlock* block : order_) {
    current_ = block;
    if (BasicBlock* guard = guard_.lookup(block)) {
      build_.SetInsertPoint(guard);
      Value* waiting = build_.CreateLoad(mask_type, waiting_[block]);
      build_.CreateCondBr(any(waiting), body_[block], after(position_[block]));
    }
    build_.SetInsertPoint(body_[block]);
    mask_ = build_.CreateLoad(mask_type, waiting_[block], "mask");
    build_.CreateStore(llvm::Constant::getNullValue(mask_type), waiting_[block]);
    if (position_[block] != 0 && !arrives_as(block)) note_lanes(mask32());
    scalars_.clear();
    vectors_.clear();
    checks_.clear();
    fields_.clear();
    for (llvm::PHINode& phi : block->phis()) {
      llvm::AllocaInst* place = phi_slots_[&phi];
      Value* value = build_.CreateLoad(place->getAllocatedType(), place);
      if (shapes_.of(&phi).varying()) {
        set_vector(phi, value);
      } else {
        set_scalar(phi, value);
      }
      publish(phi);
    }
    for (Instruction& instruction : *block) {
      if (llvm::isa<llvm::PHINode>(instruction)) continue;
      if (instruction.isTerminator()) {
        visit_terminator(instruction);
        break;
      }
      visit(instruction);
      if (!instruction.getType()->isVoidTy()) publish(instruction);
    }
  }
  build_.SetInsertPoint(end_);
  if (has_barriers_) {
    build_.SetInsertPoint(suspend(true));
    build_.CreateUnreachable();
  } else {
    build_.CreateRet(llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(context_)));
  }
}

}  // namespace

std::string vectorise(llvm::Function& entry, llvm::Function& result, const Facts& facts) {
  try {
    Vectoriser(entry, result, facts).run();
    return "";
  } catch (const Unfit& unfit) {
    result.deleteBody();
    return unfit.reason;
  }
}

}  // namespace gridcall::cc::warp
