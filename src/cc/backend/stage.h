// SPDX-License-Identifier: Apache-2.0
//
// The pass managers and analyses of a sequence of passes for one target.

#pragma once

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/PassTimingInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include "cc/backend/pipeline.h"

namespace gridcall::cc {

// The analyses and managers for one target; a module changes its target once.
class Stage {
 public:
  Stage(llvm::TargetMachine* machine, const Backend& backend)
      : builder_(machine, tuning(), std::nullopt, &instrumentation_) {
    if (!backend.dump_directory.empty()) {
      instrumentation_.registerBeforeNonSkippedPassCallback(
          [path = backend.dump_directory + "/passes.txt"](llvm::StringRef pass, const llvm::Any&) {
            std::error_code error;
            llvm::raw_fd_ostream out(path, error, llvm::sys::fs::OF_Append);
            if (!error) out << pass << "\n";
          });
    }
    times_.registerCallbacks(instrumentation_);
    builder_.registerModuleAnalyses(modules_);
    builder_.registerCGSCCAnalyses(sccs_);
    // Registered first, because a later registration does not replace an earlier one.
    functions_.registerPass([machine] {
      llvm::TargetLibraryInfoImpl info(machine->getTargetTriple());
      // memcmp(...) == 0 must not become a call of bcmp, which cpu/abi/math.def does not have.
      info.setUnavailable(llvm::LibFunc_bcmp);
      return llvm::TargetLibraryAnalysis(info);
    });
    builder_.registerFunctionAnalyses(functions_);
    builder_.registerLoopAnalyses(loops_);
    builder_.crossRegisterProxies(loops_, functions_, sccs_, modules_);
  }

  llvm::PassBuilder& builder() { return builder_; }
  llvm::ModuleAnalysisManager& modules() { return modules_; }

 private:
  static llvm::PipelineTuningOptions tuning() {
    llvm::PipelineTuningOptions options;
    // The module is one thread's scalar code. Vectors across iterations would conflict with the fuel checks,
    // and unrolling costs compile time. `#pragma unroll` and short counted loops still unroll in full.
    options.LoopVectorization = false;
    options.SLPVectorization = false;
    options.LoopUnrolling = false;
    options.LoopInterleaving = false;
    return options;
  }

  llvm::TimePassesHandler times_;  // prints the times in its destructor, with --time-passes
  llvm::PassInstrumentationCallbacks instrumentation_;
  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager sccs_;
  llvm::ModuleAnalysisManager modules_;  // last of these: destroyed first, it clears the others
  llvm::PassBuilder builder_;
};

}  // namespace gridcall::cc
