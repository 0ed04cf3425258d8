// SPDX-License-Identifier: Apache-2.0
//
// lower-gathers: expands gathers and scatters that the processor has no instruction for (scatters before
// AVX-512, any of bytes and halfwords), or that are of few known lanes, lane by lane. Unlike LLVM's own
// expansion it emits no branches, which are mispredicted where lanes diverge: an inactive lane accesses a
// place on the stack instead, or nothing if the mask is a constant. Where the lanes' addresses in shared
// memory are near to each other, all lanes load, because what is near to an active lane's address is
// accessible. Of addresses that are up to four elements apart, as those of one member of a record, all that
// is between the first and the last is loaded as vectors: an instruction that gathers takes three times as
// long. AMD's takes 1.6 to 2 times as long as one load for each lane where the addresses are at constant
// distances, as those of a column of shared memory. A block with many of them calls a function for each,
// because the code generator's time is quadratic in a block's loads: an unrolled product of tiles, 192
// gathers of 32 lanes in a block, took it minutes.

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "cc/ir/names.h"
#include "cc/passes/passes.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

using llvm::Value;

constexpr std::int64_t kMarginBytes = 1024;  // accessible before shared memory (SharedMemory::data)
constexpr unsigned kPlaceBytes = 16;         // the bytes of the largest element
constexpr std::int64_t kMaxApart = 4;
constexpr unsigned kFewLanes = 8;  // for fewer than one register's, instructions are slower than accesses
// The limits for lanes of a block's gathers and scatters, and of a function's, above which they become calls:
// 3,000 small blocks of fragments of 16 bits became 270,000 instructions.
constexpr unsigned kManyLanes = 1024, kManyLanesOfFunction = 16384;
// The limits for those that an instruction could do as well.
constexpr unsigned kSomeLanes = 256, kSomeLanesOfFunction = 4096;

// Replaces the pointers of inactive lanes by `place`.
Value* pointers_of(llvm::IRBuilder<>& build, Value* pointers, Value* mask, llvm::Function& function,
                   llvm::AllocaInst*& place) {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(mask); constant && constant->isAllOnesValue())
    return pointers;
  if (!place) {
    llvm::IRBuilder<> start(&*function.getEntryBlock().getFirstInsertionPt());
    place = start.CreateAlloca(llvm::ArrayType::get(start.getInt8Ty(), kPlaceBytes), nullptr, "nowhere");
    place->setAlignment(llvm::Align(kPlaceBytes));
  }
  const auto lanes = llvm::cast<llvm::FixedVectorType>(pointers->getType())->getNumElements();
  return build.CreateSelect(mask, pointers, build.CreateVectorSplat(lanes, place));
}

// Returns the address of one lane. If the lanes' are at constant distances, as those of a record's members,
// it is a constant offset from the first one's, which the access itself adds; an element of a vector would
// cost one or two instructions. The address is the same either way.
Value* address_of(llvm::IRBuilder<>& build, Value* pointers, unsigned lane) {
  auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(pointers);
  const auto* steps =
      gep && gep->getNumIndices() == 1 ? llvm::dyn_cast<llvm::Constant>(gep->getOperand(1)) : nullptr;
  Value* base = gep ? gep->getPointerOperand() : nullptr;
  if (base && base->getType()->isVectorTy()) base = const_cast<Value*>(llvm::getSplatValue(base));
  llvm::Constant* step =
      base && steps && steps->getType()->isVectorTy() ? steps->getAggregateElement(lane) : nullptr;
  if (!llvm::isa_and_nonnull<llvm::ConstantInt>(step)) return build.CreateExtractElement(pointers, lane);
  return build.CreateGEP(gep->getSourceElementType(), base, step);
}

// Returns the offset of the field of the block's context that the value is read from.
std::optional<std::uint64_t> field_of(const Value* value) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
  if (!load || !load->getFunction()->getName().starts_with(kWarpPrefix)) return std::nullopt;
  const llvm::DataLayout& layout = load->getDataLayout();
  llvm::APInt offset(64, 0);
  llvm::APInt block(64, 0);
  const auto* context = llvm::dyn_cast<llvm::LoadInst>(
      load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true));
  const Value* warp =
      context ? context->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, block, true)
              : nullptr;
  if (warp != load->getFunction()->getArg(0) || block != offsetof(cpu::WarpContext, block))
    return std::nullopt;
  return offset.getLimitedValue();
}

