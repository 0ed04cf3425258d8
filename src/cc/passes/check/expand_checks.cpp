// SPDX-License-Identifier: Apache-2.0
//
// expand-checks: tests inline whether an access needs a call of the runtime: by the bounds of a variable, by
// the range that the runtime has found good (cpu::CheckRange), or, if `init` is checked, by shadow memory
// (cpu/memory/shadow.h). Runs after vectorize-warps, which emits such tests for the lanes of a warp.

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "cc/ir/check_bounds.h"
#include "cc/ir/requested_checks.h"
#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

using check::Check;
using llvm::Instruction;
using llvm::Value;

class Expansion {
 public:
  Expansion(llvm::Module& module, std::uint32_t checks) : context_(module.getContext()), checks_(checks) {}

  void expand(llvm::CallInst& call) {
    const Check check(call);
    if (check.is_variable()) return check_bounds(check);
    if (has(cpu::kCheckRace) || !has(cpu::kCheckInit)) {
      if (check.has_range(checks_)) check_bounds(check);
      return;
    }
    if (lies_in_one_chunk(check)) look_up(check);
  }

 private:
  bool has(std::uint32_t checks) const { return (checks_ & checks) != 0; }

  // Puts the call behind a branch and leaves the builder at the branch; `behind` begins with the result of
  // the call.
  struct Split {
    llvm::BasicBlock* before;
    llvm::BasicBlock* call;
    llvm::BasicBlock* behind;
    llvm::PHINode* result;
  };
  Split split(llvm::CallInst& call) {
    llvm::BasicBlock* before = call.getParent();
    llvm::BasicBlock* own = llvm::SplitBlock(before, &call);
    llvm::BasicBlock* behind = llvm::SplitBlock(own, call.getNextNode());
    before->getTerminator()->eraseFromParent();
    llvm::PHINode* result = llvm::PHINode::Create(call.getType(), 3, "", behind->begin());
    call.replaceAllUsesWith(result);
    result->addIncoming(&call, own);
    return {before, own, behind, result};
  }
  llvm::MDNode* likely() { return llvm::MDBuilder(context_).createLikelyBranchWeights(); }

  void check_bounds(const Check& check) {
    Value* address = check.address();
    const Split parts = split(check.call());
    llvm::IRBuilder<> builder(parts.before);
    Value* block = load_block(builder, check.call().getFunction()->getArg(0));
    const check::Bounds bounds = check::bounds_of(builder, check, check.base(), block);
    builder.CreateCondBr(check::is_inside(builder, bounds, address), parts.behind, parts.call, likely());
    parts.result->addIncoming(address, parts.before);
  }

  static bool lies_in_one_chunk(const Check& check) {
    const std::uint64_t bytes = Check::number(check.bytes());
    const std::uint64_t flags = Check::number(check.flags());
    const bool is_both = (flags & cpu::kAccessRead) != 0 && (flags & cpu::kAccessWrite) != 0;
    return !is_both && bytes <= 16 && llvm::isPowerOf2_64(bytes) &&
           std::uint64_t{1} << check.align() >= bytes;
  }

  void look_up(const Check& check) {
    Value* address = check.address();
    const Split parts = split(check.call());
    auto* known = llvm::BasicBlock::Create(context_, "", parts.before->getParent(), parts.call);
    llvm::IRBuilder<> one(parts.before);
    Value* number = one.CreatePtrToInt(address, one.getInt64Ty());
    constexpr std::uint64_t kChunks =
        (std::uint64_t{1} << (cpu::kShadowAddressBits - cpu::kShadowChunkBits)) - 1;
    Value* index = one.CreateAnd(one.CreateLShr(number, cpu::kShadowChunkBits), kChunks);
    Value* table = load_block_field(one, parts.before->getParent()->getArg(0),
                                    offsetof(cpu::BlockContext, shadow), one.getPtrTy());
    Value* chunk = one.CreateLoad(one.getPtrTy(), one.CreateGEP(one.getPtrTy(), table, index));
    one.CreateCondBr(one.CreateIsNotNull(chunk), known, parts.call, likely());
    llvm::IRBuilder<> two(known);
    constexpr std::uint64_t kOffsets = (std::uint64_t{1} << cpu::kShadowChunkBits) - 1;
    Value* bytes = two.CreateGEP(two.getInt8Ty(), chunk, two.CreateAnd(number, kOffsets));
    const auto bits = static_cast<unsigned>(Check::number(check.bytes()) * 8);
    llvm::Type* type = two.getIntNTy(bits);
    const auto all = [&](std::uint64_t byte) {
      return llvm::ConstantInt::get(context_, llvm::APInt::getSplat(bits, llvm::APInt(8, byte)));
    };
    const std::uint64_t flags = Check::number(check.flags());
    const bool is_write = (flags & cpu::kAccessWrite) != 0;
    const bool sees_unset = !is_write && (flags & cpu::kAccessMayBeUnset) == 0;
    const std::uint64_t wanted = cpu::kShadowValid | (sees_unset ? std::uint64_t{cpu::kShadowWritten} : 0);
    const std::uint64_t mask = wanted | (is_write ? std::uint64_t{cpu::kShadowReadOnly} : 0);
    Value* state = two.CreateAlignedLoad(type, bytes, llvm::Align(1));
    if (is_write)
      two.CreateAlignedStore(two.CreateOr(state, all(cpu::kShadowWritten)), bytes, llvm::Align(1));
    Value* is_right = two.CreateICmpEQ(two.CreateAnd(state, all(mask)), all(wanted));
    if (check.align() != 0)
      is_right = two.CreateAnd(
          is_right, two.CreateIsNull(two.CreateAnd(number, (std::uint64_t{1} << check.align()) - 1)));
    two.CreateCondBr(is_right, parts.behind, parts.call, likely());
    parts.result->addIncoming(address, known);
  }

  llvm::LLVMContext& context_;
  const std::uint32_t checks_;
};

}  // namespace

llvm::PreservedAnalyses ExpandChecks::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  const std::uint32_t checks = check::requested(module);
  if (checks == 0) return llvm::PreservedAnalyses::all();
  Expansion expansion(module, checks);
  for (llvm::Function& function : module) {
    // A warp entry has its own tests.
    if (function.getName().starts_with(kWarpPrefix)) continue;
    llvm::SmallVector<llvm::CallInst*> calls;
    for (Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
          call && call->getCalledFunction() &&
          call->getCalledFunction()->getName() == "gridcall_rt_check_ahead")
        instruction.eraseFromParent();  // a single thread gains nothing from it
      else if (Check::is(&instruction))
        calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
    for (llvm::CallInst* call : calls) expansion.expand(*call);
  }
  module.eraseNamedMetadata(module.getNamedMetadata(kChecksMetadata));
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
