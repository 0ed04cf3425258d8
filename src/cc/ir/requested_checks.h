// SPDX-License-Identifier: Apache-2.0
//
// Helpers for the passes of a checked module (passes/check).

#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>

#include "cc/ir/names.h"
#include "cc/ir/runtime.h"
#include "cpu/abi/check.h"

namespace gridcall::cc {
// The address space of shared memory, as NVPTX numbers it.
inline constexpr unsigned kSharedSpace = 3;
}  // namespace gridcall::cc

namespace gridcall::cc::check {

// Returns the module's cpu::Checks; 0 if the module is not to be checked.
inline std::uint32_t requested(const llvm::Module& module) {
  const llvm::NamedMDNode* node = module.getNamedMetadata(kChecksMetadata);
  if (!node || node->getNumOperands() == 0) return 0;
  const auto* number = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(0)->getOperand(0));
  return number ? static_cast<std::uint32_t>(number->getZExtValue()) : 0;
}

// Returns a runtime function as device code calls it, without the thread; lower-device-intrinsics adds that.
inline llvm::FunctionCallee device_function(llvm::Module& module, llvm::StringRef name) {
  llvm::FunctionType* type = runtime_type(module.getContext(), (kCheckPrefix + name).str());
  auto* shorter = llvm::FunctionType::get(type->getReturnType(), type->params().drop_front(), false);
  const std::string full = kDevicePrefix + std::string("check_") + name.str();
  llvm::FunctionCallee callee = module.getOrInsertFunction(full, shorter);
  llvm::cast<llvm::Function>(callee.getCallee())->setDoesNotThrow();
  return callee;
}

inline llvm::Constant* constant(llvm::Module& module, llvm::Constant* value, const llvm::Twine& name) {
  auto* variable = new llvm::GlobalVariable(module, value->getType(), true, llvm::GlobalValue::PrivateLinkage,
                                            value, name);
  variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return variable;
}

inline llvm::Constant* text(llvm::Module& module, llvm::StringRef value) {
  return constant(module, llvm::ConstantDataArray::getString(module.getContext(), value),
                  "gridcall_check_text");
}

// Returns a constant cpu::CheckObject.
inline llvm::Constant* object(llvm::Module& module, llvm::StringRef name, std::uint64_t bytes,
                              cpu::CheckObjectKind kind) {
  llvm::Type* i32 = llvm::Type::getInt32Ty(module.getContext());
  llvm::Type* i64 = llvm::Type::getInt64Ty(module.getContext());
  static_assert(sizeof(cpu::CheckObject) == 24);
  return constant(
      module,
      llvm::ConstantStruct::getAnon({text(module, name), llvm::ConstantInt::get(i64, bytes),
                                     llvm::ConstantInt::get(i32, static_cast<std::uint32_t>(kind)),
                                     llvm::ConstantInt::get(i32, 0)}),
      "gridcall_check_object");
}

// Returns a local variable's name in the source, without the suffixes that inlining and the optimizer append.
inline llvm::StringRef local_name(llvm::StringRef name) {
  for (llvm::StringRef temporary : {"ref.tmp", "agg.tmp", "tmp", "coerce", "byval-temp", "retval", "temp."})
    if (name.starts_with(temporary)) return "";
  return name.take_until([](char c) { return c == '.'; });
}

}  // namespace gridcall::cc::check