// Returns the block's shared memory if the lanes' addresses are near to each other in it; otherwise NULL.
// `lowest`: the least distance in bytes of a lane's address from the base.
Value* shared_memory_of(const llvm::GetElementPtrInst& gep, const Value* base, std::int64_t& lowest) {
  const llvm::DataLayout& layout = gep.getDataLayout();
  const auto* steps = llvm::dyn_cast<llvm::Constant>(gep.getOperand(1));
  const auto lanes = llvm::cast<llvm::FixedVectorType>(gep.getType())->getNumElements();
  const auto bytes = static_cast<std::int64_t>(layout.getTypeAllocSize(gep.getSourceElementType()));
  llvm::SmallVector<std::int64_t> places;
  for (unsigned lane = 0; steps && steps->getType()->isVectorTy() && lane < lanes; ++lane) {
    const auto* step = llvm::dyn_cast_or_null<llvm::ConstantInt>(steps->getAggregateElement(lane));
    if (!step || step->getValue().abs().ugt(kMarginBytes)) return nullptr;
    places.push_back(step->getSExtValue() * bytes);
  }
  if (places.empty()) return nullptr;
  const auto [least, most] = std::minmax_element(places.begin(), places.end());
  if (*most - *least > kMarginBytes) return nullptr;
  lowest = *least;
  const Value* object = llvm::getUnderlyingObject(base, /*MaxLookup*/ 0);
  return field_of(object) == offsetof(cpu::BlockContext, shared) ? const_cast<Value*>(object) : nullptr;
}

// Returns pointers for all lanes of a gather that are accessible if any active lane's is; otherwise NULL.
Value* accessible(llvm::IRBuilder<>& build, Value* pointers, Value* mask) {
  auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(pointers);
  if (!gep || gep->getNumIndices() != 1) return nullptr;
  Value* base = gep->getPointerOperand();
  if (base->getType()->isVectorTy()) base = llvm::getSplatValue(base);
  std::int64_t lowest = 0;
  Value* shared = base ? shared_memory_of(*gep, base, lowest) : nullptr;
  if (!shared) return nullptr;
  // Without an active lane the lowest one loads the first byte, aligned as an array is.
  Value* begin = build.CreateConstGEP1_64(build.getInt8Ty(), shared, static_cast<std::uint64_t>(-lowest));
  const auto lanes = llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
  Value* any = build.CreateIsNotNull(build.CreateBitCast(mask, build.getIntNTy(lanes)));
  return build.CreateGEP(gep->getSourceElementType(), build.CreateSelect(any, base, begin),
                         gep->getOperand(1));
}

// Returns whether loads of all lanes, at constant distances from one address, replace a slow instruction.
bool is_slow(const llvm::IntrinsicInst& gather, bool has_margin) {
  if (gather.getIntrinsicID() != llvm::Intrinsic::masked_gather ||
      !gather.getFunction()->getFnAttribute("target-cpu").getValueAsString().starts_with("znver"))
    return false;
  const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(gather.getArgOperand(0));
  const auto* steps =
      gep && gep->getNumIndices() == 1 ? llvm::dyn_cast<llvm::Constant>(gep->getOperand(1)) : nullptr;
  if (!steps || !steps->getType()->isVectorTy()) return false;
  const Value* base = gep->getPointerOperand();
  if (base->getType()->isVectorTy()) base = llvm::getSplatValue(base);
  const auto* mask = llvm::dyn_cast<llvm::Constant>(gather.getArgOperand(2));
  std::int64_t lowest = 0;
  return base && (mask ? mask->isAllOnesValue() : has_margin && shared_memory_of(*gep, base, lowest));
}

// Returns whether the mask is known to be off for the lane.
bool is_off(const Value* mask, unsigned lane) {
  const auto* known = llvm::dyn_cast_or_null<llvm::Constant>(mask);
  const llvm::Constant* element = known ? known->getAggregateElement(lane) : nullptr;
  return element && element->isNullValue();
}

