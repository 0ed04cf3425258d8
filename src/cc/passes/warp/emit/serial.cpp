// SPDX-License-Identifier: Apache-2.0
//
// Instructions that run lane by lane, in order: atomics, and calls of scalar functions.

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>

#include <cstddef>
#include <iterator>
#include <utility>

#include "cc/ir/runtime.h"
#include "cc/passes/warp/emit/entry.h"
#include "cc/passes/warp/emit/warp_emitter.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {
namespace {

// Returns the operation's neutral element; NULL if lanes cannot be combined before one update.
llvm::Constant* identity(llvm::AtomicRMWInst::BinOp operation, Type* type) {
  if (!type->isIntegerTy()) return nullptr;
  const unsigned bits = type->getIntegerBitWidth();
  auto number = [&](const llvm::APInt& value) { return llvm::ConstantInt::get(type, value); };
  switch (operation) {
    case llvm::AtomicRMWInst::Add:
    case llvm::AtomicRMWInst::Sub:
    case llvm::AtomicRMWInst::Or:
    case llvm::AtomicRMWInst::Xor:
    case llvm::AtomicRMWInst::UMax:
      return number(llvm::APInt::getZero(bits));
    case llvm::AtomicRMWInst::And:
    case llvm::AtomicRMWInst::UMin:
      return number(llvm::APInt::getAllOnes(bits));
    case llvm::AtomicRMWInst::Max:
      return number(llvm::APInt::getSignedMinValue(bits));
    case llvm::AtomicRMWInst::Min:
      return number(llvm::APInt::getSignedMaxValue(bits));
    default:
      return nullptr;
  }
}

Value* reduce(llvm::IRBuilder<>& build, llvm::AtomicRMWInst::BinOp operation, Value* lanes) {
  switch (operation) {
    case llvm::AtomicRMWInst::And:
      return build.CreateAndReduce(lanes);
    case llvm::AtomicRMWInst::Or:
      return build.CreateOrReduce(lanes);
    case llvm::AtomicRMWInst::Xor:
      return build.CreateXorReduce(lanes);
    case llvm::AtomicRMWInst::Min:
    case llvm::AtomicRMWInst::UMin:
      return build.CreateIntMinReduce(lanes, operation == llvm::AtomicRMWInst::Min);
    case llvm::AtomicRMWInst::Max:
    case llvm::AtomicRMWInst::UMax:
      return build.CreateIntMaxReduce(lanes, operation == llvm::AtomicRMWInst::Max);
    default:
      return build.CreateAddReduce(lanes);
  }
}

// The loop around one instruction: the inputs of its lanes before it, its copy for one lane, and the vectors
// of its results after it.
class LaneLoop {
 public:
  LaneLoop(Instruction& instruction, Target& target, WarpBuilder& build, LaneValues& values)
      : instruction_(instruction),
        call_(llvm::dyn_cast<llvm::CallInst>(&instruction)),
        update_(llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)),
        exchange_(llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)),
        target_(target),
        build_(build),
        values_(values) {
    reserve_results();
    find_index();
    read_inputs();
  }

  // Returns whether each lane must be stored as the running one, so that a fault is attributed to it. Shared
  // memory cannot fault, and its atomics must be fast.
  bool may_fault() const {
    return !(update_ && update_->getSyncScopeID() == llvm::SyncScope::SingleThread) &&
           !(exchange_ && exchange_->getSyncScopeID() == llvm::SyncScope::SingleThread) &&
           !(call_ && call_->doesNotAccessMemory());
  }
  // Returns the number of lanes in an iteration if all are active. A plain addition in shared memory needs no
  // loop.
  unsigned at_once() const {
    const bool is_small =
        update_ && instruction_.getType()->isIntegerTy() && !may_fault() && results_.empty();
    return is_small ? build_.lanes() : update_ || exchange_ ? 4 : 1;
  }
  void emit_lane(Value* lane);
  void set_results();

 private:
  struct Input {
    unsigned operand;
    Value* value;               // a scalar or a vector of all lanes; NULL stands for the lane's context
    llvm::AllocaInst* spilled;  // an array of the lanes' elements
  };

  void reserve_results();
  void find_index();
  void read_inputs();
  bool is_indexed(unsigned operand) const { return operand == 0 && index_; }
  Type* type_of(unsigned operand) const {
    return is_indexed(operand) ? index_->getSrcTy() : instruction_.getOperand(operand)->getType();
  }
  llvm::AllocaInst* array(Type* element, const char* name) {
    llvm::AllocaInst* lanes = target_.slot(llvm::ArrayType::get(element, build_.lanes()), name);
    lanes->setAlignment(llvm::Align(64));
    return lanes;
  }
  Value* input_of(const Input& input, Value* lane);

  Instruction& instruction_;
  llvm::CallInst* call_;
  llvm::AtomicRMWInst* update_;
  llvm::AtomicCmpXchgInst* exchange_;
  Target& target_;
  WarpBuilder& build_;
  LaneValues& values_;
  llvm::SmallVector<Type*> types_;  // the types of the results: a struct's members, or one type
  llvm::SmallVector<llvm::AllocaInst*> results_;
  llvm::SmallVector<Input> inputs_;
  llvm::GetElementPtrInst* gep_ = nullptr;
  llvm::CastInst* index_ = nullptr;  // the extension that indexes `gep_`, the address; NULL for another form
};

