// SPDX-License-Identifier: Apache-2.0
//
// describe-module: writes the image's ModuleDescription and everything it points to as constant data, and
// leaves that one symbol visible.

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

#include "cc/passes/passes.h"
#include "cpu/abi/image.h"
#include "cpu/abi/limits.h"

namespace gridcall::cc {
namespace {

using llvm::Constant;
using llvm::Function;

// The stack that each function needs beside its variables: return address, saved registers, spills.
constexpr std::uint64_t kFrameBytes = 512;

class Description {
 public:
  Description(llvm::Module& module, const NameTable* names, std::uint32_t flags)
      : module_(module), context_(module.getContext()), names_(names), flags_(flags) {
    i32_ = llvm::Type::getInt32Ty(context_);
    i64_ = llvm::Type::getInt64Ty(context_);
    pointer_ = llvm::PointerType::getUnqual(context_);
  }

  void write(const std::string& target_cpu) {
    std::vector<Constant*> kernels;
    std::vector<Constant*> variables;
    for (Function& function : module_) {
      if (!function.isDeclaration() && function.hasFnAttribute(kKernelAttribute))
        kernels.push_back(kernel(function));
    }
    for (llvm::GlobalVariable& variable : module_.globals()) {
      if (variable.hasAttribute(kVariableAttribute)) variables.push_back(this->variable(variable));
    }
    hide();
    Constant* kernel_table = table(kernels, "gridcall_kernels");
    Constant* variable_table = table(variables, "gridcall_variables");
    static_assert(sizeof(cpu::ModuleDescription) == 48 && offsetof(cpu::ModuleDescription, target_cpu) == 8 &&
                  offsetof(cpu::ModuleDescription, kernel_count) == 32 &&
                  offsetof(cpu::ModuleDescription, flags) == 40);
    Constant* module = llvm::ConstantStruct::getAnon(
        {number(cpu::kImageMagic), number(cpu::kImageVersion), string(target_cpu), kernel_table,
         variable_table, number(kernels.size()), number(variables.size()), number(flags_), number(0)});
    auto* symbol = new llvm::GlobalVariable(module_, module->getType(), true,
                                            llvm::GlobalValue::ExternalLinkage, module, cpu::kModuleSymbol);
    symbol->setDSOLocal(true);
  }

 private:
  Constant* number(std::uint64_t value) { return llvm::ConstantInt::get(i32_, value); }
  Constant* null() { return llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(pointer_)); }

  Constant* data(Constant* value, const llvm::Twine& name) {
    auto* variable = new llvm::GlobalVariable(module_, value->getType(), true,
                                              llvm::GlobalValue::PrivateLinkage, value, name);
    return variable;
  }

  Constant* string(llvm::StringRef text) {
    return data(llvm::ConstantDataArray::getString(context_, text), "gridcall_text");
  }

  Constant* table(const std::vector<Constant*>& rows, const llvm::Twine& name) {
    if (rows.empty()) return null();
    return data(llvm::ConstantArray::get(llvm::ArrayType::get(rows[0]->getType(), rows.size()), rows), name);
  }

  std::string plain_name(const std::string& name) {
    if (names_) {
      auto entry = names_->find(name);
      if (entry != names_->end() && !entry->second.plain.empty()) return entry->second.plain;
    }
    return name;
  }

  // Returns a kernel's parameters if the front end reported as many as `count`.
  const std::vector<ParameterName>* parameter_names(const std::string& name, std::size_t count) {
    if (!names_) return nullptr;
    const auto entry = names_->find(name);
    return entry != names_->end() && entry->second.parameters.size() == count ? &entry->second.parameters
                                                                              : nullptr;
  }

