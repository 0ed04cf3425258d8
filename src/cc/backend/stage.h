// SPDX-License-Identifier: Apache-2.0
//
// The managers that a row of passes for one target needs.

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

// Analyses and managers for one target; a module changes target once.
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
    // Ours first: what is registered already is kept.
    functions_.registerPass([machine] {
      llvm::TargetLibraryInfoImpl info(machine->getTargetTriple());
      // memcmp(...) == 0 must not become a call of a function that cpu/abi/math.def does not have.
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
    // One thread's scalar code: vectors across iterations fight the fuel checks, and unrolling costs
    // compile time; `#pragma unroll` and short counted loops still unroll in full.
    options.LoopVectorization = false;
    options.SLPVectorization = false;
    options.LoopUnrolling = false;
    options.LoopInterleaving = false;
    return options;
  }

  llvm::TimePassesHandler times_;  // printed at its end, with --time-passes
  llvm::PassInstrumentationCallbacks instrumentation_;
  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager sccs_;
  llvm::ModuleAnalysisManager modules_;  // last of these: it ends first and clears the others
  llvm::PassBuilder builder_;
};

}  // namespace gridcall::cc
