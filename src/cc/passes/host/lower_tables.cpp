// SPDX-License-Identifier: Apache-2.0
//
// lower-tables: lanes that each take a number of a small constant table take it from registers, by a
// permutation, not from memory lane by lane. A table has as many numbers as two registers hold; AVX2 permutes
// floats alone, of which a double is a pair. An index outside the variable is undefined, and takes some
// number of it; one outside an array of it, as of a row, is not.

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>

#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

using llvm::Value;

// Numbers of a constant variable, from `offset` bytes on, and index + `first` of that taken.
struct Table {
  llvm::GlobalVariable* variable = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
  std::uint64_t first = 0;
  Value* index = nullptr;
};

// Returns the table that a gather takes its numbers from; without a variable if it is none.
Table table_of(const llvm::IntrinsicInst& gather, const llvm::DataLayout& layout) {
  const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(gather.getArgOperand(0));
  if (!address || address->getNumIndices() != 2) return {};
  const auto* array = llvm::dyn_cast<llvm::ArrayType>(address->getSourceElementType());
  if (!array || array->getElementType() != gather.getType()->getScalarType()) return {};
  const Value* first = address->getOperand(1);
  if (first->getType()->isVectorTy()) first = llvm::getSplatValue(first);
  Value* index = address->getOperand(2);
  if (!llvm::isa_and_nonnull<llvm::ConstantInt>(first) || !llvm::cast<llvm::ConstantInt>(first)->isZero() ||
      !index->getType()->isVectorTy())
    return {};
  Value* base = const_cast<Value*>(address->getPointerOperand());
  if (base->getType()->isVectorTy()) base = llvm::getSplatValue(base);
  if (!base) return {};
  llvm::APInt offset(64, 0);
  auto* variable =
      llvm::dyn_cast<llvm::GlobalVariable>(base->stripAndAccumulateConstantOffsets(layout, offset, true));
  if (!variable || !variable->isConstant() || !variable->hasDefinitiveInitializer() || offset.isNegative())
    return {};
  const llvm::KnownBits known = llvm::computeKnownBits(index, layout);
  if (known.isNonNegative() && known.getMaxValue().ult(array->getNumElements()))
    return {variable, offset.getZExtValue(), array->getNumElements(), 0, index};
  const std::uint64_t bytes = layout.getTypeAllocSize(array->getElementType());
  if (offset.urem(bytes) != 0) return {};
  return {variable, 0, layout.getTypeAllocSize(variable->getValueType()) / bytes,
          offset.udiv(bytes).getZExtValue(), index};
}

// The permutations of a target, for numbers of 32 or 64 bits.
class Permutations {
 public:
  Permutations(llvm::IntrinsicInst& gather, const Table& table, unsigned register_bits)
      : gather_(gather),
        table_(table),
        build_(&gather),
        bits_(gather.getType()->getScalarSizeInBits()),
        lanes_(register_bits / (bits_ == 0 ? 1 : bits_)),
        is_wide_(register_bits >= 512) {}

  // Also reads the numbers, of which one may be an address, and so unknown yet.
  bool are_there() {
    const auto* type = llvm::cast<llvm::FixedVectorType>(gather_.getType());
    if ((bits_ != 32 && bits_ != 64) || type->getElementType()->isPointerTy()) return false;
    if (table_.count > std::uint64_t{2} * lanes_ || type->getNumElements() % lanes_ != 0) return false;
    numbers_.assign(std::size_t{2} * lanes_, llvm::PoisonValue::get(floats()));
    for (std::uint64_t i = 0; i < table_.count; ++i) {
      const llvm::APInt offset(64, table_.offset + i * (bits_ / 8));
      numbers_[i] = llvm::ConstantFoldLoadFromConst(table_.variable->getInitializer(), floats(), offset,
                                                    gather_.getModule()->getDataLayout());
      if (!numbers_[i] || !llvm::isa<llvm::ConstantFP, llvm::UndefValue>(numbers_[i])) return false;
    }
    return true;
  }
  void lower() {
    auto* type = llvm::cast<llvm::FixedVectorType>(gather_.getType());
    Value* index = build_.CreateSExtOrTrunc(table_.index, type->getWithNewType(build_.getIntNTy(bits_)));
    index = build_.CreateAdd(index, llvm::ConstantInt::get(index->getType(), table_.first));
    llvm::SmallVector<Value*> parts;
    for (unsigned first = 0; first < type->getNumElements(); first += lanes_) {
      Value* part = build_.CreateShuffleVector(index, llvm::createSequentialMask(first, lanes_, 0));
      parts.push_back(chosen(part));
    }
    Value* all = build_.CreateBitCast(llvm::concatenateVectors(build_, parts), type);
    Value* others = gather_.getArgOperand(3);
    if (!llvm::isa<llvm::UndefValue>(others))
      all = build_.CreateSelect(gather_.getArgOperand(2), all, others);
    gather_.replaceAllUsesWith(all);
    gather_.eraseFromParent();
  }