void LaneLoop::reserve_results() {
  Type* type = instruction_.getType();
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (Type* element : structure->elements()) types_.push_back(element);
  } else if (!type->isVoidTy() && !instruction_.use_empty()) {
    types_.push_back(type);
  }
  // i1 has no memory form of its own in an array of lanes.
  for (Type* element : types_)
    results_.push_back(array(element->isIntegerTy(1) ? build_.getInt8Ty() : element, "lanes"));
}

// An address with one base is computed for each lane from its index, which needs half the memory of whole
// addresses.
void LaneLoop::find_index() {
  gep_ = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction_.getOperand(0));
  auto* index = gep_ ? llvm::dyn_cast<llvm::CastInst>(gep_->getOperand(gep_->getNumIndices())) : nullptr;
  if ((update_ || exchange_) && index && llvm::isa<llvm::ZExtInst, llvm::SExtInst>(index) &&
      gep_->getParent() == values_.block() && index->getParent() == values_.block() &&
      values_.same_for_all(gep_->getPointerOperand()) &&
      llvm::all_of(llvm::drop_end(gep_->indices()),
                   [](const llvm::Use& use) { return llvm::isa<llvm::ConstantInt>(use); })) {
    index_ = index;
  }
}

void LaneLoop::read_inputs() {
  const unsigned operands = call_ ? call_->arg_size() : instruction_.getNumOperands();
  for (unsigned i = 0; i < operands; ++i) {
    Value* operand = instruction_.getOperand(i);
    if (llvm::isa<llvm::Constant>(operand) || llvm::isa<llvm::MetadataAsValue>(operand)) continue;
    if (operand == instruction_.getFunction()->getArg(0)) {
      inputs_.push_back({i, nullptr, nullptr});
      continue;
    }
    if (is_indexed(i)) operand = index_->getOperand(0);
    inputs_.push_back(
        {i, values_.same_for_all(operand) ? values_.scalar(operand) : values_.vector(operand), nullptr});
  }
  // Lanes are loaded from memory, because an extract at a variable index would store the whole vector for
  // each lane. At a constant index an extract is faster than a load of what was stored as a vector.
  const llvm::DataLayout& layout = build_.module().getDataLayout();
  for (Input& input : inputs_) {
    Type* element = type_of(input.operand);
    if (!input.value || input.value->getType() == element || element->isIntegerTy(1)) continue;
    if (layout.getTypeAllocSizeInBits(element) != layout.getTypeSizeInBits(element)) continue;
    input.spilled = array(element, "input");
    build_.CreateAlignedStore(input.value, input.spilled, llvm::Align(64));
  }
}

Value* LaneLoop::input_of(const Input& input, Value* lane) {
  Type* element = type_of(input.operand);
  Value* own = input.value;
  if (!own) {
    own = lane_thread(build_, target_, lane);
  } else if (input.spilled && !llvm::isa<llvm::Constant>(lane)) {
    own = build_.CreateLoad(element, build_.CreateInBoundsGEP(element, input.spilled, lane));
  } else if (llvm::isa<llvm::FixedVectorType>(own->getType()) && own->getType() != element) {
    own = build_.CreateExtractElement(own, lane);
  }
  if (!is_indexed(input.operand)) return own;
  llvm::SmallVector<Value*> indices(gep_->indices());
  indices.back() = build_.CreateCast(index_->getOpcode(), own, index_->getDestTy());
  return build_.CreateGEP(gep_->getSourceElementType(), values_.scalar(gep_->getPointerOperand()), indices);
}

void LaneLoop::emit_lane(Value* lane) {
  Instruction* copy = instruction_.clone();
  if (may_fault()) note_lanes(build_, target_.function, build_.CreateShl(build_.getInt32(1), lane));
  for (const Input& input : inputs_) copy->setOperand(input.operand, input_of(input, lane));
  build_.Insert(copy);
  for (unsigned i = 0; i < results_.size(); ++i) {
    Value* value = copy->getType()->isStructTy() ? build_.CreateExtractValue(copy, i) : copy;
    if (types_[i]->isIntegerTy(1)) value = build_.CreateZExt(value, build_.getInt8Ty());
    build_.CreateStore(value, build_.CreateInBoundsGEP(value->getType(), results_[i], lane));
  }
}

void LaneLoop::set_results() {
  llvm::SmallVector<Value*> members;
  for (unsigned i = 0; i < results_.size(); ++i) {
    const bool bit = types_[i]->isIntegerTy(1);
    Value* value = build_.CreateAlignedLoad(build_.vector_type(bit ? build_.getInt8Ty() : types_[i]),
                                            results_[i], llvm::Align(64));
    members.push_back(bit ? build_.CreateTrunc(value, build_.vector_type(types_[i])) : value);
  }
  if (instruction_.getType()->isStructTy()) {
    values_.set_members(instruction_, std::move(members));
  } else if (!members.empty()) {
    values_.set_vector(instruction_, members[0]);
  }
}

}  // namespace

