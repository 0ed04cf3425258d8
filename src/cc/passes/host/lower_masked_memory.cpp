// SPDX-License-Identifier: Apache-2.0
//
// lower-masked-memory: masked loads and stores that the processor has no instruction for (any before AVX,
// bytes and halfwords before AVX-512) call a function that moves the lanes between memory and the stack;
// before AVX so do gathers and scatters. LLVM's own expansion has two blocks for each lane, with all other
// lanes' values live across them: a reduction took ten times as long to compile for any x86-64. Masks that
// are loaded from memory are expanded a byte at a time, not bit by bit. Before AVX-512 a store that all lanes
// or none make is behind a branch: AMD's processors need 20 cycles and more for a masked store.

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

using llvm::IntrinsicInst;
using llvm::Value;

// The lanes' addresses in memory: one row, or one address per lane to load from or store to. On the stack the
// lanes are contiguous.
enum class Place { kRow, kFrom, kTo };

struct MaskedMove {
  Place place;
  unsigned lanes, bits;
  llvm::Align align;

  std::string name() const {
    const char* verb = place == Place::kRow ? "copy" : place == Place::kFrom ? "gather" : "scatter";
    return "gridcall.masked_" + std::string(verb) + "." + std::to_string(lanes) + "x" + std::to_string(bits) +
           "." + std::to_string(align.value());
  }
};

// Returns a function void(ptr to, ptr from, iN mask), compiled for the caller's processor. Unless the place
// is a row, `to` or `from` points to an array of pointers.
llvm::Function* mover_of(const MaskedMove& move, const llvm::Function& caller, llvm::Module& module) {
  if (llvm::Function* known = module.getFunction(move.name())) return known;
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* const pointer = llvm::PointerType::getUnqual(context);
  llvm::Type* const mask_type = llvm::IntegerType::get(context, move.lanes);
  llvm::Type* const element = llvm::IntegerType::get(context, move.bits);
  auto* function = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer, mask_type}, false),
      llvm::GlobalValue::InternalLinkage, move.name(), module);
  for (const char* attribute : {"target-cpu", "target-features", "probe-stack"})
    if (caller.hasFnAttribute(attribute)) function->addFnAttr(caller.getFnAttribute(attribute));
  function->addFnAttr(llvm::Attribute::NoInline);
  function->setDoesNotThrow();
  Value *to = function->getArg(0), *from = function->getArg(1), *mask = function->getArg(2);
  const auto block = [&](const char* label) { return llvm::BasicBlock::Create(context, label, function); };
  const bool is_row = move.place == Place::kRow;
  llvm::BasicBlock* const entry = block("entry");
  llvm::BasicBlock* const whole = is_row ? block("whole") : nullptr;
  llvm::BasicBlock* const some = is_row ? block("some") : entry;
  llvm::BasicBlock *const lane = block("lane"), *const end = block("end");
  llvm::IRBuilder<> build(entry);
  if (is_row) {
    build.CreateCondBr(build.CreateICmpEQ(mask, llvm::Constant::getAllOnesValue(mask_type)), whole, some);
    build.SetInsertPoint(whole);
    auto* const all = llvm::FixedVectorType::get(element, move.lanes);
    build.CreateAlignedStore(build.CreateAlignedLoad(all, from, move.align), to, move.align);
    build.CreateBr(end);
    build.SetInsertPoint(some);
  }
  Value* const zero = llvm::Constant::getNullValue(mask_type);
  build.CreateCondBr(build.CreateICmpEQ(mask, zero), end, lane);

  build.SetInsertPoint(lane);  // the lane of the lowest bit left: scatters store in lane order
  llvm::PHINode* const left = build.CreatePHI(mask_type, 2, "left");
  Value* const index = build.CreateZExtOrTrunc(
      build.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, left, build.getTrue()), build.getInt64Ty());
  const auto address = [&](Value* base, bool is_pointers) -> Value* {
    if (!is_pointers) return build.CreateGEP(element, base, index);
    return build.CreateLoad(pointer, build.CreateGEP(pointer, base, index));
  };
  Value* const one = build.CreateAlignedLoad(element, address(from, move.place == Place::kFrom), move.align);
  build.CreateAlignedStore(one, address(to, move.place == Place::kTo), move.align);
  Value* const rest = build.CreateAnd(left, build.CreateSub(left, llvm::ConstantInt::get(mask_type, 1)));
  left->addIncoming(mask, some);
  left->addIncoming(rest, lane);
  build.CreateCondBr(build.CreateICmpEQ(rest, zero), end, lane);
  build.SetInsertPoint(end);
  build.CreateRetVoid();
  return function;
}