 private:
  llvm::Type* floats() { return bits_ == 32 ? build_.getFloatTy() : build_.getDoubleTy(); }
  // Half of the table as a register.
  llvm::Constant* half(unsigned first) {
    return llvm::ConstantVector::get(llvm::ArrayRef(numbers_).slice(first, lanes_));
  }
  Value* chosen(Value* index) {
    if (is_wide_) {
      if (table_.count <= lanes_)
        return build_.CreateIntrinsic(bits_ == 32 ? llvm::Intrinsic::x86_avx512_permvar_sf_512
                                                  : llvm::Intrinsic::x86_avx512_permvar_df_512,
                                      {}, {half(0), index});
      return build_.CreateIntrinsic(bits_ == 32 ? llvm::Intrinsic::x86_avx512_vpermi2var_ps_512
                                                : llvm::Intrinsic::x86_avx512_vpermi2var_pd_512,
                                    {}, {half(0), index, half(lanes_)});
    }
    Value* below = from_half(0, index);
    if (table_.count <= lanes_) return below;
    Value* const is_above = build_.CreateICmpUGE(index, llvm::ConstantInt::get(index->getType(), lanes_));
    return build_.CreateSelect(is_above, from_half(lanes_, index), below);
  }
  Value* from_half(unsigned first, Value* index) {
    auto* const words = llvm::FixedVectorType::get(build_.getInt32Ty(), 8);
    auto* const singles = llvm::FixedVectorType::get(build_.getFloatTy(), 8);
    if (bits_ == 64) {  // 2 index and 2 index + 1
      index = build_.CreateShuffleVector(build_.CreateBitCast(index, words), {0, 0, 2, 2, 4, 4, 6, 6});
      llvm::SmallVector<std::uint32_t> halves{0, 1, 0, 1, 0, 1, 0, 1};
      index = build_.CreateOr(build_.CreateShl(index, 1),
                              llvm::ConstantDataVector::get(build_.getContext(), halves));
    }
    Value* const numbers = build_.CreateBitCast(half(first), singles);
    Value* const result = build_.CreateIntrinsic(llvm::Intrinsic::x86_avx2_permps, {}, {numbers, index});
    return build_.CreateBitCast(result, llvm::FixedVectorType::get(floats(), lanes_));
  }

  llvm::IntrinsicInst& gather_;
  const Table& table_;
  llvm::IRBuilder<> build_;
  llvm::SmallVector<llvm::Constant*> numbers_;
  unsigned bits_, lanes_;
  bool is_wide_;
};

}  // namespace

llvm::PreservedAnalyses LowerTables::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const auto& target = functions.getResult<llvm::TargetIRAnalysis>(function);
    const auto bits = static_cast<unsigned>(
        target.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector).getFixedValue());
    if (bits < 256) continue;
    llvm::SmallVector<llvm::IntrinsicInst*> gathers;
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* gather = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
          gather && gather->getIntrinsicID() == llvm::Intrinsic::masked_gather)
        gathers.push_back(gather);
    for (llvm::IntrinsicInst* gather : gathers) {
      const Table table = table_of(*gather, module.getDataLayout());
      if (!table.variable) continue;
      Permutations permutations(*gather, table, bits);
      if (permutations.are_there()) permutations.lower();
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
