// SPDX-License-Identifier: Apache-2.0
//
// split-wide-loads: splits loads of vectors wider than a register into one load for each register, in blocks
// with many of them. The code generator narrows such a load where its parts are used, and with each part
// visits all of the block's memory accesses again: an unrolled product of tiles with 200 rows of pointers in
// the frame took it a minute.

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <numeric>
#include <utility>

#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

using llvm::Value;

constexpr unsigned kMany = 32;  // wide loads of a block

// Returns the number of elements that fill a register if `load` needs several registers; otherwise 0.
unsigned lanes_of_part(const llvm::LoadInst& load, const llvm::DataLayout& layout,
                       std::uint64_t register_bits) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(load.getType());
  if (!type || !load.isSimple()) return 0;
  const std::uint64_t bits = layout.getTypeSizeInBits(type->getElementType()).getFixedValue();
  if (bits < 8 || bits > 64 || !llvm::isPowerOf2_64(bits) || !llvm::isPowerOf2_32(type->getNumElements()) ||
      bits * type->getNumElements() <= register_bits)
    return 0;
  return static_cast<unsigned>(register_bits / bits);
}

void split(llvm::LoadInst& load, unsigned lanes) {
  llvm::IRBuilder<> build(&load);
  const auto* type = llvm::cast<llvm::FixedVectorType>(load.getType());
  auto* const part = llvm::FixedVectorType::get(type->getElementType(), lanes);
  const llvm::DataLayout& layout = load.getDataLayout();
  const std::uint64_t bytes = layout.getTypeStoreSize(part).getFixedValue();
  llvm::SmallVector<Value*> parts;
  for (unsigned first = 0; first < type->getNumElements(); first += lanes) {
    const std::uint64_t offset = first / lanes * bytes;
    Value* const address =
        build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), load.getPointerOperand(), offset);
    llvm::LoadInst* const one =
        build.CreateAlignedLoad(part, address, llvm::commonAlignment(load.getAlign(), offset));
    one->copyMetadata(load, {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias,
                             llvm::LLVMContext::MD_invariant_load, llvm::LLVMContext::MD_nontemporal});
    parts.push_back(one);
  }
  for (; parts.size() > 1; lanes *= 2) {
    llvm::SmallVector<int> both(2 * std::size_t{lanes});
    std::iota(both.begin(), both.end(), 0);
    for (std::size_t i = 0; i < parts.size() / 2; ++i)
      parts[i] = build.CreateShuffleVector(parts[2 * i], parts[2 * i + 1], both);
    parts.truncate(parts.size() / 2);
  }
  load.replaceAllUsesWith(parts.front());
  load.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses SplitWideLoads::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const std::uint64_t register_bits =
        functions.getResult<llvm::TargetIRAnalysis>(function)
            .getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector)
            .getFixedValue();
    for (llvm::BasicBlock& block : function) {
      llvm::SmallVector<std::pair<llvm::LoadInst*, unsigned>> wide;
      for (llvm::Instruction& each : block) {
        auto* load = llvm::dyn_cast<llvm::LoadInst>(&each);
        if (const unsigned lanes = load ? lanes_of_part(*load, module.getDataLayout(), register_bits) : 0)
          wide.emplace_back(load, lanes);
      }
      if (wide.size() <= kMany) continue;
      for (const auto& [load, lanes] : wide) split(*load, lanes);
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