// If all lanes update one address, emits one update by their reduction. The lanes' results follow from the
// old value as if they had run in order. Returns false if that is not possible.
bool WarpEmitter::update_together(llvm::AtomicRMWInst& update) {
  Type* type = update.getType();
  llvm::Constant* neutral = identity(update.getOperation(), type);
  if (!neutral || update.isVolatile() || !values_.same_for_all(update.getPointerOperand())) return false;
  Value* operand = update.getValOperand();
  const bool adds =
      update.getOperation() == llvm::AtomicRMWInst::Add || update.getOperation() == llvm::AtomicRMWInst::Sub;
  if (!update.use_empty() && !(adds && values_.same_for_all(operand))) return false;
  Value* value = nullptr;
  if (adds && values_.same_for_all(operand)) {
    Value* count = build_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, masks_.bits(mask_));
    value = build_.CreateMul(values_.scalar(operand), build_.CreateZExtOrTrunc(count, type));
  } else {
    Value* lanes = build_.CreateSelect(mask_, values_.vector(operand), build_.splat(neutral));
    value = reduce(build_, update.getOperation(), lanes);
  }
  Instruction* once = update.clone();
  once->setOperand(0, values_.scalar(update.getPointerOperand()));
  once->setOperand(1, value);
  build_.Insert(once);
  if (update.use_empty()) return true;
  llvm::SmallVector<llvm::Constant*> before;
  for (unsigned lane = 0; lane < build_.lanes(); ++lane) before.push_back(build_.getInt32((1u << lane) - 1));
  Value* earlier = build_.CreateUnaryIntrinsic(
      llvm::Intrinsic::ctpop,
      build_.CreateAnd(build_.splat(masks_.bits32(mask_)), llvm::ConstantVector::get(before)));
  Value* steps = build_.CreateMul(build_.CreateZExtOrTrunc(earlier, build_.vector_type(type)),
                                  build_.splat(values_.scalar(operand)));
  values_.set_vector(update, update.getOperation() == llvm::AtomicRMWInst::Add
                                 ? build_.CreateAdd(build_.splat(once), steps)
                                 : build_.CreateSub(build_.splat(once), steps));
  return true;
}

// If all lanes read one texture, emits one call of the runtime. Returns false if that is not possible.
bool WarpEmitter::read_together(llvm::CallInst& call) {
  using cpu::WarpReads;
  auto* op = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
  if (!op || build_.lanes() != cpu::kWarpSize || !values_.same_for_all(call.getArgOperand(0))) return false;
  Type* i8 = build_.getInt8Ty();
  llvm::AllocaInst*& reads = target_.reads;
  if (!reads) {
    reads = target_.slot(llvm::ArrayType::get(i8, sizeof(WarpReads)), "reads");
    reads->setAlignment(llvm::Align(64));
  }
  auto field = [&](std::size_t offset) { return build_.CreateConstInBoundsGEP1_64(i8, reads, offset); };
  constexpr std::size_t kFields[] = {offsetof(WarpReads, place[0]), offsetof(WarpReads, place[1]),
                                     offsetof(WarpReads, place[2]), offsetof(WarpReads, layer),
                                     offsetof(WarpReads, level)};
  for (unsigned i = 0; i < std::size(kFields); ++i) {
    Value* lanes = build_.CreateFreeze(values_.vector(call.getArgOperand(i + 2)));
    build_.CreateAlignedStore(lanes, field(kFields[i]), llvm::Align(64));
  }
  build_.CreateCall(runtime_function(build_.module(), "gridcall_rt_read_texture"),
                    {reads, values_.scalar(call.getArgOperand(0)), op, masks_.bits32(mask_)});
  llvm::SmallVector<Value*> members;
  Type* wide = build_.vector_type(build_.getInt64Ty());
  for (unsigned pair = 0; pair < 2; ++pair) {
    Value* channels[2];
    for (unsigned i = 0; i < 2; ++i) {
      Value* channel = build_.CreateAlignedLoad(
          build_.vector_type(build_.getInt32Ty()),
          field(offsetof(WarpReads, value) + (pair * 2 + i) * sizeof(WarpReads::layer)), llvm::Align(64));
      channels[i] = build_.CreateZExt(channel, wide);
    }
    members.push_back(build_.CreateOr(channels[0], build_.CreateShl(channels[1], 32)));
  }
  values_.set_members(call, std::move(members));
  return true;
}

void WarpEmitter::serialize(Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call && call->getCalledFunction()->getName() == "gridcall_texture_sample" && read_together(*call))
    return;
  auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
  if (update && update_together(*update)) return;
  LaneLoop loop(instruction, target_, build_, values_);
  masks_.for_lanes(mask_, [&](Value* lane) { loop.emit_lane(lane); }, loop.at_once());
  if (loop.may_fault()) note_lanes(build_, target_.function, masks_.bits32(mask_));
  loop.set_results();
}

}  // namespace gridcall::cc::warp