// `mask` is NULL for all lanes.
Value* load_lanes(llvm::IRBuilder<>& build, llvm::FixedVectorType* type, Value* pointers, llvm::Align align,
                  const Value* mask) {
  Value* all = llvm::PoisonValue::get(type);
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    if (is_off(mask, lane)) continue;
    Value* one = build.CreateAlignedLoad(type->getElementType(), address_of(build, pointers, lane), align);
    all = build.CreateInsertElement(all, one, lane);
  }
  return all;
}

void store_lanes(llvm::IRBuilder<>& build, Value* all, Value* pointers, llvm::Align align,
                 const Value* mask) {
  const auto* type = llvm::cast<llvm::FixedVectorType>(all->getType());
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    if (is_off(mask, lane)) continue;
    build.CreateAlignedStore(build.CreateExtractElement(all, lane), address_of(build, pointers, lane), align);
  }
}

// Returns a function for the caller's processor that takes pointers and, for a scatter, the values to store.
llvm::Function* function_for(llvm::IntrinsicInst& access, llvm::FixedVectorType* type, llvm::Align align) {
  const bool is_gather = access.getIntrinsicID() == llvm::Intrinsic::masked_gather;
  llvm::Function& caller = *access.getFunction();
  llvm::Module& module = *caller.getParent();
  std::string name;
  llvm::raw_string_ostream(name) << "gridcall." << (is_gather ? "gather." : "scatter.") << *type << "."
                                 << align.value();
  if (llvm::Function* known = module.getFunction(name)) return known;
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* const pointers =
      llvm::FixedVectorType::get(llvm::PointerType::getUnqual(context), type->getNumElements());
  auto* const signature =
      is_gather ? llvm::FunctionType::get(type, {pointers}, false)
                : llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointers, type}, false);
  auto* function = llvm::Function::Create(signature, llvm::GlobalValue::InternalLinkage, name, module);
  for (const char* attribute : {"target-cpu", "target-features", "probe-stack"})
    if (caller.hasFnAttribute(attribute)) function->addFnAttr(caller.getFnAttribute(attribute));
  function->addFnAttr(llvm::Attribute::NoInline);
  function->setDoesNotThrow();
  llvm::IRBuilder<> build(llvm::BasicBlock::Create(context, "entry", function));
  if (is_gather) {
    build.CreateRet(load_lanes(build, type, function->getArg(0), align, nullptr));
  } else {
    store_lanes(build, function->getArg(1), function->getArg(0), align, nullptr);
    build.CreateRetVoid();
  }
  return function;
}

// Returns how many elements apart the addresses of all lanes are, from 2 to kMaxApart; otherwise 0.
unsigned elements_apart(const llvm::IntrinsicInst& gather) {
  if (gather.getIntrinsicID() != llvm::Intrinsic::masked_gather) return 0;
  const auto* mask = llvm::dyn_cast<llvm::Constant>(gather.getArgOperand(2));
  const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(gather.getArgOperand(0));
  if (!mask || !mask->isAllOnesValue() || !gep || gep->getNumIndices() != 1) return 0;
  const auto* steps = llvm::dyn_cast<llvm::Constant>(gep->getOperand(1));
  const Value* base = gep->getPointerOperand();
  if (!steps || !steps->getType()->isVectorTy() ||
      (base->getType()->isVectorTy() && !llvm::getSplatValue(base)))
    return 0;
  const llvm::DataLayout& layout = gather.getDataLayout();
  const auto* type = llvm::cast<llvm::FixedVectorType>(gather.getType());
  const auto size = static_cast<std::int64_t>(layout.getTypeStoreSize(type->getElementType()));
  const auto unit = static_cast<std::int64_t>(layout.getTypeAllocSize(gep->getSourceElementType()));
  if (layout.getTypeSizeInBits(type->getElementType()) != static_cast<std::uint64_t>(size) * 8) return 0;
  std::optional<std::int64_t> first, apart;
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    const auto* step = llvm::dyn_cast_or_null<llvm::ConstantInt>(steps->getAggregateElement(lane));
    if (!step || step->getValue().getSignificantBits() > 32) return 0;
    const std::int64_t at = step->getSExtValue() * unit;
    if (!first) first = at;
    if (lane == 1) apart = at - *first;
    if (lane > 0 && at - *first != *apart * lane) return 0;
  }
  return apart && *apart % size == 0 && *apart / size >= 2 && *apart / size <= kMaxApart
             ? static_cast<unsigned>(*apart / size)
             : 0;
}