  Constant* kernel(Function& entry) {
    std::string name = entry.getName().substr(llvm::StringRef(kEntryPrefix).size()).str();
    std::vector<Constant*> parameters;
    std::uint64_t bytes = 0;
    llvm::SmallVector<llvm::StringRef> rows;
    entry.getFnAttribute(kParametersAttribute).getValueAsString().split(rows, ',', -1, false);
    const std::vector<ParameterName>* known = parameter_names(name, rows.size());
    static_assert(sizeof(cpu::ParameterDescription) == 32 && offsetof(cpu::ParameterDescription, name) == 8 &&
                  offsetof(cpu::ParameterDescription, type) == 24);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      auto [offset, size] = rows[i].split(':');
      std::uint64_t offset_value = to_number(offset);
      std::uint64_t size_value = to_number(size);
      bytes = offset_value + size_value;
      const ParameterName unknown{{}, {}, 0};
      const ParameterName& text = known ? (*known)[i] : unknown;
      parameters.push_back(llvm::ConstantStruct::getAnon(
          {number(offset_value), number(size_value), text.name.empty() ? null() : string(text.name),
           text.type_name.empty() ? null() : string(text.type_name), number(text.type), number(0)}));
    }
    std::uint64_t threads = cpu::kMaxThreadsPerBlock;
    if (entry.hasFnAttribute(kMaxThreadsAttribute)) {
      std::uint64_t wanted = to_number(entry.getFnAttribute(kMaxThreadsAttribute).getValueAsString());
      if (wanted > 0 && wanted < threads) threads = wanted;
    }
    std::uint64_t shared = 0;
    if (entry.hasFnAttribute(kStaticSharedAttribute)) {
      shared = to_number(entry.getFnAttribute(kStaticSharedAttribute).getValueAsString());
    }
    std::uint32_t flags = entry.hasFnAttribute(kMayBlockAttribute) ? std::uint32_t{cpu::kKernelMayBlock} : 0;
    for (std::uint32_t variant = 0; variant < cpu::kWarpVariants; ++variant) {
      if (has_attribute(name, variant, kWholeBlocksAttribute)) flags |= cpu::kKernelWholeBlocks << variant;
      if (has_attribute(name, variant, kBlockRunsAttribute)) flags |= cpu::kKernelBlockRuns << variant;
      if (has_attribute(name, variant, kRowWarpsAttribute)) flags |= cpu::kKernelRowWarps;
    }
    const std::uint64_t local = local_bytes(entry);
    check_size(name, bytes, "bytes of arguments", cpu::kMaxArgumentBytes, "pass a pointer to them");
    check_size(name, local, "bytes of local memory per thread", cpu::kMaxLocalBytes,
               "use device memory, a part of it for each thread");
    std::uint64_t cluster[3] = {};
    llvm::SmallVector<llvm::StringRef> numbers;
    entry.getFnAttribute(kClusterAttribute).getValueAsString().split(numbers, ',', -1, false);
    for (std::size_t i = 0; i < numbers.size(); ++i) cluster[i] = to_number(numbers[i]);
    static_assert(
        sizeof(cpu::KernelDescription) == 80 && offsetof(cpu::KernelDescription, parameter_count) == 40 &&
        offsetof(cpu::KernelDescription, flags) == 60 && offsetof(cpu::KernelDescription, cluster) == 64);
    return llvm::ConstantStruct::getAnon({string(name), string(plain_name(name)), &entry, warp_entries(name),
                                          table(parameters, "gridcall_parameters"), number(parameters.size()),
                                          number(bytes), number(shared), number(threads), number(local),
                                          number(flags), number(cluster[0]), number(cluster[1]),
                                          number(cluster[2]), number(0)});
  }

  void check_size(const std::string& name, std::uint64_t bytes, const char* what, std::uint64_t most,
                  const char* otherwise) {
    if (bytes > most)
      context_.diagnose(UnsupportedConstruct(
          "kernel '" + plain_name(name) + "' takes " + std::to_string(bytes) + " " + what + ", " +
              std::to_string(most) + " are the most on the CPU device; " + otherwise,
          name));
  }

  // Returns the entries in the order of cpu::WarpVariant; NULL if the kernel has none.
  Constant* warp_entries(llvm::StringRef name) {
    std::vector<Constant*> entries;
    bool some = false;
    for (const char* variant : kWarpVariantNames) {
      Function* entry = module_.getFunction(kWarpPrefix + std::string(variant) + "." + name.str());
      some |= entry != nullptr;
      entries.push_back(entry ? static_cast<Constant*>(entry) : null());
    }
    if (!some) return null();
    return table(entries, "gridcall_warp_entries");
  }

