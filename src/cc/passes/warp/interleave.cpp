// SPDX-License-Identifier: Apache-2.0
//
// Interleaves a thread's local array over the lanes of a warp: the elements of all lanes at one index are
// contiguous, so that lanes that read at one index need one load.

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "cc/ir/names.h"
#include "cc/passes/warp/vectorize.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {
namespace {

constexpr std::uint64_t kLanes = cpu::kWarpSize;
constexpr std::uint64_t kMaxSet = 64;  // the largest memset, in elements, that is replaced by stores

// All uses of an array that is accessed by whole elements only.
struct Uses {
  llvm::SmallVector<llvm::GetElementPtrInst*> steps;  // each after the one that it is based on
  llvm::SmallVector<llvm::Instruction*> accesses;
  llvm::SmallVector<llvm::MemSetInst*> sets;
  llvm::SmallVector<llvm::Instruction*> lifetimes;
};

bool find_uses(llvm::Value& pointer, std::uint64_t size, const llvm::DataLayout& layout, Uses& uses) {
  for (llvm::User* user : pointer.users()) {
    auto* instruction = llvm::cast<llvm::Instruction>(user);
    if (auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction)) {
      llvm::MapVector<llvm::Value*, llvm::APInt> parts;
      llvm::APInt fixed(64, 0);
      if (!step->collectOffset(layout, 64, parts, fixed) || fixed.srem(static_cast<std::int64_t>(size)) != 0)
        return false;
      for (const auto& part : parts) {
        if (part.second.srem(static_cast<std::int64_t>(size)) != 0) return false;
      }
      uses.steps.push_back(step);
      if (!find_uses(*step, size, layout, uses)) return false;
      continue;
    }
    if (instruction->isLifetimeStartOrEnd()) {
      uses.lifetimes.push_back(instruction);
      continue;
    }
    if (auto* set = llvm::dyn_cast<llvm::MemSetInst>(instruction)) {
      auto* length = llvm::dyn_cast<llvm::ConstantInt>(set->getLength());
      if (!length || length->getZExtValue() % size != 0 || length->getZExtValue() / size > kMaxSet ||
          set->isVolatile() || !llvm::isa<llvm::ConstantInt>(set->getValue())) {
        return false;
      }
      uses.sets.push_back(set);
      continue;
    }
    llvm::Type* type = nullptr;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction); load && load->isSimple())
      type = load->getType();
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction);
        store && store->isSimple() && store->getValueOperand() != &pointer) {
      type = store->getValueOperand()->getType();
    }
    if (!type || !type->isSingleValueType() || type->isVectorTy() || layout.getTypeStoreSize(type) != size ||
        layout.getTypeAllocSize(type) != size) {
      return false;
    }
    uses.accesses.push_back(instruction);
  }
  return true;
}

void interleave(llvm::AllocaInst& array, std::uint64_t size, Uses& uses, const llvm::DataLayout& layout) {
  llvm::LLVMContext& context = array.getContext();
  const std::uint64_t bytes = array.getAllocationSize(layout)->getFixedValue();
  llvm::IRBuilder<> build(&array);
  llvm::Type* element = build.getIntNTy(static_cast<unsigned>(8 * size));
  llvm::AllocaInst* all =
      build.CreateAlloca(llvm::ArrayType::get(element, bytes / size * kLanes), nullptr, "interleaved");
  all->setAlignment(llvm::Align(64));
  all->setMetadata(kInterleavedMetadata, llvm::MDNode::get(context, {}));
  llvm::Type* lanes = llvm::ArrayType::get(element, kLanes);
  llvm::DenseMap<llvm::Value*, llvm::Value*> replaced{{&array, all}};
  for (llvm::GetElementPtrInst* step : uses.steps) {
    llvm::MapVector<llvm::Value*, llvm::APInt> parts;
    llvm::APInt fixed(64, 0);
    step->collectOffset(layout, 64, parts, fixed);
    build.SetInsertPoint(step);
    llvm::Value* pointer = replaced.lookup(step->getPointerOperand());
    for (const auto& [index, scale] : parts) {
      llvm::Value* count = build.CreateMul(
          build.CreateSExtOrTrunc(index, build.getInt64Ty()),
          build.getInt64(static_cast<std::uint64_t>(scale.getSExtValue() / static_cast<std::int64_t>(size))));
      pointer = build.CreateGEP(lanes, pointer, count);
    }
    const std::int64_t elements = fixed.getSExtValue() / static_cast<std::int64_t>(size);
    if (elements != 0)
      pointer = build.CreateGEP(lanes, pointer, build.getInt64(static_cast<std::uint64_t>(elements)));
    replaced[step] = pointer;
  }
  for (llvm::MemSetInst* set : uses.sets) {
    build.SetInsertPoint(set);
    const llvm::APInt value = llvm::APInt::getSplat(
        static_cast<unsigned>(8 * size), llvm::cast<llvm::ConstantInt>(set->getValue())->getValue());
    const std::uint64_t count = llvm::cast<llvm::ConstantInt>(set->getLength())->getZExtValue() / size;
    for (std::uint64_t i = 0; i < count; ++i) {
      build.CreateStore(build.getInt(value),
                        build.CreateGEP(lanes, replaced.lookup(set->getDest()), build.getInt64(i)));
    }
    set->eraseFromParent();
  }
  for (llvm::Instruction* access : uses.accesses) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(access)) {
      load->setOperand(0, replaced.lookup(load->getPointerOperand()));
      load->setAlignment(llvm::Align(size));
    } else {
      auto* store = llvm::cast<llvm::StoreInst>(access);
      store->setOperand(1, replaced.lookup(store->getPointerOperand()));
      store->setAlignment(llvm::Align(size));
    }
  }
  for (llvm::Instruction* lifetime : uses.lifetimes) lifetime->eraseFromParent();
  for (llvm::GetElementPtrInst* step : llvm::reverse(uses.steps)) step->eraseFromParent();
  array.eraseFromParent();
}

}  // namespace

void interleave_locals(llvm::Function& entry) {
  const llvm::DataLayout& layout = entry.getParent()->getDataLayout();
  llvm::SmallVector<llvm::AllocaInst*> arrays;
  for (llvm::Instruction& instruction : entry.getEntryBlock()) {
    if (auto* array = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) arrays.push_back(array);
  }
  for (llvm::AllocaInst* array : arrays) {
    llvm::Type* element = array->getAllocatedType();
    while (auto* type = llvm::dyn_cast<llvm::ArrayType>(element)) element = type->getElementType();
    if (element == array->getAllocatedType() || !element->isSingleValueType() || element->isVectorTy() ||
        !array->isStaticAlloca() || array->isArrayAllocation()) {
      continue;
    }
    const std::uint64_t size = layout.getTypeAllocSize(element);
    if (!llvm::isPowerOf2_64(size) || size > 8) continue;
    Uses uses;
    if (find_uses(*array, size, layout, uses)) interleave(*array, size, uses, layout);
  }
}

}  // namespace gridcall::cc::warp
