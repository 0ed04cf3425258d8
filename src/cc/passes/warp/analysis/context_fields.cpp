// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/analysis/context_fields.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <cstddef>

#include "cc/ir/names.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {
namespace {

constexpr unsigned kMaxFieldDepth = 8;

FieldAccess field_behind_casts(const llvm::Value* value) {
  while (auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) value = cast->getOperand(0);
  auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
  return load ? field_of(*load) : FieldAccess{};
}

// Returns whether the value, computed from threadIdx.y and threadIdx.z, is 0 in a block of one row.
bool is_zero_in_one_row(const llvm::Value* value, unsigned depth) {
  if (depth > kMaxFieldDepth) return false;
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(value))
    return is_zero_in_one_row(cast->getOperand(0), depth + 1);
  const Field field = field_behind_casts(value).field;
  if (field == Field::kThreadY || field == Field::kThreadZ) return true;
  auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (!operation) return false;
  const bool left = is_zero_in_one_row(operation->getOperand(0), depth + 1);
  switch (operation->getOpcode()) {
    case llvm::Instruction::Mul:
      return left || is_zero_in_one_row(operation->getOperand(1), depth + 1);
    case llvm::Instruction::Add:
      return left && is_zero_in_one_row(operation->getOperand(1), depth + 1);
    case llvm::Instruction::Shl:
      return left;
    default:
      return false;
  }
}

}  // namespace

LocalLayout layout_of(const llvm::AllocaInst& alloca, unsigned lanes) {
  const llvm::DataLayout& layout = alloca.getModule()->getDataLayout();
  const std::uint64_t bytes = alloca.getAllocationSize(layout)->getFixedValue();
  if (alloca.hasMetadata(kInterleavedMetadata)) {
    return {bytes, layout.getTypeAllocSize(alloca.getAllocatedType()->getArrayElementType())};
  }
  return {bytes * lanes, bytes};  // one lane's array after another's
}

FieldAccess field_of(const llvm::LoadInst& load) {
  const llvm::DataLayout& layout = load.getModule()->getDataLayout();
  llvm::APInt offset(64, 0);
  const llvm::Value* base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
  auto at = static_cast<unsigned>(offset.getLimitedValue(4096));
  if (base == load.getFunction()->getArg(0)) {
    switch (at) {
      case offsetof(cpu::ThreadContext, thread_index):
        return {Field::kThreadX, at};
      case offsetof(cpu::ThreadContext, thread_index) + 4:
        return {Field::kThreadY, at};
      case offsetof(cpu::ThreadContext, thread_index) + 8:
        return {Field::kThreadZ, at};
      case offsetof(cpu::ThreadContext, linear_index):
        return {Field::kLinearIndex, at};
      case offsetof(cpu::ThreadContext, block):
        return {Field::kBlock, at};
      default:
        return {};
    }
  }
  auto* block = llvm::dyn_cast<llvm::LoadInst>(base);
  if (block && block->getType()->isPointerTy() && field_of(*block).field == Field::kBlock) {
    return {Field::kBlockField, at};
  }
  return {};
}

bool counts_rows(const llvm::BinaryOperator& operation) {
  if (operation.getOpcode() != llvm::Instruction::Mul) return false;
  llvm::SmallVector<const llvm::Value*> work{&operation};
  bool width = false;
  bool number = false;
  while (!work.empty()) {
    const llvm::Value* factor = work.pop_back_val();
    auto* product = llvm::dyn_cast<llvm::BinaryOperator>(factor);
    if (product && product->getOpcode() == llvm::Instruction::Mul && work.size() < kMaxFieldDepth) {
      work.append(product->op_begin(), product->op_end());
      continue;
    }
    const FieldAccess access = field_behind_casts(factor);
    width = width ||
            (access.field == Field::kBlockField && access.offset == offsetof(cpu::BlockContext, block_size));
    number = number || is_zero_in_one_row(factor, 0);
  }
  return width && number;
}

}  // namespace gridcall::cc::warp
