// SPDX-License-Identifier: Apache-2.0
//
// split-whole-masks: gives masked loads and stores of the convergent variant, such as those behind a test for
// the edge of a tile, a version without masks for a warp whose lanes are all active, which is nearly every
// one. Before AVX-512 a mask is a vector for each register, made of the bits of all lanes. AMD's masked
// stores take 12 cycles each there, so that those left are split into registers, which at the edge of a tile
// have all lanes or none. With AVX-512 masks cost nothing, and the pass does nothing.

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cstddef>
#include <cstdint>
#include <numeric>

#include "cc/ir/names.h"
#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

using llvm::BasicBlock;
using llvm::Constant;
using llvm::Instruction;
using llvm::IntrinsicInst;
using llvm::Value;

constexpr unsigned kMaxCopied = 128;  // instructions to copy
constexpr unsigned kDepth = 4;        // instructions between a mask and a constant that follows from it

Value* mask_of(const Instruction& each) {
  const auto* call = llvm::dyn_cast<IntrinsicInst>(&each);
  if (!call || !call->hasMetadata(kSomeLanesMetadata)) return nullptr;
  if (call->getIntrinsicID() == llvm::Intrinsic::masked_load) return call->getArgOperand(2);
  if (call->getIntrinsicID() == llvm::Intrinsic::masked_store) return call->getArgOperand(3);
  return nullptr;
}

// Returns the mask of all lanes for that of a row.
const Value* lanes_of(const Value* mask) {
  const auto* part = llvm::dyn_cast<llvm::ShuffleVectorInst>(mask);
  return part && llvm::isa<llvm::UndefValue>(part->getOperand(1)) ? part->getOperand(0) : mask;
}

// Returns what the value is if all lanes of `mask` are active; NULL if it is no constant.
Constant* whole_value(Value* value, const Value* mask, const llvm::DataLayout& layout, unsigned depth = 0) {
  if (value == mask) return Constant::getAllOnesValue(value->getType());
  if (auto* constant = llvm::dyn_cast<Constant>(value)) return constant;
  auto* from = llvm::dyn_cast<Instruction>(value);
  if (!from || depth == kDepth || !llvm::isa<llvm::ShuffleVectorInst, llvm::BitCastInst>(from))
    return nullptr;
  llvm::SmallVector<Constant*> operands;
  for (Value* operand : from->operands()) {
    operands.push_back(whole_value(operand, mask, layout, depth + 1));
    if (!operands.back()) return nullptr;
  }
  return llvm::ConstantFoldInstOperands(from, operands, layout);
}

// Returns the last instruction that uses the mask for lanes' values, or NULL if there is too much before it.
Instruction* last_of(Instruction& first, const Value* mask) {
  Instruction* last = nullptr;
  unsigned count = 0;
  for (Instruction* each = &first; !each->isTerminator(); each = each->getNextNode()) {
    if (++count > kMaxCopied) break;
    const Value* used = mask_of(*each);
    if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(each)) used = select->getCondition();
    if (used && lanes_of(used) == mask) last = each;
  }
  return last;
}

// Replaces masked accesses of all lanes, and what is a constant now, in a copied block; the map of copies
// follows.
void simplify(BasicBlock& block, const llvm::DataLayout& layout) {
  for (Instruction& each : llvm::make_early_inc_range(block)) {
    if (each.isTerminator()) break;
    Value* value = nullptr;
    llvm::IRBuilder<> build(&each);
    if (const Value* mask = mask_of(each);
        mask && llvm::isa<Constant>(mask) && llvm::cast<Constant>(mask)->isAllOnesValue()) {
      const bool loads = !each.getType()->isVoidTy();
      const auto align = llvm::cast<llvm::ConstantInt>(each.getOperand(loads ? 1 : 2))->getAlignValue();
      Instruction* const access =
          loads
              ? static_cast<Instruction*>(build.CreateAlignedLoad(each.getType(), each.getOperand(0), align))
              : build.CreateAlignedStore(each.getOperand(0), each.getOperand(1), align);
      access->copyMetadata(each, {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias});
      value = access;
    } else if (!each.mayHaveSideEffects()) {
      value = llvm::simplifyInstruction(&each, layout);
    }
    if (!value) continue;
    if (!each.getType()->isVoidTy()) each.replaceAllUsesWith(value);
    each.eraseFromParent();
  }
}

// Returns the mask as an integer before `at`: that of a branch if there is one.
Value* bits_of(Value* mask, Instruction* at) {
  for (llvm::User* user : mask->users()) {
    auto* bits = llvm::dyn_cast<llvm::BitCastInst>(user);
    const auto* own = llvm::dyn_cast<Instruction>(mask);
    if (bits && bits->getType()->isIntegerTy() && own && bits->getParent() == own->getParent() &&
        (bits->getParent() != at->getParent() || bits->comesBefore(at)))
      return bits;
  }
  llvm::IRBuilder<> build(at);
  return build.CreateBitCast(
      mask, build.getIntNTy(llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements()));
}

