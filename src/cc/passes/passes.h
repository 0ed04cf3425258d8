// SPDX-License-Identifier: Apache-2.0
//
// The passes between clang's device IR and the host's object, one class for each line of pass_names.def. Each
// pass does one thing to a module and can run alone (tests/unit/cc runs them over textual IR by name). The
// order of the list is the order in which backend/pipeline.cpp runs them.

#pragma once

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>
#include <string>

#include "cc/ir/names.h"

namespace gridcall::cc {

#define GRIDCALL_CC_PASS(stage, phase, text, type)                                           \
  class type : public llvm::PassInfoMixin<type> {                                            \
   public:                                                                                   \
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& manager); \
    static bool isRequired() {                                                               \
      return true;                                                                           \
    }                                                                                        \
  };
#define GRIDCALL_CC_PASS_WITH_ARGUMENTS(stage, phase, text, type)
#include "cc/passes/pass_names.def"

// Writes the image's description (cpu/abi/image.h) as constant data. The plain names of kernels and variables
// come from the front end; a symbol without a plain name is listed under its mangled name.
class DescribeModule : public llvm::PassInfoMixin<DescribeModule> {
 public:
  explicit DescribeModule(const NameTable* names = nullptr, std::string target_cpu = "generic",
                          std::uint32_t flags = 0)
      : names_(names), target_cpu_(std::move(target_cpu)), flags_(flags) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& manager);
  static bool isRequired() { return true; }

 private:
  const NameTable* names_;
  std::string target_cpu_;
  std::uint32_t flags_;  // cpu::ModuleFlags
};

// A construct that the CPU device cannot run, found by a pass. The context's handler turns it into a line of
// the log; `symbol` or `location_cookie` (which clang puts on inline assembly) gives its location.
class UnsupportedConstruct : public llvm::DiagnosticInfo {
 public:
  UnsupportedConstruct(std::string message, std::string symbol, std::uint64_t location_cookie = 0);
  static int kind();
  static bool classof(const llvm::DiagnosticInfo* info) { return info->getKind() == kind(); }
  void print(llvm::DiagnosticPrinter& printer) const override;

  const std::string& message() const { return message_; }
  const std::string& symbol() const { return symbol_; }
  std::uint64_t location_cookie() const { return location_cookie_; }

 private:
  std::string message_;
  std::string symbol_;
  std::uint64_t location_cookie_;
};

}  // namespace gridcall::cc
