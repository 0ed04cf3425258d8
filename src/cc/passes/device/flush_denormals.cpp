// SPDX-License-Identifier: Apache-2.0
//
// flush-denormals: flushes the operands and results of single-precision arithmetic in functions that
// -ftz=true marks ("denormal-fp-math-f32"), as .ftz of the PTX instructions does. The processor's own mode
// would flush doubles too. Each value is flushed once, where it is defined.

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "cc/ir/runtime.h"
#include "cc/passes/device/flush.h"
#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

constexpr llvm::StringLiteral kMode("denormal-fp-math-f32");

bool is_float(const llvm::Value* value) {
  return value->getType()->isFPOrFPVectorTy() && value->getType()->getScalarType()->isFloatTy();
}

enum class Effect {
  kNone,
  kFlushesOperands,
  kLeavesNone,  // flushes operands, and the result is then no subnormal number, or no float
  kFlushesBoth,
};

Effect effect_of_call(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return Effect::kNone;
  switch (callee->getIntrinsicID()) {
    case llvm::Intrinsic::fabs:
    case llvm::Intrinsic::floor:
    case llvm::Intrinsic::ceil:
    case llvm::Intrinsic::sqrt:
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::maxnum:
    case llvm::Intrinsic::minimum:
    case llvm::Intrinsic::maximum:
      return Effect::kLeavesNone;
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::fmuladd:
    case llvm::Intrinsic::sin:
    case llvm::Intrinsic::cos:
    case llvm::Intrinsic::tan:
    case llvm::Intrinsic::tanh:
    case llvm::Intrinsic::exp:
    case llvm::Intrinsic::exp2:
    case llvm::Intrinsic::exp10:
    case llvm::Intrinsic::log:
    case llvm::Intrinsic::log2:
    case llvm::Intrinsic::log10:
    case llvm::Intrinsic::pow:
    case llvm::Intrinsic::powi:
    case llvm::Intrinsic::ldexp:
      return Effect::kFlushesBoth;
    case llvm::Intrinsic::not_intrinsic:
      break;
    default:
      return Effect::kNone;
  }
  const llvm::StringRef name = callee->getName();
  if (!is_math_function(name) || name == "copysignf") return Effect::kNone;
  return name == "nextafterf" ? Effect::kFlushesOperands : Effect::kFlushesBoth;
}

Effect effect_of(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul:
    case llvm::Instruction::FDiv:
    case llvm::Instruction::FRem:
    case llvm::Instruction::FPTrunc:
      return Effect::kFlushesBoth;
    case llvm::Instruction::FNeg:
    case llvm::Instruction::FCmp:
    case llvm::Instruction::FPExt:
      return Effect::kLeavesNone;
    case llvm::Instruction::Call:
      return effect_of_call(llvm::cast<llvm::CallInst>(instruction));
    default:
      return Effect::kNone;
  }
}

class Flusher {
 public:
  explicit Flusher(llvm::Function& function) : function_(function) {}

  void run() {
    for (llvm::Instruction& instruction : llvm::instructions(function_)) {
      const Effect effect = effect_of(instruction);
      if (effect == Effect::kNone) continue;
      const bool narrows_to_half = llvm::isa<llvm::FPTruncInst>(instruction) && !is_float(&instruction);
      for (llvm::Use& use : instruction.operands()) {
        if (is_float(use) && !narrows_to_half) uses_.push_back(&use);
      }
      if (is_float(&instruction) && effect == Effect::kFlushesBoth) results_.insert(&instruction);
    }
    find_free();
    llvm::DenseMap<llvm::Value*, llvm::Value*> flushed;
    for (llvm::Instruction* result : results_) {
      llvm::Value* made = flush_behind(result);
      result->replaceUsesWithIf(made, [&](const llvm::Use& use) { return !made_.contains(use.getUser()); });
    }
    for (llvm::Use* use : uses_) {
      llvm::Value* value = use->get();
      if (made_.contains(value) || is_free(value)) continue;
      llvm::Value*& made = flushed[value];
      if (made == nullptr) made = flush_behind(value);
      use->set(made);
    }
  }

 private:
  // Whether the value cannot be subnormal.
  bool is_free(llvm::Value* value) const {
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
      auto* number = llvm::dyn_cast<llvm::ConstantFP>(constant->getType()->isVectorTy() &&
                                                              constant->getSplatValue() != nullptr
                                                          ? constant->getSplatValue()
                                                          : constant);
      return number != nullptr && !number->getValueAPF().isDenormal();
    }
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr) return false;
    if (results_.contains(instruction) || free_.contains(instruction)) return true;
    if (auto* extended = llvm::dyn_cast<llvm::FPExtInst>(instruction))
      return extended->getSrcTy()->getScalarType()->isHalfTy();
    return llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(instruction) ||
           effect_of(*instruction) == Effect::kLeavesNone;
  }

  // Phis and selects of what cannot be subnormal.
  void find_free() {
    for (llvm::Instruction& instruction : llvm::instructions(function_)) {
      if (is_float(&instruction) && llvm::isa<llvm::PHINode, llvm::SelectInst>(instruction))
        free_.insert(&instruction);
    }
    for (bool changed = true; changed;) {
      changed = false;
      llvm::SmallVector<llvm::Instruction*> gone;
      for (llvm::Instruction* one : free_) {
        for (llvm::Use& use : one->operands()) {
          if (!is_float(use) || is_free(use)) continue;
          gone.push_back(one);
          break;
        }
      }
      for (llvm::Instruction* one : gone) changed |= free_.erase(one);
    }
  }

  llvm::Value* flush_behind(llvm::Value* value) {
    llvm::IRBuilder<> builder(function_.getContext());
    if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(value)) {
      builder.SetInsertPoint(*instruction->getInsertionPointAfterDef());
    } else {
      builder.SetInsertPoint(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    }
    llvm::Value* made = flush(builder, value);
    // What flushing consists of keeps the value itself.
    for (llvm::Value* step : {made}) collect(step, value);
    return made;
  }

  void collect(llvm::Value* step, const llvm::Value* value) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(step);
    if (instruction == nullptr || step == value || !made_.insert(step).second) return;
    for (llvm::Value* operand : instruction->operands()) collect(operand, value);
  }

  llvm::Function& function_;
  llvm::SmallVector<llvm::Use*> uses_;
  llvm::SetVector<llvm::Instruction*> results_;
  llvm::SmallPtrSet<llvm::Instruction*, 16> free_;
  llvm::SmallPtrSet<llvm::Value*, 16> made_;
};

}  // namespace

llvm::PreservedAnalyses FlushDenormals::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (!function.hasFnAttribute(kMode)) continue;
    const llvm::DenormalMode mode = function.getDenormalMode(llvm::APFloat::IEEEsingle());
    if (!function.isDeclaration() && mode.Output == llvm::DenormalMode::PreserveSign) Flusher(function).run();
    // The code says it from here on.
    function.removeFnAttr(kMode);
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