  bool has_attribute(llvm::StringRef name, std::size_t variant, const char* attribute) {
    const Function* entry =
        module_.getFunction(kWarpPrefix + std::string(kWarpVariantNames[variant]) + "." + name.str());
    return entry && entry->hasFnAttribute(attribute);
  }

  Constant* variable(llvm::GlobalVariable& variable) {
    std::string name = variable.getName().str();
    bool is_constant = variable.getAttribute(kVariableAttribute).getValueAsString() == "constant";
    std::uint64_t bytes = module_.getDataLayout().getTypeAllocSize(variable.getValueType());
    static_assert(sizeof(cpu::GlobalDescription) == 40 && offsetof(cpu::GlobalDescription, bytes) == 24 &&
                  offsetof(cpu::GlobalDescription, alignment) == 36);
    const llvm::Align alignment = module_.getDataLayout().getPreferredAlign(&variable);
    return llvm::ConstantStruct::getAnon({string(name), string(plain_name(name)), &variable,
                                          llvm::ConstantInt::get(i64_, bytes), number(is_constant ? 1 : 0),
                                          number(alignment.value())});
  }

  // Returns the bytes of the deepest chain of calls; 0 (unknown) with recursion or calls through pointers.
  std::uint64_t local_bytes(Function& function) {
    std::set<Function*> chain;
    std::uint64_t bytes = 0;
    return stack(function, chain, bytes) ? bytes : 0;
  }

  bool stack(Function& function, std::set<Function*>& chain, std::uint64_t& bytes) {
    if (auto known = stacks_.find(&function); known != stacks_.end()) {
      bytes = known->second;
      return true;
    }
    if (!chain.insert(&function).second) return false;
    std::uint64_t own = kFrameBytes;
    std::uint64_t deepest = 0;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      // FastISel may spill every value to a slot of its own.
      if ((flags_ & cpu::kModuleQuick) != 0 && instruction.getType()->isSized())
        own += llvm::alignTo(module_.getDataLayout().getTypeAllocSize(instruction.getType()), 8);
      if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
        auto size = alloca->getAllocationSize(module_.getDataLayout());
        if (!size) return false;
        own += llvm::alignTo(size->getFixedValue(), alloca->getAlign());
      } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        if (call->isInlineAsm()) continue;
        Function* callee = call->getCalledFunction();
        if (!callee) return false;
        if (callee->isDeclaration()) continue;
        std::uint64_t below = 0;
        if (!stack(*callee, chain, below)) return false;
        deepest = std::max(deepest, below);
      }
    }
    chain.erase(&function);
    bytes = stacks_[&function] = own + deepest;
    return true;
  }

  void hide() {
    for (Function& function : module_) {
      if (!function.isDeclaration()) function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
    for (llvm::GlobalVariable& variable : module_.globals()) {
      if (variable.isDeclaration() || variable.hasPrivateLinkage()) continue;
      // Variables keep their names, because the optimized tier uses the variables of the loaded baseline
      // tier.
      if (variable.hasAttribute(kVariableAttribute)) {
        variable.setVisibility(llvm::GlobalValue::HiddenVisibility);
        variable.setDSOLocal(true);
      } else {
        variable.setLinkage(llvm::GlobalValue::InternalLinkage);
      }
    }
  }

  static std::uint64_t to_number(llvm::StringRef text) {
    std::uint64_t value = 0;
    text.getAsInteger(10, value);
    return value;
  }

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  const NameTable* names_;
  std::uint32_t flags_;
  llvm::Type* i32_;
  llvm::Type* i64_;
  llvm::Type* pointer_;
  std::map<Function*, std::uint64_t> stacks_;
};

}  // namespace

llvm::PreservedAnalyses DescribeModule::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  Description(module, names_, flags_).write(target_cpu_);
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