// The lowering of one function. Its stack has one place for each type of lanes and of pointers.
class MaskedMemory {
 public:
  MaskedMemory(llvm::Function& function, const llvm::TargetTransformInfo& target)
      : function_(function),
        module_(*function.getParent()),
        target_(target),
        has_vectors_(target.isLegalMaskedLoad(vector(llvm::Type::getFloatTy(function.getContext()), 8),
                                              llvm::Align(4))),
        has_masks_(target.isLegalMaskedLoad(vector(llvm::Type::getInt8Ty(function.getContext()), 32),
                                            llvm::Align(1))) {}

  void run() {
    if (!has_masks_) branch_around_stores();
    for (llvm::Instruction& each : llvm::make_early_inc_range(llvm::instructions(function_))) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&each)) read_mask(*load);
      auto* masked = llvm::dyn_cast<IntrinsicInst>(&each);
      if (!masked) continue;
      switch (masked->getIntrinsicID()) {
        case llvm::Intrinsic::masked_load:
          if (needs(*masked->getType(), *masked, 1, &llvm::TargetTransformInfo::isLegalMaskedLoad))
            lower(Place::kRow, *masked, nullptr, 0);
          break;
        case llvm::Intrinsic::masked_gather:
          if (!has_vectors_ && takes(*masked->getType())) lower(Place::kFrom, *masked, nullptr, 0);
          break;
        case llvm::Intrinsic::masked_store:
          if (needs(*masked->getArgOperand(0)->getType(), *masked, 2,
                    &llvm::TargetTransformInfo::isLegalMaskedStore))
            lower(Place::kRow, *masked, masked->getArgOperand(0), 1);
          break;
        case llvm::Intrinsic::masked_scatter:
          if (!has_vectors_ && takes(*masked->getArgOperand(0)->getType()))
            lower(Place::kTo, *masked, masked->getArgOperand(0), 1);
          break;
        default:
          break;
      }
    }
  }

 private:
  static llvm::FixedVectorType* vector(llvm::Type* element, unsigned lanes) {
    return llvm::FixedVectorType::get(element, lanes);
  }
  unsigned bits_of(const llvm::FixedVectorType& type) const {
    return static_cast<unsigned>(
        module_.getDataLayout().getTypeSizeInBits(type.getElementType()).getFixedValue());
  }
  // Returns whether elements have the size of an integer, and the lanes are as many as an integer has bits.
  bool takes(const llvm::Type& type) const {
    const auto* lanes = llvm::dyn_cast<llvm::FixedVectorType>(&type);
    if (!lanes) return false;
    const auto is_size = [](unsigned bits) { return bits >= 8 && bits <= 64 && llvm::isPowerOf2_32(bits); };
    return is_size(bits_of(*lanes)) && is_size(lanes->getNumElements());
  }
  bool needs(llvm::Type& type, const IntrinsicInst& masked, unsigned align,
             bool (llvm::TargetTransformInfo::*is_legal)(llvm::Type*, llvm::Align) const) const {
    return takes(type) &&
           !(target_.*is_legal)(&type,
                                llvm::cast<llvm::ConstantInt>(masked.getArgOperand(align))->getAlignValue());
  }

  void branch_around_stores() {
    llvm::SmallVector<std::pair<IntrinsicInst*, Value*>> stores;
    for (llvm::Instruction& each : llvm::instructions(function_)) {
      auto* store = llvm::dyn_cast<IntrinsicInst>(&each);
      if (!store || store->getIntrinsicID() != llvm::Intrinsic::masked_store) continue;
      if (Value* condition = const_cast<Value*>(llvm::getSplatValue(store->getArgOperand(3))))
        stores.emplace_back(store, condition);
    }
    for (const auto& [store, condition] : stores) {
      llvm::IRBuilder<> build(llvm::SplitBlockAndInsertIfThen(condition, store, /*Unreachable*/ false));
      build
          .CreateAlignedStore(store->getArgOperand(0), store->getArgOperand(1),
                              llvm::cast<llvm::ConstantInt>(store->getArgOperand(2))->getAlignValue())
          ->copyMetadata(*store, {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias});
      store->eraseFromParent();
    }
  }

  // Lowers a load if `stored` is null. The operands from `first` on are the address, its alignment, the mask
  // and, for a load, the values of inactive lanes.
  void lower(Place place, IntrinsicInst& masked, Value* stored, unsigned first) {
    llvm::IRBuilder<> build(&masked);
    auto* const type = llvm::cast<llvm::FixedVectorType>(stored ? stored->getType() : masked.getType());
    Value* address = masked.getArgOperand(first);
    if (place != Place::kRow)
      address = on_stack(build, address, pointers_[address->getType()], address->getType());
    Value* const others = stored ? stored : masked.getArgOperand(3);
    llvm::AllocaInst* const lanes =
        on_stack(build, llvm::isa<llvm::UndefValue>(others) ? nullptr : others, lanes_[type], type);
    const unsigned bits = bits_of(*type);
    const auto align = llvm::cast<llvm::ConstantInt>(masked.getArgOperand(first + 1))->getAlignValue();
    const MaskedMove move = {place, type->getNumElements(), bits, std::min(align, llvm::Align(bits / 8))};
    Value* const mask = build.CreateBitCast(masked.getArgOperand(first + 2), build.getIntNTy(move.lanes));
    Value* const to = stored ? address : lanes;
    build.CreateCall(mover_of(move, function_, module_), {to, stored ? lanes : address, mask});
    if (!stored) masked.replaceAllUsesWith(build.CreateAlignedLoad(type, lanes, lanes->getAlign()));
    masked.eraseFromParent();
  }

  llvm::AllocaInst* on_stack(llvm::IRBuilder<>& build, Value* value, llvm::AllocaInst*& place,
                             llvm::Type* type) {
    if (!place) {
      llvm::IRBuilder<> start(&*function_.getEntryBlock().getFirstInsertionPt());
      place = start.CreateAlloca(type, nullptr, "lanes");
      place->setAlignment(llvm::Align(16));
    }
    if (value) build.CreateAlignedStore(value, place, place->getAlign());
    return place;
  }

  // Extracts bit k of the loaded integer as lane k of the mask.
  void read_mask(llvm::LoadInst& load) {
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(load.getType());
    if (has_masks_ || !type || !type->getElementType()->isIntegerTy(1)) return;
    const unsigned lanes = type->getNumElements();
    if (lanes % 8 != 0) return;
    llvm::IRBuilder<> build(&load);
    llvm::LoadInst* const bits = build.CreateAlignedLoad(build.getIntNTy(lanes), load.getPointerOperand(),
                                                         load.getAlign(), load.isVolatile());
    bits->copyMetadata(load, {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias});
    llvm::SmallVector<int> byte;
    llvm::SmallVector<llvm::Constant*> bit;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      byte.push_back(static_cast<int>(lane / 8));
      bit.push_back(build.getInt8(static_cast<std::uint8_t>(1u << lane % 8)));
    }
    Value* const bytes = build.CreateBitCast(bits, vector(build.getInt8Ty(), lanes / 8));
    Value* const own = llvm::ConstantVector::get(bit);
    load.replaceAllUsesWith(
        build.CreateICmpEQ(build.CreateAnd(build.CreateShuffleVector(bytes, byte), own), own));
    load.eraseFromParent();
  }

  llvm::Function& function_;
  llvm::Module& module_;
  const llvm::TargetTransformInfo& target_;
  const bool has_vectors_, has_masks_;
  std::map<llvm::Type*, llvm::AllocaInst*> pointers_, lanes_;  // separate, because lanes may be pointers
};

}  // namespace

llvm::PreservedAnalyses LowerMaskedMemory::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  llvm::SmallVector<llvm::Function*> defined;  // before movers are added
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) defined.push_back(&function);
  for (llvm::Function* function : defined)
    MaskedMemory(*function, functions.getResult<llvm::TargetIRAnalysis>(*function)).run();
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