// Splits a masked store into one for each register, without a mask if all of the register's lanes are active.
void split_registers(IntrinsicInst& store, Value* bits, unsigned register_bits) {
  Value* const value = store.getArgOperand(0);
  const auto* type = llvm::cast<llvm::FixedVectorType>(value->getType());
  const llvm::DataLayout& layout = store.getDataLayout();
  const auto element =
      static_cast<unsigned>(layout.getTypeSizeInBits(type->getElementType()).getFixedValue());
  const unsigned lanes = type->getNumElements(), length = register_bits / element;
  if (element < 32 || length == 0 || lanes % length != 0) return;  // smaller ones have no instruction
  Value* const mask = store.getArgOperand(3);
  unsigned start = 0;
  if (lanes_of(mask) != mask) {
    const llvm::ArrayRef<int> row = llvm::cast<llvm::ShuffleVectorInst>(mask)->getShuffleMask();
    for (std::size_t lane = 0; lane < row.size(); ++lane)
      if (row[lane] != row[0] + static_cast<int>(lane)) return;
    start = static_cast<unsigned>(row[0]);
  }
  const auto align = llvm::cast<llvm::ConstantInt>(store.getArgOperand(2))->getAlignValue();
  for (unsigned first = 0; first < lanes; first += length) {
    llvm::IRBuilder<> build(&store);
    llvm::SmallVector<int> own(length);
    std::iota(own.begin(), own.end(), static_cast<int>(first));
    Value* const part = build.CreateShuffleVector(value, own);
    const std::uint64_t offset = std::uint64_t{first} * element / 8;
    Value* const to = build.CreateConstGEP1_64(build.getInt8Ty(), store.getArgOperand(1), offset);
    Value* const active = build.CreateTrunc(build.CreateLShr(bits, start + first), build.getIntNTy(length));
    Value* const whole = build.CreateICmpEQ(active, Constant::getAllOnesValue(active->getType()));
    Instruction *all = nullptr, *some = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(whole, &store, &all, &some);
    build.SetInsertPoint(all);
    Instruction* const plain = build.CreateAlignedStore(part, to, llvm::commonAlignment(align, offset));
    build.SetInsertPoint(some);
    Instruction* const masked = build.CreateMaskedStore(part, to, llvm::commonAlignment(align, offset),
                                                        build.CreateShuffleVector(mask, own));
    for (Instruction* each : {plain, masked})
      each->copyMetadata(store, {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias});
  }
  store.eraseFromParent();
}

// Returns the block behind the accesses, NULL if there is nothing to split. A masked store takes long if
// `register_bits` is not 0.
BasicBlock* split(Instruction& first, unsigned register_bits) {
  auto* const mask = const_cast<Value*>(lanes_of(mask_of(first)));
  const llvm::DataLayout& layout = first.getDataLayout();
  Instruction* const last = llvm::isa<Constant>(mask) ? nullptr : last_of(first, mask);
  if (!last) return nullptr;
  BasicBlock* const before = first.getParent();
  BasicBlock* const some = before->splitBasicBlock(&first, "some");
  BasicBlock* const done = some->splitBasicBlock(last->getNextNode(), "some.done");

  llvm::ValueToValueMapTy copies;
  for (const Instruction& each : *some) {
    for (Value* used : each.operands()) {
      const auto* from = llvm::dyn_cast<Instruction>(used);
      if ((used != mask && !from) || (from && from->getParent() == some)) continue;
      if (Constant* whole = whole_value(used, mask, layout)) copies[used] = whole;
    }
  }
  BasicBlock* const whole = llvm::CloneBasicBlock(some, copies, ".whole", before->getParent());
  whole->moveBefore(some);
  for (Instruction& each : *whole)
    llvm::RemapInstruction(&each, copies, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
  simplify(*whole, layout);

  llvm::IRBuilder<> build(before->getTerminator());
  Value* const bits = bits_of(mask, before->getTerminator());
  build.CreateCondBr(build.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType())), whole, some,
                     llvm::MDBuilder(before->getContext()).createLikelyBranchWeights());
  before->getTerminator()->eraseFromParent();
  for (Instruction& each : *some) {
    llvm::SmallVector<llvm::Use*> uses;
    for (llvm::Use& use : each.uses())
      if (llvm::cast<Instruction>(use.getUser())->getParent() != some) uses.push_back(&use);
    if (uses.empty()) continue;
    auto* const either = llvm::PHINode::Create(each.getType(), 2, "", done->begin());
    either->addIncoming(copies[&each], whole);
    either->addIncoming(&each, some);
    for (llvm::Use* use : uses) use->set(either);
  }
  llvm::SmallVector<IntrinsicInst*> stores;
  for (Instruction& each : *some) {
    const Value* used = mask_of(each);
    if (used && each.getType()->isVoidTy() && lanes_of(used) == mask)
      stores.push_back(llvm::cast<IntrinsicInst>(&each));
  }
  if (register_bits != 0)
    for (IntrinsicInst* store : stores) split_registers(*store, bits, register_bits);
  return done;
}

}  // namespace

llvm::PreservedAnalyses SplitWholeMasks::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  auto* const bytes = llvm::FixedVectorType::get(llvm::Type::getInt8Ty(module.getContext()), 32);
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const auto& target = functions.getResult<llvm::TargetIRAnalysis>(function);
    if (target.isLegalMaskedLoad(bytes, llvm::Align(1))) continue;
    const bool is_slow = function.getFnAttribute("target-cpu").getValueAsString().starts_with("znver");
    const auto width = target.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector);
    const auto register_bits = is_slow ? static_cast<unsigned>(width.getFixedValue()) : 0;
    for (auto block = function.begin(); block != function.end();) {
      const auto access = llvm::find_if(*block, [](const Instruction& each) { return mask_of(each); });
      BasicBlock* const rest = access == block->end() ? nullptr : split(*access, register_bits);
      changed = changed || rest;
      block = rest ? rest->getIterator() : std::next(block);
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
