// SPDX-License-Identifier: Apache-2.0
//
// check-locals: prepares checks before the optimizer runs. A scalar variable that may be read before it is
// written gets a flag, and each such read a branch to gridcall_rt_check_unset. An array whose elements are
// selected at run time is an argument of gridcall_rt_check_keep, which keeps it in memory, because promotion
// to registers would lose a wrong index. members.h checks the indices of arrays in structs. Functions get the
// attributes of LLVM's sanitizers, with which no pass adds reads or writes of memory that the source does not
// have.

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <utility>

#include "cc/ir/requested_checks.h"
#include "cc/passes/check/members.h"
#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

// ---- Arrays ----

// Returns whether the variable may be accessed with an index that is not constant or is out of bounds.
bool is_indexed(const llvm::AllocaInst& variable, const llvm::DataLayout& layout) {
  const auto size = variable.getAllocationSize(layout);
  if (!size) return false;
  llvm::SmallVector<std::pair<const llvm::Value*, std::int64_t>> work{{&variable, 0}};
  llvm::SmallPtrSet<const llvm::Value*, 16> seen;
  while (!work.empty()) {
    const auto [value, offset] = work.pop_back_val();
    if (!seen.insert(value).second) continue;
    for (const llvm::User* user : value->users()) {
      if (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        llvm::APInt distance(layout.getIndexTypeSizeInBits(step->getType()), 0);
        if (!step->accumulateConstantOffset(layout, distance)) return true;
        const std::int64_t reached = offset + distance.getSExtValue();
        if (reached < 0 || reached > static_cast<std::int64_t>(size->getFixedValue())) return true;
        work.emplace_back(step, reached);
      } else if (llvm::isa<llvm::AddrSpaceCastInst>(user)) {
        work.emplace_back(user, offset);
      } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        if (offset + static_cast<std::int64_t>(layout.getTypeStoreSize(load->getType()).getFixedValue()) >
            static_cast<std::int64_t>(size->getFixedValue()))
          return true;
      } else if (llvm::isa<llvm::CallBase>(user) && !llvm::isa<llvm::IntrinsicInst>(user)) {
        return true;  // a function may select the element
      }
    }
  }
  return false;
}

bool has_array(const llvm::Type* type) {
  if (type->isArrayTy()) return true;
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(type))
    return llvm::any_of(structure->elements(), has_array);
  return false;
}

void keep_in_memory(llvm::AllocaInst& variable) {
  llvm::Module& module = *variable.getModule();
  llvm::FunctionCallee keep = check::device_function(module, "keep");
  auto* function = llvm::cast<llvm::Function>(keep.getCallee());
  function->setOnlyAccessesArgMemory();
  function->addParamAttr(0, llvm::Attribute::NoCapture);
  function->addFnAttr(llvm::Attribute::WillReturn);
  llvm::SmallVector<llvm::Instruction*> places{&variable};
  for (llvm::User* user : variable.users()) {
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (intrinsic && intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_start)
      places.push_back(llvm::cast<llvm::Instruction>(user));
  }
  for (llvm::Instruction* place : places) {
    llvm::IRBuilder<> builder(place->getNextNode());
    llvm::Value* address = &variable;
    if (variable.getAddressSpace() != 0) address = builder.CreateAddrSpaceCast(address, builder.getPtrTy());
    builder.CreateCall(keep, {address});
  }
}

// ---- Scalars ----

// The variables that are certainly written before each read.
class Assignments {
 public:
  explicit Assignments(llvm::Function& function) : function_(function) {
    for (llvm::Instruction& instruction : function.getEntryBlock()) {
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (!variable || !variable->getAllocatedType()->isSingleValueType() ||
          !llvm::isAllocaPromotable(variable) || variable->getName().starts_with("retval") ||
          variable->getName().starts_with("cleanup"))
        continue;
      numbers_[variable] = static_cast<unsigned>(variables_.size());
      variables_.push_back(variable);
    }
  }

  void run() {
    if (variables_.empty()) return;
    const auto count = static_cast<unsigned>(variables_.size());
    // All bits are set until the block has been reached.
    llvm::DenseMap<llvm::BasicBlock*, llvm::BitVector> out;
    for (llvm::BasicBlock& block : function_) out[&block] = llvm::BitVector(count, true);
    bool changed = true;
    while (changed) {
      changed = false;
      for (llvm::BasicBlock& block : function_) {
        llvm::BitVector state = before(block, out, count);
        walk(block, state, nullptr);
        if (state == out[&block]) continue;
        out[&block] = state;
        changed = true;
      }
    }
    llvm::SmallVector<llvm::LoadInst*> reads;
    for (llvm::BasicBlock& block : function_) {
      llvm::BitVector state = before(block, out, count);
      walk(block, state, &reads);
    }
    for (llvm::LoadInst* read : reads) guard(*read);
  }

