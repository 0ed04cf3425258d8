// SPDX-License-Identifier: Apache-2.0
//
// check-supported: refuses constructs that the CPU device cannot run or store, by name, before the optimizer
// removes them or the code generator fails on them.

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "cc/ir/intrinsics.h"
#include "cc/ir/runtime.h"
#include "cc/ir/undefined.h"
#include "cc/passes/device/assembly/machine.h"
#include "cc/passes/passes.h"
#include "cpu/abi/limits.h"

namespace gridcall::cc {

UnsupportedConstruct::UnsupportedConstruct(std::string message, std::string symbol,
                                           std::uint64_t location_cookie)
    : DiagnosticInfo(kind(), llvm::DS_Error),
      message_(std::move(message)),
      symbol_(std::move(symbol)),
      location_cookie_(location_cookie) {}

int UnsupportedConstruct::kind() {
  static const int number = llvm::getNextAvailablePluginDiagnosticKind();
  return number;
}

void UnsupportedConstruct::print(llvm::DiagnosticPrinter& printer) const {
  printer << message_;
}

namespace {

void refuse(llvm::Module& module, std::string message, std::string symbol, std::uint64_t cookie = 0) {
  module.getContext().diagnose(UnsupportedConstruct(std::move(message), std::move(symbol), cookie));
}

std::string quoted(llvm::StringRef text) {
  std::string result = "'";
  for (char c : text.take_front(120))
    result += (c == '\n' || c == '\t') ? ' ' : c == kAssemblyPercent ? '%' : c;
  return result + (text.size() > 120 ? "...'" : "'");
}

// Returns the error in nvlink's words.
std::string undefined(llvm::StringRef symbol, llvm::Attribute used_in) {
  return "Undefined reference to " + quoted(llvm::demangle(symbol)) + " in " +
         used_in.getValueAsString().str();
}

std::uint64_t cookie_of(const llvm::Instruction& instruction) {
  llvm::MDNode* node = instruction.getMetadata("srcloc");
  if (!node || node->getNumOperands() == 0) return 0;
  auto* value = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(0));
  return value ? value->getZExtValue() : 0;
}

bool has_wide_atomic(const llvm::Instruction& instruction, const llvm::DataLayout& layout) {
  llvm::Type* type = nullptr;
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    type = exchange->getCompareOperand()->getType();
  } else if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    type = update->getType();
  }
  return type && layout.getTypeStoreSize(type) > 8;
}

// Refuses variables that no image can store.
void check_sizes(llvm::Module& module) {
  std::uint64_t total = 0;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.isDeclaration() || variable.getAddressSpace() == 3) continue;
    const std::string name = variable.getName().str();
    const std::string what = "device variable " + quoted(llvm::demangle(name));
    const std::uint64_t bytes = module.getDataLayout().getTypeAllocSize(variable.getValueType());
    const std::uint64_t alignment = module.getDataLayout().getPreferredAlign(&variable).value();
    if (alignment > cpu::kMaxVariableAlignment)
      refuse(module,
             what + " is aligned to " + std::to_string(alignment) + " bytes, the CPU device aligns to " +
                 std::to_string(cpu::kMaxVariableAlignment) + " at most",
             name);
    const bool was_held = total <= cpu::kMaxImageBytes;
    total += std::min(bytes, cpu::kMaxImageBytes + 1);
    if (was_held && total > cpu::kMaxImageBytes)
      refuse(module,
             what + " has " + std::to_string(bytes) + " bytes, and all variables of a source together " +
                 std::to_string(cpu::kMaxImageBytes) +
                 " at most on the CPU device; allocate the memory and pass its address",
             name);
  }
}

}  // namespace

// Long because it is one list of what is refused, with a message each.
llvm::PreservedAnalyses CheckSupported::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  check_sizes(module);
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      std::string name = function.getName().str();
      if (has_wide_atomic(instruction, module.getDataLayout())) {
        refuse(module, "atomic operations of more than 8 bytes are not supported on the CPU device", name);
      }
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call) continue;
      if (auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand())) {
        if (assembly->getAsmString().empty()) continue;  // a compiler barrier
        // Names the unknown statement if there are several.
        std::string what = quoted(assembly->getAsmString());
        std::string reason = "; use the CUDA C++ function for it";
        if (llvm::MDNode* node = call->getMetadata(kUnknownStatementMetadata)) {
          const auto text = [&](unsigned i) {
            return llvm::cast<llvm::MDString>(node->getOperand(i))->getString();
          };
          if (!text(0).empty()) what += ": " + quoted(text(0));
          if (!text(1).empty()) reason = ": " + text(1).str();
        }
        refuse(module, "inline PTX assembly " + what + " cannot run on the CPU device" + reason, name,
               cookie_of(*call));
      }
    }
  }
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() || function.use_empty()) continue;
    llvm::StringRef name = function.getName();
    if (function.isIntrinsic()) {
      if (name.starts_with("llvm.va_start"))
        refuse(module, "the CPU device has no va_start: pass the arguments as an array or a parameter pack",
               "");
      if (name.starts_with("llvm.nvvm.") && !is_lowered_intrinsic(function.getIntrinsicID())) {
        refuse(module, "the CPU device has no counterpart of the instruction " + quoted(name), "");
      }
      continue;
    }
    if (is_math_function(name) || is_texture_function(name) || name == "vprintf" || name == "malloc" ||
        name == "free")
      continue;
    if (name == assembly::kSharedBase) continue;
    if (name == assembly::kExit) {
      refuse(module,
             "`exit` in inline PTX, in a function that calls itself or is called through a pointer, cannot "
             "run on "
             "the CPU device; return from the kernel instead",
             "");
      continue;
    }
    if (name.starts_with(kDevicePrefix) &&
        is_runtime_function(kRuntimePrefix + name.drop_front(llvm::StringRef(kDevicePrefix).size()).str())) {
      continue;
    }
    if (const llvm::Attribute error = function.getFnAttribute("dontcall-error"); error.isValid()) {
      for (const llvm::User* user : function.users())
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user))
          refuse(module, error.getValueAsString().str(), name.str(), cookie_of(*call));
      continue;
    }
    const llvm::Attribute used_in = function.getFnAttribute(kUsedInAttribute);
    refuse(module,
           used_in.isValid()
               ? undefined(name, used_in)
               : "device function " + quoted(llvm::demangle(name)) +
                     " is called but not defined in this source; define it, or add the header that does",
           name.str());
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.isDeclaration() || variable.getAddressSpace() == 3 || variable.use_empty()) continue;
    const llvm::Attribute used_in = variable.getAttribute(kUsedInAttribute);
    refuse(module,
           used_in.isValid() ? undefined(variable.getName(), used_in)
                             : "device variable " + quoted(llvm::demangle(variable.getName())) +
                                   " is used but only declared (extern); define it in this source",
           variable.getName().str());
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
