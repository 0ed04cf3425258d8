// SPDX-License-Identifier: Apache-2.0
//
// lower-shared-memory: __shared__ variables become offsets in the block's shared memory. Variables of
// functions that were not inlined come first, at the same offset in every kernel that may reach them; each
// kernel's own variables follow. `extern __shared__` arrays come last, 16-byte aligned.

#include <llvm/ADT/SetVector.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>

#include <algorithm>
#include <map>
#include <set>

#include "cc/ir/runtime.h"
#include "cc/passes/passes.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

using llvm::Function;
using llvm::GlobalVariable;

constexpr unsigned kShared = 3;
constexpr std::uint64_t kDynamicAlignment = 16;

class SharedMemory {
 public:
  explicit SharedMemory(llvm::Module& module) : module_(module), layout_(module.getDataLayout()) {}

  bool run() {
    llvm::SmallVector<llvm::Constant*> all;
    for (GlobalVariable& variable : module_.globals()) {
      if (variable.getAddressSpace() != kShared) continue;
      all.push_back(&variable);
      variables_.push_back(&variable);
    }
    if (variables_.empty()) return false;
    llvm::convertUsersOfConstantsToInstructions(all);
    for (GlobalVariable* variable : variables_) {
      variable->removeDeadConstantUsers();
      for (llvm::User* user : variable->users()) {
        if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
          uses_[instruction->getFunction()].insert(variable);
        }
      }
    }
    place();
    // The order is the module's, not the map's: the same source must give the same object.
    for (Function& function : module_) {
      auto used = uses_.find(&function);
      if (used == uses_.end()) continue;
      for (GlobalVariable* variable : variables_) {
        if (used->second.contains(variable)) replace(function, *variable);
      }
    }
    for (GlobalVariable* variable : variables_) {
      if (variable->use_empty()) variable->eraseFromParent();
    }
    return true;
  }

 private:
  void place() {
    std::uint64_t common = 0;
    for (GlobalVariable* variable : variables_) {
      if (variable->isDeclaration()) continue;
      bool in_function = std::any_of(uses_.begin(), uses_.end(), [&](auto& entry) {
        return !entry.first->hasFnAttribute(kKernelAttribute) && entry.second.contains(variable);
      });
      if (in_function) offsets_[variable] = allocate(common, *variable);
    }
    for (Function& kernel : module_) {
      if (kernel.isDeclaration() || !kernel.hasFnAttribute(kKernelAttribute)) continue;
      std::set<Function*> reached = reachable(kernel);
      bool needs_common = false;
      std::uint64_t dynamic_alignment = kDynamicAlignment;
      bool has_dynamic = false;
      llvm::SetVector<GlobalVariable*> own;
      for (GlobalVariable* variable : variables_) {
        for (Function* function : reached) {
          if (!uses_.count(function) || !uses_[function].contains(variable)) continue;
          if (variable->isDeclaration()) {
            has_dynamic = true;
            dynamic_alignment = std::max(dynamic_alignment, alignment_of(*variable));
          } else if (offsets_.count(variable)) {
            needs_common = true;
          } else {
            own.insert(variable);
          }
        }
      }
      std::uint64_t bytes = needs_common ? common : 0;
      for (GlobalVariable* variable : own) offsets_[variable] = allocate(bytes, *variable);
      // The dynamic part starts at the next multiple of 16; padding provides a larger alignment.
      if (has_dynamic && dynamic_alignment > kDynamicAlignment)
        bytes = llvm::alignTo(bytes, dynamic_alignment);
      kernel.addFnAttr(kStaticSharedAttribute, std::to_string(bytes));
      if (!has_dynamic && has_short_rows(own)) kernel.addFnAttr(kSmallBlocksAttribute);
      if (bytes > cpu::kDefaultSharedBytes) {
        module_.getContext().diagnose(UnsupportedConstruct(
            "kernel '" + llvm::demangle(kernel.getName()) + "' has " + std::to_string(bytes) +
                " bytes of static shared memory, the limit is " + std::to_string(cpu::kDefaultSharedBytes) +
                "; use extern __shared__ and a launch with dynamic shared memory",
            kernel.getName().str()));
      }
    }
  }

  // Returns whether the variables are arrays of rows about as long as a block of cpu::kSingleLanes threads,
  // perhaps with a halo or a padding.
  static bool has_short_rows(const llvm::SetVector<GlobalVariable*>& variables) {
    return !variables.empty() && llvm::all_of(variables, [](const GlobalVariable* variable) {
      std::uint64_t row = 0;
      llvm::Type* type = variable->getValueType();
      for (; type->isArrayTy(); type = type->getArrayElementType()) row = type->getArrayNumElements();
      return row >= cpu::kSingleLanes / 2 && row <= cpu::kSingleLanes + 2;
    });
  }

  std::uint64_t alignment_of(const GlobalVariable& variable) {
    return layout_.getPreferredAlign(&variable).value();
  }

  std::uint64_t allocate(std::uint64_t& size, const GlobalVariable& variable) {
    std::uint64_t offset = llvm::alignTo(size, alignment_of(variable));
    size = offset + layout_.getTypeAllocSize(variable.getValueType());
    return offset;
  }

  std::set<Function*> reachable(Function& kernel) {
    std::set<Function*> reached{&kernel};
    llvm::SmallVector<Function*> work{&kernel};
    auto visit = [&](Function* function) {
      if (!function->isDeclaration() && reached.insert(function).second) work.push_back(function);
    };
    while (!work.empty()) {
      Function* function = work.pop_back_val();
      for (llvm::Instruction& instruction : llvm::instructions(*function)) {
        auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (!call) continue;
        if (Function* callee = call->getCalledFunction()) {
          visit(callee);
        } else {
          for (Function& other : module_) {
            if (other.hasAddressTaken()) visit(&other);
          }
        }
      }
    }
    return reached;
  }

  void replace(Function& function, GlobalVariable& variable) {
    llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    llvm::Value* thread = function.getArg(0);
    llvm::Value* base =
        load_block_field(builder, thread, offsetof(cpu::BlockContext, shared), builder.getPtrTy());
    llvm::Value* offset = nullptr;
    if (variable.isDeclaration()) {
      llvm::Value* bytes = load_block_field(builder, thread, offsetof(cpu::BlockContext, static_shared_bytes),
                                            builder.getInt32Ty());
      bytes = builder.CreateZExt(bytes, builder.getInt64Ty());
      offset = builder.CreateAnd(builder.CreateAdd(bytes, builder.getInt64(kDynamicAlignment - 1)),
                                 builder.getInt64(~(kDynamicAlignment - 1)));
    } else {
      offset = builder.getInt64(offsets_[&variable]);
    }
    llvm::Value* address = builder.CreateInBoundsGEP(builder.getInt8Ty(), base, offset, variable.getName());
    address = builder.CreateAddrSpaceCast(address, variable.getType());
    variable.replaceUsesWithIf(address, [&](llvm::Use& use) {
      auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      return user && user->getFunction() == &function;
    });
  }

  llvm::Module& module_;
  const llvm::DataLayout& layout_;
  std::vector<GlobalVariable*> variables_;
  std::map<Function*, llvm::SetVector<GlobalVariable*>> uses_;
  std::map<GlobalVariable*, std::uint64_t> offsets_;
};

}  // namespace

llvm::PreservedAnalyses LowerSharedMemory::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  return SharedMemory(module).run() ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