 private:
  llvm::BitVector before(llvm::BasicBlock& block, llvm::DenseMap<llvm::BasicBlock*, llvm::BitVector>& out,
                         unsigned count) {
    if (&block == &function_.getEntryBlock()) return llvm::BitVector(count, false);
    llvm::BitVector state(count, true);
    for (llvm::BasicBlock* predecessor : llvm::predecessors(&block)) state &= out[predecessor];
    return state;
  }

  const unsigned* number_of(llvm::Value* address) {
    const auto found = numbers_.find(llvm::dyn_cast<llvm::AllocaInst>(address));
    return found != numbers_.end() ? &found->second : nullptr;
  }

  void walk(llvm::BasicBlock& block, llvm::BitVector& state, llvm::SmallVectorImpl<llvm::LoadInst*>* reads) {
    for (llvm::Instruction& instruction : block) {
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        if (const unsigned* number = number_of(store->getPointerOperand())) state.set(*number);
      } else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        const unsigned* number = number_of(load->getPointerOperand());
        if (number && !state.test(*number) && reads) reads->push_back(load);
      } else if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
                 call && call->getIntrinsicID() == llvm::Intrinsic::lifetime_start) {
        if (const unsigned* number = number_of(call->getArgOperand(1))) state.reset(*number);
      }
    }
  }

  // Returns the flag that is set if the variable has a value.
  llvm::AllocaInst* flag_of(llvm::AllocaInst* variable) {
    llvm::AllocaInst*& flag = flags_[variable];
    if (flag) return flag;
    llvm::IRBuilder<> builder(variable);
    flag = builder.CreateAlloca(builder.getInt8Ty(), variable->getAddressSpace(), nullptr,
                                variable->getName() + ".set");
    builder.SetInsertPoint(variable->getNextNode());
    builder.CreateStore(builder.getInt8(0), flag);
    for (llvm::User* user : llvm::make_early_inc_range(variable->users())) {
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        builder.SetInsertPoint(store->getNextNode());
        builder.CreateStore(builder.getInt8(1), flag);
      } else if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
                 call && call->getIntrinsicID() == llvm::Intrinsic::lifetime_start) {
        builder.SetInsertPoint(call->getNextNode());
        builder.CreateStore(builder.getInt8(0), flag);
      }
    }
    return flag;
  }

  void guard(llvm::LoadInst& read) {
    llvm::Module& module = *function_.getParent();
    auto* variable = llvm::cast<llvm::AllocaInst>(read.getPointerOperand());
    llvm::AllocaInst* flag = flag_of(variable);
    llvm::IRBuilder<> builder(&read);
    llvm::Value* unset = builder.CreateIsNull(builder.CreateLoad(builder.getInt8Ty(), flag));
    llvm::MDNode* unlikely = llvm::MDBuilder(module.getContext()).createUnlikelyBranchWeights();
    llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(unset, &read, false, unlikely);
    builder.SetInsertPoint(end);
    builder.SetCurrentDebugLocation(read.getDebugLoc());
    const std::uint64_t bytes = module.getDataLayout().getTypeStoreSize(read.getType());
    llvm::FunctionCallee report = check::device_function(module, "unset");
    llvm::cast<llvm::Function>(report.getCallee())->addFnAttr(llvm::Attribute::Cold);
    // check-accesses sets the site, because inlining has not happened yet.
    builder.CreateCall(report, {check::object(module, check::local_name(variable->getName()), bytes,
                                              cpu::CheckObjectKind::kLocal),
                                llvm::ConstantPointerNull::get(builder.getPtrTy())});
  }

  llvm::Function& function_;
  llvm::SmallVector<llvm::AllocaInst*> variables_;
  llvm::DenseMap<llvm::AllocaInst*, unsigned> numbers_;
  llvm::DenseMap<llvm::AllocaInst*, llvm::AllocaInst*> flags_;
};

}  // namespace

llvm::PreservedAnalyses CheckLocals::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  const std::uint32_t checks = check::requested(module);
  if ((checks & (cpu::kCheckMemory | cpu::kCheckInit | cpu::kCheckRace)) == 0)
    return llvm::PreservedAnalyses::all();
  // The optimizer must not remove a shared variable without writes, or fold its reads.
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() != kSharedSpace || variable.isDeclaration()) continue;
    variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
    variable.setExternallyInitialized(true);
  }
  const llvm::DataLayout& layout = module.getDataLayout();
  check::Members members(module);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.addFnAttr(llvm::Attribute::SanitizeAddress);
    function.addFnAttr(llvm::Attribute::SanitizeThread);
    if ((checks & cpu::kCheckMemory) != 0) members.check(function);
    if ((checks & (cpu::kCheckMemory | cpu::kCheckInit)) != 0) {
      llvm::SmallVector<llvm::AllocaInst*> arrays;
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        if (variable && variable->isStaticAlloca() && has_array(variable->getAllocatedType()) &&
            is_indexed(*variable, layout))
          arrays.push_back(variable);
      }
      for (llvm::AllocaInst* array : arrays) keep_in_memory(*array);
    }
    if ((checks & cpu::kCheckInit) != 0) Assignments(function).run();
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