// Loads each register's lanes as vectors side by side. The last one ends with the last lane's element,
// because what follows may be inaccessible.
Value* load_between(llvm::IRBuilder<>& build, llvm::FixedVectorType* type, Value* pointers, llvm::Align align,
                    unsigned apart, unsigned register_bits) {
  llvm::Type* element = type->getElementType();
  const auto bits = static_cast<unsigned>(build.GetInsertBlock()->getDataLayout().getTypeSizeInBits(element));
  const unsigned count = type->getNumElements(), lanes = std::min(count, register_bits / bits);
  auto* part = llvm::FixedVectorType::get(element, lanes);
  Value* base = address_of(build, pointers, 0);
  llvm::SmallVector<Value*> registers;
  for (unsigned from = 0; from < count; from += lanes) {
    Value* all = nullptr;
    for (unsigned i = 0; i < apart; ++i) {
      const unsigned begin = i + 1 < apart ? i * lanes : (lanes - 1) * (apart - 1);
      const std::uint64_t place = std::uint64_t{from} * apart + begin;
      Value* loaded = build.CreateAlignedLoad(part, build.CreateConstGEP1_64(element, base, place),
                                              llvm::commonAlignment(align, place * bits / 8));
      llvm::SmallVector<int> chosen;
      for (unsigned lane = 0; lane < lanes; ++lane) {
        const unsigned wanted = lane * apart, kept = i == 1 ? std::min(wanted, lanes - 1) : lane;
        const bool is_here = wanted >= begin && wanted < begin + lanes;
        chosen.push_back(static_cast<int>(is_here ? lanes + wanted - begin : kept));
      }
      all = all ? build.CreateShuffleVector(all, loaded, chosen) : loaded;
    }
    registers.push_back(all);
  }
  return llvm::concatenateVectors(build, registers);
}

void lower_gather(llvm::IntrinsicInst& gather, llvm::AllocaInst*& place, bool is_call, bool has_margin) {
  llvm::IRBuilder<> build(&gather);
  const llvm::Align align = llvm::cast<llvm::ConstantInt>(gather.getArgOperand(1))->getAlignValue();
  Value* mask = gather.getArgOperand(2);
  Value* pointers = gather.getArgOperand(0);
  if (is_call || !llvm::isa<llvm::Constant>(mask)) {
    Value* near = has_margin && !is_call ? accessible(build, pointers, mask) : nullptr;
    pointers = near ? near : pointers_of(build, pointers, mask, *gather.getFunction(), place);
  }
  auto* type = llvm::cast<llvm::FixedVectorType>(gather.getType());
  Value* all = is_call ? build.CreateCall(function_for(gather, type, align), {pointers})
                       : load_lanes(build, type, pointers, align, mask);
  Value* others = gather.getArgOperand(3);
  if (!llvm::isa<llvm::UndefValue>(others)) all = build.CreateSelect(mask, all, others);
  gather.replaceAllUsesWith(all);
  gather.eraseFromParent();
}

void lower_scatter(llvm::IntrinsicInst& scatter, llvm::AllocaInst*& place, bool is_call) {
  llvm::IRBuilder<> build(&scatter);
  Value* all = scatter.getArgOperand(0);
  const llvm::Align align = llvm::cast<llvm::ConstantInt>(scatter.getArgOperand(2))->getAlignValue();
  Value* mask = scatter.getArgOperand(3);
  Value* pointers = scatter.getArgOperand(1);
  if (is_call || !llvm::isa<llvm::Constant>(mask))
    pointers = pointers_of(build, pointers, mask, *scatter.getFunction(), place);
  if (is_call)
    build.CreateCall(function_for(scatter, llvm::cast<llvm::FixedVectorType>(all->getType()), align),
                     {pointers, all});
  else
    store_lanes(build, all, pointers, align, mask);
  scatter.eraseFromParent();
}

