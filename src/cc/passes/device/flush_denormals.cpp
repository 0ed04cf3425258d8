// SPDX-License-Identifier: Apache-2.0
//
// flush-denormals: marks the operands and results of single-precision operations that -ftz=true flushes by
// calls of llvm.canonicalize (flushing.h). It runs before anything is optimized or inlined: the optimizer
// turns bit operations of a source into operations (`bits & 0x7fffffff` becomes fabs) that the source did not
// ask to flush, and the inliner makes the device headers' functions part of their callers. A header function
// that implements an instruction by several others is flushed at its calls only.

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include "cc/ir/runtime.h"
#include "cc/passes/device/flushing.h"
#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

// Returns whether it tests for NaN, or has a normal constant, to which subnormals compare as zero does.
bool compares_as_is(const llvm::FCmpInst& compare) {
  const llvm::CmpInst::Predicate predicate = compare.getPredicate();
  if (predicate == llvm::CmpInst::FCMP_ORD || predicate == llvm::CmpInst::FCMP_UNO) return true;
  return llvm::any_of(compare.operands(), [](const llvm::Use& use) {
    auto* number = llvm::dyn_cast<llvm::ConstantFP>(use);
    return number && !number->isZero() && !number->getValueAPF().isDenormal();
  });
}

Flushing flushing_of_call(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || call.isMustTailCall()) return {};
  switch (callee->getIntrinsicID()) {
    case llvm::Intrinsic::canonicalize:
    case llvm::Intrinsic::trunc:
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::nearbyint:
    case llvm::Intrinsic::round:
    case llvm::Intrinsic::roundeven:
      return {false, Flushing::kNeverSubnormal};
    case llvm::Intrinsic::floor:
    case llvm::Intrinsic::ceil:
    case llvm::Intrinsic::sqrt:
      return {true, Flushing::kNeverSubnormal};
    case llvm::Intrinsic::copysign:
    case llvm::Intrinsic::arithmetic_fence:
      return {false, Flushing::kSubnormalAsOperands};
    case llvm::Intrinsic::fabs:
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::maxnum:
    case llvm::Intrinsic::minimum:
    case llvm::Intrinsic::maximum:
      return {true, Flushing::kSubnormalAsOperands};
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::fmuladd:
    case llvm::Intrinsic::sin:
    case llvm::Intrinsic::cos:
    case llvm::Intrinsic::tan:
    case llvm::Intrinsic::sinh:
    case llvm::Intrinsic::cosh:
    case llvm::Intrinsic::tanh:
    case llvm::Intrinsic::asin:
    case llvm::Intrinsic::acos:
    case llvm::Intrinsic::atan:
    case llvm::Intrinsic::exp:
    case llvm::Intrinsic::exp2:
    case llvm::Intrinsic::exp10:
    case llvm::Intrinsic::log:
    case llvm::Intrinsic::log2:
    case llvm::Intrinsic::log10:
    case llvm::Intrinsic::pow:
    case llvm::Intrinsic::powi:
    case llvm::Intrinsic::ldexp:
      return {true};
    case llvm::Intrinsic::not_intrinsic:
      // A header may annotate all its functions, and one of them as not flushed.
      return {!callee->hasFnAttribute(kNotFlushedAttribute) &&
              (callee->hasFnAttribute(kFlushedOutsideAttribute) || is_math_function(callee->getName()))};
    default:
      return {};
  }
}

bool is_exempt(const llvm::Function& function) {
  return function.hasFnAttribute(kFlushedOutsideAttribute) || function.hasFnAttribute(kNotFlushedAttribute);
}

class Flusher {
 public:
  explicit Flusher(llvm::Function& function) : function_(function) {}

