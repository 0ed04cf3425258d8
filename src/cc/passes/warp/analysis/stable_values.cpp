// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/analysis/stable_values.h"

#include <llvm/ADT/STLExtras.h>

#include "cc/passes/warp/analysis/vector_shapes.h"

namespace gridcall::cc::warp {

using llvm::Instruction;
using llvm::Value;

bool StableValues::operator()(const Value* value) {
  auto* instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction) return true;
  if (auto known = known_.find(instruction); known != known_.end()) return known->second;
  known_[instruction] = false;
  const bool result = compute(*instruction);
  known_[instruction] = result;
  return result;
}

bool StableValues::compute(const Instruction& instruction) {
  if (llvm::isa<llvm::AllocaInst>(instruction)) return true;
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (field_of(*load).field != Field::kNone) return true;
    const Value* base = load->getPointerOperand()->stripInBoundsConstantOffsets();
    return load->hasMetadata(llvm::LLVMContext::MD_invariant_load) && llvm::isa<llvm::Argument>(base);
  }
  if (!instruction.getType()->isIntOrPtrTy() || instruction.isIntDivRem() ||
      !llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::GetElementPtrInst, llvm::ICmpInst,
                 llvm::SelectInst>(instruction)) {
    return false;
  }
  return llvm::all_of(instruction.operands(), [this](const llvm::Use& operand) { return (*this)(operand); });
}

}  // namespace gridcall::cc::warp