llvm::FixedVectorType* lanes_of(const llvm::IntrinsicInst& access) {
  const bool is_gather = access.getIntrinsicID() == llvm::Intrinsic::masked_gather;
  return llvm::cast<llvm::FixedVectorType>(is_gather ? access.getType() : access.getArgOperand(0)->getType());
}

// Returns the lanes that may access memory.
unsigned count_lanes(const llvm::IntrinsicInst& access) {
  const Value* mask = access.getArgOperand(access.getIntrinsicID() == llvm::Intrinsic::masked_gather ? 2 : 3);
  unsigned count = 0;
  for (unsigned lane = 0; lane < lanes_of(access)->getNumElements(); ++lane)
    if (!is_off(mask, lane)) ++count;
  return count;
}

bool is_by_lanes(const llvm::IntrinsicInst& access, const llvm::TargetTransformInfo& target) {
  const auto align = [&](unsigned index) {
    return llvm::cast<llvm::ConstantInt>(access.getArgOperand(index))->getAlignValue();
  };
  switch (access.getIntrinsicID()) {
    case llvm::Intrinsic::masked_gather:
      return !target.isLegalMaskedGather(lanes_of(access), align(1)) || count_lanes(access) <= kFewLanes;
    case llvm::Intrinsic::masked_scatter:
      return !target.isLegalMaskedScatter(lanes_of(access), align(2)) || count_lanes(access) <= kFewLanes;
    default:
      return false;
  }
}

}  // namespace

llvm::PreservedAnalyses LowerGathers::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  llvm::SmallVector<llvm::Function*> defined;  // before others are added
  // Dynamic shared memory may have all that is accessible; static shared memory is much smaller.
  bool has_margin = true;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    defined.push_back(&function);
    for (const llvm::Instruction& each : llvm::instructions(function))
      has_margin = has_margin && field_of(&each) != offsetof(cpu::BlockContext, static_shared_bytes);
  }
  for (llvm::Function* function : defined) {
    const auto& target = functions.getResult<llvm::TargetIRAnalysis>(*function);
    llvm::AllocaInst* place = nullptr;
    llvm::SmallVector<llvm::IntrinsicInst*> accesses, near;
    llvm::DenseMap<const llvm::BasicBlock*, unsigned> lanes;
    unsigned all_lanes = 0;
    const auto bits = static_cast<unsigned>(
        target.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector).getFixedValue());
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (!intrinsic) continue;
      if (bits >= 128 && elements_apart(*intrinsic) != 0) {
        near.push_back(intrinsic);
        continue;
      }
      const bool is_required = is_by_lanes(*intrinsic, target);
      if (!is_required && !is_slow(*intrinsic, has_margin)) continue;
      unsigned& of_block = lanes[intrinsic->getParent()];
      const unsigned own = lanes_of(*intrinsic)->getNumElements();
      if (!is_required && (of_block + own > kSomeLanes || all_lanes + own > kSomeLanesOfFunction)) continue;
      accesses.push_back(intrinsic);
      of_block += own;
      all_lanes += own;
    }
    for (llvm::IntrinsicInst* each : near) {
      llvm::IRBuilder<> build(each);
      each->replaceAllUsesWith(
          load_between(build, lanes_of(*each), each->getArgOperand(0),
                       llvm::cast<llvm::ConstantInt>(each->getArgOperand(1))->getAlignValue(),
                       elements_apart(*each), bits));
      each->eraseFromParent();
    }
    for (llvm::IntrinsicInst* each : accesses) {
      const bool is_call = all_lanes > kManyLanesOfFunction || lanes[each->getParent()] > kManyLanes;
      if (each->getIntrinsicID() == llvm::Intrinsic::masked_gather)
        lower_gather(*each, place, is_call, has_margin);
      else
        lower_scatter(*each, place, is_call);
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