  void run() {
    llvm::SmallVector<llvm::Instruction*> flushing;
    for (llvm::Instruction& instruction : llvm::instructions(function_)) {
      if (flushing_of(instruction).flushes) flushing.push_back(&instruction);
    }
    for (llvm::Instruction* instruction : flushing) {
      if (is_float(instruction) && flushing_of(*instruction).result == Flushing::kMayBeSubnormal)
        flush_result(*instruction);
    }
    for (llvm::Instruction* instruction : flushing) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(instruction);
      for (llvm::Use& use : call ? call->args() : instruction->operands()) {
        if (is_float(use) && !is_free(use, kMaxDepth)) use.set(flushed(use));
      }
      if (llvm::isa<llvm::FCmpInst>(instruction)) fence(*instruction);
    }
  }

 private:
  static constexpr unsigned kMaxDepth = 8;

  // Returns whether the value is known not to be subnormal; lower-flushes analyzes loops too.
  static bool is_free(const llvm::Value* value, unsigned depth) {
    if (llvm::isa<llvm::UndefValue>(value)) return true;
    if (auto* number = llvm::dyn_cast<llvm::ConstantFP>(value)) return !number->getValueAPF().isDenormal();
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction) return false;
    const Flushing::Result result = flushing_of(*instruction).result;
    if (result != Flushing::kSubnormalAsOperands || llvm::isa<llvm::PHINode>(instruction) || depth == 0)
      return result == Flushing::kNeverSubnormal;
    return llvm::all_of(instruction->operands(),
                        [&](const llvm::Use& use) { return !is_float(use) || is_free(use, depth - 1); });
  }

  // Returns the flushed value, computed once after the definition for all uses.
  llvm::Value* flushed(llvm::Value* value) {
    llvm::Value*& made = flushed_[value];
    if (!made) {
      llvm::IRBuilder<> builder = builder_behind(value);
      made = builder.CreateUnaryIntrinsic(llvm::Intrinsic::canonicalize, value);
    }
    return made;
  }

  // The fence keeps the optimizer from comparing the original numbers instead of the flushed ones.
  static void fence(llvm::Instruction& compare) {
    llvm::Value* left = compare.getOperand(0);
    if (llvm::isa<llvm::Constant>(left)) return;
    llvm::CallInst* call =
        llvm::IRBuilder<>(&compare).CreateUnaryIntrinsic(llvm::Intrinsic::arithmetic_fence, left);
    call->getCalledFunction()->setSpeculatable();
    compare.setOperand(0, call);
  }

  void flush_result(llvm::Instruction& instruction) {
    llvm::IRBuilder<> builder = builder_behind(&instruction);
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    llvm::Value* result = &instruction;
    llvm::Value* reader = nullptr;  // reads the result before the flush
    if (call && call->getCalledFunction()->getName() == "nextafterf") {
      // The neighbour of zero is the smallest normal number.
      reader = builder.CreateBitCast(result, builder.getInt32Ty());
      llvm::Value* is_least =
          builder.CreateICmpEQ(builder.CreateAnd(reader, 0x7fffffff), builder.getInt32(1));
      llvm::Value* bits = builder.CreateSelect(is_least, builder.CreateXor(reader, 0x00800001), reader);
      result = builder.CreateBitCast(bits, instruction.getType());
    }
    result = builder.CreateUnaryIntrinsic(llvm::Intrinsic::canonicalize, result);
    if (!reader) reader = result;
    instruction.replaceUsesWithIf(result, [&](const llvm::Use& use) { return use.getUser() != reader; });
  }

  llvm::IRBuilder<> builder_behind(llvm::Value* value) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    llvm::BasicBlock::iterator place = instruction ? *instruction->getInsertionPointAfterDef()
                                                   : function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    return llvm::IRBuilder<>(place->getParent(), place);
  }

  llvm::Function& function_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> flushed_;
};

}  // namespace

Flushing flushing_of(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul:
    case llvm::Instruction::FDiv:
    case llvm::Instruction::FRem:
      return {true};
    case llvm::Instruction::FNeg:
      return {true, Flushing::kSubnormalAsOperands};
    case llvm::Instruction::PHI:
    case llvm::Instruction::Select:
      return {false, Flushing::kSubnormalAsOperands};
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP:
      return {false, Flushing::kNeverSubnormal};
    case llvm::Instruction::FPTrunc:  // to a float; a conversion to a half has no .ftz
      return {is_float(&instruction)};
    case llvm::Instruction::FPExt: {
      const bool from_half = instruction.getOperand(0)->getType()->getScalarType()->isHalfTy();
      return {is_float(instruction.getOperand(0)),
              from_half ? Flushing::kNeverSubnormal : Flushing::kMayBeSubnormal};
    }
    case llvm::Instruction::FCmp:
      return {!compares_as_is(llvm::cast<llvm::FCmpInst>(instruction))};
    case llvm::Instruction::Call:
      return flushing_of_call(llvm::cast<llvm::CallInst>(instruction));
    default:
      return {};
  }
}

llvm::PreservedAnalyses FlushDenormals::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& analyses = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  // Promoting variables to registers shows which values are flushed already. Removes `x * 1`, as NVRTC does.
  llvm::FunctionPassManager simplify;
  simplify.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  simplify.addPass(llvm::EarlyCSEPass());
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.hasFnAttribute(kDenormalMode) || is_exempt(function)) continue;
    analyses.invalidate(function, simplify.run(function, analyses));
    Flusher(function).run();
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
