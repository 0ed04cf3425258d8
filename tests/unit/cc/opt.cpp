// SPDX-License-Identifier: Apache-2.0
//
// Runs gridcall-cc's passes by name over textual IR, for FileCheck: cc_opt -passes=guard-division FILE.ll
// The list may name LLVM's own passes, too.

#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cstring>
#include <memory>

#include "cc/passes/passes.h"

namespace {

// Refusals are part of the output, where FileCheck sees them.
struct Handler : llvm::DiagnosticHandler {
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    llvm::outs() << "refused: ";
    llvm::DiagnosticPrinterRawOStream printer(llvm::outs());
    info.print(printer);
    llvm::outs() << "\n";
    return true;
  }
};

}  // namespace

int main(int count, char** arguments) {
  const char* pipeline = "";
  const char* file = nullptr;
  for (int i = 1; i < count; ++i) {
    if (std::strncmp(arguments[i], "-passes=", 8) == 0) {
      pipeline = arguments[i] + 8;
    } else {
      file = arguments[i];
    }
  }
  if (!file) {
    llvm::errs() << "usage: cc_opt -passes=NAME,... FILE.ll\n";
    return 2;
  }
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<Handler>());
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(file, problem, context);
  if (!module) {
    problem.print(arguments[0], llvm::errs());
    return 2;
  }
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerPipelineParsingCallback([](llvm::StringRef name, llvm::ModulePassManager& passes,
                                             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
#define GRIDCALL_CC_PASS(stage, phase, text, type) \
  if (name == text) {                              \
    passes.addPass(gridcall::cc::type());          \
    return true;                                   \
  }
#include "cc/passes/pass_names.def"
    return false;
  });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  llvm::ModulePassManager passes;
  if (llvm::Error error = builder.parsePassPipeline(passes, pipeline)) {
    llvm::errs() << llvm::toString(std::move(error)) << "\n";
    return 2;
  }
  passes.run(*module, modules);
  if (llvm::verifyModule(*module, &llvm::errs())) return 3;
  module->print(llvm::outs(), nullptr);
  return 0;
}
